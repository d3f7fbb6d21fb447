"""Turn of a person: what the seat sees, what it may answer, and how its answers are read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from adapters import ReplyError
from custom_games.action_specs import ActionSpec, Branches, Division, Fields, Text
from gtarena.agents.base import Decision
from gtarena.agents.people.move_parts import (
    Part,
    find_fault,
    join_parts,
    list_plain_moves,
    number_options,
    parts_of,
    pick_by_number,
    read_json,
)

COMMANDS: Mapping[str, str] = {
    "rules": "the rules of the game",
    "moves": "what you may answer now",
    "log": "what has happened so far, as far as you may know it",
    "undo": "take back the last part of the move that you are stating (also: back)",
    "quit": "leave; the same command goes on from here",
    "help": "this list",
}
_ALIASES = {"back": "undo", "exit": "quit", "?": "help", "history": "log"}


@dataclass(frozen=True)
class Turn:
    """One decision as a person is asked for it; nothing in it is hidden from the seat.

    Attributes:
        decision: the decision, whose ``state`` a front end must not read: it holds what others hide.
        version: the prompt version from which the texts are taken.
        rules: the rules, with the topics that models have to look up.
        seen: the situation as the seat sees it, without the form of replies that models are asked for.
        history: reports of past rounds, or moves so far, where the game tells them apart from what is ``seen``.
        news: what is new since the person's last turn: new rounds or moves, or else new lines of what is ``seen``.
        error: why the last answer was refused; empty at first.
    """

    decision: Decision
    version: str
    rules: str
    seen: str
    history: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    error: str = ""

    @cached_property
    def spec(self) -> ActionSpec | None:
        """The description of the decision in games of ``custom_games``."""
        return self.decision.adapter.view.action_spec(self.decision.state, self.decision.player)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The legal moves by name, if they are listed one by one; otherwise the move is stated in parts."""
        view, state, player = self.decision.adapter.view, self.decision.state, self.decision.player
        if isinstance(self.spec, Fields):
            return ()
        listed = list_plain_moves(view.patterns(state, player))
        if listed or self.spec is not None:
            return listed
        return tuple(name for action in self.decision.legal_actions for name in view.names(state, player, action)[:1])

    @property
    def question(self) -> str:
        """The decision in a few words, for the line on which the answer is typed."""
        return self.spec.keys[0].replace("_", " ") if self.spec is not None else "your move"

    def part(self, made: Sequence[str] = ()) -> Part | None:
        """Returns the next part to be stated after the answers so far; ``None`` if the move is whole, or is listed.

        Raises:
            ReplyError: an answer states no value of its part.
        """
        if self.moves or self.spec is None:
            return None
        parts = parts_of(self.spec, made)
        return parts[len(made)] if len(made) < len(parts) else None

    @property
    def is_compound(self) -> bool:
        """True if the move consists of several parts, or is a text: it is shown whole before it is sent."""
        return not self.moves and isinstance(self.spec, Fields | Branches | Text | Division)

    def state_move(self, made: Sequence[str]) -> str:
        """Returns the answer that states a whole move, given the answers to its parts.

        Raises:
            ReplyError: a part is not stated, or its answer states no value of it.
        """
        assert self.spec is not None, "only moves of custom_games have parts"
        return json.dumps(dict(self.spec.values(join_parts(self.spec, made))), ensure_ascii=False)

    def read(self, text: str) -> list[int]:
        """Returns the actions of the move that an answer states: its name, its number in the list, or as models do.

        Raises:
            ReplyError: it states no legal move; the message says why.
        """
        said = pick_by_number(text.strip(), self.moves)
        if not said:
            raise ReplyError("empty", "Nothing was typed.")
        spec = None if self.moves else self.spec
        stated = read_json(said, spec) if spec is not None else []
        if stated:
            return stated
        if isinstance(spec, Text):
            return Part(spec.key, spec).read(said)
        try:
            return self.decision.parse(said)
        except ReplyError as error:
            if error.reason != "unparsable":
                raise
        return self.decision.parse(f"Answer: {said}")

    def fault(self, text: str) -> str:
        """Returns why an answer states no legal move; empty if it does."""
        return find_fault(self.read, text)

    def command(self, text: str, part: Part | None = None) -> str | None:
        """Returns the command that an answer is, by its name in :data:`COMMANDS`; ``None`` if it is none.

        With a slash in front it is always one. Without, it is one unless a text is asked for or a move has this name.
        """
        word = text.strip().casefold()
        name = _ALIASES.get(word.lstrip("/"), word.lstrip("/"))
        if name not in COMMANDS:
            return None
        if word.startswith("/"):
            return name
        options = part.options if part is not None else self.moves
        asked = part.limit if part is not None else self.spec.limit if isinstance(self.spec, Text) else None
        return None if asked is not None or word in map(str.casefold, options) else name

    def answer_command(self, command: str) -> str:
        """Returns what ``rules``, ``moves``, ``log`` or ``help`` shows."""
        if command == "rules":
            return self.rules
        if command == "log":
            return "\n".join(self.history) or self.seen
        if command == "moves":
            return self.list_answers()
        return "\n".join(f"/{name:6} {meaning}" for name, meaning in COMMANDS.items())

    def list_answers(self) -> str:
        """Returns what may be answered: the numbered moves, or the parts of the move with their ranges."""
        if self.moves:
            return number_options(self.moves)
        if isinstance(self.spec, Fields):
            return "\n".join(f"{part.label}: {part.range or ' | '.join(part.options)}" for part in parts_of(self.spec))
        return "\n".join(map(str, self.decision.legal_names()))
