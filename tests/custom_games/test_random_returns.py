"""Random play of every game, on the rules alone: written by hand it earns what the generic one does."""

import random
from bisect import bisect

import pytest

from custom_games import GAMES
from custom_games.framework.rules import Rules
from tests.support.game_settings import RULES, SETTINGS, every_setting
from tests.support.playouts import positions

MOST_POSITIONS = 40  # of a match, from which play goes on
HAND_WRITTEN = [name for name, rules in GAMES.items() if rules.random_returns is not Rules.random_returns]
hand_written = pytest.mark.parametrize(
    ("name", "variant"), [each for each in SETTINGS if each.values[0] in HAND_WRITTEN])


@hand_written
def test_random_play_written_by_hand_pays_what_generic_play_pays_equally_often(name, variant):
    rules, rng, times = GAMES[name](**variant), random.Random(7), 80 if variant else 40
    for start in (rules.initial_state(), *close_to_the_end(rules, rng)):
        ours = [rules.random_returns(start, rng) for _ in range(times)]
        generic = [Rules.random_returns(rules, start, rng) for _ in range(times)]
        for one, other in zip(zip(*ours, strict=True), zip(*generic, strict=True), strict=True):
            one, other = (sorted(round(paid, 9) for paid in played) for played in (one, other))
            # Kolmogorov and Smirnov's distance, which is larger in one of a million cases.
            furthest = max(abs(bisect(one, paid) - bisect(other, paid)) for paid in {*one, *other})
            assert furthest / times < 2.69 * (2 / times) ** 0.5


def close_to_the_end(rules, rng):
    """Yields positions a few moves before the end of random matches, where single moves decide."""
    for _ in range(2):
        played = list(positions(rules, rng))
        yield from (played[-moves] for moves in (2, 3, 5) if moves < len(played))


@every_setting
def test_random_play_goes_on_from_any_position_and_stays_within_the_bounds(name, variant):
    rules = RULES[name](**variant)
    low, high = rules.bounds().utility
    rng = random.Random(3)
    *before, end = positions(rules, rng)
    for position in before[::len(before) // MOST_POSITIONS + 1]:
        returns = rules.random_returns(position, rng)
        assert len(returns) == len(rules.seats)
        assert all(low <= paid <= high for paid in returns)
    assert rules.random_returns(end, rng) == rules.returns(end)
