"""What OpenSpiel's texts of a game leave open: the names of its seats, and how its moves and positions are written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "prompts" / "generic" / "facts.json"


@dataclass(frozen=True)
class GameFacts:
    """The seats' names in their order, or none, and sentences of the rules; seats are numbered from 0."""

    seats: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def of_game(short_name: str) -> GameFacts:
    """Returns what the file says of a game; nothing if it does not name it."""
    return all_facts().get(short_name, GameFacts())


@cache
def all_facts() -> Mapping[str, GameFacts]:
    """Returns the facts of all games that the file names."""
    entries = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: GameFacts(tuple(entry.get("seats", ())), tuple(entry.get("notes", ())))
        for name, entry in entries.items()
    }
