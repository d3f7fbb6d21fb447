"""Differences between challengers with and without beliefs, ability by ability, and whether they are beyond the noise.

The paper reports t-tests at p < 0.05 (section 5.2), and does not say of what or in which pairing. Here a decision of
one challenger is set against the other's in the same place: the same deal, role, seat, opponents and turn. So 0 or 1 is
compared with 0 or 1. A deal is one unit, with all decisions in its matches, which are not independent.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.metrics.bootstrap import refuse_verdict
from gtarena.metrics.paired_differences import Difference, Gains, adjust_p_values, compare, sum_gains
from gtarena.reports.comparisons.noise import VERDICTS
from gtarena.suites.magic.belief_pairs import DEAL, PLACE, Pair, paired_matches
from gtarena.suites.magic.scores import ABILITIES, Scheme

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class AbilityDifference:
    """Difference of an ability between a pair, in which ``advantage`` is that of the mean of 0 and 1 over decisions."""

    pair: Pair
    ability: str
    difference: Difference

    @property
    def verdict(self) -> str:
        """Beyond or within noise, or that there are too few deals to tell."""
        beyond = self.difference.beyond_noise
        return refuse_verdict(self.difference.units) if beyond is None else VERDICTS[beyond]


def find_ability_differences(
    matches: pd.DataFrame, pairs: Iterable[Pair], scheme: Scheme
) -> list[AbilityDifference]:
    """Returns the differences of pairs in all abilities in which both made decisions in the same place.

    The units of :mod:`.ability_units` are those of the matches that :func:`.belief_pairs.paired_matches` pairs, as are
    the gains, without the weights of the printed Deception and Self-awareness. The p-values are adjusted for all pairs
    and abilities (:func:`gtarena.metrics.paired_differences.adjust_p_values`).

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
        pairs: pairs of its challengers.
        scheme: what counts as a unit, one of :data:`.scores.SCHEMES`.
    """
    places: list[tuple[Pair, str]] = []
    found: list[Difference] = []
    for pair in pairs:
        for ability, gains in _gains_by_ability(matches, pair, scheme).items():
            for each in compare((f"{pair.aware} {ability}", f"{pair.vanilla} {ability}"), {ability: gains}):
                places.append((pair, ability))
                found.append(each)
    return [AbilityDifference(*place, each) for place, each in zip(places, adjust_p_values(found), strict=True)]


def _gains_by_ability(matches: pd.DataFrame, pair: Pair, scheme: Scheme) -> dict[str, Gains]:
    """Returns the gains of each deal by ability: the sum of differences of decisions in common, and their number."""
    paired = paired_matches(matches, pair)
    own, other = (_decisions(paired[paired["challenger"] == who], scheme) for who in pair)
    return {ability: sum_gains((deal, (own[ability][deal, place] - other[ability][deal, place], 1, 1))
                               for deal, place in own[ability] if (deal, place) in other[ability])
            for ability in ABILITIES}


def _decisions(matches: pd.DataFrame, scheme: Scheme) -> dict[str, dict[tuple[str, Hashable], int]]:
    """Returns 1 for each right decision of a challenger and 0 for a wrong one, by ability, and by deal and place."""
    found: dict[str, dict[tuple[str, Hashable], int]] = {ability: {} for ability in ABILITIES}
    columns = [matches[name] for name in (*DEAL, *PLACE, "repetition", f"units_{scheme}")]
    for label, dealt, *place, units in zip(*columns, strict=True):
        for unit in units:
            found[unit.ability][f"{label} {dealt}", (*place, unit.seat, unit.turn, unit.part)] = int(unit.right)
    return found
