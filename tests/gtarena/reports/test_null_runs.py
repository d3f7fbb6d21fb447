import pytest
from scipy.stats import beta

from tests.support.null_runs import RUNS, Certified, count_certified

SEEDS = range(1, 9)
QUICK = ("el_farol(players=3,rounds=5) matches=6", "kuhn_poker matches=24", "tic_tac_toe matches=12")
CERTAIN = ("ranks", "differences")  # statements that one agent is better


@pytest.fixture(scope="module")
def certified():
    """Pairs of identical players that are certified to differ, by kind of statement and run."""
    found = {}
    for run in QUICK:  # scripts/null_test.py plays all
        for kind, counted in count_certified(run, RUNS[run], SEEDS).items():
            found[kind, run] = counted
    return found


def total(certified, kind) -> Certified:
    return sum((counted for (other, _), counted in certified.items() if other == kind), Certified(0, 0))


@pytest.mark.parametrize("kind", CERTAIN)
def test_at_most_one_in_twenty_pairs_of_identical_players_is_said_to_differ(certified, kind):
    assert total(certified, kind).pairs >= 72
    assert total(certified, kind).share <= 0.05


@pytest.mark.parametrize("kind", ["ratings", "matrices", "results"])
def test_intervals_of_identical_players_lie_apart_no_more_often_than_their_level_allows(certified, kind):
    counted = total(certified, kind)
    assert counted.pairs >= 72
    # The lower end of the exact interval of the share, which is 5 % for a single interval.
    least = beta.ppf(0.025, counted.differing, counted.pairs - counted.differing + 1) if counted.differing else 0
    assert least <= 0.05


def test_two_deals_certify_nothing(certified):
    run = "el_farol(players=3,rounds=5) matches=6"  # each deal with every rotation of the seats
    assert {kind: certified[kind, run].differing for kind in ("ranks", "ratings", "differences")} == {
        "ranks": 0, "ratings": 0, "differences": 0}
