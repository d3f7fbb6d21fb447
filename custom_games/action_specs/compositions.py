"""Compositions: the ways to split a whole number into an ordered list of parts, each 0 or more."""

import math
import random
from itertools import pairwise


def count_compositions(total: int, parts: int) -> int:
    """Returns the number of ways to split ``total`` into ``parts`` parts."""
    return math.comb(total + parts - 1, parts - 1)


def random_composition(total: int, parts: int, rng: random.Random) -> list[int]:
    """Returns a uniformly random way to split ``total`` into ``parts`` parts."""
    # Stars and bars: each composition is one placement of `parts - 1` bars among `total` stars.
    last = total + parts - 1
    bars = sorted(rng.sample(range(last), parts - 1))
    return [right - left - 1 for left, right in pairwise([-1, *bars, last])]
