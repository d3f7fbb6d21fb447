import numpy as np
import pytest

from gtarena.suites.gamebench.tables import all_tables
from gtarena.suites.gamebench.taxonomy import CATEGORIES
from tests.support.gamebench_matches import duels, with_a_lost_game
from tests.support.suite_matches import results


@pytest.fixture(scope="module")
def found():
    return results(with_a_lost_game(), bootstrap=60)


@pytest.fixture(scope="module")
def tables(found):
    return {scheme: {table.name: table for table in all_tables(found, scheme)} for scheme in ("checked", "published")}


def shown(table):
    return {label: ["–" if cell is None else cell.short for cell in cells] for label, cells in table.rows}


def few(*matches):
    return {table.name: table for table in all_tables(results(matches, 0), "checked")}


def test_one_lost_game_moves_an_agent_down_but_less_in_the_factor_which_leaves_refused_ratings_out(tables):
    # The remark of the paper: GPT-4 is last mostly because it loses all matches of Sea Battle.
    ratings = tables["published"]["ratings without a game"]
    assert ratings.columns[0] == "all games"
    lost = ratings.columns.index("without SB")
    of = {label: [cell.mean for cell in cells] for label, cells in ratings.rows}
    assert [of["gpt-4"][place] > of["gpt-3-cot"][place] for place in range(len(ratings.columns))] == [
        place == lost for place in range(len(ratings.columns))]
    for scheme in ("checked", "published"):
        ((label, (lead, without)),) = tables[scheme]["signs that depend on a game"].rows
        assert label == "SB: gpt-3-cot less gpt-4"
        assert lead.mean > 0 > without.mean
    by_game = tables["published"]["general ability by game"]
    rows = {label: dict(zip(by_game.columns, cells, strict=True)) for label, cells in by_game.rows}
    assert rows["SB"]["% weight"].mean < 5 < 20 < rows["SB"]["% weight in the mean"].mean
    assert rows["all"]["% explained"].mean > rows["by chance up to"]["% explained"].mean
    assert [*rows][:9] == ["ALS", "ARC", "AYT", "CN", "HV", "PT", "SN", "TRB", "SB"]
    ability = tables["published"]["general ability"]
    assert [label for label, _ in ability.rows] == ["human", "gpt-4", "gpt-3-cot", "gpt-3", "random"]
    assert ability.columns == ("score", "rating", "games")
    assert all(cells[0].low < cells[0].mean < cells[0].high for _, cells in ability.rows)
    games = {label: cells[-1] for label, cells in shown(tables["checked"]["general ability"]).items()}
    assert games == {"human": "9", "gpt-4": "8", "gpt-3-cot": "9", "gpt-3": "9", "random": "9"}
    assert "missing general ability" not in tables["checked"]
    table = tables["checked"]["ratings by category"]
    assert table.columns == CATEGORIES
    assert all(cell.low < cell.mean < cell.high for _, cells in table.rows for cell in cells)
    hidden = dict(table.rows)["gpt-4"][CATEGORIES.index("hidden information")]
    cooperation = dict(table.rows)["gpt-4"][CATEGORIES.index("cooperation")]
    assert hidden.low > 0 > cooperation.high  # Sea Battle is one of the four games of cooperation


def test_reasons_for_missing_ratings_categories_and_factors_stand_together_once():
    table = few(*duels("santorini", ("A", "B", 1), ("A", "B", 0)), *duels("pit", ("C", "A", 0.75)))
    assert shown(table["ratings by category"])["C"][:2] == ["–", "–"]
    reasons = table["missing ratings"]
    assert "C, SN, abstract strategy: no match against another agent" in dict(reasons.rows)
    assert not [label for label, _ in reasons.rows if "social deduction" in label]  # no game of it was played
    table = few(*duels("santorini", ("A", "B", 1), ("A", "B", 0)), *duels("pit", ("A", "B", 0.75)))
    assert "general ability" not in table
    assert "general ability by game" not in table
    reasons = [label for label, _ in table["missing general ability"].rows]
    assert reasons[0] == "no factor: it takes 3 agents whose ratings tell something, and there are 0"
    assert reasons[1] == "A: ratings in fewer than 2 games that count"
    assert reasons[3] == "PT: ratings of fewer than 3 agents with ratings in 2 games"
    assert [label.partition(":")[0] for label in reasons] == ["no factor", "A", "B", "PT", "SN"]
    orders = {"santorini": "ABC", "pit": "BCA", "air_land_sea": "CAB"}  # every agent is best in one game
    matches = [match for game, (best, middle, worst) in orders.items() for match in duels(
        game, (best, middle, 0.7), (middle, worst, 0.7), (best, worst, 0.8))]
    table = {table.name: table for table in all_tables(results(matches, bootstrap=60), "checked")}
    ((reason, cells),) = table["missing general ability"].rows
    assert reason.startswith("no factor: it would explain")
    assert cells == (None,)
    assert "ratings without a game" not in few(*duels("santorini", ("A", "B", 1), ("A", "B", 0)))
    table = few(*duels("santorini", ("A", "B", 1), ("A", "B", 0)), *duels("pit", ("A", "B", 0.75)))
    assert table["ratings without a game"].columns == ("all games", "without PT", "without SN")
    assert shown(table["ratings without a game"])["A"] == ["0.26", "0.00", "0.55"]  # half ln 5/3, 0, half ln 3
    assert "signs that depend on a game" not in table


def test_the_ratings_with_all_games_are_the_usual_ones(found):
    frame = found.without["checked"]
    usual = frame[frame["left_out"] == ""].set_index("agent")["rating"]
    own = {agent: found.ratings["checked"][agent, "overall"].rating for agent in usual.index}
    assert usual.to_dict() == pytest.approx(own)
    assert np.isfinite([*own.values()]).all()
