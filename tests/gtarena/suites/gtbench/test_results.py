import pytest

from gtarena.suites.gtbench.results import agent_names, match_frames, two_player_records
from tests.support.gtbench_matches import auction, deal, match, model
from tests.support.records import seat, steps

SEATS = [model("a"), seat("random")]


def test_every_seat_has_a_row_with_its_own_and_its_opponents_side():
    seats = match_frames([match("1", [model("a", "cot", reasoning="cot"), seat("random")], [1, -1])]).seats
    columns = ["seat", "who", "reasoning", "return", "who_opponent", "return_opponent"]
    assert seats[columns].values.tolist() == [
        [0, "cot a", "cot", 1, "random", -1], [1, "random", "", -1, "cot a", 1]]


def test_settings_that_vary_are_part_of_who_somebody_is():
    both = [match(str(cold), [model("a", temperature=cold), seat()], [1, -1], game="pig") for cold in (0, 1)]
    assert set(match_frames(both).seats["who"]) == {"llm a temperature=0", "llm a temperature=1", "random"}


def test_only_matches_of_gtbench_for_two_count():
    others = [match("1", SEATS, [1, -1], suite="arena"), match("2", [seat()] * 3, [1, 0, -1], game="kuhn_poker")]
    assert list(two_player_records(others)) == []
    assert match_frames(others).seats.empty


def test_matches_that_were_broken_off_are_kept_and_tell_by_whom_but_are_not_valid():
    found = match_frames([match("1", SEATS, None, outcome="invalid", offender=0), match("2", SEATS, [1, -1])])
    assert found.seats[["match_id", "seat", "broken_off"]].values.tolist() == [
        ["1", 0, True], ["1", 1, False], ["2", 0, False], ["2", 1, False]]
    assert set(found.valid("returns")["match_id"]) == {"2"}


def test_a_measure_of_a_player_is_in_its_row_and_one_of_the_match_in_both():
    measured = match_frames([deal("1", SEATS, (5, 0, 5), (85, 50))]).measured
    assert measured[["who", "metric", "value"]].values.tolist() == [
        ["llm a", "agreement", 1], ["llm a", "own_value", 85], ["llm a", "opponent_value", 50],
        ["llm a", "pareto_distance", 0], ["llm a", "efficient", 1],
        ["random", "agreement", 1], ["random", "own_value", 50], ["random", "opponent_value", 85],
        ["random", "pareto_distance", 0], ["random", "efficient", 1]]


def test_unfinished_matches_are_not_measured():
    broken = auction("1", SEATS, (8, 10), (2, 6)).model_copy(update={"outcome": "invalid", "returns": None})
    assert match_frames([broken]).measured.empty


def test_a_draw_is_nothing_in_the_published_scheme_and_all_else_is_as_it_was():
    found = match_frames([match("1", SEATS, [40, 40], game="pig"), match("2", SEATS, [10, 0], game="pig")])
    assert found.valid("returns")[["return", "return_opponent"]].values.tolist() == [
        [40, 40], [40, 40], [10, 0], [0, 10]]
    assert found.valid("published")[["return", "return_opponent"]].values.tolist() == [
        [0, 0], [0, 0], [10, 0], [0, 10]]


def test_an_illegal_history_is_an_error_that_names_the_match():
    with pytest.raises(ValueError, match="match 1: step 0: action 0 of player 0 is not legal"):
        match_frames([match("1", SEATS, [0, 0], game="first_sealed_auction", history=steps((0, 0)))])


def test_a_name_is_one_line_and_never_cut():
    long = match_frames([match("1", [model("x\n" * 200), seat()], [1, -1])]).seats
    assert agent_names(long)[0] == "llm" + " x" * 200
