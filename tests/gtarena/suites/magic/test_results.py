"""The frame of matches: who challenged in which role, and what was counted."""

from math import isnan

import pytest

from gtarena.suites.magic.results import MATCH_COLUMNS, matches_frame
from tests.support.magic_matches import aware, cost_sharing, dilemma, model, public_good

FAIR = ((40, 30, 30),) * 3


def test_a_match_has_a_row_for_its_challenger_without_the_defenders():
    frame = matches_frame([dilemma("DCC", "CCC", match_id="a", challengers=(0,))])
    assert tuple(frame.columns) == MATCH_COLUMNS
    (row,) = frame.to_dict("records")
    assert (row["match_id"], row["challenger"], row["agent"], row["model"], row["beliefs"]) == (
        "a", "llm m", "llm", "m", "none")
    assert (row["game"], row["role"], row["seats"], row["setting"], row["rounds"]) == (
        "three_player_prisoners_dilemma", "three_player_prisoners_dilemma", (0,), "3,5,5", 2)
    assert row["opponents"] == ("defender gpt-4", "defender gpt-4")
    assert (row["credits"], row["win_rate"], row["score"], row["defections"]) == (1, 1, 8, 0.5)
    assert (row["rationality_right_printed"], row["rationality_total_coded"], row["judgement_total_coded"]) == (1, 2, 0)
    assert isnan(row["cost"])
    assert [unit.right for unit in row["units_coded"]] == [True, False]


def test_without_challengers_each_agents_seats_are_a_row():
    record = dilemma("DCC", challengers=(0, 1), tags={"run": 1})
    rows = {row["challenger"]: row for row in matches_frame([record]).to_dict("records")}
    assert {who: row["seats"] for who, row in rows.items()} == {"llm m": (0, 1), "defender gpt-4": (2,)}
    assert (rows["llm m"]["win_rate"], rows["defender gpt-4"]["win_rate"]) == (0.5, 0)
    assert rows["llm m"]["rationality_total_coded"] == 2
    assert rows["llm m"]["opponents"] == ()


@pytest.mark.parametrize(("challenger", "beliefs"), [
    (model(), "none"), (aware(), "text"), (aware(beliefs="matrix"), "matrix"),
    (model(beliefs="text"), "none")])  # a setting that the agent does not use
def test_beliefs_are_those_of_the_scheme_pgm(challenger, beliefs):
    assert list(matches_frame([dilemma("CCC", challenger=challenger)])["beliefs"]) == [beliefs]


def test_settings_that_vary_name_challengers_and_those_of_beliefs_are_left_out_of_the_settings():
    frame = matches_frame([dilemma("CCC", challenger=each, match_id=str(number)) for number, each in enumerate([
        aware(temperature=0, beliefs="text"), aware(temperature=1, beliefs="matrix")])])
    assert list(frame["challenger"]) == [
        "pgm m beliefs=text temperature=0", "pgm m beliefs=matrix temperature=1"]
    assert list(frame["settings"]) == ["temperature=0", "temperature=1"]


def test_unfinished_matches_and_those_of_other_suites_and_games_have_no_row():
    frame = matches_frame([
        dilemma("CCC", match_id="a", outcome="invalid"), dilemma("CCC", match_id="b", suite=None),
        dilemma("CCC", match_id="c").model_copy(update={"game": "nim", "params": {}, "history": []})])
    assert frame.empty
    assert tuple(frame.columns) == MATCH_COLUMNS


def test_an_agreement_has_a_cost_and_its_absence_none_and_both_an_outcome():
    frame = matches_frame([cost_sharing((FAIR, (1, 1, 1)), match_id="a"), cost_sharing((FAIR, (1, 1, None)),
                                                                                      match_id="b")])
    assert list(frame["outcome"]) == ["agreed", "failed"]
    assert frame["cost"].tolist() == [40, pytest.approx(float("nan"), nan_ok=True)]
    assert list(frame["coordination_total_printed"]) == [1, 0]
    assert list(frame["coordination_total_coded"]) == [1, 1]
    assert list(frame["coordination_right_coded"]) == [1, 0]


def test_an_illegal_action_is_told_with_its_match():
    record = public_good((1, 2, 3), match_id="bad")
    steps = [step.model_copy(update={"action": 500}) for step in record.history]
    with pytest.raises(ValueError, match="bad: step 0"):
        matches_frame([record.model_copy(update={"history": steps})])
