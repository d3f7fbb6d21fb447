"""Match records for tests of ratings."""

from collections.abc import Iterable
from itertools import count

import numpy as np

from gtarena.logs.records import MatchRecord
from tests.support.records import record, seat

# The worked examples of GameBench's rating: (agent, opponent, score of the agent), and the ratings they lead to.
THREE_TO_ONE = (("A", "B", 1.0), ("A", "B", 1.0), ("A", "B", 1.0), ("A", "B", 0.0))
FRACTIONS = (("A", "B", 1.0), ("A", "B", 0.75), ("B", "C", 1.0), ("B", "C", 0.4), ("A", "C", 1.0), ("A", "C", 0.0))
CYCLE = (("A", "B", 1.0), ("B", "C", 1.0), ("C", "A", 1.0))
_numbers = count()

Result = tuple[str, str, float]


def duels(results: Iterable[Result], game: str = "kuhn_poker") -> list[MatchRecord]:
    """Returns a match of two agents for each score of the first, each with a seed of its own."""
    return [record(f"d{number:06}", [seat(first), seat(second)], [score, 1 - score], game=game, seed=number)
            for (first, second, score), number in zip(results, _numbers, strict=False)]


def wins(agents: str, results: Iterable[Result]) -> np.ndarray:
    """Returns the matrix of scores of agents (rows), whose names are letters, against agents."""
    matrix = np.zeros((len(agents), len(agents)))
    for first, second, score in results:
        i, j = agents.index(first), agents.index(second)
        matrix[i, j] += score
        matrix[j, i] += 1 - score
    return matrix
