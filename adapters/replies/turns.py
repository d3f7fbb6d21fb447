"""Rules 1 and 2: the reply ends with the turn, and thoughts are no answer.

The marks of chat templates and of thoughts stand in ``marks.toml``. A mark in a readable JSON object is a part of what
is said there.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import find_objects, is_inside

# Characters without and with thoughts; more than any model writes, while a broken server could send megabytes.
MAX_TEXT_LENGTH = 200_000
MAX_REPLY_LENGTH = 1_000_000
MOST_PARTS = 1000  # between thoughts
TOO_LONG = f"Your reply was too long: at most {MAX_TEXT_LENGTH} characters are read."
SHORTEST_ECHO = 12  # characters of a line of the prompt that come again

_MARKS = tomllib.loads((Path(__file__).parent / "marks.toml").read_text("utf-8"))
_CLOSING: dict[str, str] = {opening.casefold(): closing.casefold() for opening, closing in _MARKS["thoughts"].items()}


def _join_marks(marks: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(marks, key=len, reverse=True)))


_TOKEN = re.compile(
    rf"(?P<open>{_join_marks(_CLOSING)})"
    rf"|(?P<end>{_join_marks(_MARKS['turn'])}|(?P<line>^[ \t*_]*(?:{_join_marks(_MARKS['line'])})))"
    rf"|(?P<close>{_join_marks(_CLOSING.values())})", re.IGNORECASE | re.MULTILINE)
_OWN_ROLE = re.compile(rf"\s*(?:{_join_marks(_MARKS['own'])})\b[ \t]*:?", re.IGNORECASE)
_OTHER_MARK = re.compile(rf"[^/]*(?:{_join_marks(_MARKS['others'])})")
_OTHER_ROLE = re.compile(rf"\s*(?:{_join_marks(_MARKS['others'])})\b", re.IGNORECASE)
_DRESS = " \t\r>*#_`"


class OwnPart(NamedTuple):
    """A part of a reply in which the model speaks in its own turn, and does not think: its start, and its text."""

    start: int
    text: str


def find_own_parts(reply: str) -> list[OwnPart]:
    """Returns the parts of a reply in which the model speaks in its own turn, and does not think; none is empty.

    Raises:
        ReplyError: there is none, they are too long, or thoughts were never closed.
    """
    if len(reply) > MAX_REPLY_LENGTH:
        raise ReplyError("unparsable", TOO_LONG)
    parts = [OwnPart(start, reply[start:end]) for start, end in _find_spans(reply) if reply[start:end].strip()]
    if not parts:
        raise ReplyError("empty", "Your reply was empty.")
    if sum(len(part.text) for part in parts) > MAX_TEXT_LENGTH or len(parts) > MOST_PARTS:
        raise ReplyError("unparsable", TOO_LONG)
    return parts


def split_own_parts(reply: str) -> list[str]:
    """Returns the texts of :func:`find_own_parts`.

    Raises:
        ReplyError: as :func:`find_own_parts` does.
    """
    return [part.text for part in find_own_parts(reply)]


def read_visible_text(reply: str) -> str:
    r"""Returns what a reply says in the model's own turn, without thoughts, with ``\n`` line breaks.

    Raises:
        ReplyError: as :func:`find_own_parts` does.
    """
    return "\n".join("\n".join(split_own_parts(reply)).splitlines())


def _find_spans(reply: str) -> list[tuple[int, int]]:
    """Returns start and end of what is said outside of thoughts until the turn ends.

    Raises:
        ReplyError: thoughts were never closed.
    """
    spans: list[tuple[int, int]] = []
    start, closing = 0, ""
    objects = [each for each in find_objects(reply) if each.value is not None]
    for mark in (each for each in _TOKEN.finditer(reply) if not is_inside(each.start(), objects)):
        token = mark[0].casefold()
        if closing:
            if token == closing:
                start, closing = mark.end(), ""
            elif mark["end"] and not mark["line"]:
                break
        elif mark["open"]:
            spans += [(start, mark.start())] if reply[start:mark.start()].strip() else []
            closing = _CLOSING[token]
        elif mark["close"]:
            # A chat template may have opened the thoughts before the reply, so everything up to here was thought.
            spans, start = [], mark.end()
        elif spans or reply[start:mark.start()].strip():
            return [*spans, (start, mark.start())]
        elif (own := _find_own_start(reply, mark)) is None:
            return []
        else:
            start = own
    if closing:
        raise ReplyError("truncated", "Your reply ended before your thinking did.")
    return [*spans, (start, len(reply))]


def _find_own_start(reply: str, mark: re.Match[str]) -> int | None:
    """Returns where a reply begins behind a mark in front of it; ``None`` behind the mark of another role."""
    if _OTHER_MARK.match(mark[0].casefold()) or _OTHER_ROLE.match(reply, mark.end()):
        return None
    own = _OWN_ROLE.match(reply, mark.end())
    return own.end() if own else mark.end()


def find_echo(text: str, start: int, is_told: Callable[[str], bool]) -> int | None:
    """Returns where lines that the prompt tells come again below a position of a text; ``None`` if they do not."""
    position = text.find("\n", start)
    while position >= 0:
        end = text.find("\n", position + 1)
        line = strip_line(text[position + 1:end if end >= 0 else len(text)])
        if len(line) >= SHORTEST_ECHO and is_told(line):
            return position
        position = end
    return None


def strip_line(line: str) -> str:
    """Returns a line of a prompt without the marks around it, as lines are compared."""
    return line.strip(_DRESS)
