"""General ability of agents: the factor that is common to their ratings in single games.

GameBench (section 4.3) proposes to isolate a "general strategic reasoning factor" by factor analysis, as test scores
are aggregated into an intelligence quotient. ``one_factor.py`` has the model, and ``docs/ratings.md`` says
what a factor of few agents is worth.

A game with different ratings of at least three agents tells how it goes along with others, and an agent with ratings in
at least two games what they have in common. Groups of agents without a game in common cannot be compared. Plain words
say why the other ratings determine nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING

import numpy as np

from gtarena.errors import UsageError
from gtarena.metrics.ratings.bradley_terry import OVERALL
from gtarena.metrics.ratings.linked_agents import join_names
from gtarena.metrics.ratings.one_factor import Cells, Models, Numbers, fit_models, spreads_of, standardise

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.9
RESAMPLES = 1000
CHANCE = 0.95  # share of the tables of unrelated ratings in which the factor explains less than ``by_chance``
AGENT_COLUMNS = ["agent", "score", "low", "high", "games", "reason"]
GAME_COLUMNS = ["game", "loading", "explained", "weight", "weight_in_mean", "agents", "reason"]
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
        return _used_cells(self.x, self.agent_reasons, self.game_reasons)


@dataclass(frozen=True, eq=False)
class GeneralFactor:
    """General ability of agents, and what it explains.

    ``agents`` has a row per agent. ``score`` is its expected ability, where 0 is the mean of the scored agents and 1
    their standard deviation; ``low`` and ``high`` are the ends of the interval, ``games`` counts the ratings behind it,
    and ``reason`` says why a score is missing.

    ``games`` has a row per game. ``loading`` is the rise of the rating, in standard deviations of the game's ratings,
    with one of ability; ``explained`` the share of the ratings' variance that the factor explains; ``weight`` the share
    of the game in the score of an agent that has all ratings; ``weight_in_mean`` its share in the mean of the ratings,
    which is that of its standard deviation; ``agents`` counts the ratings behind them, and ``reason`` says why a game
    is left out.

    ``explained`` is the mean share over the games. There are scores only if it exceeds ``by_chance``, under which 95 %
    of tables of unrelated ratings stay. ``reason`` says so otherwise, or why no factor could be fitted at all; only
    then both are NaN, and so are the numbers of the games.
    """

    agents: pd.DataFrame
    games: pd.DataFrame
    explained: float
    by_chance: float
    reason: str


def general_factor(
    ratings: pd.DataFrame, bootstrap: int = RESAMPLES, seed: int = 0, level: float = LEVEL,
) -> GeneralFactor:
    """Returns the factor that is common to the ratings in single games.

    Agents and games are left out, with a reason, until every game has different ratings of at least 3 agents and every
    agent ratings in at least 2 games; of groups without a game in common only the largest is kept. What then has fewer
    than 3 agents or games determines no factor.

    Intervals are those of a parametric bootstrap: tables of ratings are drawn from the fitted model and fitted anew,
    and the errors of their scores, whose abilities are known, are the distribution of the errors here.

    Args:
        ratings: the frame of :func:`gtarena.ratings.bradley_terry`, or any with the columns ``agent``,
            ``game`` and ``rating``. Rows with the game ``overall``, without a rating, and with 0 ``matches`` are left
            out.
        bootstrap: number of drawn tables; with 0 there are no intervals, and scores whatever they are worth.
        seed: seeds the bootstrap.
        level: of the intervals.

    Raises:
        UsageError: a setting has a value that is not allowed.
        ValueError: the frame lacks a column, or has two ratings of an agent in a game.
    """
    if not 0 < level < 1:
        raise UsageError(f"level={level} is not between 0 and 1")
    if not isinstance(bootstrap, Integral) or bootstrap < 0:
        raise UsageError(f"bootstrap={bootstrap!r} is not a whole number from 0 on")
    cells = find_factor_cells(ratings)
    if cells.reason:
        return _factor_frames(cells, *_missing_numbers(cells), np.nan, cells.reason)
    return _fit_factor(cells, bootstrap, np.random.default_rng(seed), level)


def _fit_factor(cells: FactorCells, bootstrap: int, generator: np.random.Generator, level: float) -> GeneralFactor:
    used = cells.used
    rows, columns = (np.flatnonzero(used.any(axis=axis)) for axis in (1, 0))
    known = used[np.ix_(rows, columns)]
    x = standardise(cells.x[np.ix_(rows, columns)][None], known)
    models = fit_models(x, known)
    of_agents, of_games = _missing_numbers(cells)
    by_chance, reason = _by_chance(known, bootstrap, generator), ""
    if (explained := models.explained.mean()) <= by_chance:
        reason = f"no factor: it would explain {explained:.0%} of the variance, and up to {by_chance:.0%} may be chance"
    else:
        of_agents[:, rows] = _scores(models, x, known, _errors(models, known, bootstrap, generator), level)
    spreads = spreads_of(cells.x[np.ix_(rows, columns)][None], known)[0]
    of_games[:, columns] = models.loading[0], models.explained[0], models.weights[0], spreads / spreads.sum()
    return _factor_frames(cells, of_agents, of_games, by_chance, reason)


def _missing_numbers(cells: FactorCells) -> tuple[Numbers, Numbers]:
    """Returns NaN for all numbers of agents and of games."""
    return np.full((3, len(cells.agents)), np.nan), np.full((4, len(cells.games)), np.nan)


def _scores(models: Models, x: Numbers, known: Cells, errors: Numbers, level: float) -> Numbers:
    """Returns the scores of the agents and both ends of their intervals, of shape (3, agents)."""
    scores = _centre_abilities(models.abilities(x, known)[0])[0]
    unknown_end = np.full_like(scores, np.nan)
    if not len(errors):
        return np.stack([scores, unknown_end, unknown_end])
    low, high = np.quantile(errors, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.stack([scores, scores - high, scores - low])


def _errors(models: Models, known: Cells, number: int, generator: np.random.Generator) -> Numbers:
    """Returns by how much scores exceed abilities in tables that are drawn from a model, of shape (tables, agents)."""
    agents, games = known.shape
    if not number:
        return np.empty((0, agents))
    abilities = generator.normal(size=(number, agents))
    own = generator.normal(size=(number, agents, games)) * np.sqrt(models.unique)
    x = standardise(abilities[..., None] * models.loading + own, known)
    centred = _centre_abilities(abilities)
    truth: Numbers = centred / centred.std(axis=1, keepdims=True)
    return np.subtract(_centre_abilities(fit_models(x, known).abilities(x, known)[0]), truth)


def _by_chance(known: Cells, number: int, generator: np.random.Generator) -> float:
    """Returns the share of the variance under which the factor stays in 95 % of tables of unrelated ratings."""
    if not number:
        return float("nan")
    unrelated = standardise(generator.normal(size=(number, *known.shape)), known)
    return float(np.quantile(fit_models(unrelated, known).explained.mean(axis=1), CHANCE))


def _centre_abilities(abilities: Numbers) -> Numbers:
    """Returns abilities with the mean 0 over the agents."""
    centred: Numbers = abilities - abilities.mean(axis=-1, keepdims=True)
    return centred


def _factor_frames(
    cells: FactorCells, of_agents: Numbers, of_games: Numbers, by_chance: float, reason: str
) -> GeneralFactor:
    import pandas as pd

    used = cells.used
    shares = of_games[1][~np.isnan(of_games[1])]
    agents, games = (
        pd.DataFrame(zip(names, *numbers, counts, reasons, strict=True), columns=columns)
        for names, numbers, counts, reasons, columns in (
            (cells.agents, of_agents, used.sum(axis=1), [own or reason for own in cells.agent_reasons], AGENT_COLUMNS),
            (cells.games, of_games, used.sum(axis=0), cells.game_reasons, GAME_COLUMNS)))
    return GeneralFactor(agents, games, float(shares.mean()) if len(shares) else float("nan"), by_chance, reason)


def find_factor_cells(ratings: pd.DataFrame) -> FactorCells:
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


def _used_cells(x: Numbers, agent_reasons: Sequence[str], game_reasons: Sequence[str]) -> Cells:
    rows, columns = ([not reason for reason in reasons] for reasons in (agent_reasons, game_reasons))
    used: Cells = np.isfinite(x) & np.array(rows, dtype=bool)[:, None] & np.array(columns, dtype=bool)
    return used


def _with_enough(x: Numbers) -> tuple[list[str], list[str]]:
    """Returns the reasons of agents and games, after those with too few ratings are left out one after another."""
    rated: Cells = np.any(np.isfinite(x), axis=1)
    agents = ["" if has_any else NO_RATING for has_any in rated]
    games = [""] * x.shape[1]
    while True:
        used = _used_cells(x, agents, games)
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

    used = _used_cells(x, agents, games)
    _, groups = csgraph.connected_components(used.astype(int) @ used.T.astype(int), directed=False)
    sizes = np.bincount(groups, weights=[not reason for reason in agents], minlength=1)
    alone = (sizes == sizes.max()).sum() == 1
    kept: Cells = np.any(used, axis=1) & (groups == sizes.argmax()) & alone
    linked_games: Cells = np.any(used & kept[:, None], axis=0)
    linked = [name for name, mine in zip(names, kept, strict=True) if mine]
    apart = f"no game in common with {join_names(linked)}" if linked else "no game that links all agents"
    return ([reason or ("" if mine else apart) for reason, mine in zip(agents, kept, strict=True)],
            [reason or ("" if mine else apart) for reason, mine in zip(games, linked_games, strict=True)])


def _too_few(agents: Sequence[str], games: Sequence[str]) -> str:
    """Returns why there is no factor, empty if enough agents and games are left."""
    for reasons, least, what in ((agents, LEAST_AGENTS, "agents"), (games, LEAST_GAMES, "games")):
        if (number := reasons.count("")) < least:
            return f"no factor: it takes {least} {what} whose ratings tell something, and there are {number}"
    return ""
