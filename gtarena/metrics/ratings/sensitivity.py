"""Ratings over all games without each game in turn: which ranks and orders depend on a single game.

GameBench (limitations): without Sea Battle its "data narrative" changed significantly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gtarena.logs.records import MatchRecord
from gtarena.metrics.ratings.bradley_terry import Recipe, Ties, Undefined, ratings_frame
from gtarena.metrics.ratings.luce_spectral import ALPHA
from gtarena.metrics.ratings.score_pairs import names_of, rated_seats, score_pairs

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 1000  # a tenth of those of a publication: there is a set of ratings for every game
NOTHING = ""
COLUMNS = ["left_out", "agent", "rating", "low", "high", "rank", "change", "matches", "reason"]
REVERSAL_COLUMNS = ["left_out", "above", "below", "lead", "lead_without"]


def leave_one_out(
    records: pd.DataFrame | Iterable[MatchRecord],
    bootstrap: int = RESAMPLES,
    seed: int = 0,
    ties: Ties = "drop",
    undefined: Undefined = "nan",
    alpha: float = ALPHA,
    anchor: str | None = None,
) -> pd.DataFrame:
    """Returns the ratings over all games, and those without each game in turn.

    The settings are those of :func:`gtarena.ratings.bradley_terry`, whose overall ratings they reproduce
    if nothing is left out.

    Args:
        records: the frame of :func:`gtarena.load_records`, or match records.

    Returns:
        A row per game left out and agent, first those with all games, where ``left_out`` is empty. ``rating``, its 90 %
        interval from ``low`` to ``high``, ``matches`` and ``reason`` are those of the remaining games. ``rank`` is the
        place among the agents that have a rating or a bound of it, from 1, and ``change`` the rank minus that
        with all games: positive for an agent that is worse without the game. Both are NaN without either.

    Raises:
        UsageError: a setting has a value that is not allowed, or no agent has the name of the anchor.
        ValueError: a frame lacks a column.
    """
    seats = rated_seats(records)
    return without_each(score_pairs(seats), names_of(seats), Recipe(bootstrap, seed, ties, undefined, alpha, anchor))


def without_each(pairs: pd.DataFrame, agents: Sequence[str], recipe: Recipe) -> pd.DataFrame:
    """Returns the frame of :func:`leave_one_out` for the scores of pairs, under the same recipe."""
    games = sorted(set(pairs["game"]))
    sets = {NOTHING: pairs, **{game: pairs[pairs["game"] != game] for game in games}}
    frame = ratings_frame(sets, agents, recipe).rename(columns={"game": "left_out"})
    frame["rank"] = frame.groupby("left_out")["place"].rank(ascending=False, method="min")
    usual = frame[frame["left_out"] == NOTHING].set_index("agent")["rank"]
    return frame.assign(change=frame["rank"] - frame["agent"].map(usual))[COLUMNS]


def reversals(frame: pd.DataFrame) -> pd.DataFrame:
    """Returns the pairs of agents whose order depends on one game.

    Args:
        frame: of :func:`leave_one_out`.

    Returns:
        A row per pair and game without which their order is the other way round: ``left_out``, ``above`` and ``below``
        (the agents, by the ratings over all games), ``lead`` (the difference of these ratings, positive) and
        ``lead_without`` (the same without the game, negative). Pairs of which a rating is missing have no row.
    """
    import pandas as pd

    by_game = {game: rows.set_index("agent")["rating"] for game, rows in frame.groupby("left_out")}
    usual = by_game.pop(NOTHING, pd.Series(dtype="float64")).dropna().sort_values(ascending=False)
    rows = []
    for game, without in by_game.items():
        rows += [(game, above, below, usual[above] - usual[below], without[above] - without[below])
                 for place, above in enumerate(usual.index) for below in usual.index[place + 1:]
                 if usual[above] > usual[below] and without[above] < without[below]]
    return pd.DataFrame(rows, columns=REVERSAL_COLUMNS)
