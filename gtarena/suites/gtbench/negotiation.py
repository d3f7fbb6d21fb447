"""Pareto-efficient divisions of a pool of items between two players, and distances from them."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.int64]  # divisions x the value to either player


@dataclass(frozen=True)
class Instance:
    """The number of items of each type, and the value of one item of each type to either player."""

    pool: tuple[int, ...]
    values: tuple[tuple[int, ...], tuple[int, ...]]

    def distance(self, first: float, second: float) -> float:
        """Returns the Euclidean distance of a pair of values from the nearest Pareto-efficient division's values."""
        return float(np.linalg.norm(frontier(self) - (first, second), axis=1).min())


@cache
def frontier(instance: Instance) -> Points:
    """Returns both players' values of all Pareto-efficient divisions, in ascending order of the first player's."""
    taken = np.indices([size + 1 for size in instance.pool]).reshape(len(instance.pool), -1).T
    to_first, to_second = (np.array(values) for values in instance.values)
    points = np.unique(np.column_stack([taken @ to_first, (instance.pool - taken) @ to_second]), axis=0)[::-1]
    # In descending order of the first player's value, a point is dominated unless the second player's is a new maximum.
    best_before = np.concatenate([[-1], np.maximum.accumulate(points[:-1, 1])])
    return np.array(points[points[:, 1] > best_before][::-1])
