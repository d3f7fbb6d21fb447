"""A deducer for Chameleon, which says how the word is spelled and votes for a player who says something else."""

import random
from collections.abc import Mapping
from typing import Any

from gtarena.agents.deduction.spelling import describe_spelling, list_clues, pick_other


def choose(seen: Mapping[str, Any], rng: random.Random) -> str | None:
    """Returns the clue or the vote; as the chameleon the clue of the player before, and no other move."""
    if seen["stage"] == "clue":
        if seen["word"] is not None:
            return describe_spelling(seen["word"])
        return next((clue for clue in reversed(list_clues(seen).values()) if clue), None)
    return pick_other(seen, rng) if seen["stage"] == "vote" and seen["word"] is not None else None
