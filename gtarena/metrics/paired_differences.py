"""Differences between agents on the same deals, and whether they are beyond the noise.

A unit of chance, such as the same cards, is compared within itself: what one agent got there against what another got
at an equal table. An agent ``null:AGENT`` is the duplicate of another. The true difference of the two is 0, so that
the one that is seen is the noise floor.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gtarena.metrics import bootstrap
from gtarena.metrics.agent_settings import NULL
from gtarena.metrics.bootstrap import Numbers
from gtarena.metrics.duels import OVERALL
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.teams import AGENT_COLUMNS, by_team
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

SIGNIFICANT = 0.05
MOST_AGENTS = 30  # 435 pairs in each game
MOST_DRAWN = 1000  # different sizes of differences whose signs are drawn; the sum of more is normal

Pair = tuple[str, str]
Others = tuple[str, ...]
Returns = Mapping[tuple[str, Others], Sequence[float]]  # of an agent, by unit and others at the table
Gains = Mapping[str, Sequence[float]]  # by unit: gain, size and weight, summed over tables


@dataclass(frozen=True)
class Difference:
    """Difference between two agents in a game, on the ``units`` that both have, from the first one's side.

    ``advantage`` is the sum of its returns minus the second's, over the sum of their absolute values, from -1 to 1 like
    NRA; its 95 % bootstrap interval goes from ``low`` to ``high``, both NaN for fewer than ``FEWEST_UNITS``.
    ``returns`` is the difference of the mean returns, NaN over all games. ``p`` is how often a difference at least as
    large appears if the two agents change places in each unit at random, and ``adjusted`` is corrected for the number
    of comparisons in the game. ``floor`` is the largest difference in the intervals of the game's null agents, 0
    without one; ``null`` is true for an agent and its duplicate. ``anytime`` is true if interval and p hold whenever
    the run stopped (see :mod:`gtarena.metrics.sequential_differences`).
    """

    game: str
    pair: Pair
    advantage: float
    low: float
    high: float
    returns: float
    units: int
    p: float
    null: bool = False
    adjusted: float = math.nan
    floor: float = 0.0
    anytime: bool = False

    @property
    def beyond_noise(self) -> bool | None:
        """True if the interval and the test exclude 0 and no null agent differs as much; ``None`` if nothing tells."""
        if self.null or math.isnan(self.low):
            return None
        excluded = self.low > 0 or self.high < 0
        return excluded and self.adjusted < SIGNIFICANT and abs(self.advantage) > self.floor


def find_differences(seats: pd.DataFrame) -> list[Difference]:
    """Returns the differences of all pairs of agents that met the same deals, by game, and over all games if several.

    Of more than ``MOST_AGENTS`` those with the most deals are compared.

    Agents are compared at equal tables: at those where both sit, and at those with the same others. Tables that an
    agent fills alone count if there are no others. Over all games the advantage is the mean over the games that the
    pair has in common. Duplicates are compared with their originals only. The p-values of a game are adjusted by
    Holm's method (Scand. J. Statist. 6, 1979, 65-70); those of null agents are not among them.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
    """
    rows, nulls = returns_by_game(seats), null_pairs(seats)
    found: dict[str, list[Difference]] = defaultdict(list)
    for pair in compared_pairs(rows, nulls):
        by_game = {game: find_gains(by_name.get(pair[0], {}), by_name.get(pair[1], {}), pair)
                   for game, by_name in rows.items()}
        for each in compare(pair, by_game, pair in nulls):
            found[each.game].append(each)
    return [each for game in sorted(found) for each in adjust_p_values(found[game])]


def compared_pairs(rows: Mapping[str, Mapping[str, Returns]], nulls: Sequence[Pair]) -> list[Pair]:
    """Returns the pairs of the agents with the most deals, duplicates left out, and then the ``nulls``."""
    played = Counter(name for by_name in rows.values() for name, units in by_name.items() for _ in units)
    for _, second in nulls:
        played.pop(second, None)
    names = sorted(name for name, _ in played.most_common(MOST_AGENTS))
    return [*itertools.combinations(names, 2), *nulls]


def compare(pair: Pair, by_game: Mapping[str, Gains], null: bool = False) -> Iterator[Difference]:
    """Yields the difference of a pair in each game where it has gains, and over all of them if they are several.

    The p-values are not adjusted.
    """
    games = {game: np.array(list(gains.values())) for game, gains in by_game.items() if gains}
    for game, units in games.items():
        yield _difference(game, pair, [units], null)
    if len(games) > 1:
        yield _difference(OVERALL, pair, list(games.values()), null)


def returns_by_game(seats: pd.DataFrame) -> dict[str, dict[str, Returns]]:
    """Returns the returns of every agent by game, name, and unit with the others at the table."""
    teams = by_team(seats[seats["return"].notna() & (seats["outcome"] != "invalid")])
    teams = teams.assign(name=names_in(teams))
    shared = teams["match_id"].isin(teams.loc[teams.duplicated(["match_id", "team"]), "match_id"])
    teams = teams[~shared].sort_values(["match_id", "name"])
    tables = teams.groupby("match_id")["name"].agg(tuple)
    rows: dict[str, dict[str, dict[tuple[str, Others], list[float]]]] = defaultdict(lambda: defaultdict(dict))
    for game, name, unit, match, value in teams[["game", "name", "unit", "match_id", "return"]].itertuples(index=False):
        others = list(tables[match])
        others.remove(name)
        rows[game][name].setdefault((unit, tuple(others)), []).append(value)
    return {game: dict(by_name) for game, by_name in rows.items()}


def fewest_deals(pairs: int) -> int:
    """Returns the fewest deals on which a difference of one of so many pairs can be beyond noise.

    With n deals the test's least p is 2 / 2**n, which Holm's method multiplies by the number of pairs.
    """
    return max(bootstrap.FEWEST_UNITS, math.ceil(math.log2(2 * pairs / SIGNIFICANT)))


def find_ranks(differences: Sequence[Difference], game: str, names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Returns the best and the worst rank that each agent can have in a game by the differences beyond noise.

    ``OVERALL`` stands for all games, which are one if there is no other.
    """
    played = {each.game for each in differences} - {OVERALL}
    game = next(iter(played)) if game == OVERALL and len(played) == 1 else game
    ranked, above, below = set(names), Counter[str](), Counter[str]()
    for each in differences:
        if each.game == game and each.beyond_noise and ranked.issuperset(each.pair):
            better, worse = each.pair if each.advantage > 0 else each.pair[::-1]
            above[worse] += 1
            below[better] += 1
    return {name: (1 + above[name], len(names) - below[name]) for name in names}


def null_pairs(frame: pd.DataFrame) -> list[Pair]:
    """Returns every agent that has a duplicate, with the duplicate; the frame has agents, models and settings."""
    agents = frame[AGENT_COLUMNS].drop_duplicates()
    keys = list(agents.itertuples(index=False, name=None))
    names = dict(zip(keys, names_in(agents), strict=True))
    return sorted((names[agent, model, settings], names[f"{NULL}{agent}", model, settings])
                  for agent, model, settings in keys if (f"{NULL}{agent}", model, settings) in names)


def find_gains(first: Returns, second: Returns, pair: Pair) -> dict[str, list[float]]:
    """Returns the gain, size and weight of each unit that both agents have, summed over the tables that they share.

    At a table where the agents have different numbers of matches, the means are compared.
    """
    own, other = (_by_table(rows, *names) for rows, names in ((first, pair), (second, pair[::-1])))
    shared = sorted(own.keys() & other.keys())
    tables = ((key[0], own[key], other[key], (len(own[key]) + len(other[key])) / 2)
              for key in [key for key in shared if not key[-1]] or shared)
    return sum_gains((unit, (weight * (_mean(one) - _mean(two)),
                             weight * (_mean(map(abs, one)) + _mean(map(abs, two))), weight))
                     for unit, one, two, weight in tables)


def sum_gains(parts: Iterable[tuple[str, Sequence[float]]]) -> dict[str, list[float]]:
    """Returns the sums of gains, sizes and weights by unit."""
    sums: dict[str, list[float]] = {}
    for unit, part in parts:
        total = sums.setdefault(unit, [0.0, 0.0, 0.0])
        total[:] = [one + other for one, other in zip(total, part, strict=True)]
    return sums


def _mean(values: Iterable[float]) -> float:
    # NumPy would take ten times as long for the few that there are.
    listed = list(values)
    return sum(listed) / len(listed)


def _by_table(rows: Returns, name: str, compared: str) -> dict[tuple[str, Others, bool], list[float]]:
    """Returns an agent's returns by unit, others besides the pair, and whether it also sits in the other's place."""
    found: dict[tuple[str, Others, bool], list[float]] = defaultdict(list)
    for (unit, others), values in rows.items():
        alone = name in others and compared not in others
        found[unit, tuple(each for each in others if each not in (name, compared)), alone] += values
    return found


def _difference(game: str, pair: Pair, games: Sequence[Numbers], null: bool) -> Difference:
    """Returns the difference over games, each of which is an array of :func:`find_gains` and weighs the same."""
    seed = derive("difference", game, *pair)
    estimates = [bootstrap.estimate_ratio(units[:, :2], derive(seed, "units", number), range(len(units)))
                 for number, units in enumerate(games)]
    seen, resampled = (np.mean([getattr(each, part) for each in estimates], axis=0) for part in ("value", "resampled"))
    # Each further game spends a unit on its own mean. Of a single unit the interval does not tell how far it varies,
    # but the test does not need it.
    count = sum(map(len, games))
    low, high = bootstrap.BootstrapEstimate(float(seen), resampled, count, count - len(games) + 1).interval()
    gains = [units[:, 0] / (units[:, 1].sum() or 1) for units in games]
    swapped = np.mean([_swap_signs(each, derive(seed, "signs", number)) for number, each in enumerate(gains)], axis=0)
    # What is seen is one of the ways to place the agents (Phipson and Smyth, arXiv 1603.05766).
    larger = int((np.abs(swapped) >= abs(seen) - 1e-12).sum())
    p = (larger + 1) / (len(swapped) + 1)
    if not larger:  # Hoeffding's bound (J. Am. Stat. Assoc. 58, 1963, Theorem 2) tells what no number of draws can
        p = min(p, 2 * math.exp(-((seen * len(games)) ** 2) / (2 * sum(float((each**2).sum()) for each in gains))))
    returns = math.nan if game == OVERALL else float(games[0][:, 0].sum() / games[0][:, 2].sum())
    return Difference(game, pair, float(seen), low, high, returns, count, p, null)


def _swap_signs(gains: Numbers, seed: int) -> Numbers:
    """Returns sums of the gains if the agents change places in each unit at random, ``RESAMPLES`` of them."""
    generator = np.random.default_rng(seed)
    sizes, counts = np.unique(np.abs(gains[gains != 0]), return_counts=True)
    if len(sizes) > MOST_DRAWN:
        return generator.normal(0, math.sqrt((gains**2).sum()), bootstrap.RESAMPLES)
    sums: Numbers = (2 * generator.binomial(counts, 0.5, (bootstrap.RESAMPLES, len(sizes))) - counts) @ sizes
    return sums


def adjust_p_values(found: Sequence[Difference]) -> list[Difference]:
    """Returns the differences of a table with the noise floor and with p-values that Holm's method has adjusted."""
    floor = max((max(abs(each.low), abs(each.high)) for each in found if each.null and not math.isnan(each.low)),
                default=0.0)
    tested = sorted((each for each in found if not each.null), key=lambda each: each.p)
    adjusted, least = dict[tuple[str, Pair], float](), 0.0
    for place, each in enumerate(tested):
        least = max(least, min(1.0, each.p * (len(tested) - place)))
        adjusted[each.game, each.pair] = least
    return [replace(each, floor=floor, adjusted=adjusted.get((each.game, each.pair), math.nan)) for each in found]
