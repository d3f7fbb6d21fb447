import math
from functools import cache
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gtarena.reports.sections import Findings
from gtarena.reports.tables import Cell, Table
from gtarena.suites import SUITES, load_suite, paper_numbers
from gtarena.suites.beside_paper import beside_paper, with_paper
from gtarena.suites.conditions import Told, list_told
from gtarena.suites.paper_numbers import ExchangedColumns, Note, Paper, PaperTable, paper_of, printed_cell
from tests.support import econ_arena_matches, gamebench_matches, gtbench_matches, magic_matches
from tests.support.gamma_bench_logs import PUBLISHED, imported
from tests.support.records import record, seat
from tests.support.suite_matches import findings

# Cells of every table, a table's parts added up; gamma-Bench's Table 9 has a cell for each setting and eight averages.
PRINTED = {
    "gamma_bench": {"Table 1": 54, "Table 2": 54, "Table 3": 36, "Table 5": 54, "Table 6": 63, "Table 7": 48,
                    "Table 8": 45, "Table 9": 54, "Section 4.3": 9},
    "gtbench": {"Table 2": 10, "Table 3": 8, "Table 4": 5, "Table 5": 132},
    "econ_arena": {"Table 1": 30, "Table 2": 36},
    "magic": {"Table 1": 64, "Table 2": 36, "Table 3": 10, "Table 4": 120},
    "gamebench": {"Table 1": 6, "Table 2": 70, "Table 3": 70}}
TABLES = {"gamma_bench": 9, "gtbench": 8, "econ_arena": 2, "magic": 6, "gamebench": 3}  # in each paper


def tables_of(suite, place):
    return [table for table in paper_of(suite).tables if table.place == place]


@cache
def cells_of(suite, place):
    (table,) = tables_of(suite, place)
    return {cell: table.cell(*cell) for cell in table.cells()}


@pytest.mark.parametrize("suite", SUITES)
def test_every_table_of_a_paper_is_there_or_is_listed_as_having_no_numbers(suite):
    paper = paper_of(suite)
    sizes = {}
    for table in paper.tables:
        sizes[table.place] = sizes.get(table.place, 0) + len(list(table.cells()))
    assert sizes == PRINTED[suite]
    numbered = {place for place in (*sizes, *paper.without_numbers) if place.startswith("Table")}
    assert numbered == {f"Table {number}" for number in range(1, TABLES[suite] + 1)}
    assert paper.citation.startswith(f"{paper.authors.split(',')[0]} et al., arXiv:")


@pytest.mark.parametrize("suite", SUITES)
def test_tables_are_shown_in_schemes_that_the_suite_has(suite):
    schemes = {scheme for table in paper_of(suite).tables for place in table.beside for scheme in place.schemes}
    assert schemes <= set(load_suite(suite).SCHEMES)


def test_a_suite_without_a_file_has_no_paper(monkeypatch):
    paper_of.cache_clear()
    monkeypatch.setattr(paper_numbers, "FILE", "none.yaml")
    assert paper_of("gtbench") is None
    paper_of.cache_clear()


@pytest.mark.parametrize(("text", "cell"), [
    ("41.4 ± 0.5", Cell(41.4, 0.5)), ("-0.50", Cell(-0.5, digits=2)), ("98%", Cell(98, digits=0)),
    ("9.50", Cell(9.5, digits=2)), ("99 ✓", Cell(99, digits=0)), ("0 ✗", Cell(0, digits=0)), ("NaN", None),
    ("-", None)])
def test_a_cell_is_read_with_its_decimals(text, cell):
    assert printed_cell(text) == cell


@given(st.decimals(-1000, 1000, places=2), st.none() | st.decimals(0, 100, places=2))
def test_what_a_cell_shows_is_what_is_printed(number, deviation):
    text = f"{number + 0}" if deviation is None else f"{number + 0} ± {deviation}"
    assert str(printed_cell(text)).replace("-0.00", "0.00") == text.replace("-0.00", "0.00")


@pytest.mark.parametrize("text", ["", "4,5", "1e5", "41.4 ±", "inf", "nan", "<b>1</b>", "1 2"])
def test_anything_else_is_no_number(text):
    with pytest.raises(ValueError, match="nor a number such as"):
        printed_cell(text)


TABLE = {"place": "Table 1", "where": "page 1", "title": "", "columns": ["a", "b"], "rows": {"x": ["1", "2"]}}


@pytest.mark.parametrize(("wrong", "message"), [
    ({"columns": ["a", "a"]}, "two columns of the same label"),
    ({"rows": {"x": ["1"]}}, "1 cells in row 'x' and 2 columns"),
    ({"rows": {"x": ["1", "two"]}}, "'two' is not"),
    ({"notes": [{"rows": ["y"], "text": "?"}]}, r"a note on \['y'\]"),
    ({"exchanged": [{"rows": ["x"], "columns": ["a", "c"], "text": "?"}]}, r"a note on \['c'\]"),
    ({"colums": []}, "Extra inputs are not permitted")])
def test_a_mistake_in_a_file_is_named(wrong, message):
    assert PaperTable.model_validate(TABLE).cell("x", "b") == Cell(2, digits=0)
    with pytest.raises(ValidationError, match=message):
        PaperTable.model_validate(TABLE | wrong)


def test_a_note_without_labels_is_on_all_cells_and_exchanged_columns_are_those_of_their_rows_alone():
    assert Note(text="").covers("x", "a")
    assert [Note(text="", rows=("x",)).covers(row, "a") for row in "xy"] == [True, False]
    assert [Note(text="", columns=("a",)).covers("x", column) for column in "ab"] == [True, False]
    exchange = ExchangedColumns(text="", rows=("x",), columns=("a", "b"))
    assert [exchange.other("x", column) for column in "abc"] == ["b", "a", "c"]
    assert exchange.other("y", "a") == "a"


@pytest.mark.parametrize("place", ["Table 5", "Table 6", "Table 7"])
def test_averages_of_gamma_bench_are_those_of_their_rows_unless_a_note_says_otherwise(place):
    (table,) = tables_of("gamma_bench", place)
    for row in table.rows:
        *cells, average = (table.cell(row, column) for column in table.columns)
        scores = [cell.mean for cell in cells]
        agrees = abs(mean(scores) - average.mean) < 0.11 and abs(stdev(scores) - average.std) < 0.11
        assert agrees != any(note.covers(row, table.columns[-1]) for note in table.notes if note.rows), row


def test_printed_rows_follow_from_each_other_as_far_as_notes_do_not_say_otherwise():
    columns = {"Table 5": "T1 (Default)", "Table 6": "1.0 (Default)", "Table 7": "V1 (Default)", "Table 8": "Default"}
    found = {place: {row: cell.mean for (row, label), cell in cells_of("gamma_bench", place).items() if label == column}
             for place, column in columns.items()}
    for place, scores in found.items():
        differing = {row for row, score in scores.items() if score != found["Table 5"][row]}
        assert differing == ({"Diner's Dilemma"} if place == "Table 8" else set())
    (table,) = tables_of("gamma_bench", "Table 3")
    for row in table.rows:
        divided = [table.cell(row, column) for column in table.columns[:10]]
        assert sum(cell.mean for cell in divided if cell) == 100
    for row in (table := tables_of("gtbench", "Table 5")[0]).rows:
        *games, average = (table.cell(row, column).mean for column in table.columns)
        assert abs(mean(games) - average) <= 0.6
    table = tables_of("econ_arena", "Table 1")[0]
    for column in table.columns:
        assert sum(table.cell(row, column).mean for row in table.rows) == pytest.approx(1, abs=0.003)
    (table,) = tables_of("econ_arena", "Table 2")
    wrong = {(row, column) for row, column in table.cells()
             if min(abs(table.cell(row, column).mean - 100 * broken / runs) for runs in [150 if "No" in row else 180]
                    for broken in range(runs + 1)) > 0.0051}
    assert wrong == {cell for note in table.notes for cell in table.cells() if note.covers(*cell)}
    one, four = cells_of("magic", "Table 1"), cells_of("magic", "Table 4")
    assert {cell for cell in one.keys() & four.keys() if one[cell] != four[cell]} == {("GPT-4", "Win Rate")}
    ratings, scores = cells_of("gamebench", "Table 2"), cells_of("gamebench", "Table 3")
    columns = dict.fromkeys(column for _, column in ratings)
    for column in columns:
        assert mean(cell.mean for (_, label), cell in ratings.items() if label == column) == pytest.approx(0, abs=0.01)
    unplayed = {cell for cell, score in scores.items() if score is None}
    (table,) = tables_of("gamebench", "Table 2")
    assert unplayed == {cell for note in table.notes for cell in table.cells() if note.covers(*cell)}
    assert not any(math.isnan(cell.mean) for cell in ratings.values())


BESIDE = {"tables": "scores*", "entries": "columns", "added": "columns", "schemes": {"usual": []},
          "names": {"Pig": "pig", "Nim": "nim (*", "All": "overall"}}


def paper(beside=None, **fields):
    table = {"place": "Table 1", "where": "", "title": "", "columns": ["m", "n"], "beside": [BESIDE | (beside or {})],
             "rows": {"Pig": ["1.5 ± 0.5", "2"], "Nim": ["3", "-"], "All": ["7.25", "8"]}, **fields}
    return Paper.model_validate({"benchmark": "B", "authors": "Doe, Roe", "title": "T", "source": "arXiv:1",
                                 "version": "v2", "names": {}, "without_numbers": {}, "tables": [table]})


OURS = Table("scores of all", "Scores", ("mine",), (
    ("pig", (Cell(1),)), ("chess", (Cell(2),)), ("nim (x)", (None,)), ("overall", (Cell(4),))))
TURNED = Table("scores", "Scores", ("pig", "chess"), (("mine", (Cell(1), Cell(2))),), "agent")
BY = "(paper, Table 1)"
SOURCE = "Paper: Doe et al., arXiv:1 (v2)"


@pytest.mark.parametrize(("table", "scheme", "beside"), [
    (OURS, "other", {}), (Table("runs", "", OURS.columns, OURS.rows), "usual", {}),
    (Table("scores", "", ("mine",), (("chess", (Cell(1),)),)), "usual", {}), (Table("scores", "", (), ()), "usual", {}),
    ], ids=["scheme", "table", "rows", "empty"])
def test_a_table_without_the_same_measure_stays_the_same(table, scheme, beside):
    assert beside_paper(table, paper(beside), scheme, (), ()) is table


def test_columns_and_rows_are_added_where_both_tables_have_them_and_the_scheme_measures_the_same():
    merged = beside_paper(OURS, paper(), "usual", (), ())
    assert merged.columns == ("mine", "m (paper, Table 1)", "n (paper, Table 1)")
    assert dict(merged.rows) == {
        "pig": (Cell(1), Cell(1.5, 0.5), Cell(2, digits=0)), "chess": (Cell(2), None, None),
        "nim (x)": (None, Cell(3, digits=0), None), "overall": (Cell(4), Cell(7.25, digits=2), Cell(8, digits=0))}
    assert merged.notes == (SOURCE,)
    merged = beside_paper(TURNED, paper({"added": "rows"}), "usual", (), ())
    assert merged.rows == (("mine", (Cell(1), Cell(2))), ("m (paper, Table 1)", (Cell(1.5, 0.5), None)),
                           ("n (paper, Table 1)", (Cell(2, digits=0), None)))
    assert merged.columns == TURNED.columns
    turned = paper({"entries": "rows", "names": {"m": "pig"}}, rows={"A": ["1", "2"], "B": ["3", "4"]})
    merged = beside_paper(OURS, turned, "usual", (), ())
    assert merged.columns == ("mine", "A (paper, Table 1)", "B (paper, Table 1)")
    assert dict(merged.rows)["pig"] == (Cell(1), Cell(1, digits=0), Cell(3, digits=0))
    both = paper({"schemes": {"usual": ["pig"], "theirs": []}})
    merged = beside_paper(OURS, both, "usual", (), ())
    assert [cells[1] for _, cells in merged.rows] == [None, None, Cell(3, digits=0), Cell(7.25, digits=2)]
    assert merged.notes == ("Table 1: the numbers of pig are of the scheme theirs.", SOURCE)
    assert dict(beside_paper(OURS, both, "theirs", (), ()).rows)["pig"][1] == Cell(1.5, 0.5)
    merged = beside_paper(OURS, paper({"schemes": {"usual": ["m"], "theirs": []}}), "usual", (), ())
    assert merged.columns == ("mine", "n (paper, Table 1)")
    assert merged.notes[0] == "Table 1: the numbers of m are of the scheme theirs."


@pytest.mark.parametrize(("played", "there"), [((), False), (("pig",), False), (("pig", "nim(k=2)"), True)])
def test_a_line_needs_the_games_that_the_paper_played_and_the_other_lines_that_it_adds_up(played, there):
    merged = beside_paper(OURS, paper({"played": {"overall": ["pig", "nim*"]}}), "usual", played, ())
    assert (dict(merged.rows)["overall"][1] is not None) == there
    assert merged.notes[:-1] == (() if there else ("Table 1: overall would need all games as the paper has them.",))
    for needed, there in ((["pig", "nim (*"], True), (["pig", "go"], False)):
        merged = beside_paper(OURS, paper({"needs": {"overall": needed}}), "usual", (), ())
        assert (dict(merged.rows)["overall"][1] is not None) == there


def test_all_tables_of_all_schemes_are_looked_at_with_exchanged_numbers_where_they_belong():
    found = with_paper(Findings({"usual": [OURS, TURNED], "other": [OURS]}, []), paper(), (), ())
    assert [table.columns for table in found.tables["usual"]] == [
        ("mine", "m (paper, Table 1)", "n (paper, Table 1)"), TURNED.columns]
    assert found.tables["other"] == [OURS]
    exchanged = {"rows": ["Pig"], "columns": ["m", "n"], "text": "why"}
    merged = beside_paper(OURS, paper(exchanged=[exchanged]), "usual", (), ())
    assert dict(merged.rows)["pig"] == (Cell(1), Cell(2, digits=0), Cell(1.5, 0.5))
    assert merged.notes[0] == ("Table 1, Pig: the paper prints the numbers of m and n in each other's column (why). "
                               "Here each number stands in its own column.")
    without_pig = Table("scores", "", OURS.columns, OURS.rows[1:])
    assert beside_paper(without_pig, paper(exchanged=[exchanged]), "usual", (), ()).notes == (SOURCE,)
    notes = [{"rows": ["All"], "columns": ["n"], "text": "misprint"}, {"rows": ["Go"], "text": "not shown"}]
    rows = {"Pig": ["1", "2"], "All": ["3", "4"], "Go": ["5", "6"]}
    merged = beside_paper(OURS, paper({"remarks": ["all of m."]}, rows=rows, notes=notes), "usual", (), ())
    assert merged.notes == ("Table 1: all of m.", "Table 1, All, n: misprint.", SOURCE)
    hostile = "m (paper, Table 1)"
    table = Table("scores", "", (hostile, "<b>"), (("pig", (Cell(9), Cell(8))),))
    merged = beside_paper(table, paper(), "usual", (), ())
    assert merged.columns == (hostile, "<b>", f"{hostile} (paper)", "n (paper, Table 1)")
    assert merged.rows[0][1][:3] == (Cell(9), Cell(8), Cell(1.5, 0.5))


def merged(suite, records, played=()):
    """The tables of a suite's report by scheme and name."""
    told = {each for record in records for each in list_told(record)}
    found = with_paper(findings(suite, records), paper_of(suite), played, told)
    return {scheme: {table.name: table for table in tables} for scheme, tables in found.tables.items()}


def labelled(table, place):
    """The rows or columns of a table that a paper prints in this place."""
    return [label for label in (*table.columns, *dict(table.rows)) if label.endswith(f" (paper, {place})")]


GAMMA_GAMES = ("guess_two_thirds", "el_farol", "divide_dollar", "public_goods", "diners_dilemma", "sealed_bid_auction",
               "battle_royale", "pirate_game")


def test_a_leaderboard_of_gamma_bench_has_the_models_of_tables_1_and_2(tmp_path):
    logs = {name: contents for name, (contents, *_) in PUBLISHED.items()}
    logs |= {f"gpt-4o_{name}": contents for name, contents in logs.items()}
    tables = merged("gamma_bench", imported(tmp_path, **logs), GAMMA_GAMES)
    coded, board = (tables[scheme]["leaderboard"] for scheme in ("coded", "paper"))
    assert [len(labelled(board, place)) for place in ("Table 1", "Table 2")] == [6, 6]
    column = board.columns.index("gpt-3.5-turbo-0125 (paper, Table 1)")
    rows = dict(board.rows)
    assert [str(rows[game][column]) for game in ("el_farol", "public_goods", "sealed_bid_auction", "Overall")] == [
        "68.7 ± 2.7", "38.8 ± 8.1", "5.5 ± 1.0", "43.5 ± 2.2"]  # the last three are printed under 0613
    assert any("in each other's column" in note for note in board.notes)
    assert {row for row, cells in coded.rows if cells[column] is None} == {
        "sealed_bid_auction", "pirate_game", "Overall"}


TOLD = {Told("paper", "direct"), Told("paper", "cot_situation")}
GT_GAMES = ("tic_tac_toe", "connect_four", "breakthrough(columns=3)", "nim", "kuhn_poker", "liars_dice",
            "first_sealed_auction", "negotiation", "pig(winscore=20)", "iterated_prisoners_dilemma")


def test_gtbench_has_averages_over_all_games_against_the_papers_opponent_and_completion_game_by_game():
    paper, rows = paper_of("gtbench"), [
        (row, (Cell(0.5),)) for row in (*GT_GAMES, "average", "average without breakthrough")]
    against = Table("nra against llm openai/gpt-3.5-turbo-1106", "", ("llm a",), tuple(rows))
    found = beside_paper(against, paper, "returns", GT_GAMES, TOLD)
    assert (len(labelled(found, "Table 2")), len(labelled(found, "Table 3"))) == (6, 4)
    last = found.columns.index("Mistral-7b-Orca (paper, Table 3)")
    assert {row: str(cells[last]) for row, cells in found.rows if cells[last]} == {
        "average": "-0.31", "average without breakthrough": "-0.27"}
    for table in (Table("nra against llm a", "", ("llm b",), tuple(rows)),
                  Table(against.name, "", ("llm a",), tuple(rows[1:]))):  # another opponent, and not all ten games
        assert beside_paper(table, paper, "returns", GT_GAMES, TOLD) is table
    completion = {}
    for prompt in ("published", "paper"):
        told = {"prompt": prompt, "reasoning": "cot_situation"}
        played = gtbench_matches.duels(gtbench_matches.model("a", **told), seat("random"), [1, -1])
        completion[prompt] = merged("gtbench", played)["returns"]["completion"]
    column = completion["published"].columns.index("Llama-2-70b-chat CoT (paper, Table 5)")
    assert [(row, str(cells[column])) for row, cells in completion["published"].rows] == [("tic_tac_toe", "81")]
    assert len(labelled(completion["published"], "Table 5")) == 8
    assert labelled(completion["paper"], "Table 5") == []
    assert completion["paper"].notes[0] == "Table 5: left out, other reader."
    assert completion["published"].notes[0].startswith("Table 5, GPT-3.5-turbo Prompt, Llama-2-70b-chat Prompt, ")


def test_a_number_of_the_paper_stands_beside_ours_only_if_a_model_was_told_the_same():
    conditioned = Paper.model_validate({
        **paper().model_dump(), "conditions": {"n*": "thinking", "*": "direct"}, "told": {
            "direct": {"prompts": ["paper", "published"], "reasonings": ["direct"]},
            "thinking": {"prompts": ["paper"], "reasonings": ["cot"], "otherwise": "other reader"}}})
    both = {Told("paper", "cot"), Told("published", "direct"), Told("v1", "cot")}
    assert beside_paper(OURS, conditioned, "usual", (), both).columns == ("mine", f"m {BY}", f"n {BY}")
    for told, shown, notes in (
            ({Told("published", "direct")}, (f"m {BY}",), ("Table 1, n: left out, other reader.", SOURCE)),
            ({Told("paper", "cot")}, (f"n {BY}",), ("Table 1, m: left out, other wording.", SOURCE)),
            ({Told("v1", "direct"), Told("published", "cot")}, (), (
                "Table 1, m: left out, other wording.", "Table 1, n: left out, other reader.", SOURCE))):
        table = beside_paper(OURS, conditioned, "usual", (), told)
        assert (table.columns, table.notes) == (("mine", *shown), notes)
    (note, _) = beside_paper(OURS, conditioned, "usual", (), {Told("paper", "direct")}).notes[:2]
    assert note == ("Table 1: our models were told the same facts in other words (prompt=paper); prompt=published has "
                    "the published ones.")
    with pytest.raises(ValidationError, match=r"the conditions \['cot'\] are not among told"):
        Paper.model_validate({**paper().model_dump(), "conditions": {"*": "cot"}})


@pytest.mark.parametrize("suite", SUITES)
def test_every_number_that_a_suite_shows_has_a_condition_which_published_wordings_meet(suite):
    known = paper_of(suite)
    conditions = [known.condition(place, entry) for table in known.tables for place in table.beside
                  for entry in (table.rows if place.entries == "rows" else table.columns)]
    assert all(conditions)
    if suite != "econ_arena":  # whose program has no wordings to import
        assert all({"published", "gamabench_v1", "*"} & set(each.prompts) for each in conditions)


def test_what_models_were_told_is_read_from_their_seats_and_imported_matches_have_the_published_wording():
    seats = [seat("llm", "a", prompt="paper", reasoning="cot"), seat("llm", "b"), seat("random")]
    assert set(list_told(record("m", seats, None))) == {Told("paper", "cot"), Told("v1", "direct")}
    imported_seats = [seat("gpt-4"), seat("llm", "a", prompt="gamabench_v1", reasoning="none")]
    assert set(list_told(record("m", imported_seats, None, source="gamebench"))) == {
        Told("published", "direct"), Told("gamabench_v1", "none")}


def test_economics_arena_has_rule_breaks_and_payoffs_of_the_beauty_contest_but_not_of_auctions():
    players = [econ_arena_matches.model(name) for name in "abcde"]
    records = [econ_arena_matches.contest(players, [0, 1, 2, 3, 101], match_id=f"contest {run}", run=run)
               for run in range(21)]
    records.append(econ_arena_matches.auction(players, [60, 50, 50, 50, 40], [60, 50, 40, 30, 20], match_id="auction"))
    tables = merged("econ_arena", records)["printed"]
    assert list(map(str, dict(tables["rule breaks"].rows)["ChatGLM3 (paper, Table 2)"])) == ["14.66", "5.33"]
    payoffs = {name: labelled(table, "Table 1") for name, table in tables.items() if name.startswith("payoffs by s")}
    contest, auction = (f"payoffs by sessions {game} melee none" for game in ("beauty_contest", "second_price_auction"))
    assert {name: len(labels) for name, labels in payoffs.items()} == {contest: 5, auction: 0}
    assert tables[contest].columns == ("20 sessions", "21 sessions")
    assert dict(tables[contest].rows)["Claude2 (paper, Table 1)"] == (Cell(0.45, digits=3), None)


def test_magic_has_challengers_in_rows_and_no_win_rate_beside_one_without_word_games():
    who = magic_matches.model(), magic_matches.aware()
    records = [match for each in who for match in magic_matches.strong_set(each, each.agent)]
    by_scheme = merged("magic", records, sorted({match.game for match in records}))
    gpt_4 = {scheme: dict(tables["abilities"].rows)["GPT-4 (paper, Table 1)"] for scheme, tables in by_scheme.items()}
    assert [cell and cell.short for cell in gpt_4["published"]] == [
        "53.3", "83.8", "32.3", "75.0", "55.0", "47.6", "47.6", "69.0", None]
    assert [cell and cell.short for cell in gpt_4["printed"]] == [
        "53.3", "83.8", None, None, None, "47.6", None, None, None]
    tables = by_scheme["printed"]
    assert len(labelled(tables["gains by beliefs"], "Table 4")) == 15
    assert len(labelled(tables["costs scores and paybacks"], "Table 2")) == 6
    settings = tables["settings"]
    assert labelled(settings, "Table 3") == ["rounds (paper, Table 3)", "competitions (paper, Table 3)"]
    assert [tuple(map(str, cells[-2:])) for _, cells in settings.rows] == [
        ("1", "20"), ("2", "20"), ("5", "21"), ("5", "21"), ("5", "21")]
    records = [match for match in magic_matches.strong_set(magic_matches.model()) if match.game != "chameleon"]
    abilities = merged("magic", records, {match.game for match in records})["coded"]["abilities"]
    assert [cell is None for cell in dict(abilities.rows)["GPT-4 (paper, Table 1)"][:2]] == [True, True]


def test_gamebench_has_each_number_with_the_game_that_it_is_of():
    records = [match for game in ("air_land_sea", "pit")
               for match in gamebench_matches.duels(game, ("a", "b", 1), ("a", "b", 0))]
    tables = merged("gamebench", records)
    board = tables["checked"]["average scores"]
    assert board.columns == ("overall", "ALS", "PT")
    assert dict(board.rows)["random (paper, Table 3)"] == (None, Cell(0.18, digits=2), Cell(0.58, digits=2))
    assert any("ALS is printed as CN" in note for note in board.notes)
    assert labelled(tables["checked"]["ratings"], "Table 2") == []
    assert dict(tables["published"]["ratings"].rows)["gpt-4-cot (paper, Table 2)"][1:] == (
        Cell(2.41, digits=2), Cell(0.62, digits=2))
