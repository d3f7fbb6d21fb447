"""Finds the JSON objects in a text and reads them as models write them: JSON, and else JSON5.

JSON5 has single quotation marks, keys without any, trailing commas and comments; the library evaluates nothing, and
what is neither JSON nor JSON5 is not read.
"""

import json
import math
import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import json5

from adapters.replies.errors import ReplyError
from custom_games.action_specs.json_values import StatedFloat

MAX_JSON5 = 10_000  # characters of the objects of one text that are read as JSON5, at up to 40 microseconds each

_KEY = r"""(?:"(?:[^"\\\n]|\\.){0,200}"|'(?:[^'\\\n]|\\.){0,200}'|[A-Za-z_][\w-]{0,200})"""
_COMMENT = r"(?://[^\n]{0,500}\n|/\*(?:[^*]|\*(?!/)){0,500}\*/)"
_OPENING = re.compile(rf"\{{\s*(?:{_COMMENT}\s*){{0,5}}{_KEY}\s*:")
_TOKEN = re.compile(
    r"""[{}]|"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'(?=\s*[,:}\]])|\\["'\\]|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)""",
    re.DOTALL)
_JOINED = re.compile(r"[\s_-]+")


class JsonObject(NamedTuple):
    """An object in a text: its place, its value, ``None`` if it cannot be read, and whether the text ends in it."""

    start: int
    end: int
    value: Mapping[str, Any] | None
    cut: bool = False


def read_objects(text: str) -> list[Mapping[str, Any]]:
    """Returns the JSON objects that stand in a text and can be read, in order, without those inside others."""
    return [found.value for found in find_objects(text) if found.value is not None]


@lru_cache(maxsize=4)  # a reply is asked for its objects several times
def find_objects(text: str) -> Sequence[JsonObject]:
    """Returns the outermost objects of a text, also those that cannot be read, without any inside them."""
    return list(_find_outermost(text))


def _find_outermost(text: str) -> Iterator[JsonObject]:
    position, left = 0, MAX_JSON5
    while opening := _OPENING.search(text, position):
        start, end = opening.start(), _find_closing_brace(text, opening.start())
        position = len(text) if end is None else end
        written, value = text[start:position], None
        try:
            value = _DECODER.decode(written) if end is not None else None
        except (ValueError, RecursionError):
            left -= len(written)
            value = _read_json5(written) if left >= 0 else None
        yield JsonObject(start, position, value, cut=end is None)


def is_inside(position: int, objects: Sequence[JsonObject]) -> bool:
    """Returns whether a position of a text is inside one of the objects, which are in order."""
    index = bisect(objects, position, key=lambda each: each.start) - 1
    return index >= 0 and position < objects[index].end


def match_keys(struct: Mapping[str, Any], keys: Sequence[str]) -> Mapping[str, Any] | None:
    """Returns an object with these keys as they are spelled here, whatever their letter case in it.

    A space, a hyphen and an underscore are alike. It is ``None`` if it has none of them.

    Raises:
        ReplyError: a key has two different values, in two spellings.
    """
    spelled = {fold_key(key): key for key in keys}
    try:
        struct = _join_pairs((spelled.get(fold_key(name), name), value) for name, value in struct.items())
    except ValueError as error:
        raise ReplyError("ambiguous", f"In the JSON object of your reply {error}.") from error
    return struct if struct.keys() & set(keys) else None


def fold_key(key: str) -> str:
    """Returns a key as keys are compared."""
    return _JOINED.sub("_", key.strip().casefold())


def _find_closing_brace(text: str, opening: int) -> int | None:
    """Returns the end of the object that a brace opens, or ``None`` if it is never closed."""
    depth = 0
    for token in _TOKEN.finditer(text, opening):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return None


@lru_cache(maxsize=32)  # an object is read with the whole reply and with its parts
def _read_json5(text: str) -> Mapping[str, Any] | None:
    try:
        # Many models break the lines of a text within its quotation marks, which only strict readers refuse.
        found = json5.loads(
            text, strict=False, parse_float=_read_number, parse_constant=_read_number, object_pairs_hook=_join_pairs)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _read_number(digits: str) -> float:
    """Returns the number that digits state.

    Raises:
        ValueError: it is not finite.
    """
    number = StatedFloat(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is too large")
    return number


def _join_pairs(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Returns an object of these keys and values.

    Raises:
        ValueError: a key has two different values.
    """
    found: dict[str, Any] = {}
    for key, value in pairs:
        if found.setdefault(key, value) != value:
            raise ValueError(f"{key[:20]!r} has two values")
    return found


_DECODER = json.JSONDecoder(
    parse_constant=_read_number, parse_float=_read_number, object_pairs_hook=_join_pairs, strict=False)
