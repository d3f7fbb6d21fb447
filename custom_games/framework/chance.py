"""Outcomes of chance with their probabilities, in forms that can be drawn from quickly.

Rules give chance's outcomes as a sequence of ``(outcome, probability)`` pairs, in any form. The forms here are such
sequences too; they only save the time of adding up many probabilities at every draw.
"""

import random
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, repeat


class Outcomes:
    """Chance's pairs in a form that can be drawn from quickly."""

    def draw(self, rng: random.Random) -> int:
        """Draws an outcome."""
        raise NotImplementedError


class EquallyLikely(list[tuple[int, float]], Outcomes):
    """Outcomes with equal probabilities."""

    def draw(self, rng: random.Random) -> int:
        return self[int(rng.random() * len(self))][0]


class Weighted(tuple[tuple[int, float], ...], Outcomes):
    """Outcomes that a game keeps and draws from again and again."""

    def draw(self, rng: random.Random) -> int:
        return self.draw_many(1, rng)[0]

    def draw_many(self, times: int, rng: random.Random) -> list[int]:
        """Draws as many outcomes, each from all of them."""
        outcomes, cumulative = self._cumulative
        return rng.choices(outcomes, cum_weights=cumulative, k=times)

    @cached_property
    def _cumulative(self) -> tuple[list[int], list[float]]:
        return [outcome for outcome, _ in self], list(accumulate(probability for _, probability in self))


def equally_likely(outcomes: Iterable[int]) -> EquallyLikely:
    """Returns chance outcomes with equal probabilities."""
    listed = list(outcomes)
    return EquallyLikely(zip(listed, repeat(1 / len(listed)), strict=False) if listed else ())


def draw(outcomes: Sequence[tuple[int, float]], rng: random.Random) -> int:
    """Draws one of chance's outcomes by their probabilities."""
    if isinstance(outcomes, Outcomes):
        return outcomes.draw(rng)
    left = rng.random()
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    # Rounding can leave a rest; an outcome that cannot occur is not drawn for it.
    return next(outcome for outcome, probability in reversed(outcomes) if probability > 0)
