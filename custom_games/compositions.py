"""Ways to split a whole number into an ordered list of parts, none of them negative."""

import math
import random
from itertools import pairwise


def count_compositions(total: int, parts: int) -> int:
    """How many ways there are to split a total into so many parts."""
    return math.comb(total + parts - 1, parts - 1)


def random_composition(total: int, parts: int, rng: random.Random) -> list[int]:
    """One of these ways, drawn uniformly."""
    # In a row of `total` stars and `parts - 1` bars, every way is one choice of the places of the bars.
    last = total + parts - 1
    bars = sorted(rng.sample(range(last), parts - 1))
    return [right - left - 1 for left, right in pairwise([-1, *bars, last])]
