import itertools
import random

import pytest

from custom_games.action_specs.compositions import count_compositions, random_composition


@pytest.mark.parametrize(("total", "parts"), [(0, 1), (5, 1), (0, 3), (2, 3), (4, 4)])
def test_ways_to_split_a_total_are_counted_and_every_one_can_be_drawn(total, parts):
    listed = {split for split in itertools.product(range(total + 1), repeat=parts) if sum(split) == total}
    assert count_compositions(total, parts) == len(listed)
    rng = random.Random(0)
    # Each of at most 35 ways is missed with a probability of (34/35) ** 1000, less than 10 ** -12.
    assert {tuple(random_composition(total, parts, rng)) for _ in range(1000)} == listed
