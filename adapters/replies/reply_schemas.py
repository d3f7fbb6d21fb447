"""JSON schemas of replies, within what the strict modes of providers take."""

from collections.abc import Sequence
from itertools import chain

from adapters.look_up import LOOK_UP
from adapters.replies.reply_forms import FormKey, ReplyForm
from custom_games.action_specs import ActionSpec
from custom_games.action_specs.patterns import Pattern
from custom_games.action_specs.schemas import Schema, nullable, strict_object

THOUGHTS = "thoughts"
# OpenAI's limits, the tightest that are documented: of the values of all enums together, and of the characters in one
# with more values than a long list has.
MOST_VALUES = 1000
LONG_LIST, MOST_CHARACTERS = 250, 15_000


def schema_of(form: ReplyForm, spec: ActionSpec | None) -> Schema | None:
    """Returns the JSON schema of a reply of that form; ``None`` if the form is no JSON.

    A text that states a move is one of the legal ones, or any text where they are too many. Numbers and lists are as
    the rules say. Keys besides those of the move take texts where the form has quotation marks, and numbers where it
    has none.
    """
    if not form.keys:
        return None
    plain = any(not key.quoted for key in form.keys)
    of_rules = spec.properties() if spec is not None and plain else {}
    most = MOST_VALUES // len(form.keys)
    return strict_object({
        key.key: of_rules[key.key] if not key.quoted and key.key in of_rules else _of_key(key, most)
        for key in form.keys})


def with_thoughts(schema: Schema) -> Schema:
    """Returns the schema with a text in front, in which a model thinks before it answers."""
    return strict_object({THOUGHTS: {"type": "string"}, **schema["properties"]})


def with_look_up(schema: Schema, topics: Sequence[str], moves: bool) -> Schema:
    """Returns the schema in which a reply may ask for a topic in place of an answer, and is ``null`` elsewhere.

    With ``moves`` it may ask for what an answer may be, too.
    """
    listed = [value for known in schema["properties"].values() for value in known.get("enum", ())]
    names = [*topics, *(listed if moves else ())]
    known = bool(listed or not moves) and len(listed) + len(names) <= MOST_VALUES
    asked = {"type": "string", "enum": names} if known else {"type": "string"}
    return strict_object({key: nullable(value) for key, value in {**schema["properties"], LOOK_UP: asked}.items()})


def _of_key(key: FormKey, most: int) -> Schema:
    if not key.moves:
        return {"type": "string" if key.quoted else "number"}
    names = _names(key.moves, most)
    fit = len(names) <= LONG_LIST or sum(map(len, names)) <= MOST_CHARACTERS
    return {"type": "string", "enum": names} if names and fit else {"type": "string"}


def _names(moves: Sequence[Pattern], most: int) -> list[str]:
    """Returns all moves by their names; none if they are too many, or free texts among them."""
    if sum(move.size for move in moves) > most:
        return []
    names = [list(move.names()) for move in moves]
    return list(dict.fromkeys(chain(*names))) if all(names) else []
