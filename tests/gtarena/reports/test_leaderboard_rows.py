import math

import pytest

from gtarena.metrics import leaderboard
from gtarena.reports.leaderboard_rows import leaderboard_rows, reported_seats
from tests.support.records import call, record
from tests.support.reported_matches import RANDOM, SWEPT


def test_a_row_has_the_columns_of_the_frame_and_the_name_of_its_agent():
    matches = [record(f"m{number}", [each, RANDOM], [1, -1], calls=[call()]) for number, each in enumerate(SWEPT)]
    rows = leaderboard_rows(leaderboard.overall(reported_seats(matches)))
    assert [row["name"] for row in rows] == [
        "llm offline/random prompt=v1 temperature=0", "llm offline/random prompt=v1 temperature=1",
        "llm offline/random prompt=v2 temperature=0", "llm offline/random prompt=v2 temperature=1", "random"]
    assert [(row["wins"], row["losses"], row["nra"]) for row in rows] == [(1, 0, 1.0)] * 4 + [(0, 4, -1.0)]
    assert math.isnan(rows[-1]["illegal_rate"])


def test_every_seat_of_every_match_is_reported():
    seats = reported_seats([record("m", [RANDOM] * 3, [1, 2, 3]), record("n", [RANDOM] * 2, [1, -1])])
    assert list(zip(seats["match_id"], seats["return"], strict=True)) == [
        ("m", 1), ("m", 2), ("m", 3), ("n", 1), ("n", -1)]


def test_no_matches_are_an_error_that_says_what_may_be_wrong():
    why = "none has ended yet, or the logs are in another folder"
    with pytest.raises(ValueError, match=f"^no matches to report: {why}$"):
        reported_seats([])
