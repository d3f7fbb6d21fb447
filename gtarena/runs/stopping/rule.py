"""Rules by which a run stops: what has to be known of a pair of agents."""

import math
from dataclasses import dataclass
from typing import Literal, get_args

from gtarena.errors import UsageError
from gtarena.logs.stopping import End
from gtarena.metrics.paired_differences import Difference

Kind = Literal["interval", "decided"]


@dataclass(frozen=True)
class StopRule:
    """Rule of the setting ``stop``.

    With ``interval`` a pair is known well enough if half of its 95 % interval is at most ``width``, in the unit of the
    advantage, which goes from -1 to 1. With ``decided`` it is so too if its difference is beyond noise.

    Raises:
        UsageError: the width is not above 0 and below 1.
    """

    kind: Kind
    width: float

    def __post_init__(self) -> None:
        if not 0 < self.width < 1:
            raise UsageError(f"stop={self}: {self.width:g} is half the width of an interval between -1 and 1: it must "
                             "be above 0 and below 1, such as 0.1")

    def __str__(self) -> str:
        return f"{self.kind}:{self.width:g}"

    @classmethod
    def parse(cls, text: str) -> "StopRule":
        """Returns the rule of ``KIND:WIDTH``.

        Raises:
            UsageError: there is no such kind, or the width is not allowed.
        """
        kind, _, width = text.partition(":")
        try:
            number = float(width)
        except ValueError:
            number = math.nan
        if kind not in get_args(Kind) or math.isnan(number):
            raise UsageError(f"stop={text} is not interval:WIDTH or decided:WIDTH: write stop=decided:0.1, or leave it "
                             "out to play all matches")
        return cls("interval" if kind == "interval" else "decided", number)

    def require_pairs(self, draws: str, pairings: str) -> None:
        """Checks that a run with these settings compares pairs of agents on the same deals.

        Raises:
            UsageError: it does not.
        """
        if draws == "fresh":
            raise UsageError(f"stop={self} compares agents on the same deals, of which draws=fresh has none: leave out "
                             "one of the two")
        if pairings == "mixed":
            raise UsageError(f"stop={self} ends pairs of agents, but pairings=mixed needs every table: leave out one "
                             "of the two")

    def end_of(self, difference: Difference) -> End:
        """Returns how a pair with this difference ends: ``decided``, ``narrow``, or still ``open``."""
        if self.kind == "decided" and difference.beyond_noise:
            return "decided"
        return "narrow" if (difference.high - difference.low) / 2 <= self.width else "open"
