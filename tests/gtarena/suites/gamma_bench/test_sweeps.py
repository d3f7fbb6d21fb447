import pytest

from gtarena.suites.gamma_bench.results import match_results
from gtarena.suites.gamma_bench.sweeps import all_sweeps, shown_value
from tests.support.gamma_bench_matches import bar, division, player


def columns(*records):
    """By kind and player, the labels of the columns with the scores in them."""
    return {(sweep.kind, sweep.who): {column.label: [each.score("coded") for each in column.results]
                                      for column in sweep.columns}
            for sweep in all_sweeps(match_results(records))}


def test_players_are_compared_by_all_their_usual_runs_and_have_no_average():
    records = [division(90), division(80, run=2), division(70, seats=[player("n")] * 2)]
    assert columns(*records) == {
        ("leaderboard", ""): {"m": [90, 80], "n": [70]}, ("runs", "m"): {"T1": [90], "T2": [80]}}
    assert [sweep.averaged for sweep in all_sweeps(match_results(records))] == [False, True]


def test_a_setting_is_varied_while_all_others_are_usual():
    cold, told = [player(temperature=0.0)] * 2, [player(prompt="v2")] * 2
    both = [player(temperature=0.0, prompt="v2")] * 2
    found = columns(division(100), division(90, seats=cold), division(80, seats=told), division(70, seats=both))
    assert found["temperature", "m"] == {"0": [90], "1": [100]}
    assert found["prompt", "m"] == {"v1": [100], "v2": [80]}


def test_settings_that_change_together_are_compared_with_all_that_change_fewer_of_them():
    cold, told = [player(temperature=0.0)] * 2, [player(prompt="v2")] * 2
    both = [player(temperature=0.0, prompt="v2")] * 2
    found = columns(division(100), division(90, seats=cold), division(80, seats=told), division(70, seats=both))
    assert found["prompt, temperature", "m"] == {"v1, 0": [90], "v1, 1": [100], "v2, 0": [70], "v2, 1": [80]}
    assert len(found) == 3


def test_parameters_that_change_together_are_compared_with_all_that_change_fewer_of_them():
    records = [bar(3), bar(2), bar(1)]
    records[1].params["horizon"] = "hidden"
    records[2].params.update(horizon="hidden", termination_probability=0.05, rounds=60)
    assert list(columns(*records)["el_farol horizon, rounds, termination_probability", "m"]) == [
        "hidden, 1, 0", "hidden, 60, 0.05", "known, 1, 0"]


def test_a_game_and_a_setting_that_change_together_are_a_column_of_that_game():
    told = [player(reasoning="cot1")] * 5
    records = [bar(3), bar(2, seats=told), bar(1), bar(0, seats=told)]
    for each in records[2:]:
        each.params["feedback"] = "explicit"
    found = columns(*records)
    assert list(found["instructions", "m"]) == ["default", "cot1"]
    assert list(found["el_farol feedback", "m"]) == ["explicit", "implicit"]
    assert list(found["el_farol feedback, reasoning", "m"]) == [
        "explicit, direct", "explicit, cot1", "implicit, direct", "implicit, cot1"]


def test_what_never_changed_together_has_tables_of_its_own():
    changes = [{"capacity": 0.2, "home": 4}, {"home": 4, "fun": 12}, {"fun": 12}, {"crowded": 1}]
    records = [bar(3, run=number) for number in range(5)]
    for each, change in zip(records[1:], changes, strict=True):
        each.params.update(change)
    assert {kind for kind, _ in columns(*records)} == {
        "el_farol capacity, home", "el_farol fun, home", "el_farol crowded"}


def test_parameters_of_the_paper_keep_a_table_of_their_own():
    records = [bar(3), bar(2), bar(1)]
    records[1].params["capacity"] = 0.2
    records[2].params.update(capacity=0.2, feedback="explicit")
    found = columns(*records)
    assert list(found["el_farol settings", "m"]) == ["0.2", "0.6"]
    assert list(found["el_farol capacity, feedback", "m"]) == ["0.2, explicit", "0.2, implicit", "0.6, implicit"]


def test_a_setting_that_only_some_matches_state_is_nothing_to_compare():
    ours = [player(api_base="http://localhost")] * 2
    assert columns(division(100, seats=ours), division(90, run=2)) == {("runs", "m"): {"T1": [100], "T2": [90]}}


def test_published_matches_beside_ours_make_no_tables_by_what_nobody_varied():
    ours = [player(api_base="http://localhost", forced_moves="asked")] * 2
    theirs = [player(prompt="gamabench_v1", reasoning="none")] * 2
    published = {"seats": theirs, "tags": {"tag": "small"}, "source": "a"}
    assert columns(division(100, seats=ours), division(90, **published)) == {
        ("leaderboard", ""): {"m": [100], "m (published)": [90]}}


def test_columns_have_as_many_runs_of_a_game_as_the_column_with_the_fewest():
    cold = [player(temperature=0.0)] * 2
    records = [division(90, run=1), division(80, run=2), division(60, run=3, seats=cold)]
    assert columns(*records)["temperature", "m"] == {"0": [60], "1": [90]}


def test_a_game_is_varied_by_the_papers_parameters_and_by_any_other_alone():
    records = [bar(3), bar(2), bar(1)]
    records[1].params["capacity"] = 0.2
    records[2].params["feedback"] = "explicit"
    assert [sweep.kind for sweep in all_sweeps(match_results(records))] == ["el_farol settings", "el_farol feedback"]
    assert list(columns(*records)["el_farol settings", "m"]) == ["0.2", "0.6"]
    assert list(columns(*records)["el_farol feedback", "m"]) == ["explicit", "implicit"]
    assert [sweep.varied for sweep in all_sweeps(match_results(records))] == [("capacity",), ("feedback",)]


def test_a_sweep_names_the_games_of_its_columns_in_the_papers_order():
    records = [division(90), division(80, seats=[player("n")] * 2), bar(3)]
    (sweep,) = all_sweeps(match_results(records))
    assert sweep.games == ["el_farol", "divide_dollar"]
    assert [len(column.of("el_farol")) for column in sweep.columns] == [1, 0]


def test_a_lone_column_is_better_than_nothing():
    assert columns(division(90)) == {("leaderboard", ""): {"m": [90]}}
    assert columns() == {}


@pytest.mark.parametrize(("value", "short"), [
    (2 / 3, "0.6667"), (1.0, "1"), (12345.0, "1.234e+04"), (7, "7"), (None, "None"),
    ("selfish", "selfish"), ("gamabench_role2", "published selfish"), ("gamabench_cot5", "published cot5")])
def test_values_are_short(value, short):
    assert shown_value(value) == short
