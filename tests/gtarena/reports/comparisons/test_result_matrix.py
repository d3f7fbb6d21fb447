import math

from gtarena.metrics.game_results import GameResult
from gtarena.reports.comparisons.result_matrix import MOST_COLUMNS, frame_results, show_matrix


def results(agents, games):
    return {(agent, game): GameResult(0.5, -0.25, 0.75, 8) for agent in agents for game in games}


def test_games_are_columns_in_the_order_of_the_leaderboards_agents_and_what_was_not_played_is_empty():
    found = results("ab", ["nim", "pig"])
    del found["a", "pig"]
    found["b", "pig"] = GameResult(-1.0, math.nan, math.nan, 1)
    (part,) = show_matrix(found, ["b", "a", "unseen"])
    assert part["columns"] == ["nim", "pig"]
    (first, (_, lost)), (second, (played, none)) = part["rows"]
    assert (first, second, none) == ("b", "a", None)
    assert played == {"agent": "a", "game": "nim", "nra": 0.5, "matches": 8, "interval": "[−0.25, +0.75]"}
    assert (lost["nra"], lost["interval"]) == (-1.0, "–")


def test_many_games_are_rows_and_many_agents_come_in_parts():
    games = [f"g{number:02}" for number in range(MOST_COLUMNS + 1)]
    (part,) = show_matrix(results("ab", games), ["a", "b"])
    assert (part["columns"], [row for row, _ in part["rows"]]) == (["a", "b"], games)
    agents = [f"a{number:02}" for number in range(MOST_COLUMNS + 2)]
    parts = list(show_matrix(results(agents, games), agents))
    assert [part["columns"] for part in parts] == [games[:MOST_COLUMNS], games[MOST_COLUMNS:]]
    assert all([row for row, _ in part["rows"]] == agents for part in parts)
    assert list(show_matrix({}, [])) == []


def test_the_table_has_a_row_per_agent_and_game():
    assert frame_results(results("a", ["nim"])).to_dict("records") == [
        {"agent": "a", "game": "nim", "nra": 0.5, "low_95": -0.25, "high_95": 0.75, "matches": 8}]
