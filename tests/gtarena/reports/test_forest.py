import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gtarena.reports.forest import MOST_TICKS, ForestRow, plot_ratings

NAN, INF = math.nan, math.inf


def row(rating, low=NAN, high=NAN):
    return {"rating": rating, "low_95": low, "high_95": high}


def test_ratings_stand_on_one_axis_with_round_ticks_and_open_ends_reach_its_ends():
    forest = plot_ratings([row(1.0, 0.5, 2.0), row(-2.0), row(NAN, 0.5, INF), row(NAN, -INF, -1.0), row(NAN)])
    # The axis goes from -2 to 2 and 4 % of it farther at either end.
    assert [label for _, label in forest.ticks] == ["−2", "−1", "0", "1", "2"]
    places = [place for place, _ in forest.ticks]
    assert places == [pytest.approx(100 * (number + 2.16) / 4.32, abs=0.01) for number in (-2, -1, 0, 1, 2)]
    assert forest.rows[0] == ForestRow(places[3], pytest.approx(61.57), places[4])
    assert forest.rows[1] == ForestRow(places[0], None, None)
    assert forest.rows[2] == ForestRow(None, pytest.approx(61.57), 100.0, open_high=True)
    assert forest.rows[3] == ForestRow(None, 0.0, places[1], open_low=True)
    assert forest.rows[4] == ForestRow(None, None, None)


@pytest.mark.parametrize(("rating", "place", "first"), [
    (1.0, 96.15, (0, "0")), (0.0, 0, (0, "0")), (-1.0, 3.7, (3.7, "−1"))])
def test_an_axis_starts_at_zero_unless_a_rating_is_below(rating, place, first):
    forest = plot_ratings([row(rating)])
    assert (forest.rows[0].at, forest.ticks[0]) == (place, first)


def test_without_a_number_there_is_no_plot():
    assert plot_ratings([row(NAN), row(NAN, -INF, INF)]) is None


@example([5e-324])
@example([1e-15, -1e-15])
@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=6))
def test_any_ratings_are_on_the_axis_with_a_few_ticks(ratings):
    forest = plot_ratings([row(rating) for rating in ratings])
    assert all(0 <= each.at <= 100 for each in forest.rows)
    assert 1 <= len(forest.ticks) <= MOST_TICKS
    assert all(0 <= place <= 100 for place, _ in forest.ticks)
