import itertools

import numpy as np
import pytest

from gtarena import games
from gtarena.suites.gtbench.negotiation import Instance, frontier
from gtarena.suites.gtbench.scores import instance

PUBLISHED = Instance((5, 5, 5), ((10, 1, 7), (10, 10, 10)))


def test_the_frontier_of_the_published_instance_gives_peppers_before_cherries_before_strawberries():
    # Items are worth the same to the second player, so the first takes what it values most first.
    peppers = [(10 * taken, 150 - 10 * taken) for taken in range(6)]
    cherries = [(50 + 7 * taken, 100 - 10 * taken) for taken in range(1, 6)]
    strawberries = [(85 + taken, 50 - 10 * taken) for taken in range(1, 6)]
    assert [*map(tuple, frontier(PUBLISHED).tolist())] == peppers + cherries + strawberries


def test_the_published_instance_is_what_the_game_loads():
    state = games.load("negotiation", {}).new_initial_state()
    state.apply_action(0)
    assert instance(state) == PUBLISHED


@pytest.mark.parametrize("seed", range(5))
def test_the_frontier_is_what_nothing_dominates(seed):
    rng = np.random.RandomState(seed)
    pool, first, second = (tuple(map(int, rng.randint(0, 5, 3))) for _ in range(3))
    points = {
        (sum(n * v for n, v in zip(taken, first, strict=True)),
         sum((size - n) * v for size, n, v in zip(pool, taken, second, strict=True)))
        for taken in itertools.product(*(range(size + 1) for size in pool))}
    efficient = {
        one for one in points
        if not any(other != one and other[0] >= one[0] and other[1] >= one[1] for other in points)}
    assert sorted(efficient) == [*map(tuple, frontier(Instance(pool, (first, second))).tolist())]


def test_the_distance_is_measured_to_the_nearest_efficient_division():
    assert PUBLISHED.distance(50, 100) == 0
    assert PUBLISHED.distance(50, 99) == 1
    assert PUBLISHED.distance(0, 0) == pytest.approx(np.hypot(89, 10))  # (90, 0) is farther off, and so is (88, 20)
