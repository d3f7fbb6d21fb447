r"""Finds the answer that a reply states, and compares it with the names of moves.

A move is never guessed from prose. An answer is a JSON object, an ``Answer:`` line (or ``Move:``, ``Action:``,
``Choice:``, ``Decision:``, also after "My final", as a heading or in bold), ``\boxed{...}``, or a last paragraph that
is nothing but a move. Of several answers the last one counts, even if it cannot be read: a reply that corrects itself
has withdrawn what it said before.

An answer line holds nothing but the move and perhaps a remark: in brackets, or after a full stop, a dash or "because".
So "Answer: I choose go", "Answer - go" and "Answer: go or stay" state no move. Every step takes time linear in the
length of the reply, whatever its content.
"""

import json
import math
import re
import unicodedata
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from adapters.errors import ReplyError

StatedAnswer = str | Mapping[str, Any]

UNREADABLE = ""
# Characters without and with thinking blocks; more than any model writes, while a broken server could send megabytes.
MAX_TEXT_LENGTH = 200_000
MAX_REPLY_LENGTH = 1_000_000
TOO_LONG = f"Your reply was too long: at most {MAX_TEXT_LENGTH} characters are read."

_LABEL = re.compile(
    r"^[ \t>#*_`\-]*+(?:(?:my|the)[ \t]+)?(?:(?:final|chosen)[ \t]+)?(?:answer|move|action|choice|decision)"
    r"[*_`]*+[ \t]*+(?:is[ \t]*+)?+(?:[:=][*_`]*+(.*)|)$",
    re.IGNORECASE | re.MULTILINE,
)
_BOXED = re.compile(r"\\boxed\s*\{([^{}]*)\}")
_LATEX_FONT = re.compile(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}")
_LINE = re.compile(r"\S.*")
_THINKING = re.compile(r"<(/?)(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
_OBJECT = re.compile(r'\{\s*"')
_BRACES_AND_STRINGS = re.compile(r'[{}]|"(?:[^"\\\n]|\\.)*+"?')
# After a full stop or a dash a remark starts with a word: "10 - 3 = 7" and "e2 - e4" do not state 10 and e2.
_REMARK = re.compile(
    r" ?\(([^()]*)\)[.!]?$|(?:[.!]| [-–—]+) (?=[^\W\d_]{2})(.*)$| (?:because|since)\b(.*)$", re.IGNORECASE)
_OPENING = " \t\n*_`\"'“”‘’$"
_CLOSING = _OPENING + ".,;:!"
_TYPOGRAPHY = str.maketrans({"→": "->", **dict.fromkeys("−‐‑‒–", "-")})


class Found(NamedTuple):
    """An answer with its position in a text, and the function that reads it."""

    position: int
    text: str
    read: Callable[[str], StatedAnswer] = str


def visible_text(reply: str) -> str:
    r"""Returns the reply as plain text without thinking blocks, code fences and LaTeX fonts, with ``\n`` line breaks.

    Raises:
        ReplyError: the text is empty or too long, or a thinking block was never closed.
    """
    if len(reply) > MAX_REPLY_LENGTH:
        raise ReplyError("unparsable", TOO_LONG)
    text = _without_thinking(_plain("\n".join(reply.splitlines())))
    text = _LATEX_FONT.sub(r"\1", _FENCE.sub("", text))
    if not text.strip():
        raise ReplyError("empty", "Your reply was empty.")
    if len(text) > MAX_TEXT_LENGTH:
        raise ReplyError("unparsable", TOO_LONG)
    return text


def stated_answers(text: str) -> Iterator[StatedAnswer]:
    """Yields the answers that the text states explicitly, the last one first; a broken one is ``UNREADABLE``."""
    for answer in _stated(text):
        yield answer.read(answer.text)


def before_answer(reply: str) -> str:
    """Returns the reply, thinking blocks included, up to the last answer that it states, or else up to its last line.

    Control characters and typographic variants are removed, as in the :func:`name_key` of a name.
    """
    text = typed("\n".join(reply.splitlines()))
    thought = max((tag.end() for tag in _THINKING.finditer(text)), default=0)
    rest = text[thought:].rstrip()
    end = next((answer.position for answer in _stated(rest)), rest.rfind("\n") + 1)
    return text[:thought + end]


def _stated(text: str) -> list[Found]:
    """Returns the answers that the text states explicitly, the last one first."""
    boxed = [Found(box.start(), box[1].strip()) for box in _BOXED.finditer(text)]
    objects = list(_json_objects(text))
    found = [*objects, *_outside(objects, [*_labelled(text), *boxed])]
    return sorted(found, key=attrgetter("position"), reverse=True)


def lone_last_line(text: str) -> str:
    """Returns the last line if it is a paragraph of its own; otherwise "", as it may end "I will not / bet."."""
    *_, before, last = "", *text.strip().splitlines()
    return "" if before.strip() else last


def readings(answer: str) -> list[str]:
    r"""Returns the keys by which an answer may name a move: as it stands, and without ``\boxed{...}`` around it."""
    return [name_key(answer), name_key(_BOXED.sub(r"\1", answer))]


def split_remark(answer: str) -> tuple[str, str]:
    """Returns an answer line as the move and the remark that follows it, which may be empty."""
    line = " ".join(answer.split())
    found = _REMARK.search(line)
    return (line[:found.start()], found[found.lastindex or 0]) if found else (line, "")


def without_remark(answer: str) -> str:
    """Returns an answer line without a remark and surrounding punctuation."""
    return split_remark(answer)[0].lstrip(_OPENING).rstrip(_CLOSING)


def typed(text: str) -> str:
    """Returns the text as typed on a keyboard: in plain characters, without typographic variants."""
    return _plain(text).translate(_TYPOGRAPHY)


def name_key(name: str) -> str:
    """Returns a move's name without white space, surrounding punctuation and typographic variants."""
    bare = typed(name).lstrip(_OPENING).rstrip(_CLOSING)
    if bare[:1] == "<" and bare[-1:] == ">":
        bare = bare[1:-1].lstrip(_OPENING).rstrip(_CLOSING)
    return re.sub(r"\s+", "", bare)


class _PlainCharacters(dict[int, str]):
    """A table for ``str.translate`` that is filled as characters occur.

    Characters are normalised one at a time, because ``unicodedata.normalize`` takes quadratic time on a long run of
    combining marks.
    """

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cf", "Cs"):
            self[code] = ""
        else:
            self[code] = unicodedata.normalize("NFKC", character)
        return self[code]


_PLAIN_CHARACTERS = _PlainCharacters()


def _plain(text: str) -> str:
    """Returns the text in compatibility-normalised Unicode, without control and formatting characters."""
    return text.translate(_PLAIN_CHARACTERS)


def _without_thinking(text: str) -> str:
    kept: list[str] = []
    start, thinking = 0, False
    for tag in _THINKING.finditer(text):
        if thinking:
            start, thinking = tag.end(), not tag[1]
        elif tag[1]:
            # A chat template may have opened the block before the reply, so everything up to here was thought.
            kept, start = [], tag.end()
        else:
            kept.append(text[start:tag.start()])
            thinking = True
    if thinking:
        raise ReplyError("truncated", "Your reply ended before your thinking did.")
    return "\n".join([*kept, text[start:]])


def _labelled(text: str) -> Iterator[Found]:
    for label in _LABEL.finditer(text):
        answer = (label[1] or "").strip()
        below = None if name_key(answer) else _LINE.search(text, label.end())
        yield Found(label.start(), below[0] if below else answer)


def _outside(objects: Sequence[Found], found: Iterable[Found]) -> Iterator[Found]:
    """Yields the answers that are not part of a well-formed object, whose texts may look like answers."""
    starts = [each.position for each in objects]
    well_formed = cache(lambda index: _decoded(objects[index].text) != UNREADABLE)
    for answer in found:
        index = bisect(starts, answer.position) - 1
        inside = index >= 0 and answer.position < starts[index] + len(objects[index].text)
        if not (inside and well_formed(index)):
            yield answer


def _json_objects(text: str) -> Iterator[Found]:
    """Yields the outermost objects; nothing inside a broken one is an answer of its own."""
    end = 0
    while opening := _OBJECT.search(text, end):
        end = _closing_brace(text, opening.start())
        yield Found(opening.start(), text[opening.start():end], _decoded)


def _decoded(text: str) -> StatedAnswer:
    try:
        decoded: Mapping[str, Any] = _DECODER.decode(text)
        return decoded
    except (ValueError, RecursionError):
        return UNREADABLE


def _closing_brace(text: str, opening: int) -> int:
    """Returns the end of the object that a brace opens, or the end of the text if it is never closed."""
    depth = 0
    for token in _BRACES_AND_STRINGS.finditer(text, opening):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return len(text)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is too large")
    return number


# NaN, Infinity and -Infinity come as constants, and 1e999 as a float.
_DECODER = json.JSONDecoder(parse_constant=_finite, parse_float=_finite)
