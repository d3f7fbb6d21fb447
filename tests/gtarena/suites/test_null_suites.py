import pytest
from scipy.stats import beta

from tests.support.null_runs import Certified
from tests.support.null_suites import SUITE_RUNS, count_certified_by_suite

SEEDS = range(1, 3)  # scripts/null_test.py plays more


@pytest.fixture(scope="module")
def certified():
    """Pairs of identical players that suites certify to differ, by kind of statement."""
    found = {}
    for suite in SUITE_RUNS:
        found |= count_certified_by_suite(suite, SEEDS)
    return found


def test_identical_players_are_not_said_to_differ_in_an_ability(certified):
    assert certified["abilities"] == Certified(0, 3 * len(SEEDS))


@pytest.mark.parametrize("kind", ["NRA of models", "ratings", "average scores", "payoffs"])
def test_intervals_of_identical_players_lie_apart_no_more_often_than_their_level_allows(certified, kind):
    counted = certified[kind]
    assert counted.pairs >= 6
    # The lower end of the exact interval of the share, which is 5 % for a single interval.
    least = beta.ppf(0.025, counted.differing, counted.pairs - counted.differing + 1) if counted.differing else 0
    assert least <= 0.05
