"""Ratings that determine a general factor, and in plain words why others do not.

A game with different ratings of at least three agents tells how it goes along with others, and an agent with ratings in
at least two games what they have in common. Groups of agents without a game in common cannot be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtarena.metrics.ratings.bradley_terry import OVERALL
from gtarena.metrics.ratings.linked_agents import listed
from gtarena.metrics.ratings.one_factor import Cells, Numbers

if TYPE_CHECKING:
    import pandas as pd

LEAST_AGENTS, LEAST_GAMES = 3, 3
LEAST_RATINGS = 2  # of an agent: what one rating says of the factor cannot be told from the game's own part
LEAST_SPREAD = 1e-9  # smaller standard deviations of ratings are rounding
NO_RATING = "no rating in a single game"
FEW_AGENTS = f"ratings of fewer than {LEAST_AGENTS} agents with ratings in {LEAST_RATINGS} games"
ALIKE = "all ratings are equal"
FEW_RATINGS = f"ratings in fewer than {LEAST_RATINGS} games that count"
_COLUMNS = ("agent", "game", "rating")


@dataclass(frozen=True, eq=False)
class FactorCells:
    """Ratings by agent and game.

    Args:
        agents: names of all agents.
        games: names of all games.
        x: their ratings, of shape (agents, games); NaN where there is none.
        agent_reasons: why an agent is left out, empty for the others.
        game_reasons: the same for each game.
        reason: why there is no factor, empty if there is one.
    """

    agents: Sequence[str]
    games: Sequence[str]
    x: Numbers
    agent_reasons: Sequence[str]
    game_reasons: Sequence[str]
    reason: str

    @property
    def used(self) -> Cells:
        """The cells that the factor is fitted to, of shape (agents, games)."""
        return _used(self.x, self.agent_reasons, self.game_reasons)


def factor_cells(ratings: pd.DataFrame) -> FactorCells:
    """Returns which ratings of a frame determine a factor.

    Args:
        ratings: a row per agent and game with the columns ``agent``, ``game`` and ``rating``. Rows with the game
            ``overall`` and, if the frame has this column, with 0 ``matches`` are not read.

    Raises:
        ValueError: the frame lacks a column, or has two ratings of an agent in a game.
    """
    if missing := [column for column in _COLUMNS if column not in ratings.columns]:
        raise ValueError(f"the frame of ratings lacks {', '.join(missing)}: take it from gtarena.ratings.bradley_terry")
    rows = ratings[ratings["game"] != OVERALL]
    if "matches" in rows.columns:
        rows = rows.assign(rating=rows["rating"].where(rows["matches"] > 0))
    if (twice := rows[rows.duplicated(["agent", "game"])]).size:
        agent, game = twice.iloc[0][["agent", "game"]]
        raise ValueError(f"the frame has two ratings of {agent} in {game}: keep one")
    table = rows.pivot(index="agent", columns="game", values="rating")
    x = np.where(np.isfinite(values := table.to_numpy(dtype=np.float64)), values, np.nan)
    agents, games = [str(name) for name in table.index], [str(name) for name in table.columns]
    agent_reasons, game_reasons = _with_enough(x)
    agent_reasons, game_reasons = _in_one_group(x, agents, agent_reasons, game_reasons)
    reason = _too_few(agent_reasons, game_reasons)
    return FactorCells(agents, games, x, [each or reason for each in agent_reasons],
                       [each or reason for each in game_reasons], reason)


def _used(x: Numbers, agent_reasons: Sequence[str], game_reasons: Sequence[str]) -> Cells:
    rows, columns = ([not reason for reason in reasons] for reasons in (agent_reasons, game_reasons))
    used: Cells = np.isfinite(x) & np.array(rows, dtype=bool)[:, None] & np.array(columns, dtype=bool)
    return used


def _with_enough(x: Numbers) -> tuple[list[str], list[str]]:
    """Returns the reasons of agents and games, after those with too few ratings are left out one after another."""
    rated: Cells = np.any(np.isfinite(x), axis=1)
    agents = ["" if has_any else NO_RATING for has_any in rated]
    games = [""] * x.shape[1]
    while True:
        used = _used(x, agents, games)
        poor_games = {game: reason for game, known in enumerate(games)
                      if not known and (reason := _poor(x[used[:, game], game]))}
        poor_agents = {agent: FEW_RATINGS for agent, known in enumerate(agents)
                       if not known and used[agent].sum() < LEAST_RATINGS}
        if not poor_games and not poor_agents:
            return agents, games
        games = [poor_games.get(game, reason) for game, reason in enumerate(games)]
        agents = [poor_agents.get(agent, reason) for agent, reason in enumerate(agents)]


def _poor(ratings: Numbers) -> str:
    """Returns why a game with these ratings tells nothing, empty if it does."""
    if len(ratings) < LEAST_AGENTS:
        return FEW_AGENTS
    return ALIKE if ratings.std() < LEAST_SPREAD else ""


def _in_one_group(x: Numbers, names: Sequence[str], agents: Sequence[str], games: Sequence[str],
                  ) -> tuple[list[str], list[str]]:
    """Returns the reasons if only the largest group of agents with games in common is kept; of two largest, none."""
    from scipy.sparse import csgraph

    used = _used(x, agents, games)
    _, groups = csgraph.connected_components(used.astype(int) @ used.T.astype(int), directed=False)
    sizes = np.bincount(groups, weights=[not reason for reason in agents], minlength=1)
    alone = (sizes == sizes.max()).sum() == 1
    kept: Cells = np.any(used, axis=1) & (groups == sizes.argmax()) & alone
    linked_games: Cells = np.any(used & kept[:, None], axis=0)
    linked = [name for name, mine in zip(names, kept, strict=True) if mine]
    apart = f"no game in common with {listed(linked)}" if linked else "no game that links all agents"
    return ([reason or ("" if mine else apart) for reason, mine in zip(agents, kept, strict=True)],
            [reason or ("" if mine else apart) for reason, mine in zip(games, linked_games, strict=True)])


def _too_few(agents: Sequence[str], games: Sequence[str]) -> str:
    """Returns why there is no factor, empty if enough agents and games are left."""
    for reasons, least, what in ((agents, LEAST_AGENTS, "agents"), (games, LEAST_GAMES, "games")):
        if (number := reasons.count("")) < least:
            return f"no factor: it takes {least} {what} whose ratings tell something, and there are {number}"
    return ""
