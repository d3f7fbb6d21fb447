"""Tables whose cells are worked out by hand."""

from statistics import stdev

import pytest

from gtarena.reports.tables import Cell
from gtarena.suites.gamma_bench.results import match_results
from gtarena.suites.gamma_bench.sweeps import all_sweeps
from gtarena.suites.gamma_bench.tables import table
from tests.support.gamma_bench_matches import bar, division, player
from tests.support.records import seat


def tables(records, scheme="coded"):
    return {sweep.kind: table(sweep, scheme) for sweep in all_sweeps(match_results(records))}


def means(shown, label):
    return [None if cell is None else round(cell.mean, 6) for cell in dict(shown.rows)[label]]


def test_repeated_runs_have_a_column_each_and_the_mean_and_sample_deviation_of_all():
    found = tables([division(90, run=1), division(100, run=2), division(80, run=3)])
    assert found.keys() == {"runs"}
    assert found["runs"].columns == ("T1", "T2", "T3", "Avg ± Std")
    assert dict(found["runs"].rows)["divide_dollar"] == (
        Cell(90), Cell(100), Cell(80), Cell(90, stdev([90, 100, 80])))


def test_the_overall_score_is_the_mean_over_games_of_every_run_and_then_over_runs():
    one, other = ([player(name)] * 5 for name in ("a", "b"))
    records = [
        division(90, run=1, seats=one[:2]), division(70, run=2, seats=one[:2]), bar(3, run=1, seats=one),
        bar(0, run=2, seats=one), division(50, seats=other[:2])]
    board = tables(records)["leaderboard"]
    assert board.columns == ("a", "b")
    # Run 1: 90 and 100; run 2: 70 and 0.
    assert dict(board.rows)["Overall"] == (Cell(pytest.approx(65), pytest.approx(stdev([95, 35]))), None)
    assert dict(board.rows)["divide_dollar"] == (Cell(80, pytest.approx(stdev([90, 70]))), Cell(50))


def test_a_sweep_takes_as_many_runs_of_the_usual_setting_as_of_the_others():
    cold = [player(temperature=0.0)] * 2
    found = tables([division(60, run=2), division(90, run=1), division(50, seats=cold)])["temperature"]
    assert found.columns == ("0", "1", "Avg ± Std")
    assert means(found, "divide_dollar") == [50, 90, 70]


def test_reasoning_and_persona_are_columns_of_one_table_beside_the_usual():
    told = [player(persona=persona) for persona in ("mathematician", "selfish", "cooperative")]
    records = [division(100), division(50, seats=[player(reasoning="cot1")] * 2)]
    records += [division(total, seats=[each] * 2) for total, each in zip((40, 30, 20), told, strict=True)]
    found = tables(records)["instructions"]
    assert found.columns == ("default", "cot1", "cooperative", "selfish", "mathematician", "Avg ± Std")
    assert means(found, "divide_dollar")[:-1] == [100, 50, 20, 30, 40]


def test_published_instructions_and_roles_are_other_columns_than_ours_in_the_papers_order():
    names = [{"persona": "gamabench_role3"}, {"persona": "gamabench_role1"}, {"reasoning": "gamabench_cot1"},
             {"persona": "cooperative"}, {"reasoning": "cot1"}, {}]
    told = [player(**{"reasoning": "none", **name}) for name in names]
    found = tables([division(100 - each, seats=[seat] * 2) for each, seat in enumerate(told)])["instructions"]
    assert found.columns == (
        "default", "cot1", "published cot1", "cooperative", "published cooperative", "published mathematician",
        "Avg ± Std")
    assert means(found, "divide_dollar")[:-1] == [95, 96, 98, 97, 99, 100]


def test_what_varies_in_one_table_is_usual_in_all_others():
    records = [division(100), division(50, seats=[player(temperature=0.0)] * 2),
               division(20, seats=[player(prompt="v2")] * 2)]
    found = tables(records)
    assert means(found["temperature"], "divide_dollar") == [50, 100, 75]
    assert means(found["prompt"], "divide_dollar") == [100, 20, 60]


def test_a_games_parameters_make_a_table_of_that_game():
    found = tables([division(100), division(30, gold=50), division(200, gold=200)])
    assert found.keys() == {"divide_dollar settings"}
    assert found["divide_dollar settings"].columns == ("50", "100", "200", "Avg ± Std")
    assert means(found["divide_dollar settings"], "divide_dollar")[:3] == [60, 100, 100]


def test_imported_files_that_repeat_a_run_count_once_and_the_numbered_one_wins():
    files = [division(90, tags={"tag": "t5"}, source="a"), division(80, tags={"tag": "1"}, source="b"),
             division(70, run=2, tags={"tag": "2"}, source="c")]
    assert means(tables(files)["runs"], "divide_dollar") == [80, 70, 75]


def test_players_who_met_a_fixed_strategy_are_on_the_leaderboard_only_if_nobody_else_is():
    mixed, pair = [player(), seat("fixed:50", kind="fixed", moves="50")], [player("a"), player("b")]
    board = tables([division(100), division(60, seats=mixed), division(70, seats=pair)])["leaderboard"]
    assert board.columns == ("a + b", "m")
    assert tables([division(60, seats=mixed)])["leaderboard"].columns == ("m + fixed:50",)


def test_a_title_tells_of_scores_that_the_formulas_put_outside_their_range():
    for scheme, title in (
        ("coded", "Scores by player (coded)"),
        ("printed", "Scores by player (printed; some outside 0 to 100, as the formulas allow)"),
        ("paper", "Scores by player (paper)"),
    ):
        match = division(100, tags={"stated": [[0, 0, 200]]})  # 250 in all, 150 too much
        assert tables([match], scheme)["leaderboard"].title == title


def test_matches_of_other_suites_and_unfinished_ones_are_left_out():
    assert tables([division(90, suite="arena"), division(80, outcome="invalid")]) == {}


def test_a_single_score_is_a_table_too():
    assert means(tables([division(90)])["leaderboard"], "divide_dollar") == [90]
