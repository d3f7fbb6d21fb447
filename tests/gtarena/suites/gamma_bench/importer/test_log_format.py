import json

import pytest

from gtarena.suites.gamma_bench.importer.log_format import LogName, read_log, seat_of
from gtarena.suites.gamma_bench.importer.published_match import PublishedMatch
from tests.support.gamma_bench_logs import PIRATES, changed, write


def read(tmp_path, contents, name="gpt-4o_divide_dollar_v2_t3"):
    write(tmp_path / f"{name}.json", contents)
    return read_log(tmp_path / f"{name}.json", "somewhere.json")


@pytest.mark.parametrize(("name", "seat"), [
    ("player_3", 3), ("3", 3), (" player_12 ", 12), (0, 0), ("player_", -1), ("null", -1), (None, -1), ("-1", -1)])
def test_a_seat_is_found_by_its_name_or_number(name, seat):
    assert seat_of(name) == seat


@pytest.mark.parametrize(("tag", "plain"), [
    ("", True), ("3", True), ("t0", True), ("cot2", True), ("role1_2", True), ("g2", False), ("t6", False)])
def test_a_tag_of_runs_and_of_what_players_are_told_says_nothing_of_the_rules(tag, plain):
    assert LogName("m", "v1", tag).is_plain == plain


@pytest.mark.parametrize("contents", [[], {"scores": [1]}, {"meta": {}, "round_records": []}])
def test_other_json_is_not_a_log_and_what_is_damaged_or_too_deep_is_an_error(tmp_path, contents):
    assert read(tmp_path, contents) is None
    path = tmp_path / "log.json"
    path.write_text("{")
    with pytest.raises(json.JSONDecodeError):
        read_log(path, "log.json")
    path.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_log(path, "log.json")


@pytest.mark.parametrize(("contents", "error"), [
    (changed(PIRATES, "meta", to=[]), r"^meta: Input should be a valid dictionary"),
    (changed(PIRATES, "player_data", to=PIRATES["player_data"][:1]), r"^player_data: List should have at least 2"),
    (changed(PIRATES, "player_data", 1, "model", to=None), r"^player_data\.1\.model: Input should be a valid string")])
def test_a_log_without_a_part_is_an_error_that_names_it(tmp_path, contents, error):
    with pytest.raises(ValueError, match=error):
        read(tmp_path, contents)


BAR = {"players": 3, "rounds": 2}


def test_what_cannot_be_played_is_an_error_and_numbers_are_the_nearest_allowed_ones_and_only_what_differs_is_told():
    match = PublishedMatch("el_farol", BAR)
    match.round = 1
    with pytest.raises(ValueError, match=r"^round 2: 2 players have chosen instead of 3$"):
        match.simultaneous({0: 1, 1: 0})
    with pytest.raises(ValueError, match=r"^round 2: action 2 of player_0 is not legal$"):
        match.simultaneous({0: 2, 1: 0, 2: 0})
    with pytest.raises(ValueError, match=r"^round 2: it is not the turn of player_1$"):
        match.act(1, 0)
    with pytest.raises(ValueError, match=r"^round 2: 0 is not an outcome of chance here$"):
        match.chance(0)
    assert match.history == []
    match = PublishedMatch("divide_dollar", BAR)
    assert match.numbers(["7", 2.6, -3, 101], 0, 100) == [7, 3, 0, 100]
    assert match.stated == [[0, 1, 2.6], [0, 2, -3], [0, 3, 101]]
    with pytest.raises(ValueError, match=r"^round 1: player_1 stated True, which is not a number$"):
        match.numbers([1, True], 0, 100)
    match = PublishedMatch("divide_dollar", BAR)
    match.compare("sum", 1 / 3, 0.33333333)
    match.compare("list", [1, 2.0], (1, 2))
    match.compare("word", "go", "go")
    assert match.differences == []
    match.compare("sum", 1 / 3, 0.3333)
    match.compare("list", [1], (1, 2))
    assert [(each["what"], each["ours"]) for each in match.differences] == [("sum", 0.3333), ("list", [1, 2])]
