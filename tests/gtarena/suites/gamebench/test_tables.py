import pytest

from gtarena.suites.gamebench.tables import all_tables
from tests.support.gamebench_matches import duels
from tests.support.suite_matches import results

MATCHES = [*duels("santorini", ("A", "B", 1), ("A", "B", 1), ("B", "A", 0), ("A", "B", 0)),
           *duels("pit", ("C", "A", 0.75))]


def tables(scheme, matches=MATCHES, bootstrap=0):
    return {table.name: table for table in all_tables(results(matches, bootstrap), scheme)}


def shown(table):
    return {label: ["–" if cell is None else str(cell) for cell in cells] for label, cells in table.rows}
    # Of 4 matches with 3 wins, a resample has at most one win with a probability of 5.1 %, and 4 with one of 31.6 %.


@pytest.mark.usefixtures("plain_percentiles")
def test_tables_1_to_3_and_matrices_have_the_papers_cells_averages_and_numbers():
    table = tables("published")["ratings"]
    assert (table.columns, [label for label, _ in table.rows]) == (("overall", "PT", "SN"), ["C", "A", "B"])
    assert {label: cells[2] for label, cells in shown(table).items()} == {"A": "0.50", "B": "-0.60", "C": "0.10"}
    found = tables("checked")
    assert shown(found["ratings"])["C"][2] == "–"
    assert "C, SN, abstract strategy: no match against another agent" in shown(found["missing ratings"])
    assert "missing ratings" not in tables("published")
    table = tables("checked")["average scores"]
    assert shown(table) == {
        "A": ["0.65 [0.30, 1.00] of 5", "0.25 [0.25, 0.25] of 1", "0.75 [0.25, 1.00] of 4"],
        "B": ["0.25 [0.00, 0.75] of 4", "–", "0.25 [0.00, 0.75] of 4"],
        "C": ["0.75 [0.75, 0.75] of 1", "0.75 [0.75, 0.75] of 1", "–"]}
    table = tables("checked")["reasoning categories"]
    assert shown(table)["abstract strategy: ALS, ARC, CN, HV, SN, SB"] == ["6", "1"]
    assert shown(table)["language communication: AYT, CN, PT, TRB"] == ["4", "1"]
    found = tables("published")
    assert found["matches"].columns == ("C", "A", "B")
    assert shown(found["matches"]) == {"C": ["–", "1", "–"], "A": ["1", "–", "4"], "B": ["–", "4", "–"]}
    assert shown(found["total scores"]) == {
        "C": ["–", "0.75", "–"], "A": ["0.25", "–", "3.00"], "B": ["–", "1.00", "–"]}
    assert shown(found["win probabilities"])["A"][1] == "–"
    assert shown(found["matches by game"]) == {"C against A": ["1", "1", "–"], "A against B": ["4", "–", "4"]}
    assert shown(found["total scores by game"]) == {
        "C against A": ["0.75", "0.75", "–"], "A against B": ["3.00", "–", "3.00"]}
    assert shown(found["win probabilities by game"])["A against B"][2] == "0.75"


def test_the_balance_of_sides_stands_below_the_ratings_with_the_matches_of_all_agents():
    listed = all_tables(results(MATCHES, 0), "checked")
    assert [table.name for table in listed[:2]] == ["ratings", "balance"]
    assert shown(listed[1]) == {"PT": ["100 of 1", "0 of 1"], "SN": ["50 of 4", "50 of 4"]}
    (_, balance, *_) = all_tables(results([
        each.model_copy(update={"match_id": f"{number} {each.match_id}"}) for number in range(5)
        for each in MATCHES[:4]], 0), "checked")
    # By hand: Wilson's interval of 10 of 20.
    assert shown(balance) == {"SN": ["50 [30, 70] of 20", "50 [30, 70] of 20"]}
