import numpy as np
import pytest

from gtarena.metrics.frames import load_records, seats_frame
from gtarena.metrics.ratings.match_units import from_all_games, game_by_game, units_of
from gtarena.metrics.ratings.score_pairs import names_of, rated_seats, score_pairs
from tests.support.ratings import FRACTIONS, duels
from tests.support.records import record, seat, write_log

A, B, C = seat("A"), seat("B"), seat("C")


def scores(*records):
    frame = score_pairs(rated_seats(records))
    return sorted(zip(frame["first"], frame["second"], frame["score"], frame["weight"].round(6), strict=True))


THIRD = round(1 / 3, 6)


@pytest.mark.parametrize(("played", "expected"), [
    (duels([("A", "B", 0.75), ("B", "A", 1.0)]), [("A", "B", 0.75, 1), ("B", "A", 1.0, 1)]),  # returns that add up to 1
    ([record("a", [A, B], [3, -3]), record("b", [A, B], [0, 0]), record("c", [A, B], [0.25, 0.75])],
     [("A", "B", 0.0, 1), ("A", "B", 0.5, 1), ("A", "B", 1.0, 1)]),
    ([record("a", [A, B, C], [5, 1, 1])], [("A", "B", 1, THIRD), ("A", "C", 1, THIRD), ("B", "C", 0.5, THIRD)]),
    # An agent is not compared with itself.
    ([record("a", [A, A], [1, 0]), record("b", [A, A, B], [2, 0, 1])], [("A", "B", 0, THIRD), ("A", "B", 1, THIRD)]),
    # The means are 0.1 and 0.1, though the float of the first is larger.
    ([record("a", [A, A, A, B], [0.1] * 4, teams=[0, 0, 0, 1])], [("A", "B", 0.5, 1)]),
    ([record("a", [A, B, C, C], [1, 1, 0, 0], teams=[0, 0, 1, 1])], []),  # whose is the team's success?
    ([], [])])
def test_each_two_agents_share_1_by_the_mean_returns_of_their_teams(played, expected):
    assert scores(*played) == expected


@pytest.mark.parametrize(("played", "expected"), [
    ([record("a", [A, B], None, outcome="forfeit", offender=1)], [("A", "B", 1, 1)]),
    ([record("b", [A, B, C], None, outcome="forfeit", offender=2)], [("A", "C", 1, THIRD), ("B", "C", 1, THIRD)]),
    ([record("a", [A, A, B, B], None, teams=[0, 0, 1, 1], outcome="forfeit", offender=3)], [("A", "B", 1, 1)]),
    # It does not turn fractions into wins.
    ([*duels([("A", "B", 0.75)]), record("f", [A, B], None, outcome="forfeit", offender=0)],
     [("A", "B", 0, 1), ("A", "B", 0.75, 1)]),
    ([record("a", [A, B], [1, 0], outcome="invalid"), record("b", [A, B], None, outcome="invalid"),
      record("c", [A, B], None, outcome="forfeit"), record("d", [A], [1])], [])])
def test_a_forfeit_scores_0_for_the_team_of_the_offender_and_without_a_result_there_is_none(played, expected):
    assert scores(*played) == expected


def test_logged_matches_give_the_same_pairs_as_their_frame_of_seats_and_other_frames_are_refused(tmp_path):
    hot, cold = (seat("llm", "m", temperature=t) for t in (1.0, 0.0))
    played = [
        *duels(FRACTIONS), record("a", [hot, cold], [1, -1], game="nim"),
        record("b", [hot, A, A, B], None, teams=[0, 0, 1, 1], outcome="forfeit", offender=2, game="tic_tac_toe"),
        record("c", [A, B, C], None, outcome="forfeit", offender=1, game="el_farol", params={"players": 3}),
        record("d", [A, cold, C], [1, 2, 3], game="el_farol", params={"players": 3}),
        record("e", [A, C], [1, 0], source="published")]
    loaded = load_records(write_log(tmp_path / "a" / "matches.jsonl", *played))
    columns = ["match_id", "game", "unit", "table", "first", "second", "score", "weight"]
    frames = [score_pairs(rated_seats(given)) for given in (loaded, played, seats_frame(played))]
    sorted_frames = [frame.sort_values(["match_id", "first", "second"], ignore_index=True) for frame in frames]
    for frame in sorted_frames:
        assert frame[columns].values.tolist() == sorted_frames[0][columns].values.tolist()
    assert {"llm m temperature=0", "llm m temperature=1"} <= {*frames[0]["first"], *frames[0]["second"]}
    assert names_of(rated_seats(loaded)) == names_of(rated_seats(played))
    loaded = load_records(write_log(tmp_path / "b" / "matches.jsonl", *duels(FRACTIONS)))
    with pytest.raises(ValueError, match="lacks settings"):
        rated_seats(loaded.drop(columns="settings"))
    frame = seats_frame(duels(FRACTIONS))
    with pytest.raises(ValueError, match=r"the frame of seats lacks team, unit: take it from gtarena\.metrics"):
        rated_seats(frame.drop(columns=["team", "unit"]))


A, B, C = seat("A"), seat("B"), seat("C")


def units(played, ties=0.0):
    seats = rated_seats(played)
    return units_of(score_pairs(seats), names_of(seats), ties)


def test_games_count_the_same_however_many_matches_they_have_and_ties_are_dropped_or_count_half():
    assert units(duels(FRACTIONS)).expected == pytest.approx(np.array([[0, 1.75, 1], [0.25, 0, 1.4], [1, 0.6, 0]]))
    # By hand: a draw takes 4 matches, 2 of each game on average. A wins all of nim, and 1 of 3 in pig.
    played = [*duels([("A", "B", 1.0)], "nim"), *duels([("A", "B", 1.0), ("A", "B", 0.0), ("A", "B", 0.0)], "pig")]
    assert units(played).expected == pytest.approx(np.array([[0, 2 + 2 / 3], [4 / 3, 0]]))
    # By hand: nim is one unit of 2 matches, pig 2 units of one. A draw takes 3 units, worth 4 matches on average: those
    # of nim and of pig are worth 2 each.
    nim = [record(name, [A, B], [1, 0], game="nim", seed=1) for name in "ab"]
    pig = [record(name, [A, B], [0, 1], game="pig", seed=seed) for name, seed in (("c", 1), ("d", 2))]
    assert units(nim + pig).expected == pytest.approx(np.array([[0, 2], [2, 0]]))
    tied = duels([("A", "B", 0.5), ("A", "B", 1.0)])
    assert units(tied).expected == pytest.approx(np.array([[0, 1], [0, 0]]))
    assert units(tied, ties=0.5).expected == pytest.approx(np.array([[0, 1.5], [0.5, 0]]))
    assert {float(wins[0, 1]) for draw in units(tied).draws(100, 0, from_all_games) for wins in draw} == {0, 1, 2}


def test_matches_of_the_same_chance_are_one_unit_unless_published():
    dealt = [record("a", [A, B], [1, 0], seed=7), record("b", [B, A], [1, 0], seed=7)]
    other = [record("c", [A, C], [1, 0], seed=7), record("d", [A, B], [1, 0], seed=8)]
    assert (units(dealt).counts.sum(), units(dealt + other).counts.sum()) == (1, 2)
    assert units([record(name, [A, B], [1, 0], source="gamebench") for name in "ab"]).counts.tolist() == [2]
    assert units(duels(FRACTIONS)).among([0, 2]).expected == pytest.approx(np.array([[0, 1], [1, 0]]))


def test_a_draw_takes_as_many_matches_as_there_are_and_game_by_game_one_less_of_each_game_with_their_weight():
    given = units(duels(FRACTIONS))
    (draws,), (again,), (others,) = (list(given.draws(500, seed, from_all_games)) for seed in (0, 0, 1))
    assert draws.sum(axis=(1, 2)) == pytest.approx(np.full(500, 6))
    assert (draws == again).all()
    assert (draws != others).any()
    assert draws.mean(axis=0) == pytest.approx(given.expected, abs=0.2)
    # By hand: 4 matches in two games are worth 2 in each, so a match of nim 2, and a match of pig 2/3.
    pig = duels([("A", "C", 1.0), ("A", "C", 0.0), ("A", "C", 0.0)], "pig")
    given = units([*duels([("A", "B", 1.0)], "nim"), *pig])
    (draws,) = given.draws(400, 0, game_by_game)
    assert draws[:, 0, 1] == pytest.approx(np.full(400, 2))
    assert draws[:, 0, 2] + draws[:, 2, 0] == pytest.approx(np.full(400, 2))
    assert set((draws[:, 0, 2] * 3 / 2).round(9)) == {0, 1.5, 3}  # of two drawn from three
    assert draws.mean(axis=0) == pytest.approx(given.expected, abs=0.1)
    assert next(units([]).draws(2, 0, game_by_game)).shape == (2, 0, 0)
