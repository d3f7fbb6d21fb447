"""Extrapolation from some matches of a run to all of them, with a range for the total."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

CONFIDENCE = 0.95
ROUNDS = 25  # of fitting rows and columns in turn
CERTAIN = 1 - 1e-9  # leverage of a value that alone decides what is expected of it

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Total:
    """Expected total and its 95 % range, whose ends are ``None`` where no two matches tell how they vary."""

    expected: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Group:
    """Matches alike: their ``row`` and ``column``, the measured values of some, and the number ``left`` to play.

    ``left`` need not be whole, as some matches may have to be played again. ``least`` is a relative variance of a match
    that is known from elsewhere, for two values may be the same by chance.
    """

    row: str
    column: str
    values: tuple[float, ...]
    left: float
    least: float = 0.0


def extrapolated(groups: Sequence[Group]) -> Total:
    """Returns the total of all matches, measured and left.

    A match is expected to take the product of its row's and its column's effect, fitted by quasi-likelihood with errors
    in proportion to these products (a gamma regression with a logarithmic link). The range is that of Student's t for
    the sum of what is left, by the delta method: the effects' covariance and the spread around the products. Where
    there are several columns, matches of a group are taken to deviate together, for groups are not quite products.

    Raises:
        ValueError: a row or a column has no measured value.
    """
    measured = sum(sum(group.values) for group in groups)
    rows, columns = _effects(groups)
    expected = np.array([rows[group.row] * columns[group.column] for group in groups])
    left = expected * [group.left for group in groups]
    total = float(measured + left.sum())
    if not left.any():
        known = not any(group.left for group in groups) or sum(len(group.values) for group in groups) > 1
        return Total(total, total, total) if known else Total(total)
    effects = _indicators(groups)
    counts = np.array([len(group.values) for group in groups]) * (expected > 0)
    information = effects.T @ (counts[:, None] * effects)
    covariance = np.linalg.pinv(information, hermitian=True)
    slopes = left @ effects
    several = len(columns) > 1
    weights = np.ones(len(groups)) if several else (expected * counts + left) ** 2  # what is spent most decides
    spread, freedom = _spread(groups, expected, weights, np.einsum("ge,ef,gf->g", effects, covariance, effects))
    if freedom < 1 or not np.allclose(slopes @ covariance @ information, slopes):
        return Total(total)
    spread = max(spread, float(weights @ [group.least for group in groups] / weights.sum()))
    own = left**2 if several else left * expected
    variance = spread * float(slopes @ covariance @ slopes + own.sum())
    error = math.sqrt(variance) * float(student.ppf((1 + CONFIDENCE) / 2, freedom))
    return Total(total, max(measured, total - error), total + error)


def _indicators(groups: Sequence[Group]) -> Floats:
    """Returns a row for each group, with 1 in the columns of its row and of its column, and 0 in the others."""
    names = [("row", name) for name in dict.fromkeys(group.row for group in groups)]
    names += [("column", name) for name in dict.fromkeys(group.column for group in groups)]
    return np.array([[float(name in (("row", group.row), ("column", group.column))) for name in names]
                     for group in groups])


def _spread(groups: Sequence[Group], expected: Floats, weights: Floats, leverages: Floats) -> tuple[float, float]:
    """Returns the relative variance of a match, and the degrees of freedom with which it is known.

    Squared residuals are divided by what the fit leaves of them (HC2), and weighted by group. The more unequal the
    weights, the fewer the degrees of freedom (Kish).
    """
    sampled = [(value / mean - 1, weight, 1 - leverage)
               for group, mean, weight, leverage in zip(groups, expected, weights, leverages, strict=True)
               if mean > 0 and leverage < CERTAIN for value in group.values]
    if not sampled:
        return 0.0, 0.0
    residuals, own, kept = np.array(sampled).T
    freedom = kept.sum() * own.sum() ** 2 / (len(own) * (own**2).sum())
    return float(own @ (residuals**2 / kept) / own.sum()), max(float(freedom), 1.0)


def _effects(groups: Sequence[Group]) -> tuple[dict[str, float], dict[str, float]]:
    """Returns the effects of rows and columns whose products fit the measured values best in proportion.

    Raises:
        ValueError: a row or a column has no measured value.
    """
    sampled = [(group.row, group.column, value) for group in groups for value in group.values]
    if {group.row for group in groups} - {row for row, _, _ in sampled} or (
            {group.column for group in groups} - {column for _, column, _ in sampled}):
        raise ValueError("every row and every column needs a measured value")
    columns = {column: 1.0 for _, column, _ in sampled}
    rows: dict[str, float] = {}
    for _ in range(ROUNDS):
        rows = _ratios([(row, value, columns[column]) for row, column, value in sampled])
        columns = _ratios([(column, value, rows[row]) for row, column, value in sampled])
    return rows, columns


def _ratios(sampled: Sequence[tuple[str, float, float]]) -> dict[str, float]:
    """Returns for each name the mean of its values divided by their weights, 0 if all weights are."""
    ratios: dict[str, list[float]] = defaultdict(list)
    for name, value, weight in sampled:
        ratios[name] += [value / weight] if weight else []
    return {name: sum(found) / len(found) if found else 0.0 for name, found in ratios.items()}
