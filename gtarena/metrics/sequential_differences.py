"""Differences between agents in runs that were watched while they went on, and stopped when enough was known.

Of the many times at which such a run could have stopped, chance favours one at which a difference looks large. So the
interval and the p-value are those of :mod:`gtarena.metrics.confidence_sequences`, which hold at all of these times.
Pairs stop at different times, and so a pair that met is compared at the tables where both sit alone.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from gtarena import games
from gtarena.errors import UsageError
from gtarena.metrics.bootstrap import FEWEST_UNITS
from gtarena.metrics.confidence_sequences import ratio_interval, ratio_p
from gtarena.metrics.duels import OVERALL
from gtarena.metrics.paired_differences import (
    SIGNIFICANT,
    Difference,
    Gains,
    Pair,
    Returns,
    adjust_p_values,
    compared_pairs,
    find_differences,
    find_gains,
    null_pairs,
    returns_by_game,
)

if TYPE_CHECKING:
    import pandas as pd

Places = Mapping[tuple[str, str], int]  # of units in the order of play, by game and unit


def find_sequential_differences(seats: pd.DataFrame, order: Sequence[str]) -> list[Difference]:
    """Returns the differences of :func:`find_differences` with intervals and p-values that hold at any time.

    Agents that met are compared at the tables where both sit, others at those with the same others; in either case on
    the deals on which all of these tables were played. Over several games the mean of the advantages has neither an
    interval nor a verdict, because every game stopped by itself.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
        order: the ids of the matches in the order of the schedule, in which the deals are looked at. Deals without any
            come last.
    """
    rows, nulls, places = returns_by_game(seats), null_pairs(seats), _find_places(seats, order)
    found: dict[str, list[Difference]] = defaultdict(list)
    for pair in compared_pairs(rows, nulls):
        by_game = {}
        for game, by_name in rows.items():
            gains = _find_gains(by_name.get(pair[0], {}), by_name.get(pair[1], {}), pair)
            if gains:
                by_game[game] = _difference(game, pair, gains, places, pair in nulls)
        for each in by_game.values():
            found[each.game].append(each)
        if len(by_game) > 1:
            found[OVERALL].append(_over_games(pair, list(by_game.values())))
    return [each for game in sorted(found) for each in adjust_p_values(found[game])]


@dataclass(frozen=True)
class Watched:
    """Games, by their labels, of runs that watched them and stopped; ``order`` has all match ids as scheduled."""

    games: frozenset[str]
    order: Sequence[str]


def find_watched_differences(seats: pd.DataFrame, watched: Watched) -> list[Difference]:
    """Returns the differences of all games: sequential ones in those that were watched, and over all games."""
    anytime = {OVERALL, *watched.games}
    found = [*(each for each in find_differences(seats) if each.game not in anytime),
             *(each for each in find_sequential_differences(seats, watched.order) if each.game in anytime)]
    return sorted(found, key=lambda each: each.game)


def fewest_watched_deals(pairs: int) -> int:
    """Returns the fewest deals on which a difference of one of so many pairs can be beyond noise.

    These are the deals on which an agent that always wins the largest return is told from one that always loses it.
    """
    return next(deals for deals in itertools.count(FEWEST_UNITS)
                if pairs * ratio_p(np.ones(deals), np.ones(deals), 1.0) < SIGNIFICANT)


def _find_places(seats: pd.DataFrame, order: Sequence[str]) -> Places:
    """Returns the place of every unit: that of its first match in the order."""
    numbers = {match_id: number for number, match_id in enumerate(order)}
    places: dict[tuple[str, str], int] = {}
    for match_id, game, unit in seats[["match_id", "game", "unit"]].itertuples(index=False, name=None):
        number = numbers.get(match_id, len(numbers))
        places[game, unit] = min(number, places.get((game, unit), number))
    return places


def _find_gains(first: Returns, second: Returns, pair: Pair) -> Gains:
    """Returns the gains of a pair by unit, from the tables where both sit or else from those with the same others."""
    own, other = (_at_table_of(rows, name) for rows, name in ((first, pair[1]), (second, pair[0])))
    if not own:
        own, other = ({key: rows[key] for key in first.keys() & second.keys()} for rows in (first, second))
    tables = defaultdict(set)
    for unit, others in own:
        tables[unit].add(others)
    every = {others for _, others in own}
    complete = {unit for unit, found in tables.items() if found == every}
    own, other = ({key: values for key, values in rows.items() if key[0] in complete} for rows in (own, other))
    return find_gains(own, other, pair)


def _at_table_of(rows: Returns, name: str) -> Returns:
    return {key: values for key, values in rows.items() if name in key[1]}


def _difference(game: str, pair: Pair, gains: Gains, places: Places, null: bool) -> Difference:
    ordered = np.array([gains[unit] for unit in sorted(gains, key=lambda unit: (places[game, unit], unit))])
    gain, size, weight = ordered.T
    # A unit's size has two returns for each match of its weight.
    bound = 2 * float(weight.max()) * largest_return(game)
    low, high = ratio_interval(gain, size, bound) if len(gain) >= FEWEST_UNITS else (math.nan, math.nan)
    p = ratio_p(gain, size, bound)
    advantage = float(gain.sum() / (size.sum() or 1))
    return Difference(game, pair, advantage, low, high, float(gain.sum() / weight.sum()), len(gain),
                      1.0 if math.isnan(p) else p, null, anytime=True)


def _over_games(pair: Pair, single: Sequence[Difference]) -> Difference:
    return Difference(OVERALL, pair, float(np.mean([each.advantage for each in single])), math.nan, math.nan, math.nan,
                      sum(each.units for each in single), 1.0, single[0].null, anytime=True)


@cache
def largest_return(game: str) -> float:
    """Returns the largest return, or loss, that a game can bring; infinite if the game cannot be loaded here."""
    try:
        loaded = games.load(*games.parse(game))
    except UsageError:
        return math.inf
    return float(max(abs(loaded.min_utility()), abs(loaded.max_utility())))
