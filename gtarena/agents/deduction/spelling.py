"""A code by which deducers who know the same word recognise each other: how it is spelled."""

import random
from collections.abc import Mapping
from typing import Any


def describe_spelling(word: str) -> str:
    """Returns the clue that deducers give for a word: its number of letters and the first one."""
    return f"{len(word)} letters, {word[0].upper()} first"


def list_clues(seen: Mapping[str, Any]) -> dict[str, str | None]:
    """Returns everybody's first clue by name; ``None`` is one that could not be used."""
    clues: dict[str, str | None] = {}
    for said in seen["clues"]:
        clues.setdefault(said["player"], said["clue"])
    return clues


def pick_other(seen: Mapping[str, Any], rng: random.Random) -> str | None:
    """Returns a player whose first clue does not describe the word, for whom to vote; nobody if there is none."""
    expected, clues = describe_spelling(seen["word"]), list_clues(seen)
    others = [name for name in seen["others"] if clues.get(name) != expected]
    return rng.choice(others) if others else None
