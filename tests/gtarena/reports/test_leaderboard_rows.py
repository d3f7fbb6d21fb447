import math

import pytest

from gtarena.metrics import leaderboard
from gtarena.reports import leaderboard_rows as rows_module
from gtarena.reports.leaderboard_rows import leaderboard_rows, replies_table
from tests.support.records import call, llm, record, seat
from tests.support.reported_matches import RANDOM, SWEPT, graded
from tests.support.suite_matches import boards_of

NAN = math.nan


@pytest.mark.parametrize(("cells", "rating", "rank"), [
    ((0.517, -0.1, 1.136, 2, 4), "+0.52 [−0.10, +1.14]", "2–4"), ((1.5, 1.0, 2.0, 1, 1), "+1.50 [+1.00, +2.00]", "1"),
    ((0.5, -math.inf, 1.0, 2, 4), "+0.50 [−∞, +1.00]", "2–4"), ((NAN, 0.25, math.inf, 1, 3), "at least +0.25", "1–3"),
    ((NAN, -math.inf, 0.25, 1, 3), "at most +0.25", "1–3"),
    ((0.0, NAN, NAN, NAN, NAN), "+0.00", "–"), ((NAN, NAN, NAN, NAN, NAN), "–", "–")])
def test_a_rating_is_shown_with_what_is_known_of_it(cells, rating, rank):
    row = dict(zip(("rating", "low_95", "high_95", "best_rank", "worst_rank"), cells, strict=True))
    assert (rows_module.rating(row), rows_module.rank(row)) == (rating, rank)


def test_every_seat_has_a_row_and_notes_name_agents_without_a_rating():
    matches = [record(f"m{number}", [each, RANDOM], [1, -1], calls=[call()]) for number, each in enumerate(SWEPT)]
    rows = leaderboard_rows(boards_of(matches).overall)
    assert [row["name"] for row in rows] == [
        "llm offline/random prompt=v1 temperature=0", "llm offline/random prompt=v1 temperature=1",
        "llm offline/random prompt=v2 temperature=0", "llm offline/random prompt=v2 temperature=1", "random"]
    assert [(row["wins"], row["losses"]) for row in rows] == [(1, 0)] * 4 + [(0, 4)]
    assert math.isnan(rows[-1]["illegal_rate"])
    boards = boards_of([record("m", [RANDOM] * 3, [1, 2, 3]), record("n", [RANDOM] * 2, [1, -1])])
    assert list(zip(boards.seats["match_id"], boards.seats["return"], strict=True)) == [
        ("m", 1), ("m", 2), ("m", 3), ("n", 1), ("n", -1)]
    assert boards.overall.equals(leaderboard.overall_leaderboard(boards.seats))
    assert boards.games.equals(leaderboard.leaderboard(boards.seats))
    reasons = {"A": "lost", "B": "", "C": "lost", "D": "won"}
    rows = [{"name": name, "reason": reason} for name, reason in reasons.items()]
    assert rows_module.rating_reasons(rows) == ["– A; C: lost", "– D: won"]
    board = leaderboard.leaderboard(boards_of(graded()).seats)
    nim = board[board["game"] == "nim"]
    assert rows_module.shows_ratings(nim)
    assert not rows_module.shows_ratings(nim[nim["agent"].isin(["best", "even"])])
    assert not rows_module.shows_ratings(nim.assign(rating=NAN))


def test_the_table_says_of_agents_with_a_model_why_moves_are_missing_and_how_the_others_were_stated():
    calls = [call(failure="ambiguous"), call(form="schema"), call(form="schema"), call(form="line")]
    table = replies_table(boards_of([record("m", [llm(), seat()], [1, -1], calls=calls)]).overall)
    ((name, cells),) = table.rows
    assert name == "llm offline/random"
    assert {column: str(cell) for column, cell in zip(table.columns, cells, strict=True)} == {
        "no legal move": "25.0", "truncated": "0.0", "empty": "0.0", "unparsable": "0.0", "illegal": "0.0",
        "ambiguous": "25.0", "JSON": "0.0", "Line": "33.3", "Tags or box": "0.0", "Whole reply": "0.0",
        "JSON by schema": "66.7"}
    table = replies_table(boards_of([record("m", [llm(), seat()], [1, -1], calls=[call()])]).overall)
    ((_, cells),) = table.rows
    assert [str(cell) if cell else None for cell in cells] == [*["0.0"] * 6, *[None] * 5]
    assert not replies_table(boards_of([record("m", [seat(), seat("mcts")], [1, -1])]).overall).rows
