"""Sets of airlines for Cost Sharing: how much each uses the airport, groups of three, and first proposals of the seats.

A set is a file ``NAME.json`` of the form ``{"airlines": [texts], "groups": [{"airlines": [3, 8, 12], "first proposal":
{"Player 1": [40, 30, 30], ...}}]}``, in which the airlines are numbered from 1. A set of published settings is a folder
``NAME`` with a file for each group, ``0.json``, ``1.json``, ..., of the form ``{"topic": text, "first proposal":
{...}}``, whose text describes the airlines A, B and C.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from custom_games.word_lists import DATA, FOLDER_VARIABLE, own_folder

LETTERS = ("A", "B", "C")
SEATS = ("Player 1", "Player 2", "Player 3")
TOTAL = 100  # per cent
_PROPOSALS = ("first proposal", "firstproposal", "proposal")
_AIRLINE = re.compile(r"Airline ([ABC]):")

Proposal = tuple[int, int, int]


class Group(NamedTuple):
    """Three airlines of a set by number, counted from 0, and each seat's first proposal, as far as it is recorded."""

    airlines: tuple[int, ...]
    proposals: tuple[Proposal | None, ...] = (None, None, None)


class AirlineSet(NamedTuple):
    """The descriptions of airlines, and groups of them."""

    airlines: tuple[str, ...]
    groups: tuple[Group, ...]


def airline_set(name: str) -> AirlineSet:
    """Returns a set of airlines, which is read once.

    Raises:
        ValueError: there is no such set, or it is not well formed; the message says what is wrong where.
    """
    return _airline_set(own_folder(), name)


@cache
def _airline_set(own: Path | None, name: str) -> AirlineSet:
    for folder in filter(None, (DATA, own)):
        file = folder / f"{name}.json"
        if re.fullmatch(r"\w+", name) and file.is_file():
            return _shipped(_json(file), file)
        published = sorted((folder / name).glob("[0-9]*.json"), key=lambda entry: (len(entry.stem), entry.stem))
        if re.fullmatch(r"\w+", name) and published:
            return _published(published)
    raise ValueError(
        f"set of airlines {name!r} does not exist: there is cost_sharing. A set of your own is a file NAME.json, or a "
        f"folder NAME of published settings, in the folder that {FOLDER_VARIABLE} names (now {own or 'not set'})")


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"{file} is not JSON in UTF-8 ({error})") from error


def _shipped(content: Any, file: Path) -> AirlineSet:
    try:
        airlines = tuple(map(_usage, content["airlines"]))
        groups = tuple(Group(_numbers(entry["airlines"], len(airlines)), _proposals(entry))
                       for entry in content["groups"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{file} is no set of airlines: {error!r}") from error
    if len(airlines) < len(SEATS):
        raise ValueError(f"{file} is no set of airlines: it has {len(airlines)}, and a game needs 3")
    return AirlineSet(airlines, groups)


def _published(files: Sequence[Path]) -> AirlineSet:
    airlines: list[str] = []
    groups: list[Group] = []
    for file in files:
        try:
            content = _json(file)
            described = _described(content["topic"])
            groups.append(Group(tuple(range(len(airlines), len(airlines) + len(described))), _proposals(content)))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{file} is no published setting of airlines: {error!r}") from error
        airlines += described
    return AirlineSet(tuple(airlines), tuple(groups))


def _described(topic: str) -> list[str]:
    """Returns the descriptions of the airlines A, B and C in a published text."""
    _, *pieces = _AIRLINE.split(topic)
    if tuple(pieces[::2]) != LETTERS:
        raise ValueError(f"its topic describes the airlines {', '.join(pieces[::2]) or 'none'}, not A, B, C")
    return list(map(_usage, pieces[1::2]))


def _usage(text: str) -> str:
    """Returns a description in one line."""
    lines = "; ".join(filter(None, map(str.strip, text.splitlines())))
    if not lines:
        raise ValueError("an airline has no description")
    return lines


def _numbers(numbers: Sequence[int], size: int) -> tuple[int, ...]:
    inside = [number - 1 for number in numbers if number in range(1, size + 1)]
    if len(numbers) != len(SEATS) or len(set(inside)) != len(SEATS):
        raise ValueError(f"a group has the airlines {numbers}, not three different numbers from 1 to {size}")
    return tuple(inside)


def _proposals(entry: Mapping[str, Any]) -> tuple[Proposal | None, ...]:
    recorded = next((entry[key] for key in _PROPOSALS if key in entry), {})
    return tuple(_proposal(recorded[seat]) if seat in recorded else None for seat in SEATS)


def _proposal(shares: Sequence[int]) -> Proposal:
    whole = [share for share in shares if type(share) is int and share >= 0]
    if len(shares) != len(SEATS) or sum(whole) != TOTAL or len(whole) != len(SEATS):
        raise ValueError(f"a first proposal is {shares}, not three whole numbers with the sum {TOTAL}")
    first, second, third = whole
    return first, second, third
