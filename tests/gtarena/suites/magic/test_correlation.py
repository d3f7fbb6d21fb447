"""The correlation of radar area and win rate, on the paper's Table 1 and where there is none."""

import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.suites.magic.correlation import correlation
from gtarena.suites.magic.scores import radar_area
from tests.support.magic_tables import TABLE_1


def frame(*rows: tuple[float, float]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=["area", "win_rate"])


def test_the_areas_and_win_rates_of_table_1_correlate():
    found = correlation(frame(*((radar_area(row[1:]), row[0]) for row in TABLE_1.values())))
    assert found.r == pytest.approx(0.963, abs=0.0005)
    assert found.p < 0.001
    assert found.challengers == 8


def test_three_points_on_a_line_correlate_fully_and_a_mirrored_line_inversely():
    # Of the points (0, 0), (1, 2), (2, 1) the deviations' products add up to 1, both sums of squares to 2.
    assert correlation(frame((1, 10), (2, 20), (3, 30))).r == pytest.approx(1)
    assert correlation(frame((1, 30), (2, 20), (3, 10))).r == pytest.approx(-1)
    assert correlation(frame((0, 0), (1, 2), (2, 1))).r == pytest.approx(0.5)


def test_challengers_without_an_area_do_not_count():
    nan = float("nan")
    with pytest.raises(UsageError, match="needs 3 challengers with both, found 2: radar area and win rate"):
        correlation(frame((1, 10), (2, 20), (nan, 30), (3, nan)))


@pytest.mark.parametrize("rows", [((1, 10), (1, 20), (1, 30)), ((1, 10), (2, 10), (3, 10))])
def test_equal_numbers_are_not_correlated(rows):
    with pytest.raises(UsageError, match="all have the same radar area, or all the same win rate"):
        correlation(frame(*rows))
