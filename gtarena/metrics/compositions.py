"""Compositions of tables: which agents met, however they were seated, and what each of them got.

A team counts once, with the mean of its seats' returns. Matches without returns, and those of a game of one team, are
left out. All functions take the frame of :func:`gtarena.metrics.frames.seats_frame`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gtarena.metrics.bootstrap import estimate_mean
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.teams import by_team

if TYPE_CHECKING:
    import pandas as pd

Composition = tuple[str, ...]  # sorted names of agents, one per team


def name_composition(agents: Iterable[str]) -> str:
    """Returns a composition in words, such as ``3 × random + 1 × rational``."""
    return " + ".join(f"{count} × {name}" for name, count in sorted(Counter(agents).items()))


def table_returns(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns a row per team of every match that was played to its end.

    The columns are ``match_id``, ``game``, ``unit``, ``team``, ``name`` (of its agent), ``return`` and ``composition``
    (of the match, a sorted tuple of names).
    """
    played = seats[(seats["outcome"] == "finished") & seats["return"].notna() & (seats["team_count"] > 1)]
    teams = by_team(played)
    teams = teams.assign(name=names_in(teams))
    tables = {match: tuple(sorted(names)) for match, names in teams.groupby("match_id")["name"]}
    return teams.assign(composition=teams["match_id"].map(tables))[
        ["match_id", "game", "unit", "team", "name", "return", "composition"]].reset_index(drop=True)


def returns_by_composition(tables: pd.DataFrame) -> pd.DataFrame:
    """Returns the mean return of each agent at each composition of a game's table.

    Args:
        tables: a frame of :func:`table_returns`.

    Returns:
        A row per game, composition and agent with the columns ``game``, ``composition``, ``agent``, ``mean``, ``low``
        and ``high`` (a 95 % interval, NaN for fewer than 6 deals), and ``matches``.
    """
    import pandas as pd

    rows = []
    for keys, group in tables.groupby(["game", "composition", "name"]):
        estimate = estimate_mean(group["return"].to_numpy(dtype=np.float64), 0, group["unit"].tolist())
        rows.append((*keys, estimate.value, *estimate.interval(), group["match_id"].nunique()))
    return pd.DataFrame(rows, columns=["game", "composition", "agent", "mean", "low", "high", "matches"])


def returns_by_others(means: pd.DataFrame) -> pd.DataFrame:
    """Returns the mean return of each agent by the number of its fellow players that are a certain agent.

    Compositions with the same number have the same weight.

    Args:
        means: a frame of :func:`returns_by_composition`.

    Returns:
        A row per game, agent, other agent and number with the columns ``game``, ``agent``, ``other``, ``number``,
        ``mean`` and ``compositions`` (how many).
    """
    import pandas as pd

    agents = means.groupby("game")["agent"].unique()
    listed: list[Any] = list(means.itertuples())
    rows = [(row.game, row.agent, other, row.composition.count(other) - (row.agent == other), row.mean)
            for row in listed for other in agents[row.game]]
    keys = ["game", "agent", "other", "number"]
    frame = pd.DataFrame(rows, columns=[*keys, "mean"])
    return frame.groupby(keys).agg(mean=("mean", "mean"), compositions=("mean", "size")).reset_index()
