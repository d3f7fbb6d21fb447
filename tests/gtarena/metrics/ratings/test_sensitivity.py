from math import isnan, log

import numpy as np
import pytest

from gtarena.errors import UsageError
from gtarena.metrics.ratings.bradley_terry import bradley_terry
from gtarena.metrics.ratings.sensitivity import COLUMNS, leave_one_out, reversals
from tests.support.ratings import duels

# A wins 3 of 4 in two games, and loses all in a third one.
ONE_SIDED = [*duels([("A", "B", 1.0)] * 3 + [("A", "B", 0.0)], "pig"),
             *duels([("A", "B", 1.0)] * 3 + [("A", "B", 0.0)], "nim"),
             *duels([("A", "B", 0.0)] * 4, "kuhn_poker")]


def cell(frame, left_out, agent, column):
    return frame.set_index(["left_out", "agent"]).loc[(left_out, agent), column]


def test_ratings_are_those_of_the_other_games():
    frame = leave_one_out(ONE_SIDED, bootstrap=0)
    # Shares of 3/4, 3/4 and 0 are 1/2 of all; without a game of 3/4 they are 3/8, without the last one 3/4.
    assert cell(frame, "", "A", "rating") == pytest.approx(0, abs=1e-9)
    assert cell(frame, "pig", "A", "rating") == pytest.approx(log(3 / 5) / 2, abs=1e-3)
    assert cell(frame, "kuhn_poker", "A", "rating") == pytest.approx(log(3) / 2, abs=1e-3)
    assert cell(frame, "kuhn_poker", "A", "matches") == 8
    assert list(frame.columns) == COLUMNS


def test_ranks_count_from_the_best_rated_and_change_against_those_with_all_games():
    played = [*ONE_SIDED, *duels([("B", "A", 1.0)], "pig")]
    frame = leave_one_out(played, bootstrap=0)
    assert (cell(frame, "", "A", "rank"), cell(frame, "", "B", "rank")) == (2, 1)
    assert (cell(frame, "kuhn_poker", "A", "rank"), cell(frame, "kuhn_poker", "A", "change")) == (1, -1)
    assert (cell(frame, "pig", "A", "rank"), cell(frame, "pig", "A", "change")) == (2, 0)


def test_with_nothing_left_out_they_are_the_overall_ratings_of_the_same_settings():
    frame = leave_one_out(ONE_SIDED, bootstrap=100, seed=3, ties="half")
    usual = bradley_terry(ONE_SIDED, bootstrap=100, seed=3, ties="half").query("game == 'overall'")
    nothing = frame[frame["left_out"] == ""]
    for column in ("rating", "low", "high"):
        assert nothing[column].tolist() == usual[column].tolist()


def test_who_has_no_rating_without_a_game_has_no_rank_and_a_reason():
    played = [*duels([("A", "B", 1.0), ("A", "B", 0.0)], "pig"), *duels([("A", "C", 1.0), ("A", "C", 0.0)], "nim")]
    frame = leave_one_out(played, bootstrap=0)
    assert isnan(cell(frame, "nim", "C", "rank"))
    assert isnan(cell(frame, "nim", "C", "change"))
    assert cell(frame, "nim", "C", "reason") == "no match against another agent"
    assert cell(frame, "nim", "A", "rank") == 1


def test_an_order_that_depends_on_one_game_is_named_with_both_differences():
    played = [*ONE_SIDED, *duels([("B", "A", 1.0)], "pig")]
    found = reversals(leave_one_out(played, bootstrap=0))
    assert found[["left_out", "above", "below"]].to_numpy().tolist() == [["kuhn_poker", "B", "A"]]
    # Shares of A: 3/5, 3/4 and 0 are 0.45 of all, and 0.675 without the last one.
    assert found["lead"].item() == pytest.approx(log(0.55 / 0.45), abs=1e-3)
    assert found["lead_without"].item() == pytest.approx(log(0.325 / 0.675), abs=2e-3)


def test_orders_that_no_game_alone_decides_are_not_named():
    assert reversals(leave_one_out(ONE_SIDED[:8], bootstrap=0)).empty
    assert reversals(leave_one_out(ONE_SIDED, bootstrap=0)).empty  # alike with all games: there is no order


def test_without_matches_there_are_no_rows():
    assert leave_one_out([], bootstrap=0).empty
    assert reversals(leave_one_out([], bootstrap=0)).empty


def test_leaving_out_the_only_game_leaves_no_rating():
    frame = leave_one_out(ONE_SIDED[:4], bootstrap=10)
    assert frame[frame["left_out"] == "pig"]["rating"].isna().all()
    assert np.isfinite(frame[frame["left_out"] == ""]["rating"]).all()


def test_an_unknown_anchor_is_refused():
    with pytest.raises(UsageError, match="unknown agent 'D'"):
        leave_one_out(ONE_SIDED, bootstrap=0, anchor="D")
