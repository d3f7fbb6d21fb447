"""Lists of named items, of which some may be equal, in words: "Spear x2, Net and Junk"."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from custom_games.action_specs.name_keys import name_key, strip_marks

NOTHING = "nothing"  # the empty list in words

ANY = "any of"  # before items of which somebody is to choose
_ANY = re.compile(rf"{ANY}\b\s*", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*(?:,|\band\b)\s*", re.IGNORECASE)
_ENTRY = re.compile(r"(?P<name>[^\W\d_].*?)(?:\s*[x×]\s*(?P<number>\d{1,3}))?", re.IGNORECASE)


def write_items(names: Sequence[str]) -> str:
    """Returns names in words, in their order; equal ones have to follow each other."""
    return join_with_and(f"{name} x{count}" if count > 1 else name for name, count in count_repeats(names)) or NOTHING


def count_repeats(names: Sequence[str]) -> list[tuple[str, int]]:
    """Returns each name with the number of times that it follows itself."""
    return [(name, len(list(equal))) for name, equal in groupby(names)]


def join_with_and(entries: Iterable[str]) -> str:
    """Returns entries with commas between them and "and" before the last."""
    *first, last = entries if isinstance(entries, list) else list(entries) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def read_items(text: str) -> list[tuple[str, int]]:
    """Returns the names in a text with their numbers, as :func:`write_items` writes them: "Spear x2, Net".

    Who answers "any of Spear x2, Net" leaves the choice open, and is given the first one: Spear.

    Raises:
        ValueError: a part of the text is no name.
    """
    listed = strip_marks(text).strip("[]")
    left_open = _ANY.match(listed)
    parts = list(filter(None, _SEPARATOR.split(listed[left_open.end():] if left_open else listed)))
    if left_open and parts:
        return [(_read_item(parts[0])[0], 1)]
    return [] if name_key(listed) in ("", NOTHING) else list(map(_read_item, parts))


def _read_item(part: str) -> tuple[str, int]:
    found = _ENTRY.fullmatch(strip_marks(part))
    if found is None:
        raise ValueError(f"{part[:100]!r} is no name")
    return found["name"], int(found["number"] or 1)


def is_separated(name: str) -> bool:
    """Returns whether a name would be taken for several, because it has a comma or an "and" in it."""
    return len(_SEPARATOR.split(name)) > 1
