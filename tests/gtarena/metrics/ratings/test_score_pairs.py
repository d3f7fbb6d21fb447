import pytest

from gtarena.metrics.frames import load_records, seats_frame
from gtarena.metrics.ratings.score_pairs import names_of, rated_seats, score_pairs
from tests.support.ratings import FRACTIONS, duels
from tests.support.records import record, seat, write_log

A, B, C = seat("A"), seat("B"), seat("C")


def scores(*records):
    frame = score_pairs(rated_seats(records))
    return sorted(zip(frame["first"], frame["second"], frame["score"], frame["weight"].round(6), strict=True))


def test_two_teams_that_share_a_score_of_1_count_fractions():
    assert scores(*duels([("A", "B", 0.75), ("B", "A", 1.0)])) == [("A", "B", 0.75, 1), ("B", "A", 1.0, 1)]


def test_in_other_games_the_better_team_scores_1_and_equal_ones_half():
    played = [record("a", [A, B], [3, -3]), record("b", [A, B], [0, 0]), record("c", [A, B], [0.25, 0.75])]
    assert scores(*played) == [("A", "B", 0.0, 1), ("A", "B", 0.5, 1), ("A", "B", 1.0, 1)]


def test_a_match_of_three_is_three_pairs_that_share_its_weight():
    third = round(1 / 3, 6)
    assert scores(record("a", [A, B, C], [5, 1, 1])) == [
        ("A", "B", 1, third), ("A", "C", 1, third), ("B", "C", 0.5, third)]


def test_an_agent_is_not_compared_with_itself():
    assert scores(record("a", [A, A], [1, 0]), record("b", [A, A, B], [2, 0, 1])) == [
        ("A", "B", 0, round(1 / 3, 6)), ("A", "B", 1, round(1 / 3, 6))]


def test_a_team_has_the_mean_return_of_its_seats():
    # The means are 0.1 and 0.1, though the float of the first is larger.
    even = record("a", [A, A, A, B], [0.1, 0.1, 0.1, 0.1], teams=[0, 0, 0, 1])
    assert scores(even) == [("A", "B", 0.5, 1)]


def test_a_match_in_which_agents_share_a_team_tells_nothing():
    assert scores(record("a", [A, B, C, C], [1, 1, 0, 0], teams=[0, 0, 1, 1])) == []


def test_a_forfeit_scores_0_for_the_offender_against_everyone_else():
    forfeits = [record("a", [A, B], None, outcome="forfeit", offender=1),
                record("b", [A, B, C], None, outcome="forfeit", offender=2)]
    third = round(1 / 3, 6)
    assert scores(*forfeits) == [("A", "B", 1, 1), ("A", "C", 1, third), ("B", "C", 1, third)]


def test_a_forfeit_is_charged_to_the_whole_team():
    assert scores(record("a", [A, A, B, B], None, teams=[0, 0, 1, 1], outcome="forfeit", offender=3)) == [
        ("A", "B", 1, 1)]


def test_a_forfeit_does_not_turn_fractions_into_wins():
    played = [*duels([("A", "B", 0.75)]), record("f", [A, B], None, outcome="forfeit", offender=0)]
    assert [row[2] for row in scores(*played)] == [0, 0.75]


@pytest.mark.parametrize("played", [
    record("a", [A, B], [1, 0], outcome="invalid"), record("b", [A, B], None, outcome="invalid"),
    record("c", [A, B], None, outcome="forfeit"), record("d", [A], [1])])
def test_matches_without_a_result_between_two_are_left_out(played):
    assert scores(played) == []


def test_no_matches_give_no_pairs():
    assert scores() == []


def test_logged_matches_give_the_same_pairs_as_their_frame_of_seats(tmp_path):
    hot, cold = (seat("llm", "m", temperature=t) for t in (1.0, 0.0))
    played = [
        *duels(FRACTIONS), record("a", [hot, cold], [1, -1], game="nim"),
        record("b", [hot, A, A, B], None, teams=[0, 0, 1, 1], outcome="forfeit", offender=2, game="tic_tac_toe"),
        record("c", [A, B, C], None, outcome="forfeit", offender=1, game="el_farol", params={"players": 3}),
        record("d", [A, cold, C], [1, 2, 3], game="el_farol", params={"players": 3}),
        record("e", [A, C], [1, 0], source="published")]
    loaded = load_records(write_log(tmp_path / "matches.jsonl", *played))
    columns = ["match_id", "game", "unit", "table", "first", "second", "score", "weight"]
    frames = [score_pairs(rated_seats(given)) for given in (loaded, played, seats_frame(played))]
    sorted_frames = [frame.sort_values(["match_id", "first", "second"], ignore_index=True) for frame in frames]
    for frame in sorted_frames:
        assert frame[columns].values.tolist() == sorted_frames[0][columns].values.tolist()
    assert {"llm m temperature=0", "llm m temperature=1"} <= {*frames[0]["first"], *frames[0]["second"]}
    assert names_of(rated_seats(loaded)) == names_of(rated_seats(played))


def test_a_frame_without_settings_is_refused(tmp_path):
    loaded = load_records(write_log(tmp_path / "matches.jsonl", *duels(FRACTIONS)))
    with pytest.raises(ValueError, match="lacks settings"):
        rated_seats(loaded.drop(columns="settings"))


def test_a_frame_of_seats_that_lacks_columns_is_refused():
    frame = seats_frame(duels(FRACTIONS))
    with pytest.raises(ValueError, match=r"the frame of seats lacks team, unit: take it from gtarena\.metrics"):
        rated_seats(frame.drop(columns=["team", "unit"]))
