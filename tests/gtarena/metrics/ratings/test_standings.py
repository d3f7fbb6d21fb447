import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.ratings.bradley_terry import bradley_terry
from gtarena.metrics.ratings.score_pairs import score_pairs
from gtarena.metrics.ratings.standings import RESAMPLES, game_standings, overall_standings
from tests.support.ratings import duels
from tests.support.records import record, seat
from tests.support.reported_matches import graded


def by_name(frame, column):
    return dict(frame.set_index("name")[column])


def test_standings_are_ratings_in_which_ties_are_half_wins():
    played = [*graded(), *duels([("even", "level", 0.5)] * 4, "pig")]
    expected = bradley_terry(played, RESAMPLES, ties="half")
    overall = overall_standings(seats_frame(played))
    for column in ("rating", "low_95", "high_95", "reason"):
        wanted = expected[expected["game"] == "overall"][column].tolist()
        assert overall[column].tolist() == pytest.approx(wanted, nan_ok=True)
    games = game_standings(seats_frame(played))
    for game in ("kuhn_poker", "nim", "pig"):
        rated = games[games["game"] == game]["rating"]
        assert rated.tolist() == pytest.approx(expected[expected["game"] == game]["rating"].tolist(), nan_ok=True)


def test_a_rank_is_open_only_among_agents_whose_difference_may_be_none():
    overall = overall_standings(seats_frame(graded()))
    best, worst = by_name(overall, "best_rank"), by_name(overall, "worst_rank")
    ranks = {name: (best[name], worst[name]) for name in ("best", "even", "level", "worst")}
    assert ranks == {"best": (1, 1), "even": (2, 3), "level": (2, 3), "worst": (4, 4)}
    assert overall.set_index("name").loc["unbeaten", ["rating", "best_rank", "worst_rank"]].isna().all()


def test_few_matches_leave_every_rank_open():
    few = duels([("A", "B", 1.0), ("B", "C", 1.0), ("C", "A", 1.0)])
    overall = overall_standings(seats_frame(few))
    assert (overall["best_rank"].tolist(), overall["worst_rank"].tolist()) == ([1, 1, 1], [3, 3, 3])


def test_an_agent_has_a_row_in_games_that_it_did_not_play():
    played = [*graded(), record("p", [seat("best"), seat("even")], [1, -1], game="pig")]
    games = game_standings(seats_frame(played))
    assert by_name(games[games["game"] == "pig"], "reason")["worst"] == "no match against another agent"


def test_scores_of_pairs_that_are_known_already_are_not_computed_anew():
    seats = seats_frame(graded())
    pairs = score_pairs(seats)
    for standings in (overall_standings, game_standings):
        pd.testing.assert_frame_equal(standings(seats, pairs=pairs), standings(seats))
    assert overall_standings(seats, pairs=pairs[:0])["rating"].isna().all()


def test_an_unknown_anchor_is_refused_with_the_names_of_the_agents():
    with pytest.raises(UsageError, match="unknown agent 'bset'; did you mean best"):
        overall_standings(seats_frame(graded()), "bset")
