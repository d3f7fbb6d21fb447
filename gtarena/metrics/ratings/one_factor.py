"""One-factor models of many tables of ratings at once, by penalised maximum likelihood (EM).

The model of a table is ``x[i, g] = mean[g] + loading[g] * f[i] + e[i, g]``: agent i has the ability ``f[i]``, of which
the standard deviation is 1, and game g has a part of its own ``e`` with the variance ``unique[g]``. Missing cells take
no part in the likelihood.

With fewer agents than games the maximum of the likelihood often has a game without a unique variance (a Heywood case):
the factor then is that game. A penalty on each ``unique[g]`` keeps it positive (Martin and McDonald, 1975; Hirose et
al., 2011): it counts like one more agent whose rating in the game is all its own, and so fades as agents are added
(Sterzinger, Kosmidis and Moustaki, 2026, on how soft it has to be).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Cells = npt.NDArray[np.bool_]

PENALTY = 1.0  # agents that the penalty on a unique variance counts like
TOLERANCE = 1e-6  # largest change of a loading in the last iteration
MOST_ITERATIONS = 50_000  # few tables need more than 1000
_START = 0.7  # of all loadings: equal ones lead to the factor that is common to most games


@dataclass(frozen=True, eq=False)
class Models:
    """Parameters of one-factor models, each of shape (tables, games)."""

    mean: Numbers
    loading: Numbers
    unique: Numbers

    def of(self, tables: slice | npt.NDArray[np.int64]) -> Models:
        """Returns the models of some tables."""
        return Models(self.mean[tables], self.loading[tables], self.unique[tables])

    def abilities(self, x: Numbers, known: Cells) -> tuple[Numbers, Numbers]:
        """Returns mean and variance of each agent's ability given its ratings, of shape (tables, agents).

        Args:
            x: ratings, of shape (tables, agents, games).
            known: the cells that have a rating, of shape (agents, games).
        """
        weights = self.loading / self.unique
        variance = 1 / (1 + (self.loading * weights) @ known.T)
        deviations = np.where(known, x - self.mean[:, None], 0.0)
        return np.einsum("tag,tg->ta", deviations, weights) * variance, variance

    @property
    def explained(self) -> Numbers:
        """Share of each game's variance that the factor explains, of shape (tables, games)."""
        common = self.loading**2
        return common / (common + self.unique)

    @property
    def weights(self) -> Numbers:
        """Share of each game in the ability of an agent that has all ratings, of shape (tables, games)."""
        parts = np.abs(self.loading) / self.unique
        shares: Numbers = parts / parts.sum(axis=1, keepdims=True)
        return shares


def standardise(x: Numbers, known: Cells) -> Numbers:
    """Returns the tables with mean 0 and standard deviation 1 in every game, over the known cells of it."""
    scaled: Numbers = _centre(x, known) / spreads_of(x, known)[:, None]
    return scaled


def spreads_of(x: Numbers, known: Cells) -> Numbers:
    """Returns the standard deviation of the known cells of every game, of shape (tables, games)."""
    squares = np.where(known, _centre(x, known) ** 2, 0.0)
    spreads: Numbers = np.sqrt(squares.sum(axis=1) / known.sum(axis=0))
    return spreads


def _centre(x: Numbers, known: Cells) -> Numbers:
    centred: Numbers = x - (np.where(known, x, 0.0).sum(axis=1) / known.sum(axis=0))[:, None]
    return centred


def fit_models(x: Numbers, known: Cells) -> Models:
    """Returns the models of standardised tables; the loadings of each have a sum from 0 on.

    Args:
        x: ratings with mean 0 and variance 1 in every game, of shape (tables, agents, games).
        known: the cells that have a rating, of shape (agents, games); the others are not read.

    Raises:
        RuntimeError: some models did not converge.
    """
    tables, _, games = x.shape
    models = Models(*(np.full((tables, games), start) for start in (0.0, _START, 1 - _START**2)))
    moving = np.arange(tables)
    for _ in range(MOST_ITERATIONS):
        before = models.loading[moving]
        updated = _update_models(models.of(moving), x[moving], known)
        models.mean[moving], models.loading[moving], models.unique[moving] = (
            updated.mean, updated.loading, updated.unique)
        moving = moving[np.abs(updated.loading - before).max(axis=1) > TOLERANCE]
        if not len(moving):
            sign = np.where(models.loading.sum(axis=1, keepdims=True) < 0, -1.0, 1.0)
            return Models(models.mean, models.loading * sign, models.unique)
    raise RuntimeError(f"{len(moving)} of {tables} one-factor models did not converge in {MOST_ITERATIONS} iterations")


def _update_models(models: Models, x: Numbers, known: Cells) -> Models:
    """Returns the models after a step of EM: in each game, the penalised regression on the abilities as they are."""
    ability, variance = models.abilities(x, known)
    values = np.where(known, x, 0.0)
    count = known.sum(axis=0)
    first, second = ability @ known, (ability**2 + variance) @ known
    total, product = values.sum(axis=1), np.einsum("tag,ta->tg", values, ability)
    loading = (product - total * first / count) / (second - first**2 / count)
    mean = (total - loading * first) / count
    squares = (values**2).sum(axis=1) - mean * total - loading * product  # what the regression leaves
    return Models(mean, loading, (squares + PENALTY) / (count + PENALTY))
