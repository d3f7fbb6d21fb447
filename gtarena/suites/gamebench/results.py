"""Results of GameBench's matches: scores of pairs of agents, and ratings by each scheme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import TYPE_CHECKING, NamedTuple

from gtarena.metrics.bootstrap import BootstrapEstimate, estimate_mean
from gtarena.metrics.ratings.bradley_terry import (
    OVERALL,
    RESAMPLES,
    Recipe,
    Ties,
    Undefined,
    games_of,
    ratings_frame,
    win_probabilities,
)
from gtarena.metrics.ratings.general_factor import GeneralFactor, general_factor
from gtarena.metrics.ratings.score_pairs import score_pairs
from gtarena.metrics.ratings.sensitivity import RESAMPLES as FEWER
from gtarena.metrics.ratings.sensitivity import without_each
from gtarena.metrics.win_shares import WinShare, side_shares
from gtarena.suites.gamebench import SCHEMES
from gtarena.suites.gamebench.scores import Scheme
from gtarena.suites.gamebench.taxonomy import CATEGORIES, categories_of, in_order

if TYPE_CHECKING:
    import pandas as pd

RECIPES: Mapping[Scheme, tuple[Ties, Undefined]] = {"checked": ("half", "nan"), "published": ("drop", "prior")}


class Rated(NamedTuple):
    """Rating of an agent with its 90 % interval, or NaN and the reason; and the number of its matches.

    Ends of intervals are infinite if they are open. An agent that won or lost everything has the other end alone, and a
    ``place`` in tables.
    """

    rating: float
    place: float
    low: float
    high: float
    matches: int
    reason: str


_NOT_PLAYED = Rated(nan, nan, nan, nan, 0, "no game of the category was played")


class Met(NamedTuple):
    """Number of matches of an agent against another one, and its total score in them."""

    matches: int
    score: float


@dataclass(frozen=True)
class Results:
    """Matches of different agents.

    ``games`` are the labels of the games that were played, in the paper's order. ``met`` has an entry for each game,
    agent and opponent, ``averages`` the mean score of each agent in each game that it played, and ``ratings`` one for
    each agent and game, by scheme. All have the game ``overall``, too.
    ``chances`` has the probabilities, by scheme, game, agent and opponent, that the agent wins by the ratings of both.
    ``by_category`` has the ratings over the games of each category of reasoning, by scheme, agent and category,
    ``factors`` the general ability by scheme, and ``without`` the frame of
    :func:`gtarena.metrics.ratings.sensitivity.leave_one_out`. ``sides`` has the shares of wins of each game's sides
    over all agents.
    """

    games: tuple[str, ...]
    met: Mapping[tuple[str, str, str], Met]
    averages: Mapping[tuple[str, str], BootstrapEstimate]
    ratings: Mapping[Scheme, Mapping[tuple[str, str], Rated]]
    chances: Mapping[Scheme, Mapping[tuple[str, str, str], float]]
    by_category: Mapping[Scheme, Mapping[tuple[str, str], Rated]]
    factors: Mapping[Scheme, GeneralFactor]
    without: Mapping[Scheme, pd.DataFrame]
    sides: Mapping[str, Sequence[WinShare]]

    def agents(self, scheme: Scheme) -> list[str]:
        """Returns all agents, by overall rating, or the place of those without; others follow, by average score."""
        def order(agent: str) -> tuple[bool, float, str]:
            place, score = self.ratings[scheme][agent, OVERALL].place, self.averages[agent, OVERALL].value
            return isnan(place), -score if isnan(place) else -place, agent

        return sorted({agent for agent, _ in self.ratings[scheme]}, key=order)

    def games_in(self, category: str) -> list[str]:
        """Returns the games of a category of reasoning that were played."""
        return [game for game in self.games if category in categories_of(game)]


def results(seats: pd.DataFrame, bootstrap: int = RESAMPLES) -> Results:
    """Returns the results of matches.

    Args:
        seats: their frame of :func:`gtarena.metrics.frames.seats_frame`.
        bootstrap: number of resamples behind every rating.
    """
    pairs = score_pairs(seats)
    sides = _sides(pairs)
    met = _met(sides)
    games = tuple(in_order(game for game, *_ in met if game != OVERALL))
    where = (OVERALL, *games) if games else ()
    recipes = {scheme: Recipe(bootstrap, ties=ties, undefined=undefined)
               for scheme, (ties, undefined) in RECIPES.items()}
    agents = sorted({*pairs["first"], *pairs["second"]})
    frames = {scheme: ratings_frame(games_of(seats, pairs), agents, recipe) for scheme, recipe in recipes.items()}
    fewer = min(bootstrap, FEWER)
    return Results(
        games, met, _averages(sides), {scheme: _rated(frames[scheme]) for scheme in SCHEMES},
        {scheme: _chances(frames[scheme], where) for scheme in SCHEMES},
        {scheme: _by_category(pairs, agents, recipe) for scheme, recipe in recipes.items()},
        {scheme: general_factor(frames[scheme], fewer) for scheme in SCHEMES},
        {scheme: without_each(pairs, agents, replace(recipe, bootstrap=fewer)) for scheme, recipe in recipes.items()},
        side_shares(seats))


def _rated(ratings: pd.DataFrame) -> dict[tuple[str, str], Rated]:
    columns = ratings[["agent", "game", *Rated._fields]]
    return {(agent, game): Rated(*cells) for agent, game, *cells in columns.itertuples(index=False)}


def _by_category(pairs: pd.DataFrame, agents: Sequence[str], recipe: Recipe) -> dict[tuple[str, str], Rated]:
    """Returns the ratings that follow from the matches of each category's games, which weigh the same."""
    of_pairs = pairs["game"].map(categories_of)
    chosen = {category: pairs[[category in each for each in of_pairs]] for category in CATEGORIES if len(pairs)}
    played = {category: own for category, own in chosen.items() if len(own)}
    return {(agent, category): _NOT_PLAYED for agent in agents for category in CATEGORIES} | _rated(
        ratings_frame(played, agents, recipe))


def _chances(ratings: pd.DataFrame, games: Iterable[str]) -> dict[tuple[str, str, str], float]:
    tables = ((game, win_probabilities(ratings, game)) for game in games)
    return {(game, who, other): float(chance) for game, table in tables
            for who, chances in zip(table.index, table.to_numpy(dtype=float), strict=True)
            for other, chance in zip(table.columns, chances, strict=True) if who != other and not isnan(chance)}


def _sides(pairs: pd.DataFrame) -> pd.DataFrame:
    """Returns a row for both agents of every pair, in its game and once more in the game ``overall``.

    The column ``deal`` is the same for matches of one game that were dealt the same chance.
    """
    import pandas as pd

    swapped = pairs.assign(first=pairs["second"], second=pairs["first"], score=1 - pairs["score"])
    sides = pd.concat([pairs, swapped])
    sides = sides.assign(deal=sides["game"] + " " + sides["unit"])
    return pd.concat([sides, sides.assign(game=OVERALL)])


def _met(sides: pd.DataFrame) -> dict[tuple[str, str, str], Met]:
    groups = sides.groupby(["game", "first", "second"])
    frame = groups.agg(matches=("match_id", "nunique"), score=("score", "sum"))
    return {(game, who, other): Met(int(matches), float(score))
            for (game, who, other), matches, score in frame.itertuples()}


def _averages(sides: pd.DataFrame) -> dict[tuple[str, str], BootstrapEstimate]:
    return {(str(agent), str(game)):
            estimate_mean(scores["score"].to_numpy(dtype=float), 0, scores["deal"].tolist())
            for (game, agent), scores in sides.groupby(["game", "first"])}
