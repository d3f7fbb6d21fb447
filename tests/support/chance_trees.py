"""The distribution that a run of chance nodes leads to, by walking its whole tree."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Protocol

import pytest


class Drawn(Protocol):
    """A value that chance completes step by step."""

    @property
    def complete(self) -> bool: ...

    def chance_outcomes(self) -> Sequence[tuple[int, float]]: ...

    def after(self, outcome: int, /) -> Any: ...


def distribution(start: Drawn) -> dict[Any, float]:
    """Returns the probability of each complete value that ``start`` can become."""
    reached: dict[Any, float] = {start: 1.0}
    while not all(value.complete for value in reached):
        following: dict[Any, float] = defaultdict(float)
        for value, probability in reached.items():
            outcomes = value.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            for outcome, share in outcomes:
                following[value.after(outcome)] += probability * share
        reached = following
    return reached
