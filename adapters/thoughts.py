"""Finds the blocks of a reply in which a model thinks, such as ``<think>...</think>``."""

import re
from collections.abc import Iterable, Iterator

from adapters.errors import ReplyError
from adapters.json_objects import RAW, UNREADABLE

_TAG = re.compile(r"<(/?)(?:think|thinking|reasoning)>", re.IGNORECASE)
_TAG_OR_OBJECT = re.compile(rf'{_TAG.pattern}|\{{\s*"', re.IGNORECASE)

Tag = re.Match[str]  # its first group is "/" in a closing tag


def tags(text: str) -> Iterator[Tag]:
    """Yields all tags that open or close a thinking block."""
    return _TAG.finditer(text)


def tags_outside_objects(text: str) -> Iterator[Tag]:
    """Yields the tags that are not part of a well-formed JSON object, whose strings may speak of tags."""
    position = tried = 0
    thinking = False
    while mark := _TAG_OR_OBJECT.search(text, position):
        position = mark.end()
        if mark[1] is not None:
            thinking = not mark[1]
            yield mark
        elif not thinking and mark.start() >= tried:
            tried = RAW.closing_brace(text, mark.start())
            if RAW.decoded(text[mark.start():tried]) != UNREADABLE:
                position = tried


def outside(text: str, tags: Iterable[Tag]) -> list[tuple[int, int]]:
    """Returns start and end of the parts of a text that are outside of thinking blocks.

    Raises:
        ReplyError: a thinking block was never closed.
    """
    kept: list[tuple[int, int]] = []
    start, thinking = 0, False
    for tag in tags:
        if thinking:
            start, thinking = tag.end(), not tag[1]
        elif tag[1]:
            # A chat template may have opened the block before the reply, so everything up to here was thought.
            kept, start = [], tag.end()
        else:
            kept.append((start, tag.start()))
            thinking = True
    if thinking:
        raise ReplyError("truncated", "Your reply ended before your thinking did.")
    return [*kept, (start, len(text))]
