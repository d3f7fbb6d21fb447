"""The form of a law, and its check on random matches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from gtarena.checks.playouts import Position, Sample, describe_error, evenly

MOST = 100  # positions at which a law is checked, evenly from all matches
SECONDS = 20.0  # of a law, after which it is checked at no further position: a game may be slow to tell or to redraw


class LawBroken(AssertionError):  # noqa: N818 - it is what was found
    """Position at which a game breaks a law; the message names it, and what was expected."""


class PassedOver(Exception):  # noqa: N818 - no error
    """Position at which there is nothing to look at."""


@dataclass(frozen=True)
class Law:
    """Law of games: ``look`` raises :class:`LawBroken` or any error at a position of ``places`` where it is broken.

    Where it raises :class:`PassedOver`, the position does not count.
    """

    look: Callable[[Position], None]
    places: Callable[[Sample], Sequence[Position]]
    most: int

    @property
    def name(self) -> str:
        """The law as a sentence."""
        return self.look.__name__.replace("_", " ")

    def check(self, sample: Sample) -> int:
        """Returns the number of positions, looked at within ``SECONDS``, that keep the law; 0 if it applies to none.

        Raises:
            LawBroken: a position breaks it.
        """
        looked, end = 0, perf_counter() + SECONDS
        for at in evenly(self.places(sample), self.most):
            if perf_counter() > end:
                break
            try:
                self.look(at)
                looked += 1
            except PassedOver:
                continue
            except LawBroken as error:
                raise LawBroken(f"{at}: {error}") from error
            except Exception as error:  # whatever a game raises
                raise LawBroken(f"{at}: {describe_error(error)}") from error
        return looked


def law(
    places: Callable[[Sample], Sequence[Position]], most: int = MOST
) -> Callable[[Callable[[Position], None]], Law]:
    """Returns a decorator that makes a law of a function whose name says it; it is checked at ``most`` places."""
    return lambda look: Law(look, places, most)


def require(holds: bool, expected: str) -> None:
    """Checks a condition.

    Raises:
        LawBroken: it does not hold; the message says what was expected.
    """
    if not holds:
        raise LawBroken(expected)
