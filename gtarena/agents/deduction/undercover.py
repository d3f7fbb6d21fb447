"""A deducer for Undercover, which says how its word is spelled and votes for a player who says something else."""

import random
from collections.abc import Mapping
from typing import Any

from gtarena.agents.deduction.spelling import describe_spelling, list_clues, pick_other


def choose(seen: Mapping[str, Any], rng: random.Random) -> str | None:
    """Returns the clue or the vote; a player who finds both others of one mind against it goes along with them."""
    clues = list_clues(seen)
    theirs = {clues.get(name) for name in seen["others"]}
    (agreed, *differing) = theirs
    if seen["stage"] == "clue":
        outnumbered = agreed is not None and not differing
        return agreed if outnumbered else describe_spelling(seen["word"])
    alone = not differing and agreed != describe_spelling(seen["word"])
    return None if seen["stage"] != "vote" or alone else pick_other(seen, rng)
