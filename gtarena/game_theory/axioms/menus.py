"""Menus of lotteries that put axioms of rational choice to the test, drawn by a seed.

A few lotteries are drawn, each a prize with some chance and else nothing: the larger the chance, the smaller the prize,
as in the gambles of Tversky (Psychological Review 76, 1969, experiment I). All have about the same expected points, so
that a choice between two is not clear. Of each there is a worse version, all of whose outcomes are lower.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from custom_games.menu_choice import HUNDRED, Lottery, read_lottery
from gtarena.errors import UsageError
from gtarena.seeds import derive

Menu = tuple[str, ...]  # lotteries as menu_choice reads them, in the order in which they are shown

GAME = "menu_choice"
LOTTERIES = 4
CHANCES = range(10, 100, 10)  # per cent
WORTH = (24.0, 28.0)  # expected points, from and to
CUT = 5  # points by which every outcome of the worse version is lower


def design_menus(lotteries: int = LOTTERIES, seed: int = 0) -> list[Menu]:
    """Returns the menus of a test, each in as many orders as it has options, so that every option is in every place.

    They are all pairs of the lotteries, all triples, each lottery beside its worse version, and each two of
    neighbouring chances beside the worse version of either, a decoy (Huber, Payne and Puto, Journal of Consumer
    Research 9, 1982).

    Raises:
        UsageError: there are fewer than 3 lotteries, or more than there are chances.
    """
    if not 3 <= lotteries <= len(CHANCES):
        raise UsageError(f"lotteries={lotteries} is not a whole number from 3 to {len(CHANCES)}")
    drawn = draw_lotteries(lotteries, seed)
    menus: list[Menu] = [*combinations(drawn, 2), *combinations(drawn, 3)]
    menus += [(lottery, worse_version(lottery)) for lottery in drawn]
    menus += [(*two, worse_version(lottery)) for two in pairwise(drawn) for lottery in two]
    return [order for menu in menus for order in _rotations(menu)]


def draw_lotteries(count: int, seed: int) -> list[str]:
    """Returns lotteries of different chances in ascending order.

    None dominates another, and no two have the same expected points.
    """
    rng = random.Random(derive(seed, "lotteries"))
    while True:
        chances = sorted(rng.sample(CHANCES, count))
        prizes = [round(HUNDRED * rng.uniform(*WORTH) / chance) for chance in chances]
        worths = {prize * chance for prize, chance in zip(prizes, chances, strict=True)}
        if len(worths) == count and all(larger > smaller for larger, smaller in pairwise(prizes)):
            return [f"{prize}:{chance}+0:{HUNDRED - chance}" for prize, chance in zip(prizes, chances, strict=True)]


def worse_version(lottery: str) -> str:
    """Returns a lottery with the same chances and lower points."""
    return "+".join(f"{points - CUT}:{chance}" for points, chance in read_lottery(lottery))


def dominates(better: str, worse: str) -> bool:
    """Returns whether a lottery gives every number of points or more with at least the chance of the other's.

    This is first-order stochastic dominance, and strict: for some number the chance is larger (Hadar and Russell,
    American Economic Review 59, 1969).
    """
    first, second = read_lottery(better), read_lottery(worse)
    levels = [points for points, _ in (*first, *second)]
    gaps = [_chance_of_at_least(first, level) - _chance_of_at_least(second, level) for level in levels]
    return min(gaps) >= 0 and max(gaps) > 0


def dominated_options(menu: Sequence[str]) -> frozenset[str]:
    """Returns the options that another option of the menu dominates."""
    return frozenset(worse for worse in menu if any(dominates(better, worse) for better in menu))


def _chance_of_at_least(lottery: Lottery, level: int) -> int:
    return sum(chance for points, chance in lottery if points >= level)


def _rotations(menu: Menu) -> Iterator[Menu]:
    for first in range(len(menu)):
        yield (*menu[first:], *menu[:first])
