from statistics import stdev

import pytest

from gtarena.reports.tables import Cell
from gtarena.suites.gamma_bench.sweeps import all_sweeps, shown_value
from gtarena.suites.gamma_bench.tables import sweep_table
from tests.support.gamma_bench_matches import bar, division, player
from tests.support.records import seat
from tests.support.suite_matches import match_results


def tables(records, scheme="coded"):
    return {sweep.kind: sweep_table(sweep, scheme) for sweep in all_sweeps(match_results(records))}


def means(shown, label):
    return [None if cell is None else round(cell.mean, 6) for cell in dict(shown.rows)[label]]


def test_runs_have_a_column_each_and_overall_scores_are_means_over_games_and_then_over_runs():
    found = tables([division(90, run=1), division(100, run=2), division(80, run=3)])
    assert (found.keys(), found["runs"].columns) == ({"runs"}, ("T1", "T2", "T3", "Avg ± Std"))
    assert dict(found["runs"].rows)["divide_dollar"] == (Cell(90), Cell(100), Cell(80), Cell(90, stdev([90, 100, 80])))
    assert tables([division(80, outcome="invalid")]) == {}
    one, other = ([player(name)] * 5 for name in ("a", "b"))
    records = [division(90, run=1, seats=one[:2]), division(70, run=2, seats=one[:2]), bar(3, run=1, seats=one),
               bar(0, run=2, seats=one), division(50, seats=other[:2])]
    board = tables(records)["leaderboard"]
    assert board.columns == ("a", "b")
    # Run 1: 90 and 100; run 2: 70 and 0.
    assert dict(board.rows)["Overall"] == (Cell(pytest.approx(65), pytest.approx(stdev([95, 35]))), None)
    assert dict(board.rows)["divide_dollar"] == (Cell(80, pytest.approx(stdev([90, 70]))), Cell(50))


def test_reasoning_and_persona_are_columns_of_one_table_and_published_ones_are_others_in_the_papers_order():
    told = [player(persona=persona) for persona in ("mathematician", "selfish", "cooperative")]
    records = [division(100), division(50, seats=[player(reasoning="cot1")] * 2)]
    records += [division(total, seats=[each] * 2) for total, each in zip((40, 30, 20), told, strict=True)]
    found = tables(records)["instructions"]
    assert found.columns == ("default", "cot1", "cooperative", "selfish", "mathematician", "Avg ± Std")
    assert means(found, "divide_dollar")[:-1] == [100, 50, 20, 30, 40]
    names = [{"persona": "gamabench_role3"}, {"persona": "gamabench_role1"}, {"reasoning": "gamabench_cot1"},
             {"persona": "cooperative"}, {"reasoning": "cot1"}, {}]
    told = [player(**{"reasoning": "none", **name}) for name in names]
    found = tables([division(100 - each, seats=[seat] * 2) for each, seat in enumerate(told)])["instructions"]
    assert found.columns == ("default", "cot1", "published cot1", "cooperative", "published cooperative",
                             "published mathematician", "Avg ± Std")
    assert means(found, "divide_dollar")[:-1] == [95, 96, 98, 97, 99, 100]


def test_a_leaderboard_leaves_out_who_met_fixed_strategies_and_its_title_tells_of_scores_outside_the_range():
    mixed, pair = [player(), seat("fixed:50", kind="fixed", moves="50")], [player("a"), player("b")]
    board = tables([division(100), division(60, seats=mixed), division(70, seats=pair)])["leaderboard"]
    assert board.columns == ("a + b", "m")
    assert tables([division(60, seats=mixed)])["leaderboard"].columns == ("m + fixed:50",)
    for scheme, title in (
        ("coded", "Scores by player (coded)"),
        ("printed", "Scores by player (printed; some outside 0 to 100, as the formulas allow)"),
        ("paper", "Scores by player (paper)")):
        match = division(100, tags={"stated": [[0, 0, 200]]})  # 250 in all, 150 too much
        assert tables([match], scheme)["leaderboard"].title == title


def columns(*records):
    """By kind and player, the labels of the columns with the scores in them."""
    return {(sweep.kind, sweep.who): {column.label: [each.score("coded") for each in column.results]
                                      for column in sweep.columns}
            for sweep in all_sweeps(match_results(records))}


def test_a_setting_is_varied_while_all_others_are_usual_and_those_that_change_together_have_a_table_of_their_own():
    cold, told = [player(temperature=0.0)] * 2, [player(prompt="v2")] * 2
    both = [player(temperature=0.0, prompt="v2")] * 2
    found = columns(division(100), division(90, seats=cold), division(80, seats=told), division(70, seats=both))
    assert found["temperature", "m"] == {"0": [90], "1": [100]}
    assert found["prompt", "m"] == {"v1": [100], "v2": [80]}
    assert found["prompt, temperature", "m"] == {"v1, 0": [90], "v1, 1": [100], "v2, 0": [70], "v2, 1": [80]}
    assert len(found) == 3


def test_what_changes_together_has_a_table_with_all_that_changes_fewer_of_it_and_nothing_else_is_compared():
    records = [bar(3), bar(2), bar(1)]
    records[1].params["horizon"] = "hidden"
    records[2].params.update(horizon="hidden", termination_probability=0.05, rounds=60)
    assert list(columns(*records)["el_farol horizon, rounds, termination_probability", "m"]) == [
        "hidden, 1, 0", "hidden, 60, 0.05", "known, 1, 0"]
    told = [player(reasoning="cot1")] * 5
    records = [bar(3), bar(2, seats=told), bar(1), bar(0, seats=told)]
    for each in records[2:]:
        each.params["feedback"] = "explicit"
    found = columns(*records)
    assert list(found["instructions", "m"]) == ["default", "cot1"]
    assert list(found["el_farol feedback", "m"]) == ["explicit", "implicit"]
    assert list(found["el_farol feedback, reasoning", "m"]) == [
        "explicit, direct", "explicit, cot1", "implicit, direct", "implicit, cot1"]
    changes = [{"capacity": 0.2, "home": 4}, {"home": 4, "fun": 12}, {"fun": 12}, {"crowded": 1}]
    records = [bar(3, run=number) for number in range(5)]
    for each, change in zip(records[1:], changes, strict=True):
        each.params.update(change)
    assert {kind for kind, _ in columns(*records)} == {
        "el_farol capacity, home", "el_farol fun, home", "el_farol crowded"}
    records = [bar(3), bar(2), bar(1)]
    records[1].params["capacity"] = 0.2
    records[2].params.update(capacity=0.2, feedback="explicit")
    found = columns(*records)
    assert list(found["el_farol settings", "m"]) == ["0.2", "0.6"]
    assert list(found["el_farol capacity, feedback", "m"]) == ["0.2, explicit", "0.2, implicit", "0.6, implicit"]


def test_players_are_compared_by_as_many_usual_runs_as_all_have_and_nothing_else():
    records = [division(90), division(80, run=2), division(70, seats=[player("n")] * 2)]
    assert columns(*records) == {
        ("leaderboard", ""): {"m": [90, 80], "n": [70]}, ("runs", "m"): {"T1": [90], "T2": [80]}}
    assert [sweep.averaged for sweep in all_sweeps(match_results(records))] == [False, True]
    ours = [player(api_base="http://localhost")] * 2
    assert columns(division(100, seats=ours), division(90, run=2)) == {("runs", "m"): {"T1": [100], "T2": [90]}}
    ours = [player(api_base="http://localhost", forced_moves="asked")] * 2
    theirs = [player(prompt="gamabench_v1", reasoning="none")] * 2
    published = {"seats": theirs, "tags": {"tag": "small"}, "source": "a"}
    assert columns(division(100, seats=ours), division(90, **published)) == {
        ("leaderboard", ""): {"m": [100], "m (published)": [90]}}
    cold = [player(temperature=0.0)] * 2
    records = [division(90, run=1), division(80, run=2), division(60, run=3, seats=cold)]
    assert columns(*records)["temperature", "m"] == {"0": [60], "1": [90]}


def test_games_are_varied_by_the_papers_parameters_and_named_in_the_papers_order():
    records = [bar(3), bar(2), bar(1)]
    records[1].params["capacity"] = 0.2
    records[2].params["feedback"] = "explicit"
    assert [sweep.kind for sweep in all_sweeps(match_results(records))] == ["el_farol settings", "el_farol feedback"]
    assert list(columns(*records)["el_farol settings", "m"]) == ["0.2", "0.6"]
    assert list(columns(*records)["el_farol feedback", "m"]) == ["explicit", "implicit"]
    assert [sweep.varied for sweep in all_sweeps(match_results(records))] == [("capacity",), ("feedback",)]
    (sweep,) = all_sweeps(match_results([division(90), division(80, seats=[player("n")] * 2), bar(3)]))
    assert sweep.games == ["el_farol", "divide_dollar"]
    assert [len(column.of("el_farol")) for column in sweep.columns] == [1, 0]
    assert (columns(division(90)), columns()) == ({("leaderboard", ""): {"m": [90]}}, {})


@pytest.mark.parametrize(("value", "short"), [
    (2 / 3, "0.6667"), (1.0, "1"), (12345.0, "1.234e+04"), (7, "7"), (None, "None"),
    ("selfish", "selfish"), ("gamabench_role2", "published selfish"), ("gamabench_cot5", "published cot5")])
def test_values_are_short(value, short):
    assert shown_value(value) == short
