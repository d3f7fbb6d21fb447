import itertools
from math import isnan, log

import numpy as np
import pandas as pd
import pytest

from gtarena.metrics.frames import seats_frame
from gtarena.metrics.ratings.bradley_terry import bradley_terry
from gtarena.metrics.ratings.score_pairs import score_pairs
from gtarena.metrics.ratings.sensitivity import COLUMNS, leave_one_out, reversals
from gtarena.metrics.ratings.standings import RESAMPLES, game_standings, overall_standings
from tests.support.ratings import duels
from tests.support.records import record, seat
from tests.support.reported_matches import graded


def by_name(frame, column):
    return dict(frame.set_index("name")[column])


def test_standings_are_ratings_with_ties_as_half_wins_and_intervals_that_are_wider_for_few_deals():
    played = [*graded(), *duels([("even", "level", 0.5)] * 4, "pig")]
    expected = bradley_terry(played, RESAMPLES, ties="half")
    overall = overall_standings(seats_frame(played))
    for column in ("rating", "reason"):
        wanted = expected[expected["game"] == "overall"][column].tolist()
        assert overall[column].tolist() == pytest.approx(wanted, nan_ok=True)
    # Of 24 deals and more, where the level is 96.5 %.
    plain = expected[expected["game"] == "overall"].set_index("agent")
    shown = overall.set_index("name")
    for agent in ("best", "even", "level", "worst"):
        assert plain["low_95"][agent] - 0.4 < shown["low_95"][agent] <= plain["low_95"][agent]
        assert plain["high_95"][agent] <= shown["high_95"][agent] < plain["high_95"][agent] + 0.4
    games = game_standings(seats_frame(played))
    for game in ("kuhn_poker", "nim", "pig"):
        rated = games[games["game"] == game]["rating"]
        assert rated.tolist() == pytest.approx(expected[expected["game"] == game]["rating"].tolist(), nan_ok=True)


def test_ranks_are_open_where_no_difference_is_beyond_noise():
    overall = overall_standings(seats_frame(graded()))
    best, worst = by_name(overall, "best_rank"), by_name(overall, "worst_rank")
    ranks = {name: (best[name], worst[name]) for name in ("best", "even", "level", "worst")}
    # Three wins leave open which rank "unbeaten" has, and so one rank of each other agent.
    assert ranks == {"best": (1, 2), "even": (2, 4), "level": (2, 4), "worst": (4, 5)}
    assert (best["unbeaten"], worst["unbeaten"], by_name(overall, "high_95")["unbeaten"]) == (1, 5, np.inf)
    overall = overall_standings(seats_frame(duels([("A", "B", 1.0), ("B", "C", 1.0), ("C", "A", 1.0)])))
    assert (overall["best_rank"].tolist(), overall["worst_rank"].tolist()) == ([1, 1, 1], [3, 3, 3])


@pytest.mark.parametrize(("won", "ranks"), [
    # The chance that of n coins as few show one side as lost, on either side: 2/64, 22/1024 and 112/1024.
    ((6, 6), [(1, 1), (2, 2)]), ((10, 9), [(1, 1), (2, 2)]), ((10, 8), [(1, 2), (1, 2)]), ((5, 5), [(1, 2), (1, 2)])])
def test_of_two_agents_one_is_surely_better_if_coins_would_seldom_fall_so(won, ranks):
    deals, wins = won
    played = [*duels([("A", "B", 1.0)] * wins + [("A", "B", 0.0)] * (deals - wins))]
    overall = overall_standings(seats_frame(played))
    assert list(zip(overall["best_rank"], overall["worst_rank"], strict=True)) == ranks


def test_five_deals_give_a_rating_without_an_interval_and_words_for_what_is_needed():
    played = duels([("A", "B", 1.0)] * 3 + [("A", "B", 0.0)] * 2)
    (first, second) = overall_standings(seats_frame(played)).to_dict("records")
    assert first["rating"] == pytest.approx(log(3 / 2) / 2, abs=1e-6)
    assert all(map(isnan, (first["low_95"], second["high_95"])))
    assert first["reason"] == "no interval from 5 deals: one takes 6, 2 times as many matches"
    # The same deal at more tables is one deal, however often it is played.
    again = [each.model_copy(update={"match_id": f"x{each.match_id}", "seed": 1}) for each in played]
    (first, _) = overall_standings(seats_frame(again)).to_dict("records")
    assert first["reason"] == "no interval from 1 deal: one takes 6, 6 times as many matches"


def test_of_several_games_the_first_deal_of_each_tells_no_spread():
    results = [("A", "B", 1.0), ("A", "B", 0.0)]
    games = [duels(results, game) for game in ("nim", "pig", "kuhn_poker", "tic_tac_toe")]
    (first, _) = overall_standings(seats_frame(itertools.chain(*games))).to_dict("records")
    assert first["reason"] == "no interval from 8 deals in 4 games: one takes 9, 2 times as many matches"
    (first, _) = overall_standings(seats_frame([*itertools.chain(*games), *duels(results, "pig")])).to_dict("records")
    assert (first["reason"], isnan(first["low_95"])) == ("", False)


def test_an_agent_has_a_row_in_every_game_and_known_scores_of_pairs_are_not_computed_anew():
    played = [*graded(), record("p", [seat("best"), seat("even")], [1, -1], game="pig")]
    games = game_standings(seats_frame(played))
    assert by_name(games[games["game"] == "pig"], "reason")["worst"] == "no match against another agent"
    seats = seats_frame(graded())
    pairs = score_pairs(seats)
    for rate in (overall_standings, game_standings):
        pd.testing.assert_frame_equal(rate(seats, pairs=pairs), rate(seats))
    assert overall_standings(seats, pairs=pairs[:0])["rating"].isna().all()


# A wins 3 of 4 in two games, and loses all in a third one.
ONE_SIDED = [*duels([("A", "B", 1.0)] * 3 + [("A", "B", 0.0)], "pig"),
             *duels([("A", "B", 1.0)] * 3 + [("A", "B", 0.0)], "nim"), *duels([("A", "B", 0.0)] * 4, "kuhn_poker")]


def cell(frame, left_out, agent, column):
    return frame.set_index(["left_out", "agent"]).loc[(left_out, agent), column]


def test_ratings_and_ranks_without_a_game_are_those_of_the_others_and_with_all_the_overall_ones():
    frame = leave_one_out(ONE_SIDED, bootstrap=0)
    # Shares of 3/4, 3/4 and 0 are 1/2 of all; without a game of 3/4 they are 3/8, without the last one 3/4.
    assert cell(frame, "", "A", "rating") == pytest.approx(0, abs=1e-9)
    assert cell(frame, "pig", "A", "rating") == pytest.approx(log(3 / 5) / 2, abs=1e-3)
    assert cell(frame, "kuhn_poker", "A", "rating") == pytest.approx(log(3) / 2, abs=1e-3)
    assert (cell(frame, "kuhn_poker", "A", "matches"), list(frame.columns)) == (8, COLUMNS)
    frame = leave_one_out([*ONE_SIDED, *duels([("B", "A", 1.0)], "pig")], bootstrap=0)
    assert (cell(frame, "", "A", "rank"), cell(frame, "", "B", "rank")) == (2, 1)
    assert (cell(frame, "kuhn_poker", "A", "rank"), cell(frame, "kuhn_poker", "A", "change")) == (1, -1)
    assert (cell(frame, "pig", "A", "rank"), cell(frame, "pig", "A", "change")) == (2, 0)
    frame = leave_one_out(ONE_SIDED, bootstrap=100, seed=3, ties="half")
    usual = bradley_terry(ONE_SIDED, bootstrap=100, seed=3, ties="half").query("game == 'overall'")
    nothing = frame[frame["left_out"] == ""]
    for column in ("rating", "low", "high"):
        assert nothing[column].tolist() == usual[column].tolist()


def test_an_order_that_one_game_decides_is_named_with_both_differences_and_no_other():
    found = reversals(leave_one_out([*ONE_SIDED, *duels([("B", "A", 1.0)], "pig")], bootstrap=0))
    assert found[["left_out", "above", "below"]].to_numpy().tolist() == [["kuhn_poker", "B", "A"]]
    # Shares of A: 3/5, 3/4 and 0 are 0.45 of all, and 0.675 without the last one.
    assert found["lead"].item() == pytest.approx(log(0.55 / 0.45), abs=1e-3)
    assert found["lead_without"].item() == pytest.approx(log(0.325 / 0.675), abs=2e-3)
    assert reversals(leave_one_out(ONE_SIDED[:8], bootstrap=0)).empty
    assert reversals(leave_one_out(ONE_SIDED, bootstrap=0)).empty  # alike with all games: there is no order


def test_who_has_no_rating_without_a_game_has_a_reason_and_without_the_only_game_nobody_has_one():
    played = [*duels([("A", "B", 1.0), ("A", "B", 0.0)], "pig"), *duels([("A", "C", 1.0), ("A", "C", 0.0)], "nim")]
    frame = leave_one_out(played, bootstrap=0)
    assert isnan(cell(frame, "nim", "C", "rank"))
    assert isnan(cell(frame, "nim", "C", "change"))
    assert cell(frame, "nim", "C", "reason") == "no match against another agent"
    assert cell(frame, "nim", "A", "rank") == 1
    frame = leave_one_out(ONE_SIDED[:4], bootstrap=10)
    assert frame[frame["left_out"] == "pig"]["rating"].isna().all()
    assert np.isfinite(frame[frame["left_out"] == ""]["rating"]).all()
    assert leave_one_out([], bootstrap=0).empty
    assert reversals(leave_one_out([], bootstrap=0)).empty
