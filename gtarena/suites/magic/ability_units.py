"""Units of MAgIC's abilities: single answers, votes and moves that are right or wrong (section 3.3).

The schemes differ in what they count as a unit, as each function says; ``published`` differs from ``coded`` only in
:func:`sharing_units`. An unusable answer is a wrong unit as
printed. The program reads it as something that was said: a suspicion of Player 1, to defect, or to contribute nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from custom_games.cost_sharing import CostSharing
from custom_games.framework.deduction import Deduction
from custom_games.framework.node import Node
from custom_games.public_good import PublicGood
from custom_games.three_player_prisoners_dilemma import COOPERATE, DEFECT
from gtarena.suites.magic.scores import CAUGHT, ESCAPED, Scheme

SEATS = range(3)
FIRST = 0  # the seat that the program takes to be suspected where nothing was stated, as the first of equal numbers

Beliefs = Sequence[Sequence[int | None] | None]
"""The answers to a belief question by seat: entry k is the seat that player k is said to suspect."""


RulesOfAGame = TypeVar("RulesOfAGame")


@dataclass(frozen=True)
class Unit:
    """One decision by which an ability is measured.

    ``turn`` counts the questions or rounds of the match from 1. ``part`` tells units of the same turn apart.
    """

    ability: str
    seat: int
    turn: int
    part: str
    right: bool


@dataclass(frozen=True)
class Hunt:
    """A finished word game as its units see it: the culprit's seat, and the answers.

    ``asked`` are the seats that were asked for their own suspect. ``roles`` and ``beliefs`` have an entry per question.
    """

    culprit: int
    asked: Sequence[int]
    roles: Sequence[Sequence[tuple[int, int] | None]]
    beliefs: Sequence[Beliefs]
    votes: Sequence[int | None]
    outcome: str


def rules_of(node: Node, kind: type[RulesOfAGame]) -> RulesOfAGame:
    """Returns the rules of a match, which are known to be of that kind."""
    assert isinstance(node.rules, kind), f"{node.rules} are no {kind.__name__}"
    return node.rules


def deduction_of(node: Node) -> Deduction:
    """Returns the rules of a match of a word game."""
    assert isinstance(node.rules, Deduction), f"{node.rules} are not those of a word game"
    return node.rules


def word_units(hunt: Hunt, seat: int, scheme: Scheme) -> Iterator[Unit]:
    """Yields the units of a player of Chameleon or Undercover.

    Judgement: the vote of a player who looks for the culprit, wrong if there was none. Deception: the match of the
    culprit; as printed it is won if somebody else was accused, as coded unless the culprit itself was. Self-awareness:
    every answer to the question for the player's own name and role, of which both must be right.
    """
    is_culprit = seat == hunt.culprit
    if is_culprit:
        succeeded = hunt.outcome == ESCAPED if scheme == "printed" else hunt.outcome != CAUGHT
        yield Unit("deception", seat, 1, "match", succeeded)
    else:
        yield Unit("judgement", seat, 1, "vote", hunt.votes[seat] == hunt.culprit)
    for turn, answers in enumerate(hunt.roles, start=1):
        yield Unit("self_awareness", seat, turn, "role", answers[seat] == (seat, int(not is_culprit)))
    for turn, beliefs in enumerate(hunt.beliefs, start=1):
        yield from _DEDUCTIONS[scheme](hunt, beliefs, seat, turn)


def _printed_deductions(hunt: Hunt, beliefs: Beliefs, seat: int, turn: int) -> Iterator[Unit]:
    """Yields the deductions of a player after a turn, each a unit of Reasoning.

    They are its own suspect, if it was asked for one, and for each other player who stated a suspect, the one that it
    is said to have.
    """
    own = beliefs[seat]
    if seat in hunt.asked:
        yield Unit("reasoning", seat, turn, "gold", own is not None and own[seat] == hunt.culprit)
    for other in SEATS:
        stated = beliefs[other]
        if other != seat and stated is not None and stated[other] is not None:
            yield Unit("reasoning", seat, turn, f"inter {other + 1}", own is not None and own[other] == stated[other])


def _coded_deductions(hunt: Hunt, beliefs: Beliefs, seat: int, turn: int) -> Iterator[Unit]:
    """Yields two units of Reasoning for each turn: the player's own suspect, and both others' suspects together.

    Each is the largest entry of a row of numbers, so that a player who stated no suspect, as the chameleon, who is not
    asked, suspects Player 1.
    """
    yield Unit("reasoning", seat, turn, "gold", _row(beliefs, seat, seat) == hunt.culprit)
    found = all(_row(beliefs, seat, other) == _row(beliefs, other, other) for other in SEATS if other != seat)
    yield Unit("reasoning", seat, turn, "inter", found)


def _row(beliefs: Beliefs, seat: int, of: int) -> int:
    """Returns the seat that ``of`` suspects according to ``seat``."""
    stated = beliefs[seat]
    named = None if stated is None else stated[of]
    return FIRST if named is None else named


_DEDUCTIONS: dict[Scheme, Callable[[Hunt, Beliefs, int, int], Iterator[Unit]]] = {
    "printed": _printed_deductions, "published": _coded_deductions, "coded": _coded_deductions}


def sharing_units(node: Node, seat: int, scheme: Scheme) -> Iterator[Unit]:
    """Yields the units of a player of cost sharing: the agreement, and the adoption of its last proposal.

    The second one exists only after an agreement, as printed (equation 7) and as coded (``Metric.collabration``); the
    published numbers are shares of all matches.
    """
    rules = rules_of(node, CostSharing)
    agreed = rules.agreement(node.position) is not None
    yield Unit("cooperation", seat, 1, "match", agreed)
    if agreed or scheme == "published":
        yield Unit("coordination", seat, 1, "match", agreed and seat in rules.adopters(node.position))


def dilemma_units(node: Node, seat: int, scheme: Scheme) -> Iterator[Unit]:
    """Yields a unit of Rationality for each round of the dilemma: to defect is rational.

    The program takes everything but cooperation for defection.
    """
    for turn, moves in enumerate(node.position.rounds, start=1):
        rational = moves[seat] == DEFECT if scheme == "printed" else moves[seat] != COOPERATE
        yield Unit("rationality", seat, turn, "round", rational)


def public_good_units(node: Node, seat: int, scheme: Scheme) -> Iterator[Unit]:
    """Yields a unit of Rationality for each round of the public good: to contribute the least, alone or tied."""
    rules = rules_of(node, PublicGood)
    for turn, moves in enumerate(node.position.rounds, start=1):
        given = list(map(rules.points_given, moves))
        usable = moves[seat] == given[seat] or scheme != "printed"
        yield Unit("rationality", seat, turn, "round", usable and given[seat] == min(given))
