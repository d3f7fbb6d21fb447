"""Counts of choices from menus, and choosers that a measure of them is compared with.

An array of counts has a row for each sample: one as it was observed, or many that were drawn.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from gtarena.game_theory.axioms.menus import Menu, dominated_options

Numbers = npt.NDArray[np.float64]
Counts = Mapping[Menu, Numbers]  # by options in alphabetical order, of shape (samples, options)

LUCE_STEPS = 500


@dataclass(frozen=True)
class Choice:
    """Choice of an agent from a menu in the order shown: the place of the option, ``None`` if it gave no legal one."""

    agent: str
    menu: Menu
    place: int | None


def count_choices(choices: Iterable[Choice]) -> Counts:
    """Returns how often each option of each menu was chosen, whatever their order, in one sample."""
    chosen = Counter((tuple(sorted(each.menu)), each.menu[each.place]) for each in choices if each.place is not None)
    return {menu: np.array([[float(chosen[menu, option]) for option in menu]])
            for menu in dict.fromkeys(menu for menu, _ in chosen)}


def shares(counts: Counts) -> dict[Menu, Numbers]:
    """Returns the share with which each option was chosen from its menu."""
    return {menu: numbers / numbers.sum(axis=1, keepdims=True) for menu, numbers in counts.items()}


def pair_shares(counts: Counts) -> dict[tuple[str, str], Numbers]:
    """Returns the share with which the first of two options was chosen, in either order; shape (samples,).

    Pairs of which one option dominates the other are left out: they say nothing of preferences.
    """
    found = {}
    for menu, share in shares(counts).items():
        if len(menu) == 2 and not dominated_options(menu):
            found[menu[0], menu[1]], found[menu[1], menu[0]] = share[:, 0], share[:, 1]
    return found


def draw_counts(counts: Counts, chances: Mapping[Menu, Sequence[float]], samples: int, seed: int) -> Counts:
    """Returns counts of a chooser with these chances, who chooses from each menu as often as was observed."""
    rng = np.random.default_rng(seed)
    return {menu: rng.multinomial(int(counts[menu].sum()), chances[menu], size=samples).astype(np.float64)
            for menu in counts}


def observed_chances(counts: Counts) -> dict[Menu, Sequence[float]]:
    """Returns the shares in the only sample, as chances."""
    return {menu: share[0].tolist() for menu, share in shares(counts).items()}


def transitive_chances(counts: Counts) -> dict[Menu, Sequence[float]]:
    """Returns the chances of a transitive chooser with the observed noise.

    Options are ranked by their mean share over the pairs that they are in. From each pair the chooser takes the higher
    one with the larger of the two observed shares. Other menus are as they were observed.
    """
    pairs = pair_shares(counts)
    wins: dict[str, list[float]] = {}
    for (option, _), share in pairs.items():
        wins.setdefault(option, []).append(float(share[0]))
    rank = {option: float(np.mean(own)) for option, own in wins.items()}
    chances = observed_chances(counts)
    for menu in [menu for menu in counts if menu in pairs]:
        low, high = sorted(chances[menu])
        chances[menu] = (high, low) if rank[menu[0]] >= rank[menu[1]] else (low, high)
    return chances


def luce_chances(counts: Counts) -> dict[Menu, Sequence[float]]:
    """Returns the chances of the chooser by Luce's axiom that makes the choices most likely.

    An option with the value v is chosen with the chance v / (sum of the values on the menu) (Luce, Individual Choice
    Behavior, 1959, theorem 3). The values are found by the steps of Hunter, Annals of Statistics 32, 2004, p. 384-406.
    """
    options = sorted({option for menu in counts for option in menu})
    held = np.array([[option in menu for option in options] for menu in counts], dtype=np.float64)
    times = np.array([numbers.sum() for numbers in counts.values()])
    chosen = np.zeros(len(options))
    for menu, numbers in counts.items():
        np.add.at(chosen, [options.index(option) for option in menu], numbers[0])
    values = np.ones(len(options))
    for _ in range(LUCE_STEPS):
        # An option that was never chosen comes to 0, and a menu of such options alone has no chances: both stay tiny.
        values = np.maximum(chosen / ((times / (held @ values)) @ held), np.finfo(float).tiny)
        values /= values.sum()
    by_option = dict(zip(options, values.tolist(), strict=True))
    return {menu: [by_option[option] / sum(map(by_option.__getitem__, menu)) for option in menu] for menu in counts}


def triples(options: Iterable[str], pairs: Mapping[tuple[str, str], Numbers]) -> list[tuple[str, str, str]]:
    """Returns the triples of options all pairs of which were offered."""
    return [three for three in combinations(sorted(options), 3) if all(two in pairs for two in combinations(three, 2))]
