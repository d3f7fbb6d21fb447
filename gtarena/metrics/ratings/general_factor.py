"""General ability of agents: the factor that is common to their ratings in single games.

GameBench (section 4.3) proposes to isolate a "general strategic reasoning factor" by factor analysis, as test scores
are aggregated into an intelligence quotient. ``one_factor.py`` has the model,
``factor_cells.py`` what it is fitted to, and ``docs/ratings.md`` says what a factor of few agents is
worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING

import numpy as np

from gtarena.errors import UsageError
from gtarena.metrics.ratings.factor_cells import FactorCells, factor_cells
from gtarena.metrics.ratings.one_factor import Cells, Models, Numbers, fit, spreads_of, standardised

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.9
RESAMPLES = 1000
CHANCE = 0.95  # share of the tables of unrelated ratings in which the factor explains less than ``by_chance``
AGENT_COLUMNS = ["agent", "score", "low", "high", "games", "reason"]
GAME_COLUMNS = ["game", "loading", "explained", "weight", "weight_in_mean", "agents", "reason"]


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
    cells = factor_cells(ratings)
    if cells.reason:
        return _framed(cells, *_nothing(cells), np.nan, cells.reason)
    return _fitted(cells, bootstrap, np.random.default_rng(seed), level)


def _fitted(cells: FactorCells, bootstrap: int, generator: np.random.Generator, level: float) -> GeneralFactor:
    used = cells.used
    rows, columns = (np.flatnonzero(used.any(axis=axis)) for axis in (1, 0))
    known = used[np.ix_(rows, columns)]
    x = standardised(cells.x[np.ix_(rows, columns)][None], known)
    models = fit(x, known)
    of_agents, of_games = _nothing(cells)
    by_chance, reason = _by_chance(known, bootstrap, generator), ""
    if (explained := models.explained.mean()) <= by_chance:
        reason = f"no factor: it would explain {explained:.0%} of the variance, and up to {by_chance:.0%} may be chance"
    else:
        of_agents[:, rows] = _scores(models, x, known, _errors(models, known, bootstrap, generator), level)
    spreads = spreads_of(cells.x[np.ix_(rows, columns)][None], known)[0]
    of_games[:, columns] = models.loading[0], models.explained[0], models.weights[0], spreads / spreads.sum()
    return _framed(cells, of_agents, of_games, by_chance, reason)


def _nothing(cells: FactorCells) -> tuple[Numbers, Numbers]:
    """Returns NaN for all numbers of agents and of games."""
    return np.full((3, len(cells.agents)), np.nan), np.full((4, len(cells.games)), np.nan)


def _scores(models: Models, x: Numbers, known: Cells, errors: Numbers, level: float) -> Numbers:
    """Returns the scores of the agents and both ends of their intervals, of shape (3, agents)."""
    scores = _centred(models.abilities(x, known)[0])[0]
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
    x = standardised(abilities[..., None] * models.loading + own, known)
    centred = _centred(abilities)
    truth: Numbers = centred / centred.std(axis=1, keepdims=True)
    return np.subtract(_centred(fit(x, known).abilities(x, known)[0]), truth)


def _by_chance(known: Cells, number: int, generator: np.random.Generator) -> float:
    """Returns the share of the variance under which the factor stays in 95 % of tables of unrelated ratings."""
    if not number:
        return float("nan")
    unrelated = standardised(generator.normal(size=(number, *known.shape)), known)
    return float(np.quantile(fit(unrelated, known).explained.mean(axis=1), CHANCE))


def _centred(abilities: Numbers) -> Numbers:
    """Returns abilities with the mean 0 over the agents."""
    centred: Numbers = abilities - abilities.mean(axis=-1, keepdims=True)
    return centred


def _framed(cells: FactorCells, of_agents: Numbers, of_games: Numbers, by_chance: float, reason: str) -> GeneralFactor:
    import pandas as pd

    used = cells.used
    shares = of_games[1][~np.isnan(of_games[1])]
    agents, games = (
        pd.DataFrame(zip(names, *numbers, counts, reasons, strict=True), columns=columns)
        for names, numbers, counts, reasons, columns in (
            (cells.agents, of_agents, used.sum(axis=1), [own or reason for own in cells.agent_reasons], AGENT_COLUMNS),
            (cells.games, of_games, used.sum(axis=0), cells.game_reasons, GAME_COLUMNS)))
    return GeneralFactor(agents, games, float(shares.mean()) if len(shares) else float("nan"), by_chance, reason)
