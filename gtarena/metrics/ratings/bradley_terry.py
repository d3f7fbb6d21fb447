"""Ratings of agents by the exponential Bradley-Terry model with bootstrap intervals (GameBench, section 3.4).

The model is P(i beats j) = exp(r_i) / (exp(r_i) + exp(r_j)) (Eq. 2). All games have the same weight (Eq. 1). The rating
is the fit of maximum likelihood to all matches; its interval holds the middle part of the fits to resamples, which draw
units of matches (``match_units.py``), is wider for few units, as Student's t has it, and open-ended where too many
resamples have no finite fit (``ranges.py``). Fewer units than ``FEWEST_UNITS`` have none.
Ratings have the mean 0. The published recipe is another: the rating is the mean of regularised fits to all resamples
(Eq. 3).

A unit is a match, or all matches of a game that were dealt the same chance (``match_units.py``). ``score_pairs.py``
tells how matches give scores. Agents are told apart by their name, their model and the settings that vary; to pool
settings, change the column ``settings`` of the frame.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from gtarena.errors import UsageError, unknown
from gtarena.logs.records import MatchRecord
from gtarena.metrics.bootstrap import FEWEST_UNITS, student_level
from gtarena.metrics.ratings.bounds import count_trials, place_agents, put_bounds
from gtarena.metrics.ratings.linked_agents import LinkedAgents, link_agents
from gtarena.metrics.ratings.luce_spectral import ALPHA, Numbers, fit_all
from gtarena.metrics.ratings.match_units import Units, from_all_games, game_by_game, units_of
from gtarena.metrics.ratings.ranges import Ranges, fit_ranges
from gtarena.metrics.ratings.score_pairs import names_of, rated_seats, score_pairs

if TYPE_CHECKING:
    import pandas as pd

Ties = Literal["drop", "half"]
Undefined = Literal["nan", "prior"]

OVERALL = "overall"
COLUMNS = ["agent", "game", "rating", "place", "low", "high", "low_95", "high_95", "matches", "reason"]
RESAMPLES = 10_000
ALIKE = "no ends of the interval: all matches ended alike"

_TIES: Mapping[Ties, float] = {"drop": 0.0, "half": 0.5}


@dataclass(frozen=True)
class Recipe:
    """Settings of ratings.

    Args:
        bootstrap: number of resamples; with 0 there are no intervals and no bounds, and the published rating is a
            single fit, in which matches have their mean weights.
        seed: seeds the resampling; the same seed gives the same numbers.
        ties: ``drop`` leaves out ties after they were drawn, as published; ``half`` gives each agent half a win.
        undefined: ``nan`` refuses ratings that the matches do not determine, tells the reason, and bounds those of
            agents that won or lost everything; it draws from every game one unit less than it has. ``prior`` is the
            published recipe to the letter: all agents have numbers, which may depend on ``alpha`` alone, and a resample
            is one draw from all games, whose intervals are too narrow if games have unequal numbers of matches.
        alpha: of ``prior`` (see :func:`gtarena.metrics.ratings.luce_spectral.fit`); ``nan`` regularises nothing.
        anchor: agent whose rating is 0 in every fit, instead of the mean.

    Raises:
        UsageError: a setting has a value that is not allowed.
    """

    bootstrap: int = RESAMPLES
    seed: int = 0
    ties: Ties = "drop"
    undefined: Undefined = "nan"
    alpha: float = ALPHA
    anchor: str | None = None

    def __post_init__(self) -> None:
        for name, value, known in (("ties", self.ties, Ties), ("undefined", self.undefined, Undefined)):
            if value not in get_args(known):
                raise UsageError(f"{name}={value!r} is not one of {', '.join(get_args(known))}")
        for name, number in (("bootstrap", self.bootstrap), ("seed", self.seed)):
            if not isinstance(number, Integral) or number < 0:
                raise UsageError(f"{name}={number!r} is not a whole number from 0 on")
        if not 0 < self.alpha < np.inf:
            raise UsageError(f"alpha={self.alpha} is not positive: regularise by a small number, as 0.001")


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of some agents: ``values``, and in ``ranges`` what each resample says of them.

    ``values`` are NaN for an agent that has no rating, and ``reasons`` say why. One that won or lost everything against
    others has ranges nevertheless, which are open-ended, and ``places`` say where it stands among the rated ones.
    ``freedom`` has the degrees of freedom of each agent's interval: its deals less their games, as the first deal of a
    game says nothing of how its deals vary; infinite ones, for the published recipe, leave intervals as they are.
    """

    agents: Sequence[str]
    values: Numbers
    places: Numbers
    ranges: Ranges
    matches: Sequence[int]
    reasons: Sequence[str]
    freedom: Sequence[float]

    def interval(self, level: float) -> tuple[Numbers, Numbers]:
        """Returns both ends of every agent's interval, as wide as Student's t with its degrees of freedom has it.

        They are NaN for a rating with fewer than ``FEWEST_UNITS`` - 1 of these. Bounds need no more deals than there
        are.
        """
        ends = np.full((2, len(self.agents)), np.nan)
        interval_at = cache(self.ranges.interval)  # most agents have as many deals
        for agent, freedom in enumerate(self.freedom):
            if math.isnan(self.values[agent]) or math.isinf(freedom):
                ends[:, agent] = [end[agent] for end in interval_at(level)]
            elif freedom >= FEWEST_UNITS - 1:
                ends[:, agent] = [end[agent] for end in interval_at(student_level(int(freedom), level))]
        return ends[0], ends[1]


def bradley_terry(
    records: pd.DataFrame | Iterable[MatchRecord],
    bootstrap: int = RESAMPLES,
    seed: int = 0,
    ties: Ties = "drop",
    undefined: Undefined = "nan",
    alpha: float = ALPHA,
    anchor: str | None = None,
    level: float = 0.9,
) -> pd.DataFrame:
    """Returns ratings of all agents over all games (``game`` is ``overall``) and in each game.

    The settings are those of :class:`Recipe`; the module's docstring has the model.

    Args:
        records: the frame of :func:`gtarena.load_records`, or match records.
        level: of the interval from ``low`` to ``high``; ``low_95`` to ``high_95`` has the level 0.95.

    Returns:
        A row per game and agent with the columns ``agent``, ``game``, ``rating``, ``place`` (by which agents stand in
        tables), ``low``, ``high``, ``low_95``, ``high_95``, ``matches`` (of the agent that count) and ``reason``
        (empty, or why a number is missing: from few deals there is no interval, and it says how many matches would do).
        An end of an interval is infinite if the matches do not bound the rating on its side. An agent that won (lost)
        everything against rated ones has no rating, but an interval that begins (ends) at its bound, and a place, which
        is the median of such bounds (``bounds.py``).

    Raises:
        UsageError: a setting has a value that is not allowed, or no agent has the name of the anchor.
        ValueError: a frame lacks a column.
    """
    recipe = Recipe(bootstrap, seed, ties, undefined, alpha, anchor)
    if not 0 < level < 1:
        raise UsageError(f"level={level} is not between 0 and 1")
    seats = rated_seats(records)
    return ratings_frame(games_of(seats, score_pairs(seats)), names_of(seats), recipe, level)


def ratings_frame(sets: Mapping[str, pd.DataFrame], agents: Sequence[str], recipe: Recipe, level: float = 0.9,
                  ) -> pd.DataFrame:
    """Returns the frame of :func:`bradley_terry` for named sets of pairs, whose names are in the column ``game``.

    The settings are those of :func:`rate_pairs`.
    """
    import pandas as pd

    return pd.DataFrame(
        [row for game, pairs in sets.items() for row in _rows(game, rate_pairs(pairs, agents, recipe), level)],
        columns=COLUMNS)


def games_of(seats: pd.DataFrame, pairs: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Returns all pairs, under ``overall``, and those of each game that has seats."""
    return {OVERALL: pairs, **{game: pairs[pairs["game"] == game] for game in sorted(set(seats["game"]))}}


def rate_pairs(pairs: pd.DataFrame, agents: Sequence[str], recipe: Recipe) -> Ratings:
    """Returns the ratings that follow from the scores of pairs.

    Args:
        pairs: a frame of :func:`gtarena.metrics.ratings.score_pairs.score_pairs`.
        agents: names of all agents.
        recipe: the settings.

    Raises:
        UsageError: no agent has the name of the anchor.
    """
    if agents and recipe.anchor is not None and recipe.anchor not in agents:
        raise unknown("agent", recipe.anchor, agents, f"(the agents are: {', '.join(agents)})")
    units = units_of(pairs, agents, _TIES[recipe.ties])
    matches = matches_of(pairs, agents)
    found = link_agents(units.expected, matches, agents)
    if recipe.undefined == "prior":
        found = LinkedAgents(tuple(range(len(agents))), ("",) * len(agents))
    found = _with_anchor(found, agents, recipe.anchor)
    values, ranges = np.full(len(agents), np.nan), Ranges.unknown(recipe.bootstrap, len(agents))
    places = values
    reasons = found.reasons
    if known := list(found.rated):
        values[known], fits = _FITS[recipe.undefined](units.among(known), recipe)
        ranges.put(known, fits)
        swept = values, units.expected, count_trials(pairs, agents)
        places = place_agents(*swept)
        put_bounds(ranges, *swept, recipe.seed)
        if recipe.undefined == "nan" and recipe.bootstrap and fits.are_alike(values[known]):
            ranges.put(known, Ranges.unbounded(recipe.bootstrap, len(known)))
            reasons = tuple(ALIKE if agent in known else reason for agent, reason in enumerate(reasons))
        if recipe.anchor is not None:
            origin = agents.index(recipe.anchor)
            values, places, ranges = values - values[origin], places - values[origin], ranges.relative_to(origin)
    return _widen(Ratings(agents, values, places, ranges, matches, reasons, [math.inf] * len(agents)), pairs, recipe)


def _widen(found: Ratings, pairs: pd.DataFrame, recipe: Recipe) -> Ratings:
    """Returns the ratings with the degrees of freedom of their intervals, and the reasons where these are too few."""
    if recipe.undefined == "prior" or not recipe.bootstrap:
        return found
    deals = [_count_deals(pairs, agent) for agent in found.agents]
    reasons = tuple(reason if math.isnan(value) else _few_deals(*own) or reason
                    for value, own, reason in zip(found.values, deals, found.reasons, strict=True))
    return replace(found, reasons=reasons, freedom=[own - games for own, games in deals])


def _count_deals(pairs: pd.DataFrame, agent: str) -> tuple[int, int]:
    """Returns the number of units of chance in which an agent was compared with others, and that of their games."""
    own = pairs[(pairs["first"] == agent) | (pairs["second"] == agent)][["game", "unit"]].drop_duplicates()
    return len(own), own["game"].nunique()


def _few_deals(deals: int, games: int) -> str:
    """Returns why a rating from so few deals has no interval, and how many would do; empty if they suffice."""
    least = FEWEST_UNITS - 1 + games
    if deals >= least:
        return ""
    return (f"no interval from {deals} {'deal' if deals == 1 else 'deals'}{f' in {games} games' if games > 1 else ''}: "
            f"one takes {least}, {math.ceil(least / deals)} times as many matches")


def _fit_matches(units: Units, recipe: Recipe) -> tuple[Numbers, Ranges]:
    """Returns the ratings of maximum likelihood, and the ranges that resamples allow."""
    values = fit_all(units.expected[None], 0.0, np.zeros(units.agents))[0]
    parts = [fit_ranges(wins, values) for wins in units.draws(recipe.bootstrap, recipe.seed, game_by_game)]
    return values, Ranges.joined([Ranges.unknown(0, units.agents), *parts])


def _fit_as_published(units: Units, recipe: Recipe) -> tuple[Numbers, Ranges]:
    """Returns the means of the regularised fits to all resamples, and these fits (GameBench, Eq. 3)."""
    start = fit_all(units.expected[None], recipe.alpha, np.zeros(units.agents))[0]
    draws = units.draws(recipe.bootstrap, recipe.seed, from_all_games)
    fits = np.concatenate([np.empty((0, units.agents)), *(fit_all(wins, recipe.alpha, start) for wins in draws)])
    return fits.mean(axis=0) if len(fits) else start, Ranges(fits, fits)


_FITS: Mapping[Undefined, Callable[[Units, Recipe], tuple[Numbers, Ranges]]] = {
    "nan": _fit_matches, "prior": _fit_as_published}


def _with_anchor(found: LinkedAgents, agents: Sequence[str], anchor: str | None) -> LinkedAgents:
    """Returns what is rated if ratings are to be differences from the anchor's, which it may lack."""
    if anchor is None or not agents or agents.index(anchor) in found.rated:
        return found
    lacking = f"the anchor {anchor} has no rating: {found.reasons[agents.index(anchor)]}"
    reasons = tuple(lacking if agent in found.rated else reason for agent, reason in enumerate(found.reasons))
    return LinkedAgents((), reasons)


def matches_of(pairs: pd.DataFrame, agents: Sequence[str]) -> list[int]:
    """Returns the number of matches in which each agent was compared with another."""
    compared = {(agent, match) for side in ("first", "second")
                for agent, match in zip(pairs[side].tolist(), pairs["match_id"].tolist(), strict=True)}
    counts = Counter(agent for agent, _ in compared)
    return [counts[agent] for agent in agents]


def _rows(game: str, ratings: Ratings, level: float) -> list[Mapping[str, Any]]:
    columns = (ratings.agents, ratings.values, ratings.places, *ratings.interval(level), *ratings.interval(0.95),
               ratings.matches, ratings.reasons)
    return [dict(zip(COLUMNS, (agent, game, *cells), strict=True)) for agent, *cells in zip(*columns, strict=True)]


def win_probabilities(ratings: pd.DataFrame, game: str = OVERALL) -> pd.DataFrame:
    """Returns the probability that the agent of each row beats the agent of each column, by their ratings in a game.

    It is exp(r_i) / (exp(r_i) + exp(r_j)) (GameBench, Eq. 2), and NaN where an agent has no rating.

    Args:
        ratings: the frame of :func:`bradley_terry`.
        game: one of its games.

    Raises:
        UsageError: there are no ratings in this game.
    """
    import pandas as pd

    own = ratings[ratings["game"] == game].set_index("agent")["rating"]
    if own.empty:
        known = list(dict.fromkeys(ratings["game"]))
        raise unknown("game", game, known, f"(there are ratings in: {', '.join(known) or 'none'})")
    values = own.to_numpy(dtype=np.float64)
    return pd.DataFrame(1 / (1 + np.exp(values[None, :] - values[:, None])), index=own.index, columns=own.index)
