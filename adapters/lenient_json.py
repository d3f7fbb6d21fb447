"""Reads JSON objects as models write them, beyond what JSON permits.

Besides JSON itself these are understood: single and typographic quotation marks, keys and values without quotation
marks, values in the angle brackets of a form, trailing commas, comments, line breaks in texts, and Python's ``True``,
``False`` and ``None``.
"""

import re
from collections.abc import Iterator
from typing import Any

from adapters.json_objects import DECODER, TOKENS, UNREADABLE, Decoded, JsonReader, finite

CUT = "{"  # what an object is decoded as that the text ends in
MAX_DEPTH = 20
MAX_FAILURES = 200  # other objects than JSON's that are tried in one text, so that a hostile one takes linear time

_JSON = re.compile(r'\{\s*"')
_OPENING = re.compile(r"\{\s*\"|(?<![\w\\}$])\{\s*(?:['‘“]|//|/\*|\#|[A-Za-z_]\w*\s*:)")
_SPACE = re.compile(r"(?:\s+|(?://|#)[^\n]{0,500}$|/\*(?:[^*]|\*(?!/)){0,500}\*/)*+", re.MULTILINE)
_TEXT = re.compile(
    r'"((?:[^"\\]|\\.){0,5000}+)"|“([^“”]{0,5000}+)”|‘([^‘’]{0,5000}+)’'
    r"|'((?:[^'\\]|\\.|'(?!\s*[,:}\]])){0,5000}+)'", re.DOTALL)
_BARE = re.compile(r"""[^\s,:{}\[\]"'<>“”](?:(?!//|/\*|\#)[^,:{}\[\]"'<>“”\n])*+""")
_ANGLED = re.compile(r"<(?!move>)([^<>\n]{1,200}+)>")  # <move> is the form itself
_NUMBER = re.compile(r"[+-]?\d{1,300}(\.\d+)?(e[+-]?\d+)?", re.IGNORECASE)
_CONSTANTS = {"true": True, "false": False, "null": None, "none": None}
_NO_NUMBERS = ("nan", "infinity", "-infinity")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


class _BrokenError(ValueError):
    """Raised where a text is no object, with the position of the first character that cannot belong to one."""

    def __init__(self, position: int) -> None:
        super().__init__(f"no object from character {position}")
        self.position = position


class LenientReader(JsonReader):
    """A reader of JSON and of objects that are almost JSON.

    An object that opens as JSON does is taken up to its closing brace, and nothing inside it is an object of its own.
    Any other one is passed over unless it can be read or the text ends in it.
    """

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        position = failures = 0
        while opening := _OPENING.search(text, position):
            start, position = opening.start(), opening.end()
            if _JSON.match(text, start):
                position = self.closing_brace(text, start)
                yield start, position
            elif failures < MAX_FAILURES:
                end = _end(text, start)
                failures += end is None
                if end is not None:
                    position = end
                    yield start, end

    def decoded(self, text: str) -> Decoded:
        strict = super().decoded(text)
        if strict != UNREADABLE:
            return strict
        try:
            found, end = _object(text, 0, 0)
        except _BrokenError as broken:
            return CUT if broken.position >= len(text) or self._is_open(text) else UNREADABLE
        except (ValueError, RecursionError):
            return UNREADABLE
        return found if end == len(text) else UNREADABLE

    def _is_open(self, text: str) -> bool:
        depth = 0
        for token in self.tokens.finditer(text):
            depth += {"{": 1, "}": -1}.get(token[0], 0)
        return depth > 0


def _end(text: str, start: int) -> int | None:
    """Returns the end of an object, the end of the text if it is cut off there, or ``None`` if there is no object."""
    try:
        return _object(text, start, 0)[1]
    except _BrokenError as broken:
        return len(text) if broken.position >= len(text) else None
    except ValueError:
        return None


def _skip(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    assert space, "white space may be empty"
    return space.end()


def _object(text: str, start: int, depth: int) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    position = _skip(text, start + 1)
    while text[position:position + 1] != "}":
        key, position = _atom(text, position)
        position = _skip(text, position)
        if text[position:position + 1] != ":":
            raise _BrokenError(position)
        found[str(key)], position = _value(text, _skip(text, position + 1), depth + 1)
        position = _next(text, position, "}")
    return found, position + 1


def _list(text: str, start: int, depth: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    position = _skip(text, start + 1)
    while text[position:position + 1] != "]":
        value, position = _value(text, position, depth + 1)
        found.append(value)
        position = _next(text, position, "]")
    return found, position + 1


def _next(text: str, position: int, closing: str) -> int:
    """Returns the position of the next entry after a comma, or of the closing bracket."""
    position = _skip(text, position)
    sign = text[position:position + 1]
    if sign == ",":
        return _skip(text, position + 1)
    if sign != closing:
        raise _BrokenError(position)
    return position


def _value(text: str, position: int, depth: int) -> tuple[Any, int]:
    opening = text[position:position + 1]
    if depth > MAX_DEPTH:
        raise _BrokenError(position)
    if opening == "{":
        return _object(text, position, depth)
    return _list(text, position, depth) if opening == "[" else _atom(text, position)


def _atom(text: str, position: int) -> tuple[Any, int]:
    """Returns a text in or without quotation marks, a number or a constant."""
    if quoted := _TEXT.match(text, position):
        inner = next(part for part in quoted.groups() if part is not None)
        return _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), inner), quoted.end()
    angled = _ANGLED.match(text, position)
    bare = angled or _BARE.match(text, position)
    if not bare:
        raise _BrokenError(position if text[position:position + 1] not in tuple("\"'") else len(text))
    word = (angled[1] if angled else bare[0]).strip()
    if word.casefold() in _NO_NUMBERS:
        raise _BrokenError(position)
    if _NUMBER.fullmatch(word):
        return (int(word) if word.lstrip("+-").isdigit() else finite(word)), bare.end()
    return _CONSTANTS.get(word.casefold(), word), bare.end()


LENIENT = LenientReader(TOKENS, DECODER)
