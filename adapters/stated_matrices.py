"""Reads a square matrix of probabilities that a reply states, as JSON or nearly so.

A row is a list of numbers in square brackets, or an object whose values are numbers. The last rows of the right length
count, in the order in which they stand, or by the names before them if all have one. Numbers may be percentages, with
or without commas between them; nothing is said of their sums here.
"""

import re
from collections.abc import Sequence

from adapters.errors import ReplyError

Rows = tuple[tuple[float, ...], ...]

MAX_LENGTH = 20_000  # characters that are read, the last ones

_NUMBER = r"[-+]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20}) ?%?"
_LIST = rf"\[\s?{_NUMBER}(?:(?:\s?[,;]\s?|\s){_NUMBER}){{0,99}}\s?,?\s?\]"
_ENTRY = rf"""["']?[^"'\n:{{}}\[\],]{{1,60}}["']? ?: ?{_NUMBER}"""
_OBJECT = rf"\{{\s?{_ENTRY}(?:\s?,\s?{_ENTRY}){{0,99}}\s?,?\s?\}}"
_ROW = re.compile(
    rf"""(?:["'*]{{0,4}}(?P<name>[^"'*\n:{{}}\[\],]{{1,60}})["'*]{{0,4}} ?[:=]\s?)?(?P<row>{_LIST}|{_OBJECT})""")
_VALUE = re.compile(_NUMBER)
_SPACES, _BREAKS = re.compile(r"[^\S\n]+"), re.compile(r"(?: ?\n ?)+")


def stated_rows(text: str, names: Sequence[str]) -> Rows:
    """Returns the rows of the matrix that a text states, one per name, in the order of ``names``.

    Raises:
        ReplyError: the text states no such rows.
    """
    plain = _BREAKS.sub("\n", _SPACES.sub(" ", text[-MAX_LENGTH:]))
    rows = [row for row in map(_read, _ROW.finditer(plain)) if len(row[1]) == len(names)][-len(names):]
    if len(rows) < len(names):
        size = len(names)
        raise ReplyError("unparsable", f"Your reply states no matrix of {size} rows with {size} probabilities each.")
    known = {_bare(name): index for index, name in enumerate(names)}
    named = {known[_bare(name)]: values for name, values in rows if _bare(name) in known}
    ordered = [named[index] for index in range(len(names))] if len(named) == len(names) else [row[1] for row in rows]
    return tuple(tuple(_in_order(values, known)) for values in ordered)


def _read(match: re.Match[str]) -> tuple[str, dict[str, float]]:
    """Returns the name before a row, and its numbers by their keys, which count from 0 in a list."""
    row = match["row"]
    if row.startswith("["):
        return match["name"] or "", {str(index): _number(said) for index, said in enumerate(_VALUE.findall(row))}
    entries = (entry.rpartition(":") for entry in re.findall(_ENTRY, row))
    return match["name"] or "", {key: _number(said) for key, _, said in entries}


def _in_order(values: dict[str, float], known: dict[str, int]) -> list[float]:
    keys = list(values)
    if {_bare(key) for key in keys} == set(known):
        keys.sort(key=lambda key: known[_bare(key)])
    return [values[key] for key in keys]


def _number(said: str) -> float:
    value = float(said.rstrip("% "))
    return value / 100 if said.endswith("%") else value


def _bare(name: str) -> str:
    return re.sub(r"[\W_]", "", name.lower())
