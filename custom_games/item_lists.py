"""Lists of named items, of which some may be equal, in words: "Spear x2, Net and Junk"."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

NOTHING = "nothing"  # the empty list in words

_NOTHINGS = {"", NOTHING, "none", "null", "no cards", "no card", "no one", "-"}
_NUMBERS = {"a": 1, "an": 1, "the": 1, "my": 1, "one": 1, "two": 2, "both": 2, "three": 3, "four": 4, "five": 5}
_SEPARATOR = re.compile(r"\s*(?:[,;+&/\n]|\band\b)\s*", re.IGNORECASE)
_DRESS = " \t'\"`*_[](){}“”‘’."
_ENTRY = re.compile(
    rf"(?:(?P<before>\d{{1,3}}|{'|'.join(_NUMBERS)})(?:\s*[x×])?\s+)?"
    r"(?P<name>[^\W\d_].*?)(?:\s*[x×]\s*(?P<after>\d{1,3})|\s*\(\s*[x×]?\s*(?P<bracketed>\d{1,3})\s*[x×]?\s*\)?)?",
    re.IGNORECASE)
_KIND = re.compile(r"\s+cards?$")
_SPACING = re.compile(r"[\s_-]+")


def told(names: Sequence[str]) -> str:
    """Returns names in words, in their order; equal ones have to follow each other."""
    return joined(f"{name} x{count}" if count > 1 else name for name, count in counted(names)) or NOTHING


def counted(names: Sequence[str]) -> list[tuple[str, int]]:
    """Returns each name with the number of times that it follows itself."""
    return [(name, len(list(equal))) for name, equal in groupby(names)]


def joined(entries: Iterable[str]) -> str:
    """Returns entries with commas between them and "and" before the last."""
    *first, last = entries if isinstance(entries, list) else list(entries) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def entries(text: str) -> list[tuple[str, int]]:
    """Returns the names in a text with their numbers, as in "2 Spears and Net", "Spear x2, Net" or "['Spear', 'Net']".

    Raises:
        ValueError: a part of the text is no name.
    """
    bare = text.strip(_DRESS)
    return [] if bare.casefold() in _NOTHINGS else [_entry(part) for part in _SEPARATOR.split(bare) if part]


def _entry(part: str) -> tuple[str, int]:
    found = _ENTRY.fullmatch(part.strip("'\"`*_[]{}“”‘’ .").removesuffix("'"))
    if found is None:
        raise ValueError(f"{part[:100]!r} is no name")
    number = next((each for each in (found["before"], found["after"], found["bracketed"]) if each), "1")
    return found["name"].strip(_DRESS), _NUMBERS.get(number.casefold()) or int(number)


def name_key(name: str) -> str:
    """Returns a name as it is compared: without letter case, spacing, the word "card" and the ending of the plural."""
    plain = _SPACING.sub("", _KIND.sub("", name.strip(_DRESS).casefold()))
    return f"{plain[:-3]}y" if plain.endswith("ies") else plain.removesuffix("s")


def is_separated(name: str) -> bool:
    """Returns whether a name would be taken for several, because it has a comma or an "and" in it."""
    return len(_SEPARATOR.split(name)) > 1
