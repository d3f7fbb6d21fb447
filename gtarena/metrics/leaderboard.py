"""Leaderboards, pairings and spending, computed from the frame of seats.

All functions take the frame of :func:`gtarena.metrics.frames.seats_frame`. An agent is identified by its name, its
model and the settings that vary; every frame of agents has these three columns. A team counts once, however many seats
it has, with the mean of its seats' returns; in most games every seat is a team of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gtarena.metrics.frames import CALLS, FAILURES, FORMS, TOTALS
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.ratings.standings import RATING_COLUMNS, game_standings, overall_standings

if TYPE_CHECKING:
    import pandas as pd

AGENT_COLUMNS = ["agent", "model", "settings"]
IN_TEAM = ["match_id", "team", *AGENT_COLUMNS]  # identify an agent in a team of a match
OPPONENT_COLUMNS = [f"{column}_opponent" for column in AGENT_COLUMNS]
RESULTS = {"wins": "win", "draws": "draw", "losses": "loss"}
COUNTS = ["matches", "seats", *RESULTS]
RATES = {"truncated": "truncated_rate", "empty": "empty_rate", "unparsable": "unparsable_rate",
         "illegal": "illegal_move_rate", "ambiguous": "ambiguous_rate"}
SPENT = [*CALLS, "nudges", "unread", *TOTALS, "seconds"]
LEADERBOARD_SCORES = ["completion_rate", "decisions", "illegal_rate", *RATES.values(), *FORMS, *SPENT]


def leaderboard(
    seats: pd.DataFrame, anchor: str | None = None, pairs: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Returns one row per game and agent, the best first within a game.

    ``matches`` counts matches and ``seats`` the seats taken in them; ``wins``, ``draws`` and ``losses`` count teams.
    ``mean_return`` is the mean over the teams that have a return, and ``nra`` the normalised relative advantage
    (see :func:`nra_by`). ``completion_rate`` is the share of matches that finished. ``illegal_rate`` is the share of
    replies that had to state a move and gave no legal one, and ``truncated_rate`` to ``ambiguous_rate`` are its parts;
    ``read_as_json`` to ``read_as_schema`` are the shares of the forms among the other replies, as far as their form is
    logged; all are NaN without a model. ``calls`` to ``seconds`` are the sums of :func:`spent`. ``rating`` to
    ``reason`` are as in :func:`overall_standings`, which also tells what ``anchor`` and
    ``pairs`` are, but for each game.
    """
    keys = ["game", *AGENT_COLUMNS]
    mean_return = by_team(seats).groupby(keys)["return"].mean()
    table = _summary(seats, keys).assign(mean_return=mean_return, nra=nra_by(seats, keys))
    table = table.join(_by_agent(game_standings(seats, anchor, pairs), seats, keys))
    ranked = _ranked(table.reset_index(), ["game"], ["nra", "mean_return"])
    return ranked[[*keys, *RATING_COLUMNS, *COUNTS, "mean_return", "nra", *LEADERBOARD_SCORES]]


def overall(
    seats: pd.DataFrame, anchor: str | None = None, pairs: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Returns one row per agent over all games, the best first.

    ``rating`` to ``reason`` are as in :func:`overall_standings`, which also tells what
    ``anchor`` and ``pairs`` are. All games weigh the same in them, and agents may have played different games;
    ``games`` counts those of an agent. Who won everything stands first. The other columns are those of
    :func:`leaderboard`, over all games together, without the mean return, which would add up different units, and
    without the NRA, whose mean would be over different games.
    """
    table = _summary(seats, AGENT_COLUMNS).assign(games=seats.groupby(AGENT_COLUMNS)["game"].nunique())
    table = table.join(_by_agent(overall_standings(seats, anchor, pairs), seats, AGENT_COLUMNS))
    ranked = _ranked(table.reset_index(), [], ["standing", "rating", "wins"])
    return ranked[[*AGENT_COLUMNS, *RATING_COLUMNS, "games", *COUNTS, *LEADERBOARD_SCORES]]


def _by_agent(standings: pd.DataFrame, seats: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Returns standings, which have a row per name of an agent, indexed by the keys."""
    named = seats[keys].drop_duplicates()
    shared = [*(key for key in keys if key == "game"), "name"]
    return named.assign(name=names_in(named)).merge(standings, on=shared).set_index(keys).drop(columns="name")


def spent(seats: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Returns the spending on model calls in every group of seats, indexed by the keys.

    The columns are sums over seats: replies (``calls``), ``requests``, ``retries``, ``cached`` replies, ``nudges``,
    ``unread`` predictions, tokens, ``cost`` (US dollars) and ``seconds`` of waiting. A sum is NaN if a part is unknown.
    """
    return seats.groupby(list(keys))[SPENT].agg(_sum)


def nra_by(seats: pd.DataFrame, keys: Sequence[str]) -> pd.Series:
    """Returns the normalised relative advantage (GTBench, Eq. 1) of every group of seats, from -1 to 1.

    ``(sum f_i - sum f_o) / (sum |f_i| + sum |f_o|)``, where ``f_i`` is the return of the agent and ``f_o`` that of its
    opponent, and each sum is over the group's matches. It is 0 if all returns are 0. Only matches of two different
    agents in games of two teams count, and only with returns; groups without such matches are left out.
    """
    sums = with_stakes(_duels(seats)).groupby(list(keys))[["gain", "size"]].sum()
    return sums.assign(nra=advantage(sums["gain"], sums["size"]))["nra"]


def with_stakes(duels: pd.DataFrame) -> pd.DataFrame:
    """Adds ``gain`` and ``size``, the terms in the two sums of :func:`nra_by`, to rows of :func:`with_opponents`."""
    own, other = duels["return"], duels["return_opponent"]
    return duels.assign(gain=own - other, size=own.abs() + other.abs())


def advantage(gains: npt.ArrayLike, sizes: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Returns sums of gains over sums of sizes, or 0 where the size is 0."""
    above, below = np.asarray(gains, dtype=np.float64), np.asarray(sizes, dtype=np.float64)
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


def by_team(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns the row of the first seat that each agent has in each team, with the mean ``return`` of its seats there.

    Agents share a team only in matches that were set up seat by seat.
    """
    returns = seats.groupby(IN_TEAM)["return"].transform("mean")
    return seats.assign(**{"return": returns}).drop_duplicates(IN_TEAM)


def with_opponents(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns a row per team of the matches of two teams, each with its opponent's agent and return.

    The row is that of the team's first seat, with the mean return of all of them. A match in which agents share a team
    is left out: it does not tell which of them is better than the opponent.
    """
    two = by_team(seats[seats["team_count"] == 2])
    two = two[~two.duplicated(["match_id", "team"], keep=False)]
    other = two[["match_id", "team", "return", *AGENT_COLUMNS]].assign(team=1 - two["team"])
    return two.merge(other, on=["match_id", "team"], suffixes=("", "_opponent"))


def between_different(duels: pd.DataFrame) -> pd.DataFrame:
    """Returns the rows of :func:`with_opponents` in which the two agents differ."""
    itself = (duels[AGENT_COLUMNS].to_numpy() == duels[OPPONENT_COLUMNS].to_numpy()).all(axis=1)
    different: pd.DataFrame = duels[~itself]
    return different


def _duels(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns the rows with a return, against another agent, in games of two teams."""
    return between_different(with_opponents(seats[seats["return"].notna()]))


def _summary(seats: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Returns counts, sums and rates of every group of seats, indexed by the keys."""
    results = seats["result"].where(~seats.duplicated(IN_TEAM))  # partners share one
    groups = seats.assign(
        **{column: results == result for column, result in RESULTS.items()},
        finished=seats["match_id"].where(seats["outcome"] == "finished"),
        failures=seats[list(FAILURES)].sum(axis=1),
    ).groupby(keys)
    table: pd.DataFrame = groups.agg(
        matches=("match_id", "nunique"),
        seats=("match_id", "size"),
        **{column: (column, "sum") for column in RESULTS},
        completion_rate=("finished", "nunique"),
        decisions=("decisions", "sum"),
        move_calls=("move_calls", "sum"),
        illegal_rate=("failures", "sum"),
        **{rate: (kind, "sum") for kind, rate in RATES.items()},
        **{form: (form, "sum") for form in FORMS},
    )
    table[SPENT] = spent(seats, keys)
    table["completion_rate"] /= table["matches"]
    for rate in ("illegal_rate", *RATES.values()):
        table[rate] /= table["move_calls"].where(table["move_calls"] > 0)
    read = table[list(FORMS)].sum(axis=1)
    table[list(FORMS)] = table[list(FORMS)].div(read.where(read > 0), axis=0)
    return table


def _sum(values: pd.Series) -> float:
    total: float = values.sum(skipna=False)
    return total


def _ranked(table: pd.DataFrame, groups: list[str], scores: list[str]) -> pd.DataFrame:
    """Sorts by the groups, then by falling scores, then by agent."""
    order = [*groups, *scores, *AGENT_COLUMNS]
    rising = [column not in scores for column in order]
    return table.sort_values(order, ascending=rising, na_position="last", ignore_index=True)

