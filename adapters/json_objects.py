"""Finds the JSON objects in a text and decodes them."""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.characters import plain
from custom_games.stated_numbers import StatedFloat

UNREADABLE = ""
Decoded = str | Mapping[str, Any]

_OPENING = re.compile(r'\{\s*"')
_JOINED = re.compile(r"[\s_-]+")
_STRINGS = re.compile(r'("(?:[^"\\]|\\.)*+"?)', re.DOTALL)


@dataclass(frozen=True)
class JsonReader:
    """A reader of JSON; ``tokens`` are braces and strings as it takes them, and nothing else."""

    tokens: re.Pattern[str]
    decoder: json.JSONDecoder

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yields start and end of the outermost objects; nothing inside a broken one is an object of its own."""
        end = 0
        while opening := _OPENING.search(text, end):
            end = self.closing_brace(text, opening.start())
            yield opening.start(), end

    def closing_brace(self, text: str, opening: int) -> int:
        """Returns the end of the object that a brace opens, or the end of the text if it is never closed."""
        depth = 0
        for token in self.tokens.finditer(text, opening):
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            if depth == 0:
                return token.end()
        return len(text)

    def decoded(self, text: str) -> Decoded:
        """Returns the object that a text consists of, or ``UNREADABLE``."""
        try:
            decoded: Mapping[str, Any] = self.decoder.decode(text)
            return decoded
        except (ValueError, RecursionError):
            return UNREADABLE


class RawJsonReader(JsonReader):
    """A reader of JSON that keeps the characters of strings as they stand and ignores those of the rest."""

    def decoded(self, text: str) -> Decoded:
        return super().decoded("".join(
            part if index % 2 else plain(part) for index, part in enumerate(_STRINGS.split(text))))


def with_keys(struct: Mapping[str, Any], keys: Sequence[str]) -> Mapping[str, Any] | None:
    """Returns an object with these keys as they are spelled here, whatever their letter case in it.

    A space, a hyphen and an underscore are alike. It is ``None`` if it has none of them. A key spelled as it is asked
    for counts before others.
    """
    spelled = {_folded(key): key for key in keys}
    struct = {**{spelled.get(_folded(name), name): value for name, value in struct.items()}, **struct}
    return struct if struct.keys() & set(keys) else None


def _folded(key: str) -> str:
    return _JOINED.sub("_", key.strip().casefold())


def finite(digits: str) -> float:
    """Returns the number that digits state.

    Raises:
        ValueError: it is not finite.
    """
    number = StatedFloat(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is too large")
    return number


TOKENS = re.compile(r'[{}]|"(?:[^"\\]|\\.)*+"?', re.DOTALL)
# Many models break the lines of a text within its quotation marks, which only strict decoders refuse. NaN, Infinity and
# -Infinity come as constants, and 1e999 as a float.
DECODER = json.JSONDecoder(parse_constant=finite, parse_float=finite, strict=False)
RAW = RawJsonReader(TOKENS, DECODER)
