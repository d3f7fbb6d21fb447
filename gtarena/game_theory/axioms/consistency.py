"""Consistency of repeated choices with axioms of rational choice, beside what noise alone would do.

With p(x, y) the share of choices of x from the pair of x and y, three options are stochastically transitive if they can
be ordered so that p(x, y) and p(y, z) are at least 1/2 and p(x, z) is at least 1/2 (weakly), at least the smaller
(moderately) or at least the larger of the two (strongly) (Davidson and Marschak 1959; Tversky 1969).

Independence of irrelevant alternatives (Luce 1959): a third option does not change how the choices of two others are
divided between them. Regularity (Block and Marschak 1960): it does not make an option more likely.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gtarena.game_theory.axioms.choice_counts import (
    Choice,
    Counts,
    Numbers,
    count_choices,
    draw_counts,
    luce_chances,
    observed_chances,
    pair_shares,
    shares,
    transitive_chances,
    triples,
)
from gtarena.game_theory.axioms.menus import Menu, dominated_options, dominates
from gtarena.metrics.bootstrap import BootstrapEstimate, estimate_mean
from gtarena.reports.tables import Cell, Table
from gtarena.seeds import derive

SAMPLES = 2_000
SLACK = 1e-9  # by which shares that are equal may differ
DIGITS = 2
COLUMNS = (
    "choices", "unanswered", "dominated", "first place", "weak", "weak by noise", "weak p", "moderate", "strong",
    "independence", "independence by noise", "independence p", "regularity", "regularity by noise",
    "regularity p", "attraction")
NOTES = (
    "dominated: share of choices of a dominated option, where there was one. first place: share of choices of the "
    "first option shown above that of a chooser who ignores the order.",
    "weak, moderate, strong: share of triples of options that violate that stochastic transitivity. independence: mean "
    "change of an option's share of two when a third is added. regularity: mean gain of an option's share when a "
    "third is added, a loss counting as 0. attraction: mean gain of an option when its worse version is added.",
    "by noise: the mean for a consistent chooser with the same noise, transitive or by Luce's axiom; p is the chance "
    "with which that one violates as much.")

Measure = Callable[[Counts], Numbers]  # a value for each sample


class Violation(NamedTuple):
    """Measure of choices, beside the mean ``by_noise`` of a consistent chooser with the same noise.

    ``p`` is the chance with which the consistent chooser comes to the value or above. There is no bootstrap interval:
    noise alone makes these measures larger, and so would a resample of noisy choices.
    """

    value: float
    by_noise: float
    p: float


def weak_violations(counts: Counts) -> Numbers:
    """Returns the share of triples that are not weakly stochastically transitive."""
    return _violated(counts, lambda first, second: np.full_like(first, 0.5))


def moderate_violations(counts: Counts) -> Numbers:
    """Returns the share of triples that are not moderately stochastically transitive."""
    return _violated(counts, np.minimum)


def strong_violations(counts: Counts) -> Numbers:
    """Returns the share of triples that are not strongly stochastically transitive."""
    return _violated(counts, np.maximum)


def _violated(counts: Counts, bound: Callable[[Numbers, Numbers], Numbers]) -> Numbers:
    pairs = pair_shares(counts)
    kept: list[npt.NDArray[Any]] = []
    for three in triples({option for two in pairs for option in two}, pairs):
        ordered = [(pairs[x, y], pairs[y, z], pairs[x, z]) for x, y, z in permutations(three)]
        kept.append(np.any([(np.minimum(first, second) >= 0.5 - SLACK) & (both >= bound(first, second) - SLACK)
                            for first, second, both in ordered], axis=0))
    return 1 - _mean(kept, counts)


def dependence(counts: Counts) -> Numbers:
    """Returns the mean absolute change of an option's share of two when a third option is added."""
    return _mean([abs(change) for *_, change in _changes(counts)], counts)


def attraction(counts: Counts) -> Numbers:
    """Returns the mean change of an option's share of two when an option is added that it alone dominates."""
    return _mean([change if dominates(one, third) else -change for one, other, third, change in _changes(counts)
                  if dominates(one, third) != dominates(other, third)], counts)


def irregularity(counts: Counts) -> Numbers:
    """Returns the mean gain of an option's share when a third option is added; a loss counts as 0."""
    share = shares(counts)
    return _mean([np.maximum(share[three][:, three.index(option)] - share[two][:, two.index(option)], 0)
                  for two, three in _extended_pairs(counts) for option in two], counts)


def _changes(counts: Counts) -> Iterator[tuple[str, str, str, Numbers]]:
    """Yields two options, a third, and the change of the first's share; NaN if neither was chosen of the three."""
    share = shares(counts)
    for (one, other), three in _extended_pairs(counts):
        (third,) = set(three) - {one, other}
        first, second = (share[three][:, three.index(option)] for option in (one, other))
        both = first + second
        left = np.divide(first, both, out=np.full_like(both, np.nan), where=both > 0)
        yield one, other, third, left - share[one, other][:, 0]


def _extended_pairs(counts: Counts) -> Iterator[tuple[tuple[str, str], Menu]]:
    """Yields the pairs, neither option of which dominates the other, with the triples that add an option to them."""
    for three in counts:
        if len(three) == 3:
            yield from ((two, three) for two in combinations(three, 2)  # in alphabetical order, as menus are
                        if two in counts and not dominated_options(two))


def _mean(values: Sequence[npt.NDArray[Any]], counts: Counts) -> Numbers:
    """Returns the mean over values that are known, for each sample; NaN where none is."""
    samples = len(next(iter(counts.values()), ()))
    known = np.array(values, dtype=np.float64).reshape(len(values), samples)
    number = (~np.isnan(known)).sum(axis=0)
    mean: Numbers = np.divide(np.nansum(known, axis=0), number, out=np.full(samples, np.nan), where=number > 0)
    return mean


def find_violation(
    counts: Counts, measure: Measure, consistent: Callable[[Counts], Mapping[Menu, Sequence[float]]], seed: int = 0
) -> Violation:
    """Returns a measure of observed counts, beside that of the consistent chooser fitted to them; NaN if undefined."""
    value = float(measure(counts)[0])
    noise = measure(draw_counts(counts, consistent(counts), SAMPLES, derive(seed, "noise")))
    p = (1 + np.sum(noise >= value - SLACK)) / (1 + SAMPLES) if not np.isnan(value) else np.nan
    return Violation(value, float(np.mean(noise)), float(p))


def attraction_estimate(counts: Counts, seed: int = 0) -> BootstrapEstimate:
    """Estimates the attraction; in each sample, as many choices as were made from a menu are drawn from them."""
    drawn = attraction(draw_counts(counts, observed_chances(counts), SAMPLES, derive(seed, "choices")))
    made = _count(counts)
    return BootstrapEstimate(float(attraction(counts)[0]), drawn, made, made)


def _count(counts: Counts) -> int:
    return int(sum(numbers.sum() for numbers in counts.values()))


def dominated_rate(choices: Sequence[Choice], seed: int = 0) -> BootstrapEstimate | None:
    """Estimates the share of choices of a dominated option from menus with one; ``None`` without any such choice."""
    return _rate([(float(menu[place] in worse), menu) for menu, place in _made(choices)
                  if (worse := dominated_options(menu))], seed)


def first_place_excess(choices: Sequence[Choice], seed: int = 0) -> BootstrapEstimate | None:
    """Estimates the share of choices of the first option, above 1 over the number of options; ``None`` without any."""
    return _rate([(float(place == 0) - 1 / len(menu), menu) for menu, place in _made(choices)], seed)


def _made(choices: Sequence[Choice]) -> list[tuple[Menu, int]]:
    return [(each.menu, each.place) for each in choices if each.place is not None]


def _rate(values: Sequence[tuple[float, Menu]], seed: int) -> BootstrapEstimate | None:
    """Estimates a mean over choices; those from one menu, in any order, are resampled together."""
    if not values:
        return None
    return estimate_mean(np.array([value for value, _ in values]), seed, [tuple(sorted(menu)) for _, menu in values])


def consistency_table(choices: Sequence[Choice], seed: int = 0) -> Table:
    """Returns how far the choices of every agent agree with the axioms, with bootstrap intervals."""
    agents = dict.fromkeys(each.agent for each in choices)
    rows = tuple((agent, _cells([each for each in choices if each.agent == agent], seed)) for agent in agents)
    return Table("choices", "Consistency of choices", COLUMNS, rows, label="agent", notes=NOTES)


def _cells(own: Sequence[Choice], seed: int) -> tuple[Cell | None, ...]:
    counts = count_choices(own)
    made = _count(counts)
    first = (Cell(made, digits=0), Cell(len(own) - made, digits=0), _cell(dominated_rate(own, seed)),
             _cell(first_place_excess(own, seed)))
    if not counts:
        return *first, *[None] * (len(COLUMNS) - len(first))
    weak, change, irregular = (find_violation(counts, measure, consistent, seed) for measure, consistent in (
        (weak_violations, transitive_chances), (dependence, luce_chances), (irregularity, luce_chances)))
    stricter = [_known(float(measure(counts)[0])) for measure in (moderate_violations, strong_violations)]
    return (*first, *_beside_noise(weak), *stricter, *_beside_noise(change), *_beside_noise(irregular),
            _cell(attraction_estimate(counts, seed)))


def _beside_noise(found: Violation) -> tuple[Cell | None, ...]:
    return _known(found.value), _known(found.by_noise), _known(found.p, 3)


def _known(value: float, digits: int = DIGITS) -> Cell | None:
    return None if np.isnan(value) else Cell(value, digits=digits)


def _cell(estimate: BootstrapEstimate | None) -> Cell | None:
    if estimate is None or np.isnan(estimate.value):
        return None
    low, high = estimate.interval()
    return Cell(estimate.value, low=low, high=high, digits=DIGITS)
