from math import inf, nan

from gtarena.game_theory.profiles.collection import Profiles
from gtarena.game_theory.profiles.findings import Finding
from gtarena.game_theory.profiles.tables import summary_table, tidy_csv

FINDINGS = [
    Finding("=a", "nim", "cost", 0.00125, 0.001, 0.002, 8, "matches"),
    Finding("b", "nim", "cost", nan, nan, nan, 8, "matches", note="the price of a reply is not known"),
    Finding("b", "pig(winscore=20)", "blunder_rate", 0.125, 0.1, inf, 40, "answers", "disguise=x", source="quality")]


def test_a_row_of_the_csv_has_a_number_its_unit_and_its_source_and_no_number_is_an_empty_cell():
    assert tidy_csv(FINDINGS).splitlines() == [
        "agent,game,measure,value,low,high,unit,condition,count,counted,source,note",
        "'=a,nim,cost,0.00125,0.001,0.002,US dollars a match,,8,matches,matches,",
        "b,nim,cost,,,,US dollars a match,,8,matches,matches,the price of a reply is not known",
        "b,pig(winscore=20),blunder_rate,0.125,0.1,inf,share of moves,disguise=x,40,answers,quality,"]


def test_the_table_has_a_row_per_measure_and_game_and_a_column_per_agent():
    table = summary_table(Profiles(FINDINGS, ["=a", "b"], ["b"]))
    assert table.columns == ("=a", "b")
    shown = {label: [cell and str(cell) for cell in cells] for label, cells in table.rows}
    assert shown == {"Blunders, pig(winscore=20), disguise=x (%)": [None, "12.5 [10.0, ∞]"],
                     "Cost, nim": ["0.0013 [0.0010, 0.0020]", None]}
