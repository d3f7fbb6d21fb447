import json

import pytest

from gtarena.suites.gamma_bench.importer.log_format import LogName, read_log, seat_of
from tests.support.gamma_bench_logs import DOLLAR, PIRATES, changed, write


def read(tmp_path, contents, name="gpt-4o_divide_dollar_v2_t3"):
    write(tmp_path / f"{name}.json", contents)
    return read_log(tmp_path / f"{name}.json", "somewhere.json")


@pytest.mark.parametrize(("name", "seat"), [
    ("player_3", 3), ("3", 3), (" player_12 ", 12), (0, 0), ("player_", -1), ("null", -1), (None, -1), ("-1", -1)])
def test_a_seat_is_found_by_its_name_or_number(name, seat):
    assert seat_of(name) == seat


def test_a_log_has_a_model_records_and_payoffs_for_every_seat(tmp_path):
    log = read(tmp_path, DOLLAR)
    assert (log.source, log.players, len(log.rounds)) == ("somewhere.json", 3, 2)
    assert (log.choices(0), log.earned(1)) == ([30, 30, 40], [0, 0, 0])
    assert [log.model(seat) for seat in range(3)] == ["gpt-4o"] * 3  # the name goes before the contents
    assert (log.version, log.system) == ("v2", "")


def test_a_fixed_strategy_has_moves_and_a_model_has_none(tmp_path):
    log = read(tmp_path, changed(DOLLAR, "player_data", 2, "model", to="specified=40/30"))
    assert [log.fixed_moves(seat) for seat in range(3)] == [None, None, "40/30"]


@pytest.mark.parametrize(("tag", "plain"), [
    ("", True), ("3", True), ("t0", True), ("cot2", True), ("role1_2", True), ("g2", False), ("t6", False)])
def test_a_tag_of_runs_and_of_what_players_are_told_says_nothing_of_the_rules(tag, plain):
    assert LogName("m", "v1", tag).is_plain == plain


def test_a_name_tells_run_temperature_reasoning_and_persona():
    name = LogName("m", "v1", "t3_cot2_role1_5")
    assert (name.run, name.temperature, name.reasoning, name.persona) == (5, 0.6, "gamabench_cot2", "gamabench_role1")
    usual = LogName()
    assert (usual.run, usual.temperature, usual.reasoning, usual.persona) == (1, 1.0, "none", None)


@pytest.mark.parametrize("contents", [[], {"scores": [1]}, {"meta": {}, "round_records": []}])
def test_other_json_is_not_a_log(tmp_path, contents):
    assert read(tmp_path, contents) is None


@pytest.mark.parametrize(("contents", "error"), [
    (changed(PIRATES, "meta", to=[]), r"^meta: Input should be a valid dictionary"),
    (changed(PIRATES, "player_data", to=PIRATES["player_data"][:1]), r"^player_data: List should have at least 2"),
    (changed(PIRATES, "player_data", 1, "model", to=None), r"^player_data\.1\.model: Input should be a valid string"),
])
def test_a_log_without_a_part_is_an_error_that_names_it(tmp_path, contents, error):
    with pytest.raises(ValueError, match=error):
        read(tmp_path, contents)


def test_json_that_is_damaged_or_too_deep_is_an_error(tmp_path):
    path = tmp_path / "log.json"
    path.write_text("{")
    with pytest.raises(json.JSONDecodeError):
        read_log(path, "log.json")
    path.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_log(path, "log.json")
