"""Agents that follow a simple rule. Each function seats one; its keyword parameters are the agent's settings."""

import random
from collections.abc import Callable, Sequence
from itertools import cycle

import pyspiel

from adapters import ReplyError
from gtarena.agents.base import Agent, Decision, Move, Seating
from gtarena.agents.eligibility import demand
from gtarena.errors import UsageError


class Strategy(Agent):
    """Plays what a function of the decision says."""

    def __init__(self, choose: Callable[[Decision], Sequence[int]]) -> None:
        self._choose = choose

    async def act(self, decision: Decision) -> Move:
        return Move(tuple(self._choose(decision)))


def uniform(seating: Seating) -> Agent:
    """Draws whole moves at random, where they have names each with the same probability."""
    rng = random.Random(seating.seed)
    return Strategy(lambda decision: decision.random_move(rng))


def fixed(seating: Seating, moves: str | Sequence[str | int]) -> Agent:
    """Plays the named moves in turn and then from the start again, counting its own decisions.

    In one string the names are separated by ``/``.
    """
    names = moves.split("/") if isinstance(moves, str) else [str(move) for move in moves]
    if not all(name.strip() for name in names) or not names:
        raise UsageError(f"fixed: moves={moves!r} does not name moves, separated by /")
    turns = cycle(names)
    return Strategy(lambda decision: named("fixed", next(turns), decision))


def always(seating: Seating, move: str | int) -> Agent:
    """Plays the named move at every decision."""
    return Strategy(lambda decision: named("always", str(move), decision))


def rational(seating: Seating) -> Agent:
    """Plays the strategy that the game's paper calls optimal, drawing where it is a mixed one."""
    demand("rational", seating.game)
    rng = random.Random(seating.seed)

    def choose(decision: Decision) -> Sequence[int]:
        # One action at a time: of a compound move, the next one is asked for when this one has been made.
        actions, weights = zip(*decision.state.rational(decision.player), strict=True)
        return rng.choices(actions, weights)

    return Strategy(choose)


def tit_for_tat(seating: Seating, first: str | None = None) -> Agent:
    """Begins with ``first``, by default the first legal move, then copies the opponent's last move."""
    demand("tit_for_tat", seating.game)

    def choose(decision: Decision) -> Sequence[int]:
        theirs = actions_of(decision.state, 1 - decision.player)
        return theirs[-1:] or _named_or_legal("tit_for_tat", first, 0, decision)

    return Strategy(choose)


def grim(seating: Seating, cooperate: str | None = None, defect: str | None = None) -> Agent:
    """Cooperates until the opponent has once done anything else, then defects for ever.

    By default the first legal move is to cooperate and the second one to defect.
    """
    demand("grim", seating.game)

    def choose(decision: Decision) -> Sequence[int]:
        cooperation = _named_or_legal("grim", cooperate, 0, decision)
        theirs = actions_of(decision.state, 1 - decision.player)
        if all(action in cooperation for action in theirs):
            return cooperation
        return _named_or_legal("grim", defect, 1, decision)

    return Strategy(choose)


def named(kind: str, name: str, decision: Decision) -> list[int]:
    """The legal move of that name, in every spelling that is understood from a model.

    Raises:
        UsageError: there is none; the message lists the legal moves.
    """
    adapter, state, player = decision.adapter, decision.state, decision.player
    try:
        return adapter.parse(f"Answer: {name}", state, player)
    except ReplyError as error:
        game = adapter.game.get_type().short_name
        legal = ", ".join(adapter.view.patterns(state, player))
        raise UsageError(f"{kind}: {name!r} is no legal move of {game} here; legal are: {legal}") from error


def actions_of(state: pyspiel.State, player: int) -> list[int]:
    """What a player has done so far."""
    return [step.action for step in state.full_history() if step.player == player]


def _named_or_legal(kind: str, name: str | None, index: int, decision: Decision) -> list[int]:
    return decision.legal_actions[index:index + 1] if name is None else named(kind, name, decision)
