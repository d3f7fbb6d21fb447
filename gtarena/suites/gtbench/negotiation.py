"""Divisions of a pool of items between two players: which of them are Pareto-efficient, and how far others are off."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.int64]  # divisions x the value to either player


@dataclass(frozen=True)
class Instance:
    """How many items of each type there are, and what one of each is worth to either player."""

    pool: tuple[int, ...]
    values: tuple[tuple[int, ...], tuple[int, ...]]

    def distance(self, first: float, second: float) -> float:
        """The Euclidean distance, in value, of a pair of values from the nearest Pareto-efficient division's."""
        return float(np.linalg.norm(frontier(self) - (first, second), axis=1).min())


@cache
def frontier(instance: Instance) -> Points:
    """The values of all Pareto-efficient divisions to both players, rising in the first player's value."""
    taken = np.indices([size + 1 for size in instance.pool]).reshape(len(instance.pool), -1).T
    to_first, to_second = (np.array(values) for values in instance.values)
    points = np.unique(np.column_stack([taken @ to_first, (instance.pool - taken) @ to_second]), axis=0)[::-1]
    # From the best for the first player on, only what is better for the second than all before is not dominated.
    best_before = np.concatenate([[-1], np.maximum.accumulate(points[:-1, 1])])
    return np.array(points[points[:, 1] > best_before][::-1])
