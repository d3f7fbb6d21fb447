"""Sets of airlines for Cost Sharing: their use of the airport, groups of three, and first proposals of the seats.

A set is a file ``NAME.json`` of the form ``{"airlines": [texts], "groups": [{"airlines": [3, 8, 12], "first proposal":
{"Player 1": [40, 30, 30], ...}}]}``, in which the airlines are numbered from 1. The published format is a folder
``NAME`` with a file for each group, ``0.json``, ``1.json``, ..., of the form ``{"topic": text, "first proposal":
{...}}``, whose text describes the airlines A, B and C.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from custom_games.word_sets.json_sets import SEATS, FileEntry, check_keys, read_set, text, texts
from custom_games.word_sets.word_lists import own_folders

LETTERS = ("A", "B", "C")
TOTAL = 100  # per cent
FIRST_PROPOSAL = "first proposal"
_PROPOSALS = (FIRST_PROPOSAL, "firstproposal", "proposal")  # spellings of the key in the published format
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
    return _airline_set(own_folders(), name)


@cache
def _airline_set(own: tuple[Path, ...], name: str) -> AirlineSet:
    content = read_set(name, own, "set of airlines")
    if isinstance(content, list) and isinstance(content[0] if content else None, FileEntry):
        return _read_published(content)
    try:
        return _read_file(content)
    except ValueError as error:
        raise ValueError(f"{name}.json is no set of airlines: {error}") from error


def _read_file(content: Any) -> AirlineSet:
    check_keys(content, ("airlines", "groups"))
    airlines, groups = texts(content, "airlines", len(SEATS)), content.get("groups")
    if not isinstance(groups, list):
        raise ValueError('"groups" must be a list of objects')
    return AirlineSet(airlines, tuple(_read_group(entry, len(airlines)) for entry in groups))


def _read_group(entry: Any, size: int) -> Group:
    check_keys(entry, ("airlines", FIRST_PROPOSAL))
    numbers = entry.get("airlines")
    places = [number - 1 for number in _whole_numbers(numbers) if 1 <= number <= size]
    if len(set(places)) < len(SEATS):
        raise ValueError(f"a group has three different numbers of airlines from 1 to {size}, not {numbers}")
    return Group(tuple(places), _read_proposals(entry))


def _read_published(entries: Sequence[FileEntry]) -> AirlineSet:
    airlines: list[str] = []
    groups: list[Group] = []
    for place, entry in entries:
        try:
            check_keys(entry, ("topic", *_PROPOSALS, "test_player_name"))
            described = _split_descriptions(entry.get("topic"))
            groups.append(Group(tuple(range(len(airlines), len(airlines) + len(described))), _read_proposals(entry)))
        except ValueError as error:
            raise ValueError(f"{place} is no published setting of airlines: {error}") from error
        airlines += described
    return AirlineSet(tuple(airlines), tuple(groups))


def _split_descriptions(topic: Any) -> list[str]:
    """Returns the descriptions of the airlines A, B and C in a published text, each in one line."""
    _, *pieces = _AIRLINE.split(topic if isinstance(topic, str) else "")
    if tuple(pieces[::2]) != LETTERS:
        raise ValueError(f"its topic describes the airlines {', '.join(pieces[::2]) or 'none'}, not A, B, C")
    lines = ["; ".join(filter(None, map(str.strip, piece.splitlines()))) for piece in pieces[1::2]]
    return [text({"topic": line}, "topic") for line in lines]


def _read_proposals(entry: Mapping[str, Any]) -> tuple[Proposal | None, ...]:
    recorded: Any = next((entry[key] for key in _PROPOSALS if key in entry), {})
    check_keys(recorded, SEATS)
    return tuple(_read_proposal(recorded[seat]) if seat in recorded else None for seat in SEATS)


def _read_proposal(shares: Any) -> Proposal:
    whole = [share for share in _whole_numbers(shares) if share >= 0]
    if len(whole) < len(SEATS) or sum(whole) != TOTAL:
        raise ValueError(f"a first proposal has three whole numbers with the sum {TOTAL}, not {shares}")
    first, second, third = whole
    return first, second, third


def _whole_numbers(stated: Any) -> list[int]:
    """Returns what is stated if it is a list of three whole numbers, and nothing otherwise."""
    three = isinstance(stated, list) and len(stated) == len(SEATS) and all(type(number) is int for number in stated)
    return stated if three else []
