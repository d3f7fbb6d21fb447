"""Forms of replies: the JSON object or the answer line that a prompt asks for, with the moves that may fill it.

A form comes from the decision's action spec and from the wording's own block ``reply_format``, never from a rendered
prompt, in which other players' words are quoted.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.views import MOVE
from custom_games.action_specs import ActionSpec
from custom_games.action_specs.patterns import Pattern

LINE = "Answer"
ANSWER_LINE = re.compile(rf"^(\w+): <{MOVE}>$", re.MULTILINE)
_PLACEHOLDER = re.compile(r'"([^"]*)": ("?)<([^<>]*)>')


@dataclass(frozen=True)
class FormKey:
    """A key of a JSON form: ``quoted`` if its value is a text, ``moves`` if it states the move or a part of it."""

    key: str
    quoted: bool
    moves: tuple[Pattern, ...] = ()


@dataclass(frozen=True)
class ReplyForm:
    """The form of a reply: JSON with ``keys``, or without them a line that holds a move after its ``label``.

    Without a label the line holds nothing else. A key that states the move, or a part of it, has the values that it may
    take as prompts list them, and the form has all ``moves``.
    """

    moves: tuple[Pattern, ...]
    keys: tuple[FormKey, ...] = ()
    label: str = LINE

    @classmethod
    def of_wording(
        cls, reply_format: str, moves: Sequence[Pattern], spec: ActionSpec | None = None
    ) -> "ReplyForm":
        """Returns the form that a wording's block ``reply_format`` shows, with a placeholder for each value.

        In a line such as ``{"bid": <move>, "reason": "<why>"}`` the placeholders under the keys of the decision stand
        for the move; a decision without a spec has the key ``move``. A block without such a line asks for an answer
        line, as in ``Action: <move>``.

        Raises:
            ValueError: the form states the move under other keys, or only a part of it.
        """
        of_keys = {MOVE: moves} if spec is None else spec.patterns_of_keys()
        if len(of_keys) == 1:
            of_keys = dict.fromkeys(of_keys, moves)  # a wording may have names of its own for the moves
        for line in map(str.strip, reply_format.splitlines()):
            found = _PLACEHOLDER.findall(line) if line.startswith("{") else []
            if states := [key for key, _, name in found if key in of_keys or name == MOVE]:
                _require_all(of_keys, states)
                return cls(tuple(moves), tuple(
                    FormKey(key, bool(mark), tuple(of_keys.get(key, ()))) for key, mark, _ in found))
        if len(of_keys) > 1:
            _require_all(of_keys, [LINE])
        shown = ANSWER_LINE.search(reply_format)
        return cls(tuple(moves), label=shown[1] if shown else LINE)

    def reply(self, stated: Mapping[str, str]) -> str:
        """Returns a reply of this form: JSON with these values of its keys, or a line with the move under ``move``.

        Keys besides those of the move take dots where the form has quotation marks, and a number of the move where it
        has none.
        """
        if not self.keys:
            return f"{self.label}: {stated[MOVE]}" if self.label else stated[MOVE]
        number = next(stated[key.key] for key in self.keys if key.moves)
        values = (
            '"..."' if key.quoted and not key.moves else _value(stated.get(key.key, number), key) for key in self.keys)
        filled = ", ".join(f'"{key.key}": {value}' for key, value in zip(self.keys, values, strict=True))
        return f"{{{filled}}}"

    def open_values(self) -> Mapping[str, tuple[Pattern, ...]]:
        """Returns the possible values by the key under which they are stated; of a line under ``move``."""
        return {key.key: key.moves for key in self.keys if key.moves} if self.keys else {MOVE: self.moves}

    def as_json(self) -> dict[str, Any]:
        """Returns the form as plain JSON values, from which :meth:`from_json` makes an equal one."""
        return {
            "moves": [move.as_json() for move in self.moves],
            "keys": [[key.key, key.quoted, [move.as_json() for move in key.moves]] for key in self.keys],
            "label": self.label}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "ReplyForm":
        """Returns the form that :meth:`as_json` describes."""
        return cls(
            tuple(map(Pattern.from_json, form["moves"])),
            tuple(FormKey(key, quoted, tuple(map(Pattern.from_json, moves))) for key, quoted, moves in form["keys"]),
            form["label"])


def _require_all(needed: Iterable[str], shown: Sequence[str]) -> None:
    if set(needed) - set(shown):
        raise ValueError(
            f"the form in the wording's block reply_format states the move under {', '.join(shown)}, but here it is "
            f"stated under {', '.join(needed)}: show {{{{ form }}}}, or write the form with these keys")


def json_form(spec: ActionSpec | None) -> str:
    """Returns the JSON object that states a decision's move, as wordings show it.

    Each value is a placeholder named like its key: ``{"clue": "<clue>", "number": <number>}``. Without an action spec
    it is ``{"move": "<move>"}``.
    """
    if spec is None:
        return f'{{"{MOVE}": "<{MOVE}>"}}'
    schemas = spec.properties()
    marks = {key: '"' if schemas[key]["type"] == "string" else "" for key in spec.patterns_of_keys()}
    values = ", ".join(f'"{key}": {mark}<{key}>{mark}' for key, mark in marks.items())
    return f"{{{values}}}"


def _value(move: str, key: FormKey) -> str:
    """Returns a stated move as JSON: numbers and lists as they stand, unless the form has quotation marks."""
    return move if not key.quoted and is_json(move) else json.dumps(move)


def is_json(text: str) -> bool:
    """Returns whether a text is JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
