"""Forms of replies: the JSON object or the answer line that a prompt asks for, with the moves that may fill it.

A form comes from the decision's action spec and from the wording's own block ``reply_format``, never from a rendered
prompt, in which other players' words are quoted.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs import ActionSpec
from custom_games.patterns import Pattern

MOVE = "move"  # the placeholder that stands for the whole move
LINE = "Answer"
_ANSWER_LINE = re.compile(rf"^(\w+): <{MOVE}>$", re.MULTILINE)
_PLACEHOLDER = re.compile(r'"([^"]*)": ("?)<([^<>]*)>')


@dataclass(frozen=True)
class FormKey:
    """A key of a JSON form: ``quoted`` if its value is a text, ``moves`` if it states the move or a part of it."""

    key: str
    quoted: bool
    moves: tuple[Pattern, ...] = ()


@dataclass(frozen=True)
class ReplyForm:
    """The form of a reply: JSON with ``keys``, or without them a line that holds the ``fields`` after its ``label``.

    Without a label the line holds nothing else.

    A field, like a key that states a part of the move, has the values that it may take as prompts list them. Most
    answer lines have one field, the move.
    """

    fields: tuple[tuple[Pattern, ...], ...]
    keys: tuple[FormKey, ...] = ()
    label: str = LINE

    @classmethod
    def of_wording(
        cls, reply_format: str, moves: Sequence[Pattern], spec: ActionSpec | None = None
    ) -> "ReplyForm":
        """Returns the form that a wording's block ``reply_format`` shows, with a placeholder for each value.

        In a line such as ``{"bid": <move>, "reason": "<why>"}`` the placeholder ``<move>`` and those under the keys of
        the move stand for the move; a block without such a line asks for an answer line, as in ``Action: <move>``, or
        for JSON if no line can spell the move.

        Raises:
            ValueError: the form states only a part of a move of several keys.
        """
        moves_of_keys = {} if spec is None else spec.patterns_of_keys()
        for line in map(str.strip, reply_format.splitlines()):
            keys = [
                FormKey(key, bool(quotation_mark), tuple(moves_of_keys.get(key, moves if name == MOVE else ())))
                for key, quotation_mark, name in _PLACEHOLDER.findall(line)]
            if line.startswith("{") and any(key.moves for key in keys):
                _require_all(moves_of_keys, keys)
                return cls((tuple(moves),), tuple(keys))
        of_line = () if spec is None else spec.line_patterns()
        fields = tuple(map(tuple, of_line if len(of_line) > 1 else [moves]))
        if spec is None or spec.fits_line:
            shown = _ANSWER_LINE.search(reply_format)
            return cls(fields, label=shown[1] if shown else LINE)
        return cls(fields, tuple(FormKey(key, True, tuple(values)) for key, values in moves_of_keys.items()))

    def schema(self, move: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the JSON schema of the reply, given that of the move.

        Keys besides those of the move take texts where the form has quotation marks, and numbers where it has none.
        """
        properties: dict[str, Any] = {}
        for key in self.keys:
            properties[key.key] = move["properties"].get(
                key.key, {"type": "string" if key.quoted else "number"})
        return {**move, "properties": properties, "required": list(properties)}

    def reply(self, stated: Mapping[str, str]) -> str:
        """Returns a reply of this form: JSON with these values of its keys, or an answer line with those of its fields.

        Fields are numbered from 0. Keys besides those of the move take dots where the form has quotation marks, and a
        number of the move where it has none.
        """
        if not self.keys:
            line = " ".join(stated[str(number)] for number in range(len(self.fields)))
            return f"{self.label}: {line}" if self.label else line
        number = next(stated[key.key] for key in self.keys if key.moves)
        values = (
            '"..."' if key.quoted and not key.moves else _value(stated.get(key.key, number), key) for key in self.keys)
        filled = ", ".join(f'"{key.key}": {value}' for key, value in zip(self.keys, values, strict=True))
        return f"{{{filled}}}"

    def open_values(self) -> Mapping[str, tuple[Pattern, ...]]:
        """Returns the possible values by the key under which they are stated, or by number for fields of a line."""
        if self.keys:
            return {key.key: key.moves for key in self.keys if key.moves}
        return {str(number): values for number, values in enumerate(self.fields)}

    def as_json(self) -> dict[str, Any]:
        """Returns the form as plain JSON values, from which :meth:`from_json` makes an equal one."""
        return {
            "fields": [[move.as_json() for move in values] for values in self.fields],
            "keys": [[key.key, key.quoted, [move.as_json() for move in key.moves]] for key in self.keys],
            "label": self.label}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "ReplyForm":
        """Returns the form that :meth:`as_json` describes."""
        return cls(
            tuple(tuple(map(Pattern.from_json, values)) for values in form["fields"]),
            tuple(FormKey(key, quoted, tuple(map(Pattern.from_json, moves))) for key, quoted, moves in form["keys"]),
            form["label"])


def _require_all(moves_of_keys: Mapping[str, Sequence[Pattern]], keys: Sequence[FormKey]) -> None:
    missing = moves_of_keys.keys() - {key.key for key in keys}
    if len(moves_of_keys) > 1 and missing:
        shown = ", ".join(key.key for key in keys)
        raise ValueError(
            f"the form in the wording's block reply_format has the keys {shown}, but a move here also needs "
            f"{', '.join(sorted(missing))}: show {{{{ form }}}}, or write the form with all of them")


def json_form(spec: ActionSpec | None) -> str:
    """Returns the JSON object that states a decision's move, as wordings show it; "" without an action spec.

    Each value is a placeholder named like its key: ``{"clue": "<clue>", "number": <number>}``.
    """
    if spec is None:
        return ""
    marks = {key: '"' if schema["type"] == "string" else "" for key, schema in spec.properties().items()}
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
