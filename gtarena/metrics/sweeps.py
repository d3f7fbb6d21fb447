"""Sweeps: scores and failures by the value of a setting that varies among the matches, or by those of two (grids).

Swept are settings of agents, such as ``temperature`` or ``prompt``, and parameters of games, which are named
``game.players`` and so on.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from gtarena import games
from gtarena.errors import UsageError
from gtarena.formatting import agent_name, short_value
from gtarena.metrics import bootstrap
from gtarena.metrics.agent_settings import WORDING, stated_settings
from gtarena.metrics.frames import FAILURES
from gtarena.metrics.nra import with_stakes
from gtarena.metrics.teams import IN_TEAM, between_different, by_team, with_opponents
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

MOST_LINES = 8  # of a plot
OF_GAME = "game."  # before the name of a game's parameter
_COLUMNS = [*IN_TEAM, "game", "seat", "team_count", "unit", "outcome", "return", "move_calls", *FAILURES]
_LABEL = re.compile(r"(\w+)(?:\((\w+=[^,()=]*(?:,\w+=[^,()=]*)*)\))?")

Factors = tuple[tuple[str, str], ...]  # settings and their values, sorted


@dataclass(frozen=True)
class SweepPoint:
    """Score at one value of a setting, with its 95 % interval, and what stands beside it.

    ``illegal_rate`` is the share of replies without a legal move, NaN without a model, and ``unfinished`` the share of
    matches that did not finish. The score is NaN if no match has returns, and its interval if there are few deals.
    """

    value: str
    score: float
    low: float
    high: float
    matches: int
    illegal_rate: float
    unfinished: float


@dataclass(frozen=True)
class SweepLine:
    """Points of an agent in a game, in the order of the values; ``others`` are the other swept settings."""

    game: str
    score: str
    agent: str
    others: Factors
    points: tuple[SweepPoint, ...]

    @property
    def name(self) -> str:
        """The agent and the values of the other settings."""
        return " ".join([self.agent, *(f"{name}={value}" for name, value in self.others)])


@dataclass(frozen=True)
class ScoreSweep:
    """Lines over the values of one setting. ``pooled`` are settings over whose values the scores are means."""

    setting: str
    values: tuple[str, ...]
    lines: tuple[SweepLine, ...]
    pooled: tuple[str, ...] = ()

    @property
    def numbers(self) -> list[float] | None:
        """The values as numbers, or ``None`` if one is none."""
        return numbers_of(self.values)


@dataclass(frozen=True)
class SweepGrid:
    """Lines over the values of one setting, one for each agent, game and value of the ``other`` setting.

    ``pooled`` are settings over whose values the scores are means.
    """

    setting: str
    other: str
    lines: tuple[SweepLine, ...]
    pooled: tuple[str, ...] = ()


def find_sweeps(seats: pd.DataFrame) -> list[ScoreSweep]:
    """Returns a sweep for every setting that has several values for the same agent in the same game.

    There is a line for each agent and each combination of its other swept settings, or, if these would be more than
    ``MOST_LINES``, for each agent. The score is NRA in games of two teams, where agents met others, and otherwise the
    mean return.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
    """
    rows = with_factors(seats)
    varied = varied_settings(rows)
    found = []
    for setting in sorted({name for names in varied.values() for name in names}):
        swept = {key: names - {setting} for key, names in varied.items() if setting in names}
        pooled: tuple[str, ...] = ()
        if len(_names(rows, setting, swept)) > MOST_LINES:
            pooled = tuple(sorted(frozenset[str]().union(*swept.values())))
            swept = dict.fromkeys(swept, frozenset())
        lines = lines_over(rows, setting, swept)
        values = sort_values({point.value for line in lines for point in line.points})
        found.append(ScoreSweep(setting, values, lines, pooled))
    return found


def find_grids(seats: pd.DataFrame, sweeps: Sequence[ScoreSweep]) -> list[SweepGrid]:
    """Returns a grid for every two settings of which the lines of a sweep are means over one.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
        sweeps: what :func:`find_sweeps` returns for it.
    """
    pairs = sorted({tuple(sorted((sweep.setting, other))) for sweep in sweeps for other in sweep.pooled})
    return list(_grids(seats, pairs)) if pairs else []


def _grids(seats: pd.DataFrame, pairs: Sequence[tuple[str, ...]]) -> Iterator[SweepGrid]:
    rows = with_factors(seats)
    varied = varied_settings(rows)
    for other, setting in pairs:
        crossed = {key: frozenset({other}) for key, names in varied.items() if {other, setting} <= names}
        if crossed:
            everything = set(itertools.chain.from_iterable(varied[key] for key in crossed))
            pooled = tuple(sorted(everything - {other, setting}))
            yield SweepGrid(setting, other, lines_over(rows, setting, crossed), pooled)


def numbers_of(values: Iterable[str]) -> list[float] | None:
    """Returns the values as numbers, or ``None`` if one is none."""
    try:
        return [float(value) for value in values]
    except ValueError:
        return None


def sort_values(values: Iterable[str]) -> tuple[str, ...]:
    """Returns numbers by size, and other values by the alphabet."""
    listed = sorted(values)
    return tuple(listed if numbers_of(listed) is None else sorted(listed, key=float))


def with_factors(seats: pd.DataFrame) -> pd.DataFrame:
    """Adds the game's short name, the agent without its settings, all settings as ``factors``, and the stakes.

    These are ``gain`` and ``size``, in the first row of a team that met another agent's, and NaN in all others.
    """
    labels = {label: _game_of(label) for label in seats["game"].unique()}
    params = _varied_params(labels.values())
    keys = seats[["game", "agent", "model", "settings"]].itertuples(index=False, name=None)
    factors: Any = [_factors(*labels[game], params, settings) for game, _, _, settings in keys]
    stakes = with_stakes(between_different(with_opponents(seats[seats["return"].notna()])))
    of_seat = ["match_id", "seat"]
    return seats[_COLUMNS].assign(
        short=seats["game"].map({label: name for label, (name, _) in labels.items()}),
        base=[agent_name(agent, model, "") for agent, model in zip(seats["agent"], seats["model"], strict=True)],
        factors=factors).merge(stakes[[*of_seat, "gain", "size"]], on=of_seat, how="left")


def _factors(
    game: str, given: Mapping[str, str], params: Mapping[str, frozenset[str]], settings: str
) -> Factors:
    own = {name: value for name, value in _stated(settings).items() if name != WORDING}
    of_game = {f"{OF_GAME}{name}": given.get(name, _default(game, name)) for name in params[game]}
    return tuple(sorted({**own, **of_game}.items()))


_stated = cache(stated_settings)


def _game_of(label: str) -> tuple[str, dict[str, str]]:
    """Returns a game's short name and its parameters from its label; a label of another form is a name."""
    match = _LABEL.fullmatch(label)
    if match is None:
        return label, {}
    pairs = (pair.partition("=") for pair in (match[2] or "").split(",") if pair)
    return match[1], {name: value for name, _, value in pairs}


def _varied_params(labels: Iterable[tuple[str, Mapping[str, str]]]) -> dict[str, frozenset[str]]:
    """Returns the parameters that vary, by game."""
    values: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    for game, given in labels:
        values[game].append(given)
    return {game: frozenset(name for given in listed for name in given
                            if len({each.get(name, _default(game, name)) for each in listed}) > 1)
            for game, listed in values.items()}


@cache
def _default(game: str, name: str) -> str:
    try:
        return short_value(games.defaults(game).get(name, ""))
    except UsageError:
        return ""


def varied_settings(rows: pd.DataFrame) -> dict[tuple[str, str], frozenset[str]]:
    """Returns the settings with several values, by game and agent."""
    values: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for game, agent, factors in set(rows[["short", "base", "factors"]].itertuples(index=False, name=None)):
        for name, value in factors:
            values[game, agent][name].add(value)
    return {key: frozenset(name for name, found in by_name.items() if len(found) > 1)
            for key, by_name in values.items()}


def _names(
    rows: pd.DataFrame, setting: str, swept: Mapping[tuple[str, str], frozenset[str]]
) -> set[tuple[str, Factors]]:
    """Returns the agents and the values of their settings that stay apart, each of which is a line."""
    kinds = set(rows[["short", "base", "factors"]].itertuples(index=False, name=None))
    return {(agent, _place(factors, setting, swept[game, agent])[0])
            for game, agent, factors in kinds if (game, agent) in swept}


def lines_over(
    rows: pd.DataFrame, setting: str, swept: Mapping[tuple[str, str], frozenset[str]]
) -> tuple[SweepLine, ...]:
    """Returns the lines over a setting, one for each combination of the settings that stay apart."""
    import pandas as pd

    lines = []
    for (game, agent), apart in sorted(swept.items()):
        own = rows[(rows["short"] == game) & (rows["base"] == agent)]
        places = [_place(factors, setting, apart) for factors in own["factors"]]
        others_of: Any = [others for others, _ in places]
        own = own.assign(others=others_of, value=pd.Series([value for _, value in places], index=own.index))
        own = own[own["value"].notna()]
        score, scored = _score_parts(own, rows)
        grouped: Any = own.groupby("others")
        for others, line in grouped:
            of_line = scored[scored["others"] == others]
            points = [_point(value, line[line["value"] == value], of_line[of_line["value"] == value], derive(
                "sweep", game, agent, str(others), setting, value)) for value in sort_values(set(line["value"]))]
            if len(points) > 1:
                lines.append(SweepLine(game, score, agent, others, tuple(points)))
    return tuple(lines)


def _place(factors: Factors, setting: str, apart: frozenset[str]) -> tuple[Factors, str | None]:
    """Returns the values of the settings that stay apart, and that of the setting on the axis."""
    return tuple(pair for pair in factors if pair[0] in apart), dict(factors).get(setting)


def _score_parts(own: pd.DataFrame, rows: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """Returns the name of an agent's score in a game and its parts, ``gain`` and ``size``, in a row per team."""
    if rows.loc[rows["match_id"].isin(own["match_id"]), "size"].sum() > 0:
        teams = by_team(own)
        return "NRA", teams[teams["gain"].notna()]
    teams = by_team(own[own["return"].notna()])
    return "mean return", teams.assign(gain=teams["return"], size=1.0)


def _point(value: str, rows: pd.DataFrame, scored: pd.DataFrame, seed: int) -> SweepPoint:
    """Returns a point of the seats with a value, the matches of which that have a score are in ``scored``."""
    score = low = high = math.nan
    if len(scored):
        estimate = bootstrap.estimate_ratio(scored[["gain", "size"]].to_numpy(), seed, list(scored["unit"]))
        score, (low, high) = estimate.value, estimate.interval()
    asked, failed = int(rows["move_calls"].sum()), int(rows[list(FAILURES)].to_numpy().sum())
    outcomes = rows.drop_duplicates("match_id")["outcome"]
    return SweepPoint(value, score, low, high, len(outcomes), failed / asked if asked else math.nan,
                 float((outcomes != "finished").mean()))
