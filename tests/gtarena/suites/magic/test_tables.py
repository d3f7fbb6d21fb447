import pytest

from gtarena.reports.tables import Table
from gtarena.suites.magic.scores import SCHEMES
from gtarena.suites.magic.tables import AVERAGE, all_tables
from tests.support.magic_matches import FAIR, aware, cost_sharing, dilemma, model, public_good, strong_set, weak_set
from tests.support.suite_matches import matches_frame

BOTH = [*strong_set(aware()), *weak_set(model())]


def of(records, scheme: str = "coded") -> dict[str, Table]:
    return {table.name: table for table in all_tables(matches_frame(records), scheme)}


def cells(table: Table) -> dict[str, list[str | None]]:
    return {who: [None if cell is None else str(cell) for cell in row] for who, row in table.rows}


def test_tables_1_and_2_have_abilities_win_rates_by_role_costs_scores_and_paybacks():
    table = of(strong_set(model()))["abilities"]
    assert table.columns == ("Win rate", "Judgement", "Reasoning", "Deception", "Self-awareness", "Cooperation",
                             "Coordination", "Rationality", "Radar area")
    assert cells(table) == {"llm m": ["66.7 of 7", "75.0 of 2", "80.0 of 4", "100.0 of 2", "100.0 of 4", "100.0 of 1",
                                      "100.0 of 1", "75.0 of 2", "22331"]}
    assert cells(of([dilemma("DCC")])["abilities"]) == {"llm m": [None] * 9}
    assert cells(of([cost_sharing((FAIR, (0, 0, 0)))])["abilities"])["llm m"][5:7] == ["100.0 of 1"] * 2
    table = of(BOTH)["win rates by role"]
    assert table.columns == ("chameleon", "non-chameleon", "undercover", "civilian", "cost_sharing",
                             "three_player_prisoners_dilemma", "public_good")
    assert cells(table)["pgm m"] == [
        "100.0 of 1", "100.0 of 1", "66.7 of 1", "0.0 of 1", "100.0 of 1", "100.0 of 1", "0.0 of 1"]
    assert cells(of([dilemma("DCC")])["win rates by role"])["llm m"] == [None] * 5 + ["100.0 of 1", None]
    table = of([cost_sharing((FAIR, (0, 0, 0)), match_id="a"), cost_sharing((FAIR, (0, 0, None)), match_id="b"),
                dilemma("DCC", "CCC", match_id="c"), dilemma("CDD", "CCC", match_id="d"),
                public_good((30, 0, 0), (0, 0, 30), match_id="e")])["costs scores and paybacks"]
    assert table.columns == ("cost_sharing: win rate", "cost_sharing: cost", "three_player_prisoners_dilemma: win rate",
                             "three_player_prisoners_dilemma: score", "three_player_prisoners_dilemma: defections",
                             "public_good: win rate", "public_good: payback", "public_good: invested")
    assert cells(table) == {"llm m": [
        "50.0 of 2", "40.0 of 1", "50.0 of 2", "5.5 of 2", "25.0 of 2", "0.0 of 1", "30.0 of 1", "30.0 of 1"]}
    assert of([public_good((0, 0, 0))])["costs scores and paybacks"].columns == (
        "public_good: win rate", "public_good: payback", "public_good: invested")
    assert "costs scores and paybacks" not in of(BOTH[:4])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_differences_of_a_pair_have_their_verdicts_and_no_interval_from_few_deals(scheme):
    table = of(BOTH, scheme)["differences pgm m against llm m"]
    found = cells(table)
    # Both rounds of the dilemma and one of the public good were rational, against none.
    assert found["Rationality: no verdict from 2 deals: at least 6 are needed"] == ["75.0", None, "2"]
    assert found["Cooperation: no verdict from 1 deal: at least 6 are needed"] == ["100.0", None, "1"]
    assert all("no verdict" in label for label in found)
    many = [match.model_copy(update={"seed": seed, "match_id": f"{seed} {match.match_id}"})
            for match in BOTH for seed in range(20)]
    found = cells(of(many, scheme)["differences pgm m against llm m"])
    assert found["Cooperation: beyond noise"][::2] == ["100.0 [100.0, 100.0]", "20"]
    assert found["Self-awareness: within noise"] == ["0.0 [0.0, 0.0]", "1.0000", "40"]


def test_tables_3_and_4_count_units_and_gains_and_the_correlation_how_many_challengers_it_needs():
    table = of([*BOTH, dilemma("DCC", "DDC", challengers=(1,), match_id="other seat"),
                dilemma("DCC", "DDC", match_id="again")])["settings"]
    found = cells(table)
    assert list(found)[3] == "three_player_prisoners_dilemma (3,5,5)"
    assert found["three_player_prisoners_dilemma (3,5,5)"] == ["2", "2", "4", *[None] * 6, "8"]
    assert found["public_good (1.5)"] == ["2", "1", "2", *[None] * 6, "4"]
    (chameleon,) = (row for who, row in found.items() if who.startswith("chameleon ("))
    # Two matches in each of the roles: 4 votes, 36 coded deductions, 2 deceptions, and 18 answers about roles.
    assert chameleon == ["1", "1", "4", "4", "36", "2", "18", None, None, None]
    assert cells(of([dilemma("CCC", match_id="a"), dilemma("CCC", "CCC", match_id="b")])["settings"])[
        "three_player_prisoners_dilemma (3,5,5)"][:3] == [None, "2", "2"]
    sets = [dilemma("CCC", scores=(3, 10, 2), match_id="a"), dilemma("CCC", match_id="b")]
    assert list(cells(of(sets)["settings"])) == list(cells(of(sets[::-1])["settings"]))
    found = cells(of(BOTH)["gains by beliefs"])
    assert (list(found), found["pgm m"][:2]) == (["pgm m", "llm m", AVERAGE], ["66.7", "75.0"])
    assert (found["llm m"][:2], found[AVERAGE][:2]) == (["14.3", "50.0"], ["52.4 of 1", "25.0 of 1"])
    found = cells(of([*BOTH, *weak_set(aware("n"), "n"), *weak_set(model("n"), "plain n")], "printed")[
        "gains by beliefs"])
    assert found[AVERAGE][:2] == ["26.2 of 2", "12.5 of 2"]
    assert found[AVERAGE][6] is None  # coordination, as printed, needs agreements
    (row,) = of(BOTH, "printed")["correlation"].rows
    assert row == ("needs 3 challengers with both, found 1", (None, None, None))
    # With the public good won and rational, and with the dilemma lost and only half rational.
    *most, last = strong_set(model("b"), "b")
    better = [*most, public_good((0, 5, 5), (0, 0, 0), challenger=model("b"), match_id=last.match_id)]
    worse = [match for match in strong_set(model("w"), "w") if "dilemma" not in match.game]
    lost = dilemma("CDD", "DDD", challenger=model("w"), match_id="lost")
    (row,) = of([*strong_set(model()), *better, *worse, lost])["correlation"].rows
    # Area: rationality 75, 100 and 50 %. Win rate: 14/21, 17/21 and 11/21.
    assert row[0] == "all challengers"
    assert [str(cell) for cell in row[1]] == ["1.000", "None", "3"]
