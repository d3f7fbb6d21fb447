import pandas as pd
import pytest

from gtarena.reports.tables import Cell
from gtarena.suites import gtbench
from gtarena.suites.gtbench.profile import PROFILE_COLUMNS
from gtarena.suites.gtbench.tables import all_tables
from tests.support.gtbench_matches import auction, deal, dilemma, duels, match, model, no_deal
from tests.support.records import seat
from tests.support.suite_matches import match_frames, profile

A, B, RANDOM, MCTS = model("a"), model("b"), seat("random"), seat("mcts")
NO_ERRORS = pd.DataFrame(columns=list(PROFILE_COLUMNS))


def named(records, scheme="returns", errors=NO_ERRORS):
    return {table.name: table for table in all_tables(match_frames(records), errors, scheme)}


def means(table):
    return {label: [None if cell is None else round(cell.mean, 6) for cell in cells] for label, cells in table.rows}


def broken(match_id, offender, seats, **fields):
    return match(match_id, seats, None, outcome="invalid", offender=offender, **fields)


@pytest.mark.usefixtures("plain_percentiles")
def test_nra_and_completion_have_a_row_per_game_and_a_column_per_agent():
    records = [*duels(A, RANDOM, [1, -1, 1, 1]), *duels(A, RANDOM, [1, 1], "breakthrough"),
               *duels(A, RANDOM, [1, -1], "pig"), *duels(MCTS, RANDOM, [1, 1])]
    table = named(records)["nra against random"]
    assert table.columns == ("llm a", "mcts")
    assert means(table) == {
        "tic_tac_toe": [0.5, 1], "breakthrough": [1, None], "pig": [0, None], "average": [0.5, None],
        "average without breakthrough": [0.25, None], "complete and deterministic": [0.75, None]}
    assert dict(table.rows)["breakthrough"][0] == Cell(1, low=1, high=1, digits=2)
    assert str(dict(table.rows)["tic_tac_toe"][0]) == "0.50 [-0.50, 1.00]"
    records = [match("1", [A, RANDOM], [40, 40], game="pig"), match("2", [A, RANDOM], [10, 0], game="pig")]
    by_scheme = {scheme: means(named(records, scheme)["nra against random"])["pig"] for scheme in gtbench.SCHEMES}
    assert by_scheme == {"returns": [pytest.approx(1 / 9, abs=1e-6)], "published": [1]}
    found = named(duels(A, B, [1, 1, -1, 1]))
    matrix = found["nra between models tic_tac_toe"]
    assert (matrix.columns, matrix.label) == (("llm a", "llm b"), "agent")
    assert means(matrix) == {"llm a": [None, 0.5], "llm b": [-0.5, None]}
    assert found["nra against llm b"].columns == ("llm a",)
    assert means(found["nra against llm b"]) == {"tic_tac_toe": [0.5]}
    records = [*duels(A, B, [1, 1, 1]), broken("x", 0, [A, B]), *duels(A, B, [1], "nim")]
    table = named(records)["completion"]
    assert table.columns == ("llm a", "llm b")
    assert means(table) == {"tic_tac_toe": [75, 100], "nim": [100, 100], "average": [87.5, 100]}
    records = [match("1", [A, A], [1, -1]), broken("x", 1, [A, A])]
    assert means(named(records)["completion"]) == {"tic_tac_toe": [50]}


@pytest.mark.usefixtures("plain_percentiles")
def test_regret_and_agreements_are_told_from_the_models_side_by_opponent():
    records = [auction("1", [A, MCTS], (8, 10), (2, 6)), auction("2", [MCTS, A], (8, 5), (6, 2)),
               dilemma("3", [A, seat("tit_for_tat")], (0, 0), (0, 1))]
    table = named(records)["regret"]
    assert table.columns == ("first_sealed_auction", "iterated_prisoners_dilemma")
    assert means(table) == {"llm a against mcts": [0.5, None], "llm a against tit_for_tat": [None, 3]}
    assert str(dict(table.rows)["llm a against mcts"][0]) == "0.50 [0.00, 1.00]"
    records = [deal("1", [A, MCTS], (5, 0, 5), (85, 50)), deal("2", [MCTS, A], (1, 0, 0), (10, 140)),
               deal("3", [A, MCTS], (5, 5, 4), (83, 10)), no_deal("4", [MCTS, A])]
    table = named(records)["agreements negotiation"]
    assert table.columns == ("agreements (share)", "own value", "opponent's value",
                             "distance from the Pareto frontier", "on the frontier (share)")
    # The third is worse for the first player than (89, 10), which is as good for the other.
    assert means(table) == {"llm a against mcts": [
        0.75, round((85 + 140 + 83) / 3, 6), round((50 + 10 + 10) / 3, 6), 2, round(2 / 3, 6)]}


def test_errors_have_a_table_per_metric_and_all_tables_can_be_written(tmp_path):
    rows = [("nim", "llm", "a", "", "illegal", 0.25, 8), ("pig", "llm", "b", "t=1", "illegal", 0.5, 2),
            ("nim", "llm", "a", "", "win_missed", 1.0, 3)]
    found = named(duels(A, B, [1]), errors=pd.DataFrame(rows, columns=list(PROFILE_COLUMNS)))
    assert [name for name in found if name.startswith("errors")] == ["errors win_missed", "errors illegal"]
    assert found["errors illegal"].columns == ("llm a", "llm b t=1")
    assert dict(found["errors illegal"].rows) == {
        "nim": (Cell(0.25, count=8, digits=2), None), "pig": (None, Cell(0.5, count=2, digits=2))}
    rows = [("nim", "llm", "a", "", "empty", 0.0, 8), ("nim", "llm", "a", "", "win_missed", 0.0, 3)]
    found = named(duels(A, B, [1]), errors=pd.DataFrame(rows, columns=list(PROFILE_COLUMNS)))
    assert [name for name in found if name.startswith("errors")] == ["errors win_missed"]
    assert set(named(duels(MCTS, RANDOM, [1]))) == {"nra against mcts", "nra against random"}
    records = [*duels(A, B, [1, -1]), auction("1", [A, MCTS], (8, 10), (2, 6)), deal("2", [A, B], (5, 0, 5), (85, 50))]
    for table in named(records, errors=profile([])).values():
        assert len(pd.read_csv(table.write(tmp_path)[0])) == len(table.rows)
