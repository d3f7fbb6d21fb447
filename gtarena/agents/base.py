"""Interface between a match and its agents: decisions go in, responses come out."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

from adapters import Adapter, Message
from adapters.replies import Reading
from adapters.replies.reply_forms import ReplyForm
from custom_games.framework.spiel import State
from gtarena.logs.records import Call, Outcome


@dataclass(frozen=True)
class Decision:
    """One player's turn: the state, the legal moves and the prompt.

    ``state`` is the true state, for search agents to clone; no agent may change it. ``move_number`` is the
    length of the match's history before this decision, and ``stated`` are the numbers of the moves in it that were
    stated by models.
    """

    state: pyspiel.State
    player: int
    adapter: Adapter
    move_number: int
    stated: frozenset[int] = frozenset()

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

    def prompt(self, version: str, **words: str) -> list[Message]:
        """Returns the chat messages that ask for this decision; ``words`` are as in :meth:`Adapter.prompt`.

        Raises:
            ValueError: the game has no such prompt version.
        """
        return self.adapter.prompt(self.state, self.player, version, stated=self.stated, **words)

    def chat(self, version: str, **words: str) -> list[Message]:
        """Returns the prompt as a chat in which every past round is a turn of its own.

        Raises:
            ValueError: the game has no such prompt version, or it does not report the rounds one by one.
        """
        return self.adapter.chat(self.state, self.player, version, stated=self.stated, **words)

    def block(self, folder: str, name: str, block: str, **words: object) -> str:
        """Returns a block of a file in a folder of prompts, as :meth:`Adapter.block` does.

        Raises:
            ValueError: there is no such file.
        """
        return self.adapter.block(folder, name, block, self.state, self.player, **words)

    def own_turns(self, version: str, block: str, **words: object) -> list[Message] | None:
        """Returns the turns in a block of a prompt version, as :meth:`Adapter.own_turns` does.

        Raises:
            ValueError: the game has no such prompt version.
        """
        return self.adapter.own_turns(self.state, self.player, version, block, stated=self.stated, **words)

    def reply_form(self, version: str, **words: str) -> ReplyForm:
        """Returns the form of reply that a prompt version asks for, with the legal moves that fill it.

        ``words`` are as in :meth:`Adapter.prompt`.

        Raises:
            ValueError: the game has no such prompt version.
        """
        return self.adapter.reply_form(self.state, self.player, version, **words)

    def reply_schema(self, form: ReplyForm) -> Mapping[str, Any] | None:
        """Returns the JSON schema of a reply of that form; ``None`` if it need not be JSON."""
        return self.adapter.schema_of(form, self.state, self.player)

    def read(self, reply: str, version: str = "v1") -> Reading:
        """Returns the move that a reply to a prompt of this version states, and the form in which it does.

        Raises:
            ReplyError: the reply states no legal move, or several; its ``reason`` says why.
        """
        return self.adapter.read(reply, self.state, self.player, version)

    def option_form(self, count: int, version: str) -> ReplyForm:
        """Returns the form of a vote for one of ``count`` candidates, as :meth:`Adapter.option_form` does."""
        return self.adapter.option_form(count, self.state, self.player, version)

    def read_option(self, reply: str, count: int, version: str = "v1") -> int:
        """Returns the index of the candidate, of ``count``, that a vote chooses.

        Raises:
            ReplyError: it chooses none.
        """
        return self.adapter.read_option(reply, count, self.state, self.player, version)

    def parse(self, reply: str, version: str = "v1") -> list[int]:
        """Returns the move that :meth:`read` finds, as pyspiel actions.

        Raises:
            ReplyError: as for :meth:`read`.
        """
        return list(self.read(reply, version).actions)

    @property
    def keys(self) -> Sequence[str]:
        """The keys of the JSON object in which a reply states the move."""
        return self.adapter.reader(self.state, self.player).keys

    def choices(self, actions: Sequence[int]) -> list[int | str]:
        """Returns the actions of a whole move as logs keep them: a text is one entry, which says it."""
        spec = self.adapter.view.action_spec(self.state, self.player)
        return list(actions) if spec is None else spec.logged_actions(actions)

    def overlong_bytes(self, reply: str) -> int:
        """Returns by how many bytes a reply exceeds the limits of the texts that are asked for."""
        return self.adapter.overlong_bytes(reply, self.state, self.player)

    def recorded_move(self) -> tuple[int, ...]:
        """Returns the actions of the move that the game's data records for this decision; empty if there is none.

        Only games of ``custom_games`` may have records.
        """
        state = self.state
        return tuple(state.recorded_move(self.player) or ()) if isinstance(state, State) else ()

    def charge(self) -> tuple[int]:
        """Returns the action by which the rules charge the player for an unusable answer.

        Only games of ``custom_games`` whose rules define a penalty have one (see ``eligibility.require_penalty``).
        """
        action: int | None = self.state.penalty_action(self.player)
        assert action is not None, "a game without a penalty was refused"
        return (action,)

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


@dataclass(frozen=True)
class Penalty:
    """Unusable answer for which the rules charge the player; the match applies their action for it and goes on."""

    calls: tuple[Call, ...] = ()


Response = Move | NoMove | Penalty | Unanswered


class Agent(ABC):
    """Player of one seat in one match; a new one is made for every match.

    One that is ``instant`` answers without awaiting anything.
    """

    instant: bool = False

    def __init__(self, seating: "Seating | None" = None) -> None:  # noqa: B027
        """Makes the agent for its seat; one that is given to a match as an object has none."""

    @abstractmethod
    async def act(self, decision: Decision) -> Response:
        """Returns the player's move, or the failure to give one."""

    def inform(self, state: pyspiel.State, moves: Mapping[int, Sequence[int]]) -> None:  # noqa: B027
        """Receives the whole moves of one node by player (-1 for chance), with the state before them.

        A move is one action, or several if it is compound. Called after every node at which others have moved; at a
        simultaneous node ``moves`` holds everybody's moves, the agent's own among them.
        """


@dataclass(frozen=True)
class Seating:
    """Place of an agent in a match: the loaded game, the seat, and the agent's own seed."""

    game: pyspiel.Game
    player: int
    seed: int
