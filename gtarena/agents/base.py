"""What a match asks of a player: one decision at a time."""

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass

import pyspiel

from adapters import Adapter
from gtarena.logs.records import Call, Outcome


@dataclass(frozen=True)
class Decision:
    """One player's turn.

    ``state`` is the true state, for search agents to clone; no agent may change it. ``move_number`` is the
    length of the match's history before this decision.
    """

    state: pyspiel.State
    player: int
    adapter: Adapter
    move_number: int

    @property
    def legal_actions(self) -> list[int]:
        return list(self.state.legal_actions(self.player))

    @property
    def forced_action(self) -> int | None:
        """The only move that there is, if it is a single action; a part of a compound move has no name of its own."""
        legal = self.legal_actions
        if len(legal) > 1 or not self.adapter.view.names(self.state, self.player, legal[0]):
            return None
        return legal[0]

    def random_move(self, rng: random.Random) -> tuple[int, ...]:
        """A whole move drawn at random; several actions where the move is a compound one."""
        return tuple(self.adapter.view.random_move(self.state, self.player, rng))


@dataclass(frozen=True)
class Move:
    """The chosen actions (several for a compound move) and the model calls that led to them."""

    actions: tuple[int, ...]
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class NoMove:
    """The player gave no legal move, so the match ends as ``outcome`` says."""

    outcome: Outcome
    reason: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Unanswered:
    """A model brought no reply, through no fault of its own: the match cannot go on, and is to be played again.

    ``calls`` are those before, which have been paid for.
    """

    error: Exception
    calls: tuple[Call, ...] = ()


Answer = Move | NoMove | Unanswered


class Agent(ABC):
    """A player of one seat in one match; made anew for every match, so nothing outlives it."""

    @abstractmethod
    async def act(self, decision: Decision) -> Answer:
        """The player's move."""

    def inform(self, state: pyspiel.State, player: int, action: int) -> None:  # noqa: B027
        """Told of every action of chance (-1) and of other players, with the state before it."""


@dataclass(frozen=True)
class Seating:
    """Where an agent sits: the loaded game, its seat, and a seed of its own for this match."""

    game: pyspiel.Game
    player: int
    seed: int
