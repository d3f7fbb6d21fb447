"""Interface between a match and its agents: decisions go in, responses come out."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

from adapters import Adapter, Message
from gtarena.logs.records import Call, Outcome


@dataclass(frozen=True)
class Decision:
    """One player's turn: the state, the legal moves and the prompt.

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

    def legal_names(self) -> Sequence[str]:
        """Returns the legal moves as prompts list them, such as ``["stay", "go"]`` or ``["0..100"]``."""
        return self.adapter.view.patterns(self.state, self.player)

    @property
    def forced_action(self) -> int | None:
        """The only legal move; ``None`` if there are several, or inside a compound move."""
        legal = self.legal_actions
        if len(legal) > 1 or not self.adapter.view.names(self.state, self.player, legal[0]):
            return None
        return legal[0]

    @property
    def penalty_action(self) -> int | None:
        """The action that charges the player for an unusable answer; ``None`` if the rules define no penalty.

        Only states of ``custom_games`` have this property.
        """
        action: int | None = self.state.rule_break(self.player)
        return action

    def prompt(self, version: str) -> list[Message]:
        """Returns the chat messages that ask for this decision.

        Raises:
            ValueError: the game has no such prompt version.
        """
        return self.adapter.prompt(self.state, self.player, version)

    def chat(self, version: str) -> list[Message]:
        """Returns the prompt as a chat in which every past round is a turn of its own.

        Raises:
            ValueError: the game has no such prompt version, or it does not report the rounds one by one.
        """
        return self.adapter.chat(self.state, self.player, version)

    def reply_schema(self, messages: Sequence[Message]) -> Mapping[str, Any] | None:
        """Returns the JSON schema of the reply that a prompt's messages ask for; ``None`` if it need not be JSON."""
        return self.adapter.reply_schema(messages, self.state, self.player)

    def parse(self, reply: str) -> list[int]:
        """Returns the last move that the reply states, as pyspiel actions.

        Raises:
            ReplyError: the reply states no legal move; its ``reason`` says why.
        """
        return self.adapter.parse(reply, self.state, self.player)

    def random_move(self, rng: random.Random) -> tuple[int, ...]:
        """Draws a whole move, which is several actions if the move is compound."""
        return tuple(self.adapter.view.random_move(self.state, self.player, rng))


@dataclass(frozen=True)
class Move:
    """Chosen actions (several for a compound move) and the model calls that led to them."""

    actions: tuple[int, ...]
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class NoMove:
    """Failure to give a legal move; the match ends with ``outcome``."""

    outcome: Outcome
    reason: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Unanswered:
    """Failure to reach the model, which is not charged to the player: the match stops and will be played again.

    ``calls`` are the calls before the failure, which have been paid for.
    """

    error: Exception
    calls: tuple[Call, ...] = ()


Response = Move | NoMove | Unanswered


class Agent(ABC):
    """Player of one seat in one match; a new one is made for every match."""

    @abstractmethod
    async def act(self, decision: Decision) -> Response:
        """Returns the player's move, or the failure to give one."""

    def inform(self, state: pyspiel.State, player: int, action: int) -> None:  # noqa: B027
        """Receives every action of chance (player -1) and of other players, with the state before it.

        Called at chance nodes and sequential nodes; the joint moves of simultaneous nodes are not reported.
        """


@dataclass(frozen=True)
class Seating:
    """Place of an agent in a match: the loaded game, the seat, and the agent's own seed."""

    game: pyspiel.Game
    player: int
    seed: int
