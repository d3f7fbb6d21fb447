"""A deducer for Two Rooms and a Boom, which as a leader sends away Red players where that serves its team."""

import random
from collections.abc import Mapping
from typing import Any


def choose(seen: Mapping[str, Any], rng: random.Random) -> str | None:
    """Returns the hostage whom the President or the Bomber sends away as a leader, who stays; no other move.

    The President wants the Bomber to leave, and the Bomber wants the President to stay: both send a Red player.
    """
    if seen["stage"] != "hostage" or seen["card"] is None:
        return None
    here = seen["rooms"][seen["room"] - 1]["players"]
    red = [name for name in here if seen["known"].get(name) == "Red"]
    return rng.choice(red) if red else None
