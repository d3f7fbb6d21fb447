"""Rows of teams: a team counts once, however many seats it has, with the mean of its seats' returns.

All functions take the frame of :func:`gtarena.metrics.frames.seats_frame`. An agent is identified by its name, its
model and the settings that vary. In most games every seat is a team of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

AGENT_COLUMNS = ["agent", "model", "settings"]
IN_TEAM = ["match_id", "team", *AGENT_COLUMNS]  # identify an agent in a team of a match
OPPONENT_COLUMNS = [f"{column}_opponent" for column in AGENT_COLUMNS]


def by_team(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns the row of the first seat that each agent has in each team, with the mean ``return`` of its seats there.

    Agents share a team only in matches that were set up seat by seat.
    """
    if not seats.duplicated(IN_TEAM).any():
        return seats
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
