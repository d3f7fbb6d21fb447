import numpy as np
import pytest

from gtarena.metrics.ratings.elo import elo
from gtarena.metrics.ratings.linked_agents import NO_MATCH
from tests.support.ratings import THREE_TO_ONE, duels
from tests.support.records import record, seat


def ratings(played, **settings):
    frame = elo(played, **settings)
    return dict(frame[frame["game"] == "overall"].set_index("agent")["rating"])


def test_three_wins_to_one_are_400_times_the_logarithm_of_3_apart():
    assert ratings(duels(THREE_TO_ONE)) == pytest.approx({"A": 400 * np.log10(3), "B": 0})


def test_a_draw_is_half_a_win():
    # By hand: 3 wins and 2 draws of 6 are odds of 4 to 2.
    played = duels([*THREE_TO_ONE, ("A", "B", 0.5), ("B", "A", 0.5)])
    assert ratings(played)["A"] == pytest.approx(400 * np.log10(2))


def test_who_is_not_linked_by_wins_and_losses_has_no_rating_unless_smoothed():
    played = [*duels([*THREE_TO_ONE, ("C", "A", 1.0)]), record("z", [seat("D"), seat("D")], [1, 0])]
    frame = elo(played)
    reasons = dict(frame[frame["game"] == "overall"].set_index("agent")["reason"])
    assert (reasons["D"], reasons["A"]) == (NO_MATCH, "")
    assert reasons["C"].startswith("won everything")
    assert np.isnan([ratings(played)[agent] for agent in "CD"]).all()
    assert not np.isnan(list(ratings(played, smoothing=0.01).values())).any()


def test_no_matches_give_no_rows():
    assert elo([]).empty
