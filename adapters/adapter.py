"""Prompts out of states, and moves out of replies, for any pyspiel game."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Protocol

import pyspiel

from adapters import forms, readers, templates
from adapters.errors import ReplyError

Message = dict[str, str]
LISTED_MOVES = 60
MAX_NAME_LENGTH = 1000  # characters; no move's name comes near it, and comparing a longer answer takes time
ANSWER_KEYS = ("answer", "move", "action")
NO_MOVE_STATED = "Your reply did not state a move in the required form."


class View(Protocol):
    """How a game is read and its moves are named; one module or object per game."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        """What the player may know, as plain JSON values: the ``obs`` of the prompt templates."""

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        """The names of a legal action: the one that prompts show, then others that are understood."""

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        """The legal moves as prompts show them; ``a..b`` in a pattern stands for the numbers from a to b.

        They are whole numbers, or have as many decimals as a and b.
        """

    def schema(self, state: pyspiel.State, player: int) -> Mapping[str, Any] | None:
        """The JSON schema of an object that states a legal move in the game's own keys, if there is one."""

    def struct_to_actions(
        self, state: pyspiel.State, player: int, struct: Mapping[str, Any]
    ) -> "list[int] | None":
        """The actions that a JSON object states in the game's own keys; ``None`` if it has none of them.

        Raises:
            ValueError: the object states a move that is not legal.
        """

    def spelled(self, state: pyspiel.State, player: int, answer: str) -> "list[int] | None":
        """The compound move that an answer line spells; ``None`` where moves have names.

        Raises:
            ValueError: it spells a move that is not legal.
        """

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        """The actions of a whole move, drawn at random."""


@dataclass(frozen=True)
class Adapter:
    """The prompts and the reply parser of one loaded game."""

    game: pyspiel.Game
    view: View
    prompts: str
    parameters: Mapping[str, Any]

    def versions(self) -> list[str]:
        """The prompt versions that exist for this game."""
        return templates.versions(self.prompts)

    def digest(self, version: str = "v1") -> str:
        """A short hash of the wording, so that an edited prompt is not taken for the one played before."""
        return templates.prompt_digest(self.prompts, version)

    def prompt(self, state: pyspiel.State, player: int, version: str = "v1") -> list[Message]:
        """The chat messages for a decision: the rules and reply format, then the situation and legal moves.

        Raises:
            ValueError: there is no such prompt version.
        """
        render = self._renderer(state, player, version)
        past = ["\n".join(filter(None, turns)) for turns in self._past(render, version)]
        return [_message("system", render(part="system")), _message("user", "\n\n".join([*past, render(part="turn")]))]

    def chat(self, state: pyspiel.State, player: int, version: str = "v1") -> list[Message]:
        """The same as a chat: what happened in a round is a turn of the user, and what the player did its own.

        Raises:
            ValueError: there is no such prompt version, or it does not tell the rounds one by one.
        """
        if not self.tells_rounds(version):
            raise ValueError(f"prompt version {version!r} of {self.prompts} does not tell the rounds one by one")
        render = self._renderer(state, player, version)
        messages = [_message("system", render(part="system"))]
        for report, answer, outcome in self._past(render, version):
            messages += [_message("user", report), _message("assistant", answer), _message("user", outcome)]
        return [message for message in [*messages, _message("user", render(part="turn"))] if message["content"]]

    def tells_rounds(self, version: str) -> bool:
        """Whether that wording tells past rounds one by one, as :meth:`chat` needs it."""
        return templates.tells_rounds(self.prompts, version)

    def _renderer(self, state: pyspiel.State, player: int, version: str) -> "partial[str]":
        return partial(
            templates.renderer(self.prompts, version),
            obs=self.view.observe(state, player),
            game={**self.parameters, "players": self.game.num_players()},
            long_name=self.game.get_type().long_name,
            player=player,
            legal=self.view.patterns(state, player),
        )

    def _past(self, render: "partial[str]", version: str) -> Iterator[tuple[str, str, str]]:
        """Of every past round what is told before the player's own answer, that answer, and what is told after it."""
        rounds = render.keywords["obs"]["rounds"] if self.tells_rounds(version) else []
        for number, past in enumerate(rounds, start=1):
            report, answer, outcome = (
                render(part=part, past=past, number=number) for part in ("report", "answer", "outcome"))
            yield report, answer, outcome

    def reply_schema(
        self, messages: Sequence[Message], state: pyspiel.State, player: int
    ) -> Mapping[str, Any] | None:
        """The JSON schema of the reply that a prompt's messages ask for; ``None`` if they do not ask for JSON."""
        form = forms.find_form(messages)
        schema = None if form is None else self.view.schema(state, player)
        return None if form is None or schema is None else forms.schema_of_form(schema, form)

    def parse(self, reply: str, state: pyspiel.State, player: int) -> list[int]:
        """The last move that the reply states, as pyspiel actions.

        Raises:
            ReplyError: the reply states no legal move; ``reason`` says why.
        """
        text = readers.visible_text(reply)
        # Their names are not needed for most answers in JSON, and there may be thousands.
        moves = cache(partial(Moves.legal, self.view, state, player))
        for answer in readers.stated_answers(text):
            if isinstance(answer, str):
                return self._from_text(answer, state, player, moves)
            actions = self._from_struct(answer, state, player, moves)
            if actions is not None:
                return actions
        bare = moves().find(readers.lone_last_line(text))
        if bare is None:
            raise ReplyError("unparsable", NO_MOVE_STATED)
        return bare

    def _from_struct(
        self, struct: Mapping[str, Any], state: pyspiel.State, player: int, moves: "Callable[[], Moves]"
    ) -> list[int] | None:
        """The move that a JSON object states, or ``None`` if the object is no answer at all."""
        with _refusals():
            actions = self.view.struct_to_actions(state, player, struct)
        if actions is not None:
            return actions
        stated = {name.casefold(): value for name, value in struct.items()}
        for name in ANSWER_KEYS:
            if name in stated:
                value = stated[name]
                text = value if isinstance(value, str) else json.dumps(value)
                return self._from_text(text, state, player, moves)
        return None

    def _from_text(
        self, answer: str, state: pyspiel.State, player: int, moves: "Callable[[], Moves]"
    ) -> list[int]:
        """The move that an answer line states by its name, or spells."""
        with _refusals():
            actions = self._spelled(answer, state, player) if readers.name_key(answer) else None
        return moves().named(answer) if actions is None else actions

    def _spelled(self, answer: str, state: pyspiel.State, player: int) -> list[int] | None:
        """The compound move that an answer line spells as it stands, or else without what may surround a move."""
        try:
            return self.view.spelled(state, player, answer)
        except ValueError:
            return self.view.spelled(state, player, readers.without_remark(answer))


def _message(role: str, text: str) -> Message:
    return {"role": role, "content": text}


@contextmanager
def _refusals() -> Iterator[None]:
    """Turns the rules' refusal of a move into one that a model can be told."""
    try:
        yield
    except ValueError as error:
        raise ReplyError("illegal", f"Your answer is not a legal move: {error}.") from error


@dataclass(frozen=True)
class Moves:
    """The legal moves of one decision by every name that is understood."""

    exact: Mapping[str, set[int]]
    folded: Mapping[str, set[int]]
    shown: Callable[[], Sequence[str]]

    @classmethod
    def legal(cls, view: View, state: pyspiel.State, player: int) -> "Moves":
        exact: dict[str, set[int]] = {}
        folded: dict[str, set[int]] = {}
        initials: set[bool] = set()
        for action in state.legal_actions(player):
            names = [readers.name_key(name) for name in view.names(state, player, action)]
            initials |= {name[0].isupper() for name in names[:1] if name[:1].isalpha()}
            for name in names:
                exact.setdefault(name, set()).add(action)
                folded.setdefault(name.casefold(), set()).add(action)
        # Where some names start with a capital and others with a small letter, case tells moves apart: in chess
        # bxc3 is a pawn's move even when only the bishop's Bxc3 is legal.
        return cls(exact, folded if len(initials) < 2 else {}, lambda: view.patterns(state, player))

    def find(self, answer: str) -> list[int] | None:
        """The one legal move of that name, or ``None``; letter case matters only where it tells moves apart."""
        if len(answer) > MAX_NAME_LENGTH:
            return None
        for reading in readers.readings(answer):
            for names, name in ((self.exact, reading), (self.folded, reading.casefold())):
                if len(names.get(name, ())) == 1:
                    return list(names[name])
        return None

    def named(self, answer: str) -> list[int]:
        """The one legal move of that name, which a remark may follow unless it names a move itself.

        Raises:
            ReplyError: no legal move has that name.
        """
        if not readers.name_key(answer):
            raise ReplyError("unparsable", NO_MOVE_STATED)
        move, remark = readers.split_remark(answer)
        found = self.find(answer)
        if found is None and self.find(remark) is None:
            found = self.find(move)
        if found is None:
            patterns = self.shown()
            shown = " | ".join(patterns[:LISTED_MOVES]) + (" | ..." if len(patterns) > LISTED_MOVES else "")
            raise ReplyError("illegal", f"Your answer {answer[:100]!r} is not a legal move. Legal moves: {shown}")
        return found
