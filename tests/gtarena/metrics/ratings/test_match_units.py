import numpy as np
import pytest

from gtarena.metrics.ratings.match_units import from_all_games, game_by_game, units_of
from gtarena.metrics.ratings.score_pairs import names_of, rated_seats, score_pairs
from tests.support.ratings import FRACTIONS, duels
from tests.support.records import record, seat

A, B, C = seat("A"), seat("B"), seat("C")


def units(played, ties=0.0):
    seats = rated_seats(played)
    return units_of(score_pairs(seats), names_of(seats), ties)


def test_the_expected_wins_of_one_game_are_its_wins():
    assert units(duels(FRACTIONS)).expected == pytest.approx(np.array([[0, 1.75, 1], [0.25, 0, 1.4], [1, 0.6, 0]]))


def test_games_count_the_same_however_many_matches_they_have():
    # By hand: a draw takes 4 matches, 2 of each game on average. A wins all of nim, and 1 of 3 in pig.
    played = [*duels([("A", "B", 1.0)], "nim"), *duels([("A", "B", 1.0), ("A", "B", 0.0), ("A", "B", 0.0)], "pig")]
    assert units(played).expected == pytest.approx(np.array([[0, 2 + 2 / 3], [4 / 3, 0]]))


def test_games_count_the_same_however_many_matches_were_dealt_the_same_chance():
    # By hand: nim is one unit of 2 matches, pig 2 units of one. A draw takes 3 units, worth 4 matches on average: those
    # of nim and of pig are worth 2 each.
    nim = [record(name, [A, B], [1, 0], game="nim", seed=1) for name in "ab"]
    pig = [record(name, [A, B], [0, 1], game="pig", seed=seed) for name, seed in (("c", 1), ("d", 2))]
    assert units(nim + pig).expected == pytest.approx(np.array([[0, 2], [2, 0]]))


def test_ties_are_drawn_and_then_dropped_or_count_half():
    tied = duels([("A", "B", 0.5), ("A", "B", 1.0)])
    assert units(tied).expected == pytest.approx(np.array([[0, 1], [0, 0]]))
    assert units(tied, ties=0.5).expected == pytest.approx(np.array([[0, 1.5], [0.5, 0]]))
    assert {float(wins[0, 1]) for draw in units(tied).draws(100, 0, from_all_games) for wins in draw} == {0, 1, 2}


def test_matches_of_the_same_agents_and_chance_are_drawn_together():
    dealt = [record("a", [A, B], [1, 0], seed=7), record("b", [B, A], [1, 0], seed=7)]
    other = [record("c", [A, C], [1, 0], seed=7), record("d", [A, B], [1, 0], seed=8)]
    assert units(dealt).counts.sum() == 1
    assert units(dealt + other).counts.sum() == 3


def test_published_matches_are_units_of_their_own():
    published = [record(name, [A, B], [1, 0], source="gamebench") for name in "ab"]
    assert units(published).counts.tolist() == [2]


def test_a_draw_takes_as_many_matches_as_there_are_and_the_same_seed_the_same_ones():
    given = units(duels(FRACTIONS))
    (draws,), (again,), (others,) = (list(given.draws(500, seed, from_all_games)) for seed in (0, 0, 1))
    assert draws.sum(axis=(1, 2)) == pytest.approx(np.full(500, 6))
    assert (draws == again).all()
    assert (draws != others).any()
    assert draws.mean(axis=0) == pytest.approx(given.expected, abs=0.2)


def test_matches_that_all_ended_alike_do_not_vary():
    assert not units(duels([("A", "B", 1.0)] * 3)).vary
    assert not units([]).vary
    assert units(duels([("A", "B", 1.0), ("A", "C", 1.0)])).vary


def test_some_agents_keep_their_wins_against_each_other():
    assert units(duels(FRACTIONS)).among([0, 2]).expected == pytest.approx(np.array([[0, 1], [1, 0]]))


def test_game_by_game_every_draw_has_the_matches_of_each_game_at_equal_weights():
    # By hand: 4 matches in two games are worth 2 in each, so a match of nim 2, and a match of pig 2/3.
    pig = duels([("A", "C", 1.0), ("A", "C", 0.0), ("A", "C", 0.0)], "pig")
    given = units([*duels([("A", "B", 1.0)], "nim"), *pig])
    (draws,) = given.draws(400, 0, game_by_game)
    assert draws[:, 0, 1] == pytest.approx(np.full(400, 2))
    assert draws[:, 0, 2] + draws[:, 2, 0] == pytest.approx(np.full(400, 2))
    assert set((draws[:, 0, 2] * 3 / 2).round(9)) == {0, 1, 2, 3}
    assert draws.mean(axis=0) == pytest.approx(given.expected, abs=0.1)
    assert next(units([]).draws(2, 0, game_by_game)).shape == (2, 0, 0)
