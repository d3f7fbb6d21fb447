"""Extrapolation from some matches of a run to all of them, with a range for the total."""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scipy.stats import t as student

CONFIDENCE = 0.95
ROUNDS = 25  # of fitting rows and columns in turn


@dataclass(frozen=True)
class Total:
    """Expected total and its 95 % range, whose ends are ``None`` where no two matches tell how they vary."""

    expected: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Group:
    """Matches alike: their ``row`` and ``column``, the measured values of some, and the number ``left`` to play.

    ``left`` need not be whole, as some matches may have to be played again.
    """

    row: str
    column: str
    values: tuple[float, ...]
    left: float


def extrapolated(groups: Sequence[Group]) -> Total:
    """Returns the total of all matches, measured and left.

    A match is expected to take the product of its row's and its column's effect. The relative spread around these
    products is that of all groups together, with as many degrees of freedom as measured values exceed effects. The
    range is that of Student's t for the sum of what is left: the spread of each match left, and that of each effect,
    which all matches left of its row or column share.
    """
    measured = sum(sum(group.values) for group in groups)
    rows, columns = _effects(groups)
    expected = {place: rows[group.row] * columns[group.column] for place, group in enumerate(groups)}
    total = measured + sum(group.left * expected[place] for place, group in enumerate(groups))
    sampled = [(value, expected[place]) for place, group in enumerate(groups) for value in group.values]
    freedom = len(sampled) - len(rows) - len(columns) + 1
    if not any(group.left for group in groups):
        return Total(total, total, total)
    if freedom < 1:
        return Total(total)
    spread = sum((value / mean - 1) ** 2 for value, mean in sampled if mean) / freedom
    error = math.sqrt(spread * _shares(groups, expected)) * float(student.ppf((1 + CONFIDENCE) / 2, freedom))
    return Total(total, max(measured, total - error), total + error)


def _shares(groups: Sequence[Group], expected: Mapping[int, float]) -> float:
    """Returns the variance of the total of what is left, in units of the relative variance of one match."""
    variance = sum(group.left * expected[place] ** 2 for place, group in enumerate(groups))
    for effect in _several(groups):
        left: dict[str, float] = defaultdict(float)
        known: dict[str, int] = defaultdict(int)
        for place, group in enumerate(groups):
            left[effect(group)] += group.left * expected[place]
            known[effect(group)] += len(group.values)
        variance += sum(left[name] ** 2 / known[name] for name in left if known[name])
    return variance


def _several(groups: Sequence[Group]) -> list[Callable[[Group], str]]:
    """Returns the rows, and the columns if there are several."""
    columns = len({group.column for group in groups}) > 1
    return [lambda group: group.row, *([lambda group: group.column] if columns else [])]


def _effects(groups: Sequence[Group]) -> tuple[dict[str, float], dict[str, float]]:
    """Returns the effects of rows and columns whose products fit the sums of the measured values.

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
    """Returns for each name the sum of its values divided by the sum of its weights."""
    values: dict[str, float] = defaultdict(float)
    weights: dict[str, float] = defaultdict(float)
    for name, value, weight in sampled:
        values[name] += value
        weights[name] += weight
    return {name: values[name] / weights[name] if weights[name] else 1.0 for name in values}
