"""Studies from Python; tests/gtarena/cli/test_studies.py has their commands."""

import pytest

import gtarena
from gtarena.errors import UsageError
from gtarena.logs.reader import ANSWERS, Records


def settings(*words: str):
    return gtarena.compose_settings(["game=kuhn_poker", "agents=[always:Bet]", *words])


def test_a_study_returns_its_numbers_and_goes_on_with_what_its_folder_holds(tmp_path):
    found = gtarena.study("policy", settings(), tmp_path / "policy", samples=2)
    assert {each.measure: each.value for each in found.measured} == pytest.approx(
        {"nash_conv": 2 / 3, "exploitability": 1 / 3})
    logged = list(Records(tmp_path, pattern=ANSWERS))
    assert len(logged) == 24
    again = gtarena.study("policy", settings(), tmp_path / "policy", samples=2)
    assert again.measured == found.measured
    assert list(Records(tmp_path, pattern=ANSWERS)) == logged


@pytest.mark.parametrize(("name", "options", "told"), [
    ("polcy", {}, "unknown study 'polcy'; did you mean policy"),
    ("policy", {"sample": 2}, "unknown option of policy 'sample'; did you mean samples"),
    ("policy", {"samples": "2"}, "samples='2' is not of the type of 20"),
    ("beliefs", {}, "agent always:Bet has no model")])
def test_what_no_study_can_do_is_refused_and_leaves_no_folder(tmp_path, name, options, told):
    with pytest.raises(UsageError) as refused:
        gtarena.study(name, settings(), tmp_path / "new", **options)
    assert told in str(refused.value)
    assert not (tmp_path / "new").exists()


def test_a_study_is_of_one_game(tmp_path):
    with pytest.raises(UsageError, match="policy is a study of one game: give game=NAME"):
        gtarena.study("policy", gtarena.compose_settings(["suite=arena"]), tmp_path)
