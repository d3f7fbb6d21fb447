"""Forms of replies: the JSON object, with its schema, or the answer line that a prompt asks for, and what may fill it.

A form comes from the decision's action spec and from the wording's own block ``reply_format``, never from a rendered
prompt, in which other players' words are quoted. Schemas are within what the strict modes of providers take.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from adapters.views import MOVE
from custom_games.action_specs import ActionSpec
from custom_games.action_specs.patterns import Pattern
from custom_games.action_specs.schemas import Schema, nullable, strict_object

LINE = "Answer"
LOOK_UP = "look_up"  # the key of a request for a rule in place of an answer
ANSWER_LINE = re.compile(rf"^(\w+): <{MOVE}>$", re.MULTILINE)
_PLACEHOLDER = re.compile(r'"([^"]*)": ("?)<([^<>]*)>')

THOUGHTS = "thoughts"
# OpenAI's limits, the tightest that are documented: of the values of all enums together, and of the characters in one
# with more values than a long list has.
MOST_VALUES = 1000
LONG_LIST, MOST_CHARACTERS = 250, 15_000


@dataclass(frozen=True)
class FormKey:
    """A key of a JSON form: ``quoted`` if its value is a text, ``moves`` if it states the move or a part of it."""

    key: str
    quoted: bool
    moves: tuple[Pattern, ...] = ()

    def schema(self, most: int) -> Schema:
        """Returns the schema of a value, which lists the moves if there are at most so many."""
        if not self.moves:
            return {"type": "string" if self.quoted else "number"}
        names = _list_names(self.moves, most)
        fit = len(names) <= LONG_LIST or sum(map(len, names)) <= MOST_CHARACTERS
        return {"type": "string", "enum": names} if names and fit else {"type": "string"}


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
    def of_wording(cls, reply_format: str, moves: Sequence[Pattern], spec: ActionSpec | None = None) -> "ReplyForm":
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
        values = ('"..."' if key.quoted and not key.moves else _write_value(stated.get(key.key, number), key)
                  for key in self.keys)
        filled = ", ".join(f'"{key.key}": {value}' for key, value in zip(self.keys, values, strict=True))
        return f"{{{filled}}}"

    def open_values(self) -> Mapping[str, tuple[Pattern, ...]]:
        """Returns the possible values by the key under which they are stated; of a line under ``move``."""
        return {key.key: key.moves for key in self.keys if key.moves} if self.keys else {MOVE: self.moves}

    def schema(self, spec: ActionSpec | None) -> Schema | None:
        """Returns the JSON schema of a reply; ``None`` if the form is no JSON.

        A text that states a move is one of the legal ones, or any text where they are too many. Numbers and lists are
        as the rules say. Keys besides those of the move take texts where the form has quotation marks, and numbers
        where it has none.
        """
        if not self.keys:
            return None
        plain = any(not key.quoted for key in self.keys)
        of_rules = spec.properties() if spec is not None and plain else {}
        most = MOST_VALUES // len(self.keys)
        return strict_object({
            key.key: of_rules[key.key] if not key.quoted and key.key in of_rules else key.schema(most)
            for key in self.keys})


def _require_all(needed: Iterable[str], shown: Sequence[str]) -> None:
    if set(needed) - set(shown):
        raise ValueError(
            f"the form in the wording's block reply_format states the move under {', '.join(shown)}, but here it is "
            f"stated under {', '.join(needed)}: show {{{{ form }}}}, or write the form with these keys")


def write_json_form(spec: ActionSpec | None) -> str:
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


def _write_value(move: str, key: FormKey) -> str:
    """Returns a stated move as JSON: numbers and lists as they stand, unless the form has quotation marks."""
    return move if not key.quoted and is_json(move) else json.dumps(move)


def is_json(text: str) -> bool:
    """Returns whether a text is JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def add_thoughts(schema: Schema) -> Schema:
    """Returns the schema with a text in front, in which a model thinks before it answers."""
    return strict_object({THOUGHTS: {"type": "string"}, **schema["properties"]})


def add_look_up(schema: Schema, topics: Sequence[str], moves: bool) -> Schema:
    """Returns the schema in which a reply may ask for a topic in place of an answer, and is ``null`` elsewhere.

    With ``moves`` it may ask for what an answer may be, too.
    """
    listed = [value for known in schema["properties"].values() for value in known.get("enum", ())]
    names = [*topics, *(listed if moves else ())]
    known = bool(listed or not moves) and len(listed) + len(names) <= MOST_VALUES
    asked = {"type": "string", "enum": names} if known else {"type": "string"}
    return strict_object({key: nullable(value) for key, value in {**schema["properties"], LOOK_UP: asked}.items()})


def _list_names(moves: Sequence[Pattern], most: int) -> list[str]:
    """Returns all moves by their names; none if they are too many, or free texts among them."""
    if sum(move.size for move in moves) > most:
        return []
    names = [list(move.names()) for move in moves]
    return list(dict.fromkeys(chain(*names))) if all(names) else []
