r"""Rule 3: an answer is a JSON object, a line with a label, ``<answer>`` or ``\boxed{}``, or nothing but the move."""

import re
from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from adapters.replies.json_objects import JsonObject, found_objects, is_inside, key_of
from adapters.views import MOVE

Form = Literal["json", "line", "box", "whole"]

_EMPHASIS = "*_`"

_ENCLOSED = re.compile(
    r"<answer>(?P<tagged>(?:(?!</?answer>).)*+)</answer>|\\boxed\s*\{(?P<boxed>(?:[^{}]++|\{[^{}]*+\})*+)\}",
    re.IGNORECASE | re.DOTALL)
_FONT = re.compile(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}")
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$\n?", re.MULTILINE)
_BELOW = re.compile(r"\s*(?:```\w*[ \t]*\n\s*)?(?!```)(\S[^\n]*(?:\n(?![ \t\r]*(?:\n|```))[^\n]+){0,9})")


class Stated(NamedTuple):
    """An answer that a text states: its form, and its place.

    Its value is an object or a text; ``None`` for an object that cannot be read, which may be ``cut`` off.
    """

    form: Form
    start: int
    end: int
    value: Mapping[str, Any] | str | None
    cut: bool = False


def stated(text: str, labels: Sequence[str], keys: Sequence[str]) -> list[Stated]:
    """Returns the answers that a text states by a JSON object, a line or a box, in order.

    An object counts if it has one of the ``keys``. The value of a label is the rest of its line or, if that is empty,
    the paragraph below. What contains another answer only introduces it.
    """
    objects = found_objects(text)
    found = [Stated("json", each.start, each.end, each.value, each.cut)
             for each in objects if _has_key(each, text, keys)]
    starts = [each.start for each in found]
    for box in _ENCLOSED.finditer(text):
        if not is_inside(box.start(), objects) and bisect(starts, box.start()) == bisect(starts, box.end()):
            value = box["tagged"] if box["boxed"] is None else _FONT.sub(r"\1", box["boxed"])
            found.append(Stated("box", box.start(), box.end(), value.strip()))
    starts = sorted(each.start for each in found)
    lines = [_line(label, text) for label in _label(tuple(labels)).finditer(text)
             if not is_inside(label.start(), objects)]
    found += [line for line in lines if bisect(starts, line.start) == bisect(starts, line.end)]
    return sorted(found, key=lambda each: each.start)


def without_fences(text: str) -> str:
    """Returns a text without the lines that open and close a block of code, and without white space around it."""
    return _FENCE.sub("", text).strip()


def _has_key(found: JsonObject, text: str, keys: Sequence[str]) -> bool:
    known = list(map(key_of, keys))
    if found.value is not None:
        return any(key_of(key) in known for key in found.value)
    written, any_key = key_of(text[found.start:found.end]), "|".join(map(re.escape, known))
    # A form that is repeated as it was shown, with "<move>" in its place, states nothing.
    return (bool(known) and re.search(rf"(?<![^\W_])(?:{any_key})[\"'_]*:", written) is not None
            and re.search(rf":_*<(?:{MOVE}|{any_key})>", written) is None)


@lru_cache(maxsize=1000)
def _label(labels: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(label) for label in labels)
    return re.compile(
        rf"^(?P<before>[ \t>#*_`•+\"'“-]*+(?:\d{{1,2}}[.)][ \t]*[*_`]*)?)(?:final[ \t]+)?(?:{words})(?P<inside>[*_`]*)"
        r"[ \t]*(?:[:：](?P<after>[*_`]*)(?P<value>[^\n]*))?$", re.IGNORECASE | re.MULTILINE)


def _line(label: re.Match[str], text: str) -> Stated:
    """Returns the answer of a label, which is empty if nothing follows it."""
    opened = label["before"].removeprefix(label["before"].rstrip(_EMPHASIS))
    start, end = max(label.start("value" if opened else "after"), 0), label.end()
    if not start or not text[start:end].strip():
        below = _BELOW.match(text, end)
        start, end = below.span(1) if below and not label.re.match(text, below.start(1)) else (end, end)
    value = text[start:end].strip()
    if opened and not label["inside"] and not label["after"]:
        value = value.removesuffix(opened).rstrip()
    return Stated("line", label.start(), end, value)
