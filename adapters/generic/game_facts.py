"""Facts of games that OpenSpiel's texts leave open: names of seats, and how moves and positions are written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "prompts" / "generic" / "facts.json"


@dataclass(frozen=True)
class GameFacts:
    """The names of the seats in their order, or none, and sentences on how positions and moves are written."""

    seats: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def of_game(short_name: str, parameters: Mapping[str, Any]) -> GameFacts:
    """Returns what the file says of a game with such parameters; nothing if it says nothing of them.

    A part in braces of a note stands for the value of that parameter. What is said "when" parameters have certain
    values is not said of others.
    """
    entry = all_entries().get(short_name, {})
    if any(parameters.get(name, value) != value for name, value in entry.get("when", {}).items()):
        return GameFacts()
    notes = (note.format_map(parameters) for note in entry.get("notes", ()))
    return GameFacts(tuple(entry.get("seats", ())), tuple(notes))


@cache
def all_entries() -> Mapping[str, Mapping[str, Any]]:
    """Returns the entries of all games that the file names."""
    entries: Mapping[str, Mapping[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return entries
