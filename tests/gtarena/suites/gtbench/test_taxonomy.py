import pandas as pd
import pyspiel
import pytest

from gtarena import games
from gtarena.reports.label_sheets import Judgement
from gtarena.suites.gtbench.labels import LABELS, kappas, label_tables, shares
from gtarena.suites.gtbench.taxonomy import (
    GAME_GROUPS,
    TAXONOMY,
    is_complete_deterministic,
    is_probabilistic_or_dynamic,
    taxonomy_order,
)
from tests.support import ROOT

SOLID = {"tic_tac_toe", "connect_four", "breakthrough", "nim"}


@pytest.mark.parametrize("name", TAXONOMY)
def test_the_taxonomy_agrees_with_the_game(name):
    kind, taxon = games.type_of(name), TAXONOMY[name]
    assert kind.min_num_players <= 2 <= kind.max_num_players
    # The dilemma ends by chance, which is nothing that players would reckon with; its moves are hidden for a round.
    if name != "iterated_prisoners_dilemma":
        assert (taxon.outcome == "deterministic") == (kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC)
        complete = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        assert (taxon.information == "complete") == complete


def test_four_of_ten_games_are_complete_and_deterministic_and_games_are_grouped_by_name():
    assert (len(TAXONOMY), set(filter(is_complete_deterministic, TAXONOMY))) == (10, SOLID)
    assert set(filter(is_probabilistic_or_dynamic, TAXONOMY)) == TAXONOMY.keys() - SOLID
    games_played = ["breakthrough(columns=3)", "nim", "pig(winscore=20)", "othello"]
    assert {name: list(filter(belongs, games_played)) for name, belongs in GAME_GROUPS.items()} == {
        "average": games_played, "average without breakthrough": games_played[1:],
        "complete and deterministic": games_played[:2], "probabilistic or dynamic": ["pig(winscore=20)"]}
    assert sorted(["zzz", "pig", "othello", "nim(pile_sizes=1;2)"], key=taxonomy_order) == [
        "nim(pile_sizes=1;2)", "pig", "othello", "zzz"]


PUBLISHED = {"endgame": 33.33, "misinterpretation": 9.80, "overconfidence": 15.69, "calculation": 9.80,
             "factual": 45.10}


def judged(*labels: str, agent: str = "cot m", first: int = 0) -> list[Judgement]:
    """Judgements of turns in a row; each text has the labels of a turn, with blanks between them."""
    return [Judgement(("match", str(number), "0"), agent, frozenset(given.split()))
            for number, given in enumerate(labels, start=first)]


def cells(row):
    return [None if cell is None else str(cell) for cell in row]


def test_shares_of_labels_follow_from_turns_and_only_multiples_of_51_give_the_published_row():
    assert list(LABELS) == list(PUBLISHED)

    def fits(count):
        printed = {f"{100 * part / count:.2f}" for part in range(count + 1)}
        return {f"{share:.2f}" for share in PUBLISHED.values()} <= printed

    assert [count for count in range(1, 158) if fits(count)] == [51, 102, 153]
    table = shares(judged("endgame factual", "factual", "calculation", "", ""))
    ((agent, row),) = table.rows
    assert (agent, table.columns) == ("cot m", (*LABELS, "turns with a mistake", "turns"))
    assert cells(row) == ["33.33", "0.00", "0.00", "33.33", "66.67", "3", "5"]
    # The counts 17, 5, 8, 5 and 23 sum to 58.
    mistakes = ["endgame"] * 10 + ["endgame factual"] * 7 + ["factual"] * 16
    mistakes += ["misinterpretation"] * 5 + ["overconfidence"] * 8 + ["calculation"] * 5
    ((_, row),) = shares(judged(*mistakes, *[""] * 106)).rows
    assert cells(row) == [*(f"{share:.2f}" for share in PUBLISHED.values()), "51", "157"]


def test_sheets_have_a_row_of_numbers_per_agent_and_kappa_is_agreement_beyond_chance(tmp_path):
    table = shares([*judged("calculation"), *judged("", "", agent="a")])
    assert [(agent, cells(row)) for agent, row in table.rows] == [
        ("a", [None] * 5 + ["0", "2"]), ("cot m", ["0.00", "0.00", "0.00", "100.00", "0.00", "1", "1"])]
    csv, *_ = shares([*judged("calculation"), *judged("", agent="a")]).write(tmp_path)
    assert all(pd.api.types.is_numeric_dtype(kind) for kind in pd.read_csv(csv).dtypes[1:])
    # Endgame: 3 of 4 agree, 3/8 + 1/8 by chance. Factual: 2 of 4 agree, 1/2 by chance.
    one = judged("endgame factual", "endgame factual", "endgame", "")
    other = judged("endgame factual", "endgame", "factual", "")
    assert cells(kappas(one, other)) == ["0.50", None, None, None, "0.00", "4"]
    assert cells(kappas(one, one)) == ["1.00", None, None, None, "1.00", "4"]
    assert cells(kappas(judged("endgame", "", ""), judged("", "endgame", first=1)))[-1] == "2"
    assert kappas(judged("endgame"), judged("endgame", first=5)) == ()
    sheets = {"a.csv": judged("endgame", ""), "b.csv": judged("", ""), "c.csv": judged("factual", first=9)}
    counted, agreement = label_tables(sheets)
    ((_, row),) = counted.rows
    assert cells(row) == ["50.00", "0.00", "0.00", "0.00", "50.00", "2", "5"]
    assert [(names, cells(row)) for names, row in agreement.rows] == [
        ("a.csv, b.csv", ["0.00", None, None, None, None, "2"])]
    assert len(list(label_tables({"a.csv": judged("endgame"), "b.csv": judged("", first=1)}))) == 1


@pytest.mark.parametrize(("label", "meaning"), LABELS.items())
def test_the_manual_defines_each_label(label, meaning):
    row = f"| `{label}` | {meaning[0].lower()}{meaning[1:].rstrip('.')} |"
    assert row in (ROOT / "docs" / "gtbench.md").read_text(encoding="utf-8")
