"""The five games of MAgIC as the suite reads them: roles, credits, outcomes, settings, and the units of abilities."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from custom_games.cost_sharing import CostSharing
from custom_games.framework.node import Node
from custom_games.public_good import PublicGood
from custom_games.three_player_prisoners_dilemma import COOPERATE, ThreePlayerPrisonersDilemma
from gtarena.formatting import short_value
from gtarena.suites.magic.ability_units import (
    SEATS,
    Hunt,
    Unit,
    deduction_of,
    dilemma_units,
    public_good_units,
    rules_of,
    sharing_units,
    word_units,
)
from gtarena.suites.magic.scores import (
    AGREED,
    COST_SHARING,
    DILEMMA,
    FAILED,
    PUBLIC_GOOD,
    Scheme,
)

DEFECT_SCORE = 1  # in all of the paper's sets of scores


@dataclass(frozen=True)
class SuiteGame:
    """The functions that read a finished match of a game.

    ``role`` is one of :data:`.scores.ROLES`; ``credits`` are those of a seat. ``setting`` is a label of what was dealt
    or set. ``outcome`` is empty in a game whose players win each for itself. ``details`` are the numbers of Table 2 and
    Figure 10.
    """

    role: Callable[[Node, int], str]
    credits: Callable[[Node, int], float]
    setting: Callable[[Node], str]
    units: Callable[[Node, int, Scheme], Iterator[Unit]]
    outcome: Callable[[Node], str] = lambda node: ""
    details: Callable[[Node, int], Mapping[str, float]] = lambda node, seat: {}


def _word_role(node: Node, seat: int) -> str:
    rules = deduction_of(node)
    return rules.role_names[seat != rules.culprit(node.position)]


def _word_outcome(node: Node) -> str:
    return deduction_of(node).outcome(node.position)


def _word_units(node: Node, seat: int, scheme: Scheme) -> Iterator[Unit]:
    rules, position = deduction_of(node), node.position
    asked = [each for each in SEATS if each in rules.seats_asked_about(position, each)]
    hunt = Hunt(rules.culprit(position), asked, position.roles, position.beliefs, position.votes, _word_outcome(node))
    return word_units(hunt, seat, scheme)


def _returns(node: Node, seat: int) -> float:
    """Returns the credits of a game whose returns are credits."""
    return float(node.rules.returns(node.position)[seat])


def _win(node: Node, seat: int) -> float:
    """Returns 1 if nobody has a higher total, also in a tie, otherwise 0."""
    totals = node.rules.returns(node.position)
    return float(totals[seat] == max(totals))


def _agreement(node: Node, seat: int) -> float:
    return float(rules_of(node, CostSharing).agreement(node.position) is not None)


def _sharing_details(node: Node, seat: int) -> Mapping[str, float]:
    """Returns the ``cost``, the share in per cent that the seat's airline pays, after an agreement."""
    agreed = rules_of(node, CostSharing).agreement(node.position)
    return {} if agreed is None else {"cost": float(agreed[seat])}


def _dilemma_details(node: Node, seat: int) -> Mapping[str, float]:
    """Returns the total ``score`` and the share of rounds with ``defections``; everything but cooperation is one."""
    rounds = node.position.rounds
    defections = sum(moves[seat] != COOPERATE for moves in rounds)
    return {"score": _returns(node, seat), "defections": defections / len(rounds)}


def _public_good_details(node: Node, seat: int) -> Mapping[str, float]:
    """Returns the points ``invested`` in all rounds, and the ``payback``, the seat's share of the multiplied pool."""
    rules = rules_of(node, PublicGood)
    invested = rules.total_contributions(node.position.rounds)[seat]
    return {"payback": _returns(node, seat) - (rules.points - invested), "invested": float(invested)}


def _topic_and_word(node: Node) -> str:
    """Returns the topic and the secret word."""
    rules, position = deduction_of(node), node.position
    other = next(seat for seat in SEATS if seat != rules.culprit(position))
    return f"{rules.entry(position).name}: {rules.word(position, other)}"


def _both_words(node: Node) -> str:
    """Returns the undercover's word and that of the civilians."""
    rules, position = deduction_of(node), node.position
    culprit = rules.culprit(position)
    other = next(seat for seat in SEATS if seat != culprit)
    return f"{rules.word(position, culprit)} among {rules.word(position, other)}"


def _scores(node: Node) -> str:
    """Returns the label of a set of scores in Figure 10; the score of a defection by all is 1 there."""
    rules = rules_of(node, ThreePlayerPrisonersDilemma)
    label = f"{rules.cooperate},{rules.one_defect},{rules.two_defect}"
    return label if rules.defect == DEFECT_SCORE else f"{label} (all defect: {rules.defect})"


def _multiplier(node: Node) -> str:
    return short_value(rules_of(node, PublicGood).multiplier)


GAMES: Mapping[str, SuiteGame] = {
    "chameleon": SuiteGame(
        role=_word_role, credits=_returns, setting=_topic_and_word, units=_word_units, outcome=_word_outcome),
    "undercover": SuiteGame(
        role=_word_role, credits=_returns, setting=_both_words, units=_word_units, outcome=_word_outcome),
    COST_SHARING: SuiteGame(
        role=lambda node, seat: COST_SHARING, credits=_agreement, units=sharing_units,
        setting=lambda node: "airlines " + ",".join(str(number + 1) for number in node.position.airlines),
        outcome=lambda node: AGREED if _agreement(node, 0) else FAILED, details=_sharing_details),
    DILEMMA: SuiteGame(
        role=lambda node, seat: DILEMMA, credits=_win, setting=_scores, units=dilemma_units, details=_dilemma_details),
    PUBLIC_GOOD: SuiteGame(
        role=lambda node, seat: PUBLIC_GOOD, credits=_win, setting=_multiplier, units=public_good_units,
        details=_public_good_details),
}
