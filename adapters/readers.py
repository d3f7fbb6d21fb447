r"""Finds the answer that a reply states, and compares it with the names of moves.

A move is never guessed from prose. An answer is a JSON object, an ``Answer:`` line (or ``Move:``, ``Action:``,
``Choice:``, ``Decision:``, also after "My final", as a heading or in bold), ``\boxed{...}``, or a last paragraph that
is nothing but a move. Without any of these a last line may state a move in the game's own words, which
``answer_labels`` finds; texts that are to be said are read by ``spoken``. Of several answers the last one counts, even
if it cannot be read: a reply that corrects itself has withdrawn what it said before.

An answer line holds nothing but the move and perhaps a remark: in brackets, or after a full stop, a dash or "because".
So "Answer: I choose go", "Answer - go" and "Answer: go or stay" state no move. Every step takes time linear in the
length of the reply, whatever its content.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from adapters import answer_labels, thoughts
from adapters.characters import plain
from adapters.errors import ReplyError
from adapters.json_objects import STRICT, UNREADABLE

StatedAnswer = str | Mapping[str, Any]

ANSWER_KEYS = ("answer", "move", "action")
# Characters without and with thinking blocks; more than any model writes, while a broken server could send megabytes.
MAX_TEXT_LENGTH = 200_000
MAX_REPLY_LENGTH = 1_000_000
TOO_LONG = f"Your reply was too long: at most {MAX_TEXT_LENGTH} characters are read."

_LABEL = answer_labels.pattern("answer", *answer_labels.GENERAL)
_BOXED = re.compile(r"\\boxed\s*\{([^{}]*)\}")
_LATEX_FONT = re.compile(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}")
_LINE = re.compile(r"\S.*")
FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
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

    def is_readable(self) -> bool:
        """Returns whether the text can be read."""
        return self.read(self.text) != UNREADABLE


def visible_text(reply: str) -> str:
    r"""Returns the reply as plain text without thinking blocks, code fences and LaTeX fonts, with ``\n`` line breaks.

    Raises:
        ReplyError: the text is empty or too long, or a thinking block was never closed.
    """
    if len(reply) > MAX_REPLY_LENGTH:
        raise ReplyError("unparsable", TOO_LONG)
    text = _without_thinking(plain("\n".join(reply.splitlines())))
    text = _LATEX_FONT.sub(r"\1", FENCE.sub("", text))
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
    thought = max((tag.end() for tag in thoughts.tags(text)), default=0)
    rest = text[thought:].rstrip()
    end = next((answer.position for answer in _stated(rest)), rest.rfind("\n") + 1)
    return text[:thought + end]


def _stated(text: str) -> list[Found]:
    """Returns the answers that the text states explicitly, the last one first."""
    boxed = [Found(box.start(), box[1].strip()) for box in _BOXED.finditer(text)]
    objects = list(_json_objects(text))
    return last_first([*objects, *outside_objects(objects, [*_labelled(text), *boxed])])


def last_first(found: Iterable[Found]) -> list[Found]:
    """Returns answers in the order in which they count."""
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
    return plain(text).translate(_TYPOGRAPHY)


def name_key(name: str) -> str:
    """Returns a move's name without white space, surrounding punctuation and typographic variants."""
    bare = typed(name).lstrip(_OPENING).rstrip(_CLOSING)
    if bare[:1] == "<" and bare[-1:] == ">":
        bare = bare[1:-1].lstrip(_OPENING).rstrip(_CLOSING)
    return re.sub(r"\s+", "", bare)


def _without_thinking(text: str) -> str:
    return "\n".join(text[start:end] for start, end in thoughts.outside(text, thoughts.tags(text)))


def _labelled(text: str) -> Iterator[Found]:
    for label in _LABEL.finditer(text):
        answer = (label["value"] or "").strip()
        below = None if name_key(answer) else _LINE.search(text, label.end())
        yield Found(label.start(), below[0] if below else answer)


def outside_objects(objects: Sequence[Found], found: Iterable[Found]) -> Iterator[Found]:
    """Yields the answers that are not part of a well-formed object, whose texts may look like answers."""
    starts = [each.position for each in objects]
    well_formed = cache(lambda index: objects[index].is_readable())
    for answer in found:
        index = bisect(starts, answer.position) - 1
        inside = index >= 0 and answer.position < starts[index] + len(objects[index].text)
        if not (inside and well_formed(index)):
            yield answer


def _json_objects(text: str) -> Iterator[Found]:
    for start, end in STRICT.spans(text):
        yield Found(start, text[start:end], STRICT.decoded)
