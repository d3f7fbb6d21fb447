"""Strategies: agents that follow a simple rule. A function's keyword parameters are the settings of its agent."""

import random
from collections.abc import Callable, Sequence
from itertools import cycle

import pyspiel

from gtarena.agents.base import Agent, Decision, Move, Seating
from gtarena.agents.eligibility import require_playable
from gtarena.agents.named_moves import NamedMoves, named_move
from gtarena.errors import UsageError


class Strategy(Agent):
    """Agent whose moves are a function of the decision; ``named`` are those that it has been told."""

    instant = True

    def __init__(self, choose: Callable[[Decision], Sequence[int]], named: NamedMoves | None = None) -> None:
        self._choose, self.named = choose, named

    async def act(self, decision: Decision) -> Move:
        return Move(tuple(self._choose(decision)))


def uniform_random(seating: Seating) -> Agent:
    """Returns an agent that draws whole legal moves with equal probability."""
    rng = random.Random(seating.seed)
    return Strategy(lambda decision: decision.random_move(rng))


def fixed(seating: Seating, moves: str | Sequence[str | int]) -> Agent:
    """Returns an agent that plays the named moves in turn and starts over after the last one.

    In a single string, the names are separated by ``/``.

    Raises:
        UsageError: a name is empty.
    """
    names = moves.split("/") if isinstance(moves, str) else [str(move) for move in moves]
    if not all(name.strip() for name in names) or not names:
        raise UsageError(f"fixed: moves={moves!r} does not name moves; separate them by /, as in fixed:0/100")
    turns = cycle(names)
    return Strategy(
        lambda decision: named_move("fixed", next(turns), decision), NamedMoves("fixed", names[:1], names[1:]))


def always(seating: Seating, move: str | int) -> Agent:
    """Returns an agent that plays the named move at every decision."""
    return Strategy(lambda decision: named_move("always", str(move), decision), NamedMoves("always", [str(move)]))


def rational(seating: Seating) -> Agent:
    """Returns an agent that plays the optimal strategy of the game's paper, drawing from a mixed one.

    Raises:
        UsageError: the game defines no such strategy.
    """
    require_playable("rational", seating.game)
    rng = random.Random(seating.seed)

    def choose(decision: Decision) -> Sequence[int]:
        # One action at a time: after one part of a compound move, the match asks for the next.
        actions, weights = zip(*decision.state.rational_strategy(decision.player), strict=True)
        return rng.choices(actions, weights)

    return Strategy(choose)


def tit_for_tat(seating: Seating, first: str | None = None) -> Agent:
    """Returns an agent that plays ``first`` (by default the first legal move), then copies the opponent's last move.

    Raises:
        UsageError: the game is not one of two players with the same moves in every round.
    """
    require_playable("tit_for_tat", seating.game)

    def choose(decision: Decision) -> Sequence[int]:
        theirs = actions_of(decision.state, 1 - decision.player)
        return theirs[-1:] or _named_or_legal("tit_for_tat", first, 0, decision)

    return Strategy(choose, NamedMoves("tit_for_tat", _stated(first)))


def grim(seating: Seating, cooperate: str | None = None, defect: str | None = None) -> Agent:
    """Returns an agent that cooperates until the opponent has defected once, and then defects for ever.

    By default the first legal move is to cooperate and the second to defect.

    Raises:
        UsageError: the game is not one of two players with the same moves in every round.
    """
    require_playable("grim", seating.game)

    def choose(decision: Decision) -> Sequence[int]:
        cooperation = _named_or_legal("grim", cooperate, 0, decision)
        theirs = actions_of(decision.state, 1 - decision.player)
        if all(action in cooperation for action in theirs):
            return cooperation
        return _named_or_legal("grim", defect, 1, decision)

    return Strategy(choose, NamedMoves("grim", _stated(cooperate, defect)))  # both, as all rounds have the same moves


def actions_of(state: pyspiel.State, player: int) -> list[int]:
    """Returns a player's actions so far."""
    return [step.action for step in state.full_history() if step.player == player]


def _stated(*names: str | None) -> list[str]:
    return [name for name in names if name is not None]


def _named_or_legal(kind: str, name: str | None, index: int, decision: Decision) -> list[int]:
    return decision.legal_actions[index:index + 1] if name is None else named_move(kind, name, decision)
