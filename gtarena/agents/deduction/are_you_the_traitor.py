"""A deducer for Are You the Traitor?, which stops the talk once a single player can have the role that it looks for."""

import random
from collections.abc import Mapping
from typing import Any

from custom_games.are_you_the_traitor.position import LABELS


def choose(seen: Mapping[str, Any], rng: random.Random) -> str | None:
    """Returns whether to stop, or whom to accuse; no move for the talk, which it does not believe."""
    candidates = list_candidates(seen)
    if seen["decision"] == "stop":
        return "stop" if len(candidates) == 1 else "pass"
    return rng.choice(candidates) if seen["decision"] == "accused" else None


def list_candidates(seen: Mapping[str, Any]) -> list[str]:
    """Returns the players who can have the role that this one looks for, by elimination.

    A wizard is one of the two whom all know, and nobody else is; a Key Holder whom it was told has no other role.
    """
    others = [name for name in LABELS.names if name != seen["you"]]
    if seen["target"] == "Good Wizard":
        return [name for name in others if name in seen["wizards"]]
    adventurers = [name for name in others if name not in seen["wizards"]]
    holder = seen["key_holder"]
    return [name for name in adventurers if holder is None or (name == holder) == (seen["target"] == "Key Holder")]
