"""Leaderboards and spending, computed from the frame of seats.

All functions take the frame of :func:`gtarena.metrics.frames.seats_frame`. An agent is identified by its name, its
model and the settings that vary; every frame of agents has these three columns. A team counts once (see ``teams.py``).
A new column is computed in ``_summary`` or a module of its own, and listed in ``LEADERBOARD_SCORES``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtarena.metrics.frames import CALLS, FAILURES, FORMS, TOTALS
from gtarena.metrics.nra import nra_by
from gtarena.metrics.paired_differences import Difference
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.ratings.standings import RATING_COLUMNS, game_standings, overall_standings
from gtarena.metrics.teams import AGENT_COLUMNS, IN_TEAM, by_team

if TYPE_CHECKING:
    import pandas as pd

RESULTS = {"wins": "win", "draws": "draw", "losses": "loss"}
COUNTS = ["matches", "seats", *RESULTS]
RATES = {"truncated": "truncated_rate", "empty": "empty_rate", "unparsable": "unparsable_rate",
         "illegal": "illegal_move_rate", "ambiguous": "ambiguous_rate"}
SPENT = [*CALLS, "nudges", "unread", *TOTALS, "seconds"]
LEADERBOARD_SCORES = ["completion_rate", "decisions", "illegal_rate", *RATES.values(), *FORMS, *SPENT]


def leaderboard(
    seats: pd.DataFrame, anchor: str | None = None, pairs: pd.DataFrame | None = None,
    differences: Sequence[Difference] | None = None,
) -> pd.DataFrame:
    """Returns one row per game and agent, the best first within a game.

    ``matches`` counts matches and ``seats`` the seats taken in them; ``wins``, ``draws`` and ``losses`` count teams.
    ``mean_return`` is the mean over the teams that have a return, and ``nra`` the normalised relative advantage
    (see :func:`gtarena.metrics.nra.nra_by`). ``completion_rate`` is the share of matches that finished.
    ``illegal_rate`` is the share of replies that had to state a move and gave no legal one, and ``truncated_rate`` to
    ``ambiguous_rate`` are its parts; ``read_as_json`` to ``read_as_schema`` are the shares of the forms among the other
    replies, as far as their form is logged; all are NaN without a model. ``calls`` to ``seconds`` are the sums of
    :func:`sum_spending`. ``rating`` to ``reason`` are as in :func:`overall_standings`, which also tells what
    ``anchor``, ``pairs`` and ``differences`` are, but for each game.
    """
    keys = ["game", *AGENT_COLUMNS]
    mean_return = by_team(seats).groupby(keys)["return"].mean()
    table = _summary(seats, keys).assign(mean_return=mean_return, nra=nra_by(seats, keys))
    table = table.join(_by_agent(game_standings(seats, anchor, pairs, differences), seats, keys))
    ranked = _rank_rows(table.reset_index(), ["game"], ["nra", "mean_return"])
    return ranked[[*keys, *RATING_COLUMNS, *COUNTS, "mean_return", "nra", *LEADERBOARD_SCORES]]


def overall_leaderboard(
    seats: pd.DataFrame, anchor: str | None = None, pairs: pd.DataFrame | None = None,
    differences: Sequence[Difference] | None = None,
) -> pd.DataFrame:
    """Returns one row per agent over all games, the best first.

    ``rating`` to ``reason`` are as in :func:`overall_standings`, which also tells what ``anchor``, ``pairs`` and
    ``differences`` are. All games weigh the same in them, and agents may have played different games; ``games`` counts
    those of an agent. Who won everything stands at the least rating that the matches allow, who lost everything at the
    median of its bounds, and who has neither an interval nor a bound stands last. The other columns
    are those of :func:`leaderboard`, over all games together, without the mean return, which would add up different
    units, and without the NRA, whose mean would be over different games.
    """
    table = _summary(seats, AGENT_COLUMNS).assign(games=seats.groupby(AGENT_COLUMNS)["game"].nunique())
    table = table.join(_by_agent(overall_standings(seats, anchor, pairs, differences), seats, AGENT_COLUMNS))
    least = table["place"].where(table["rating"].notna() | np.isinf(table["low_95"]), table["low_95"])
    table["place"] = least.where(table["low_95"].notna())
    ranked = _rank_rows(table.reset_index(), [], ["place", "rating", "wins"])
    return ranked[[*AGENT_COLUMNS, *RATING_COLUMNS, "games", *COUNTS, *LEADERBOARD_SCORES]]


def _by_agent(standings: pd.DataFrame, seats: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Returns standings, which have a row per name of an agent, indexed by the keys."""
    named = seats[keys].drop_duplicates()
    shared = [*(key for key in keys if key == "game"), "name"]
    return named.assign(name=names_in(named)).merge(standings, on=shared).set_index(keys).drop(columns="name")


def sum_spending(seats: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Returns the spending on model calls in every group of seats, indexed by the keys.

    The columns are sums over seats: replies (``calls``), ``requests``, ``retries``, ``cached`` replies, ``nudges``,
    ``unread`` predictions, tokens, ``cost`` (US dollars) and ``seconds`` of waiting. A sum is NaN if a part is unknown.
    """
    return seats.groupby(list(keys))[SPENT].agg(_sum)


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
    table[SPENT] = sum_spending(seats, keys)
    table["completion_rate"] /= table["matches"]
    for rate in ("illegal_rate", *RATES.values()):
        table[rate] /= table["move_calls"].where(table["move_calls"] > 0)
    read = table[list(FORMS)].sum(axis=1)
    table[list(FORMS)] = table[list(FORMS)].div(read.where(read > 0), axis=0)
    return table


def _sum(values: pd.Series) -> float:
    total: float = values.sum(skipna=False)
    return total


def _rank_rows(table: pd.DataFrame, groups: list[str], scores: list[str]) -> pd.DataFrame:
    """Sorts by the groups, then by falling scores, then by agent."""
    order = [*groups, *scores, *AGENT_COLUMNS]
    rising = [column not in scores for column in order]
    return table.sort_values(order, ascending=rising, na_position="last", ignore_index=True)
