import math

import pytest

from gtarena.metrics import leaderboard
from gtarena.reports import leaderboard_rows as rows_module
from gtarena.reports.leaderboard_rows import leaderboard_rows, reported_boards
from tests.support.records import call, record
from tests.support.reported_matches import RANDOM, SWEPT, graded


def test_a_row_has_the_columns_of_the_frame_and_the_name_of_its_agent():
    matches = [record(f"m{number}", [each, RANDOM], [1, -1], calls=[call()]) for number, each in enumerate(SWEPT)]
    rows = leaderboard_rows(reported_boards(matches).overall)
    assert [row["name"] for row in rows] == [
        "llm offline/random prompt=v1 temperature=0", "llm offline/random prompt=v1 temperature=1",
        "llm offline/random prompt=v2 temperature=0", "llm offline/random prompt=v2 temperature=1", "random"]
    assert [(row["wins"], row["losses"]) for row in rows] == [(1, 0)] * 4 + [(0, 4)]
    assert math.isnan(rows[-1]["illegal_rate"])


def test_every_seat_of_every_match_is_reported():
    boards = reported_boards([record("m", [RANDOM] * 3, [1, 2, 3]), record("n", [RANDOM] * 2, [1, -1])])
    assert list(zip(boards.seats["match_id"], boards.seats["return"], strict=True)) == [
        ("m", 1), ("m", 2), ("m", 3), ("n", 1), ("n", -1)]
    assert boards.overall.equals(leaderboard.overall(boards.seats))
    assert boards.games.equals(leaderboard.leaderboard(boards.seats))


def test_no_matches_are_an_error_that_says_what_may_be_wrong():
    why = "none has ended yet, or the logs are in another folder"
    with pytest.raises(ValueError, match=f"^no matches to report: {why}$"):
        reported_boards([])


NAN = math.nan


@pytest.mark.parametrize(("cells", "rating", "rank"), [
    ((0.517, -0.1, 1.136, 2, 4), "+0.52 [−0.10, +1.14]", "2–4"), ((1.5, 1.0, 2.0, 1, 1), "+1.50 [+1.00, +2.00]", "1"),
    ((0.0, NAN, NAN, NAN, NAN), "+0.00", "–"), ((NAN, NAN, NAN, NAN, NAN), "–", "–")])
def test_a_rating_is_shown_with_what_is_known_of_it(cells, rating, rank):
    row = dict(zip(("rating", "low_95", "high_95", "best_rank", "worst_rank"), cells, strict=True))
    assert (rows_module.rating(row), rows_module.rank(row)) == (rating, rank)


def test_notes_name_the_agents_without_a_rating_by_their_reason():
    reasons = {"A": "lost", "B": "", "C": "lost", "D": "won"}
    rows = [{"name": name, "reason": reason} for name, reason in reasons.items()]
    assert rows_module.rating_notes(rows)[1:] == ["– A; C: lost", "– D: won"]


def test_ratings_of_a_game_are_shown_of_three_agents_or_more_if_there_are_any():
    board = leaderboard.leaderboard(reported_boards(graded()).seats)
    nim = board[board["game"] == "nim"]
    assert rows_module.shows_ratings(nim)
    assert not rows_module.shows_ratings(nim[nim["agent"].isin(["best", "even"])])
    assert not rows_module.shows_ratings(nim.assign(rating=NAN))
