"""Matrix of agents and games on the page of a report: the mean result of each agent in each game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gtarena.formatting import one_line
from gtarena.metrics.columns import batched
from gtarena.metrics.game_results import GameResult
from gtarena.reports.comparisons.heat_maps import interval

if TYPE_CHECKING:
    import pandas as pd

MOST_COLUMNS = 10  # beside each other on the page
_NAME = 120  # characters, as on leaderboards

Results = Mapping[tuple[str, str], GameResult]  # by agent and game


def show_matrix(results: Results, agents: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """Yields the variables of the template for each part of the matrix, which has the agents in the given order.

    Games are columns, unless they are too many and more than the agents. A part has ``MOST_COLUMNS`` at most.
    """
    games = sorted({game for _, game in results})
    listed = [name for name in agents if any((name, game) in results for game in games)]
    turned = len(games) > max(MOST_COLUMNS, len(listed))
    rows, columns = (games, listed) if turned else (listed, games)
    for some in batched(columns, MOST_COLUMNS):
        yield {"columns": [one_line(name, _NAME) for name in some], "turned": turned, "rows": [
            (one_line(row, _NAME), [_cell(results, *((column, row) if turned else (row, column))) for column in some])
            for row in rows]}


def _cell(results: Results, agent: str, game: str) -> Mapping[str, Any] | None:
    found = results.get((agent, game))
    if found is None:
        return None
    return {"agent": one_line(agent, _NAME), "game": game, "nra": found.advantage, "matches": found.matches,
            "interval": interval(found.low, found.high)}


def frame_results(results: Results) -> pd.DataFrame:
    """Returns a row per agent and game with its mean result."""
    import pandas as pd

    return pd.DataFrame([{
        "agent": agent, "game": game, "nra": each.advantage, "low_95": each.low, "high_95": each.high,
        "matches": each.matches} for (agent, game), each in sorted(results.items())])
