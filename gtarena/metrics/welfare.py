"""Welfare of groups: how much its members get together, how equally, and what one could gain by being another agent.

All functions take a frame of :func:`gtarena.metrics.compositions.table_returns`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gtarena.metrics.bootstrap import estimate_mean
from gtarena.metrics.compositions import Composition, name_composition

if TYPE_CHECKING:
    import pandas as pd


def equality(returns: Sequence[float]) -> float:
    """Returns 1 minus the Gini coefficient, from 1 / n (one has all) to 1 (all have the same).

    It is 1 - sum |r_i - r_j| / (2 n sum r_i) over all ordered pairs (Pérolat et al., "A multi-agent reinforcement
    learning model of common-pool resource appropriation", 2017, social outcome metrics). It is NaN if a return is
    negative or none is positive, as a share of a negative sum means nothing.
    """
    values = np.asarray(returns, dtype=np.float64)
    if values.min() < 0 or values.sum() <= 0:
        return math.nan
    differences = np.abs(values[:, None] - values[None, :]).sum()
    return float(1 - differences / (2 * len(values) * values.sum()))


def welfare(tables: pd.DataFrame) -> pd.DataFrame:
    """Returns the welfare of each composition of a game's table.

    Returns:
        A row per game and composition with the columns ``game``, ``composition``, ``sum`` (of the returns of all
        teams), ``low`` and ``high`` (its 95 % interval, NaN for fewer than 6 deals), ``mean`` (of the teams),
        ``equality`` (the mean over the matches; NaN if it is in one of them), ``matches`` and ``reason`` (empty, or why
        there is no equality).
    """
    import pandas as pd

    matches = tables.groupby("match_id", sort=False).agg(
        game=("game", "first"), composition=("composition", "first"), unit=("unit", "first"), total=("return", "sum"),
        equality=("return", lambda returns: equality(returns.tolist())))
    rows = list[tuple[Any, ...]]()
    groups: Any = matches.groupby(["game", "composition"])
    for (game, composition), group in groups:
        estimate = estimate_mean(group["total"].to_numpy(dtype=np.float64), 0, group["unit"].tolist())
        undefined = int(group["equality"].isna().sum())
        reason = f"{undefined} of {len(group)} matches have a negative return, or none above 0" if undefined else ""
        rows.append((game, composition, estimate.value, *estimate.interval(), estimate.value / len(composition),
                     math.nan if undefined else group["equality"].mean(), len(group), reason))
    return pd.DataFrame(rows, columns=[
        "game", "composition", "sum", "low", "high", "mean", "equality", "matches", "reason"])


def switches(tables: pd.DataFrame) -> pd.DataFrame:
    """Returns what a member of each composition would gain by being the best of the agents seen, all others the same.

    It is an empirical best response among the agents of the game: of compositions that differ in one agent. A
    composition in which no switch gains is a pure equilibrium of the empirical game (Wellman, "Methods for Empirical
    Game-Theoretic Analysis", 2006).

    Returns:
        A row per game, composition and agent in it with the columns ``game``, ``composition``, ``agent``, ``to`` (the
        best other agent), ``gain`` (negative if the agent itself is the best), ``low`` and ``high`` (its 95 % interval,
        blind to the choice of the best) and ``reason``: empty, or the first composition that was not played, without
        which the gain is NaN. The gain is from the deals that both compositions had, or from all if they had none in
        common. Fewer than 6 common deals have no interval.
    """
    import pandas as pd

    rows = []
    for game, played in tables.groupby("game"):
        returns: Any = {key: group.groupby("unit")["return"].mean()
                        for key, group in played.groupby(["composition", "name"])}
        agents = sorted(set(played["name"]))
        for composition, agent in returns:
            rows.append({"game": game, "composition": composition, "agent": agent,
                         **_best_switch(returns, composition, agent, agents)})
    return pd.DataFrame(rows, columns=["game", "composition", "agent", "to", "gain", "low", "high", "reason"])


def _best_switch(returns: Any, composition: Composition, agent: str, agents: Sequence[str]) -> dict[str, Any]:
    """Returns the best switch of an agent, from the mean returns of each deal by composition and agent."""
    unknown = {"to": "", "gain": math.nan, "low": math.nan, "high": math.nan}
    others = [other for other in agents if other != agent]
    tables = {other: _replace_one(composition, agent, other) for other in others}
    if missing := [table for other, table in tables.items() if (table, other) not in returns]:
        return {**unknown, "reason": f"no match of {name_composition(missing[0])}"}
    if not others:
        return {**unknown, "reason": "no other agent"}
    own = returns[composition, agent]
    best = max(others, key=lambda other: float(returns[tables[other], other].mean()))
    difference = (returns[tables[best], best] - own).dropna()  # of the deals that both had
    if difference.empty:
        return {**unknown, "to": best, "gain": float(returns[tables[best], best].mean() - own.mean()), "reason": ""}
    estimate = estimate_mean(difference.to_numpy(), 0, difference.index.tolist())
    low, high = estimate.interval()
    return {"to": best, "gain": estimate.value, "low": low, "high": high, "reason": ""}


def _replace_one(composition: Composition, agent: str, other: str) -> Composition:
    members = list(composition)
    members.remove(agent)
    return tuple(sorted([*members, other]))
