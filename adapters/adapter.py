"""Prompts out of states, and moves out of replies, for any pyspiel game."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import pyspiel

from adapters import forms, readers, templates
from adapters.errors import ReplyError
from adapters.move_names import NO_MOVE_STATED, MoveNames
from adapters.views import View

Message = dict[str, str]
ANSWER_KEYS = ("answer", "move", "action")


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
        names = cache(partial(MoveNames.of_legal_moves, self.view, state, player))
        for answer in readers.stated_answers(text):
            if isinstance(answer, str):
                return self._from_text(answer, state, player, names)
            actions = self._from_struct(answer, state, player, names)
            if actions is not None:
                return actions
        bare = names().find(readers.lone_last_line(text))
        if bare is None:
            raise ReplyError("unparsable", NO_MOVE_STATED)
        return bare

    def _from_struct(
        self, struct: Mapping[str, Any], state: pyspiel.State, player: int, names: Callable[[], MoveNames]
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
                return self._from_text(text, state, player, names)
        return None

    def _from_text(
        self, answer: str, state: pyspiel.State, player: int, names: Callable[[], MoveNames]
    ) -> list[int]:
        """The move that an answer line states by its name, or spells."""
        with _refusals():
            actions = self._spelled(answer, state, player) if readers.name_key(answer) else None
        return names().resolve(answer) if actions is None else actions

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
