"""Paired tests between two challengers, unit by unit (section 5.2).

The paper reports t-tests of agents with and without beliefs at p < 0.05, and does not say of what or in which pairing.
Here every decision of one challenger is paired with the other's in the same place: the same game and setting, role,
seat, opponents and turn. So 0 or 1 is compared with 0 or 1. Decisions within a match are treated as independent.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from gtarena.suites.magic.belief_pairs import PLACE, Pair, paired_matches
from gtarena.suites.magic.scores import ABILITIES, Scheme

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05  # section 5.2
CONFIDENCE = 0.95
_LEAST_PAIRS = 2


@dataclass(frozen=True)
class PairedTest:
    """A paired t-test of an ability.

    ``difference`` is the first challenger's mean less the second's over the ``pairs``, in percentage points, with its
    95 % interval from ``low`` to ``high``; ``p`` is two-sided. ``refusal`` says why there is no test, and the interval
    and ``p`` are NaN then; it is empty if there is one.
    """

    ability: str
    pairs: int
    difference: float
    low: float = nan
    high: float = nan
    p: float = nan
    refusal: str = ""

    @property
    def significant(self) -> bool:
        """True if the difference is significant at the paper's level."""
        return self.p < LEVEL


def paired_tests(matches: pd.DataFrame, one: str, other: str, scheme: Scheme) -> list[PairedTest]:
    """Tests whether two challengers differ, ability by ability.

    The units are those of :mod:`.ability_units`, so the weights of the printed Deception and Self-awareness have no
    part in it. They are those of the matches that :func:`.belief_pairs.paired_matches` pairs, as are the gains.

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
        one: a challenger's name.
        other: the name of the challenger to compare it with.
        scheme: what counts as a unit, one of :data:`.scores.SCHEMES`.
    """
    paired = paired_matches(matches, Pair(one, other))
    firsts, seconds = (_units(paired[paired["challenger"] == who], scheme) for who in (one, other))
    return [_test(ability, [(firsts[ability][place], seconds[ability][place])
                            for place in firsts[ability] if place in seconds[ability]])
            for ability in ABILITIES]


def _units(matches: pd.DataFrame, scheme: Scheme) -> dict[str, dict[Hashable, bool]]:
    """Returns whether each unit of a challenger is right, by ability and by the place of the decision."""
    found: dict[str, dict[Hashable, bool]] = {ability: {} for ability in ABILITIES}
    columns = [matches[name] for name in (*PLACE, "repetition", f"units_{scheme}")]
    for *place, units in zip(*columns, strict=True):
        for unit in units:
            found[unit.ability][*place, unit.seat, unit.turn, unit.part] = unit.right
    return found


def _test(ability: str, pairs: Sequence[tuple[bool, bool]]) -> PairedTest:
    if len(pairs) < _LEAST_PAIRS:
        refusal = f"a test needs {_LEAST_PAIRS} pairs or more"
        return PairedTest(ability, len(pairs), _points(*pairs[0]) if pairs else nan, refusal=refusal)
    ones, others = np.array(pairs, dtype=np.float64).T
    difference = _points(ones.mean(), others.mean())
    if np.ptp(ones - others) == 0:
        return PairedTest(ability, len(pairs), difference, refusal="all differences are equal")
    from scipy import stats

    result = stats.ttest_rel(ones, others)
    interval = result.confidence_interval(CONFIDENCE)
    return PairedTest(ability, len(pairs), difference, 100 * float(interval.low), 100 * float(interval.high),
                      float(result.pvalue))


def _points(one: float, other: float) -> float:
    return 100 * (float(one) - float(other))
