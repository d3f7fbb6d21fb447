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
    """One player's turn, and everything that can be asked about it.

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
        """The only legal move, if there is exactly one and it is a single action; parts of a compound move are not."""
        legal = self.legal_actions
        if len(legal) > 1 or not self.adapter.view.names(self.state, self.player, legal[0]):
            return None
        return legal[0]

    @property
    def penalty_action(self) -> int | None:
        """The action by which the rules charge an unusable answer; ``None`` if they charge nothing.

        Only games of ``custom_games`` can have one.
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
        """Returns the same as a chat, with past rounds as turns of their own.

        Raises:
            ValueError: there is no such prompt version, or it does not report the rounds one by one.
        """
        return self.adapter.chat(self.state, self.player, version)

    def reply_schema(self, messages: Sequence[Message]) -> Mapping[str, Any] | None:
        """Returns the JSON schema of the reply that a prompt's messages ask for; ``None`` if not for JSON."""
        return self.adapter.reply_schema(messages, self.state, self.player)

    def parse(self, reply: str) -> list[int]:
        """Returns the last move that the reply states, as pyspiel actions.

        Raises:
            ReplyError: the reply states no legal move; its ``reason`` says why.
        """
        return self.adapter.parse(reply, self.state, self.player)

    def random_move(self, rng: random.Random) -> tuple[int, ...]:
        """Draws a whole move; several actions where the move is a compound one."""
        return tuple(self.adapter.view.random_move(self.state, self.player, rng))


@dataclass(frozen=True)
class Move:
    """The chosen actions (several for a compound move) and the model calls that led to them."""

    actions: tuple[int, ...]
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class NoMove:
    """No legal move: the match ends as ``outcome`` says."""

    outcome: Outcome
    reason: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Unanswered:
    """A model call without a reply, through no fault of the model: the match stops and has to be played again.

    ``calls`` are the earlier ones, which have been paid for.
    """

    error: Exception
    calls: tuple[Call, ...] = ()


Response = Move | NoMove | Unanswered


class Agent(ABC):
    """A player of one seat in one match; made anew for every match, so that nothing outlives it."""

    @abstractmethod
    async def act(self, decision: Decision) -> Response:
        """Returns the player's move, or why it has none."""

    def inform(self, state: pyspiel.State, player: int, action: int) -> None:  # noqa: B027
        """Receives every action of chance (player -1) and of other players, with the state before it.

        Called at chance nodes and sequential nodes; the joint moves of simultaneous nodes are not reported.
        """


@dataclass(frozen=True)
class Seating:
    """An agent's place in a match: the loaded game, the seat, and the agent's own seed."""

    game: pyspiel.Game
    player: int
    seed: int
