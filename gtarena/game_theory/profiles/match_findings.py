"""Findings of logged matches: strength, effects of disguises, replies without a legal move, and cost."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from gtarena.formatting import agent_name
from gtarena.game_theory.profiles.findings import DISGUISE, EFFECT, Finding, Named, name_agent
from gtarena.metrics.agent_settings import NULL
from gtarena.metrics.bootstrap import BootstrapEstimate, estimate_ratio, resampled_sums
from gtarena.metrics.duels import OVERALL
from gtarena.metrics.frames import FAILURES
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.teams import AGENT_COLUMNS
from gtarena.reports.comparisons.heat_maps import titled
from gtarena.reports.leaderboard_rows import Boards, leaderboard_rows
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

_UNPRICED = "the price of a reply is not known"
_CACHED = "all replies came from the cache, so that no price is known"


def find_in_matches(boards: Boards) -> list[Finding]:
    """Returns what the matches behind leaderboards tell of their agents, duplicates left out."""
    seats = boards.seats[~boards.seats["agent"].str.startswith(NULL)]
    kinds = seats[AGENT_COLUMNS].drop_duplicates()
    names = {name: name_agent(*key) for name, key in zip(
        names_in(kinds), kinds.itertuples(index=False, name=None), strict=True)}
    return [*_ratings(boards), *_advantages(boards, names), *_effects(boards, names), *_replies(seats, names)]


def _ratings(boards: Boards) -> Iterator[Finding]:
    """Yields ratings over all games, or in the only one."""
    played = list(boards.games["game"].unique())
    game = played[0] if len(played) == 1 else titled(OVERALL)
    for row in leaderboard_rows(boards.overall):
        if row["agent"].startswith(NULL):
            continue
        agent, condition = name_agent(*(row[column] for column in AGENT_COLUMNS))
        yield Finding(agent, game, "rating", row["rating"], row["low_95"], row["high_95"], int(row["matches"]),
                      "matches", condition, row["reason"])


def _advantages(boards: Boards, names: Mapping[str, Named]) -> Iterator[Finding]:
    for (name, game), found in boards.results.items():
        if name in names:
            agent, condition = names[name]
            yield Finding(agent, game, "nra", found.advantage, found.low, found.high, found.matches, "matches",
                          condition)


def _effects(boards: Boards, names: Mapping[str, Named]) -> Iterator[Finding]:
    """Yields the effects of disguises, over all other settings of an agent that vary."""
    kinds = boards.seats[AGENT_COLUMNS].drop_duplicates()
    plain = {name: agent_name(agent, model, "", None) for name, (agent, model, _) in zip(
        names_in(kinds), kinds.itertuples(index=False, name=None), strict=True)}
    for each in boards.effects:
        if each.setting == DISGUISE:
            found = each.difference
            for agent in sorted({names[name].agent for name in names if plain[name] == each.agent}):
                yield Finding(agent, titled(found.game), EFFECT, found.advantage, found.low, found.high,
                              found.units, "deals", f"{DISGUISE}={each.value}")


def _replies(seats: pd.DataFrame, names: Mapping[str, Named]) -> Iterator[Finding]:
    """Yields the shares of replies without a legal move, and what a match cost, of agents with a model."""
    called = seats[seats["calls"] > 0]
    called = called.assign(name=names_in(called), failures=called[list(FAILURES)].sum(axis=1))
    for key, rows in called.groupby(["name", "game"]):
        name, game = map(str, key)
        agent, condition = names[name]
        # A match counts once, also where the agent had several seats.
        matches = rows.groupby(["unit", "match_id"])[["failures", "move_calls", "calls", "cached"]].sum()
        matches["cost"] = rows.groupby(["unit", "match_id"])["cost"].agg(_sum)
        count, units = len(matches), list(matches.index.get_level_values("unit"))
        parts = matches[["failures", "move_calls"]].to_numpy(dtype=np.float64)
        share = estimate_ratio(parts, derive("illegal", name, game), units)
        if parts[:, 1].any():
            yield Finding(agent, game, "illegal_rate", share.value, *_of_share(share), count, "matches", condition)
        yield _cost(names[name], game, matches)


def _of_share(share: BootstrapEstimate) -> tuple[float, float]:
    """Returns the interval of a share, which is not the share alone if all deals agree.

    Then each deal counts as one draw, and the end of Clopper and Pearson (Biometrika 26, 1934, 404-413) is taken.
    """
    low, high = share.interval()
    reach = 1 - 0.025 ** (1 / share.units)
    if low == high == 0:
        return 0.0, reach
    return (1 - reach, 1.0) if low == high == 1 else (low, high)


def _cost(of: Named, game: str, matches: pd.DataFrame) -> Finding:
    """Returns what a match costs: replies from the cache have the price of the others of the same deals.

    Deals whose replies all came from the cache tell no price, and are left out.
    """
    deals = matches.assign(paid=matches["calls"] - matches["cached"], matches=1).groupby("unit")[
        ["cost", "paid", "calls", "matches"]].agg(_sum)
    priced = deals[deals["paid"] > 0]
    count, value, ends = int(priced["matches"].sum()), math.nan, (math.nan, math.nan)
    note = "" if count else _CACHED
    if priced["cost"].isna().any():
        note = _UNPRICED
    elif count:
        rows = priced.to_numpy(dtype=np.float64)
        sums = np.vstack([rows.sum(axis=0), resampled_sums(rows, derive("cost", *of, game))])
        prices = sums[:, 0] * sums[:, 2] / (sums[:, 1] * sums[:, 3])
        value, ends = float(prices[0]), BootstrapEstimate(float(prices[0]), prices[1:], count, len(rows)).interval()
    return Finding(of.agent, game, "cost", value, *ends, count, "matches", of.condition, note)


def _sum(values: pd.Series) -> float:
    """Returns the sum of numbers, which is not known if one of them is not."""
    total: float = values.sum(skipna=False)
    return total
