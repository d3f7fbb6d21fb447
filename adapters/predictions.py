"""Predictions in the replies of a model: a text between two tags, and a list of actions."""

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from adapters import readers
from adapters.errors import ReplyError

MOST_ACTIONS = 100
LONGEST_ACTION = 300  # characters
LONGEST_TEXT = 4000

_OPENING, _CLOSING = r"(?:\\?<|&lt;|\[)", r"(?:\\?>|&gt;|\])"
_MARK = r"(?:[-*•–]|\(?\d{1,3}[.):\]]|\d{1,3}\s?[-–—])"
_ITEM = re.compile(rf"\s*{_MARK}\s+(?P<text>\S.*)|\s*\d{{1,3}}[.):](?P<close>[^\s\d].*)")
_NUMBER_INSIDE = re.compile(r"[ \t,;]+(?=\d{1,3}[.)]\s+\S)")


def tagged(reply: str, name: str) -> str:
    """Returns the text of a reply between ``<name>`` and ``</name>``, at most 4,000 characters of it.

    The tags may be in the plural or the singular, in any letter case, escaped or in square brackets, and one of them
    may be missing. Of several texts the longest counts: a reply may name the tags before it uses them.

    Raises:
        ReplyError: the reply has no such tag, or nothing stands there.
    """
    text = readers.visible_text(reply)
    marks = list(_tag(name.rstrip("s")).finditer(text))
    found = [text[left.end():right.start()] for left, right in pairwise(marks) if not left[1] and right[1]]
    if marks and not found:
        ends = marks[-1]
        found = [text[:marks[0].start()] if ends[1] else text[ends.end():]]
    said = max((each.replace("\f", "\n").strip() for each in found), key=len, default="")
    if not re.search(r"\w", said):
        raise ReplyError("unparsable", f"Your reply stated nothing between <{name}> and </{name}>.")
    return said[:LONGEST_TEXT].rstrip()


def listed_actions(reply: str, name: str) -> list[str]:
    """Returns the different actions that a reply lists, at most 100, without their numbers or bullets.

    They stand on lines of their own between the tags, or one after another with a number each, or are a JSON list.
    Without tags, or where several lines have a number or a bullet, only lines with one count.

    Raises:
        ReplyError: the reply lists none.
    """
    try:
        text = tagged(reply, name)
        lines = _lines(text)
    except ReplyError:
        items = map(_ITEM.fullmatch, readers.visible_text(reply).splitlines())
        lines = [_item(found) for found in items if found]
    actions = [" ".join(line.split())[:LONGEST_ACTION] for line in lines if re.search(r"\w", line)]
    if not actions:
        raise ReplyError("unparsable", f"Your reply listed nothing between <{name}> and </{name}>.")
    return list(dict.fromkeys(actions))[:MOST_ACTIONS]


@cache
def _tag(name: str) -> re.Pattern[str]:
    return re.compile(rf"{_OPENING}[ \t]*(/?)[ \t]*{name}s?[ \t]*{_CLOSING}", re.IGNORECASE)


def _lines(text: str) -> Sequence[str]:
    if text.startswith("["):
        try:
            # JSON may spell half of a surrogate pair, which cannot be sent or logged.
            return [item.encode(errors="replace").decode() for item in json.loads(text) if isinstance(item, str)]
        except (ValueError, RecursionError):
            pass
    plain = text.replace("**", "")  # bold
    lines = plain.splitlines()
    if len(lines) == 1:
        lines = _NUMBER_INSIDE.split(plain)
    items = [_item(found) for found in map(_ITEM.fullmatch, lines) if found]
    return items if len(items) > 1 else [_item(found) if (found := _ITEM.fullmatch(line)) else line for line in lines]


def _item(found: re.Match[str]) -> str:
    return found["text"] or found["close"]
