"""The five games of MAgIC as the suite reads them: roles, credits, outcomes, settings, and the units of abilities."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from custom_games.node import Node
from custom_games.three_player_prisoners_dilemma import COOPERATE
from gtarena.formatting import short_value
from gtarena.suites.magic.scores import (
    AGREED,
    CHAMELEON,
    CIVILIAN,
    COST_SHARING,
    DILEMMA,
    FAILED,
    NON_CHAMELEON,
    PUBLIC_GOOD,
    UNDERCOVER,
    Scheme,
)
from gtarena.suites.magic.units import (
    SEATS,
    Hunt,
    Unit,
    dilemma_units,
    public_good_units,
    sharing_units,
    word_units,
)

DEFECT_SCORE = 1  # in all of the paper's sets of scores


@dataclass(frozen=True)
class Game:
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


def _word_game(
    culprit: Callable[[Any], int], roles: tuple[str, str], setting: Callable[[Node], str], all_asked: bool
) -> Game:
    """Returns the reader of a word game.

    Args:
        culprit: the seat that hides, of a position.
        roles: the names of its role and of the others'.
        setting: as in :class:`Game`.
        all_asked: true if everybody is asked for a suspect, also the player who hides.
    """
    def units(node: Node, seat: int, scheme: Scheme) -> Iterator[Unit]:
        position, hiding = node.position, culprit(node.position)
        asked = [other for other in SEATS if all_asked or other != hiding]
        hunt = Hunt(hiding, asked, position.roles, position.beliefs, position.votes, outcome(node))
        return word_units(hunt, seat, scheme)

    def outcome(node: Node) -> str:
        rules: Any = node.rules
        return str(rules.outcome(node.position))

    return Game(
        role=lambda node, seat: roles[seat != culprit(node.position)], credits=_returns, setting=setting, units=units,
        outcome=outcome)


def _returns(node: Node, seat: int) -> float:
    """Returns the credits of a game whose returns are credits."""
    return float(node.rules.returns(node.position)[seat])


def _win(node: Node, seat: int) -> float:
    """Returns 1 if nobody has a higher total, also in a tie, otherwise 0."""
    totals = node.rules.returns(node.position)
    return float(totals[seat] == max(totals))


def _agreement(node: Node, seat: int) -> float:
    rules: Any = node.rules
    return float(rules.agreed(node.position) is not None)


def _sharing_details(node: Node, seat: int) -> Mapping[str, float]:
    """Returns the ``cost``, the share in per cent that the seat's airline pays, after an agreement."""
    rules: Any = node.rules
    agreed = rules.agreed(node.position)
    return {} if agreed is None else {"cost": float(agreed[seat])}


def _dilemma_details(node: Node, seat: int) -> Mapping[str, float]:
    """Returns the total ``score`` and the share of rounds with ``defections``; everything but cooperation is one."""
    rounds = node.position.rounds
    defections = sum(moves[seat] != COOPERATE for moves in rounds)
    return {"score": _returns(node, seat), "defections": defections / len(rounds)}


def _public_good_details(node: Node, seat: int) -> Mapping[str, float]:
    """Returns the points ``invested`` in all rounds, and the ``payback``, the seat's share of the multiplied pool."""
    rules: Any = node.rules
    invested = rules.given(node.position.rounds)[seat]
    return {"payback": _returns(node, seat) - (rules.points - invested), "invested": float(invested)}


def _topic_and_word(node: Node) -> str:
    """Returns the topic and the secret word, as a player sees them who is not the chameleon."""
    other = next(seat for seat in SEATS if seat != node.position.chameleon)
    seen = node.rules.observation(node.position, other)
    return f"{seen['topic']}: {seen['word']}"


def _both_words(node: Node) -> str:
    """Returns the undercover's word and that of the civilians."""
    hiding = node.position.undercover
    seen = [node.rules.observation(node.position, seat)["word"] for seat in SEATS]
    return f"{seen[hiding]} among {next(word for seat, word in enumerate(seen) if seat != hiding)}"


def _scores(node: Node) -> str:
    """Returns the label of a set of scores in Figure 10; the score of a defection by all is 1 there."""
    rules: Any = node.rules
    label = f"{rules.cooperate},{rules.one_defect},{rules.two_defect}"
    return label if rules.defect == DEFECT_SCORE else f"{label} (all defect: {rules.defect})"


def _multiplier(node: Node) -> str:
    rules: Any = node.rules
    return short_value(rules.multiplier)


GAMES: Mapping[str, Game] = {
    "chameleon": _word_game(
        lambda position: position.chameleon, (CHAMELEON, NON_CHAMELEON), _topic_and_word, all_asked=False),
    "undercover": _word_game(
        lambda position: position.undercover, (UNDERCOVER, CIVILIAN), _both_words, all_asked=True),
    COST_SHARING: Game(
        role=lambda node, seat: COST_SHARING, credits=_agreement, units=sharing_units,
        setting=lambda node: "airlines " + ",".join(str(number + 1) for number in node.position.airlines),
        outcome=lambda node: AGREED if _agreement(node, 0) else FAILED, details=_sharing_details),
    DILEMMA: Game(role=lambda node, seat: DILEMMA, credits=_win, setting=_scores, units=dilemma_units,
                  details=_dilemma_details),
    PUBLIC_GOOD: Game(role=lambda node, seat: PUBLIC_GOOD, credits=_win, setting=_multiplier, units=public_good_units,
                      details=_public_good_details),
}
