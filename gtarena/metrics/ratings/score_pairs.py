"""Scores of pairs of agents, which ratings are computed from.

A match of two teams is one pair. A match of n teams is n (n - 1) / 2 pairs, which share its weight of 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gtarena import games
from gtarena.formatting import agent_name
from gtarena.logs.records import MatchRecord
from gtarena.metrics.frames import seats_frame

if TYPE_CHECKING:
    import pandas as pd

EXACT = 1e-9  # returns and sums that differ by less are equal: means of partners' returns are rounded
_AGENT = ["agent", "model", "settings"]
_PER_SEAT = {"agent": "agents", "model": "models", "settings": "settings", "team": "teams"}
_MATCHES = {"match_id", "game", "params", "unit", "outcome", "offender", "returns", *_PER_SEAT.values()}
_SEATS = {"match_id", "game", "unit", "outcome", "team_count", "seat", "return", "result", *_PER_SEAT}


def rated_seats(records: pd.DataFrame | Iterable[MatchRecord]) -> pd.DataFrame:
    """Returns a row per seat with the columns that :func:`score_pairs` reads.

    Args:
        records: the frame of :func:`gtarena.load_records`, the frame of
            :func:`gtarena.metrics.frames.seats_frame`, or match records.

    Raises:
        ValueError: a frame lacks a column.
    """
    import pandas as pd

    if not isinstance(records, pd.DataFrame):
        return seats_frame(list(records))
    if "seat" not in records.columns:
        return _explode_matches(records)
    _require(_SEATS, records, "seats", "gtarena.metrics.frames.seats_frame")
    return records


def _require(columns: set[str], frame: pd.DataFrame, rows: str, source: str) -> None:
    if missing := columns - set(frame.columns):
        raise ValueError(f"the frame of {rows} lacks {', '.join(sorted(missing))}: take it from {source}, which names "
                         "all columns")


def _explode_matches(matches: pd.DataFrame) -> pd.DataFrame:
    """Returns a row per seat of a frame with a row per match."""
    _require(_MATCHES, matches, "matches", "gtarena.load_records")
    labels = [games.label(game, params) for game, params in zip(matches["game"], matches["params"], strict=True)]
    by_seat: dict[str, Any] = {
        "seat": [list(range(len(teams))) for teams in matches["teams"]],
        "return": [[np.nan] * len(teams) if returns is None else list(returns)
                   for teams, returns in zip(matches["teams"], matches["returns"], strict=True)]}
    listed = matches[["match_id", "unit", "outcome", "offender", *_PER_SEAT.values()]].assign(
        game=labels, team_count=[len(set(teams)) for teams in matches["teams"]], **by_seat)
    seats = listed.explode([*_PER_SEAT.values(), "seat", "return"], ignore_index=True).rename(
        columns={column: name for name, column in _PER_SEAT.items()})
    return seats.assign(model=seats["model"].fillna(""), result=_forfeit_results(seats),
                        **{"return": seats["return"].astype("float64")})


def _forfeit_results(seats: pd.DataFrame) -> pd.Series:
    """Returns ``loss`` for the seats of the team whose member ended a match."""
    import pandas as pd

    offending = seats[(seats["outcome"] == "forfeit") & (seats["seat"] == seats["offender"])]
    lost = pd.MultiIndex.from_frame(offending[["match_id", "team"]])
    teams = pd.MultiIndex.from_frame(seats[["match_id", "team"]])
    return pd.Series(teams.isin(lost), index=seats.index).map({True: "loss", False: None})


def score_pairs(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns one row per match and pair of its teams, if different agents play them.

    The columns are ``match_id``, ``game`` (its label), ``unit`` (matches of a game with the same one were dealt the
    same chance), ``table`` (the agents of the match), ``first`` and ``second`` (names of the two agents), ``score`` (of
    the first against the second, from 0 to 1) and ``weight``.

    In a game whose matches all have two teams with returns from 0 to 1 that add up to 1 (a team's return is the mean
    of its seats'), the returns are the scores, as in GameBench. In other games the team with the higher return of a
    pair scores 1, and equal ones 0.5 each. A forfeit scores 0 for the offender's team against every other; the others
    are not compared. Invalid matches, and those in which agents share a team, tell nothing and are left out.

    Args:
        seats: a frame of :func:`rated_seats`.
    """
    teams = _teams(seats)
    other = teams[["match_id", "team", "name", "returned", "lost"]]
    pairs = teams.merge(other, on="match_id", suffixes=("", "_other"))
    pairs = pairs[(pairs["team"] < pairs["team_other"]) & (pairs["name"] != pairs["name_other"])]
    pairs = pairs.assign(score=_scores(pairs))
    pairs = pairs[pairs["score"].notna()]
    return pairs.assign(weight=2 / (pairs["team_count"] * (pairs["team_count"] - 1))).rename(
        columns={"name": "first", "name_other": "second"})[
            ["match_id", "game", "unit", "table", "first", "second", "score", "weight"]].reset_index(drop=True)


def names_of(seats: pd.DataFrame) -> list[str]:
    """Returns the sorted names of all agents in a frame of seats."""
    return sorted(names_in(seats[_AGENT].drop_duplicates()))


def names_in(seats: pd.DataFrame) -> list[str]:
    """Returns the name of the agent in each row of a frame of seats, in one line of any length."""
    words = zip(*(seats[column] for column in _AGENT), strict=True)
    return [agent_name(agent, model, settings, None) for agent, model, settings in words]


def _teams(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns a row per team of the matches that were played by one agent per team, and are not invalid."""
    different = seats[_AGENT].drop_duplicates()
    names = different.assign(name=names_in(different))
    named = seats[(seats["outcome"] != "invalid") & (seats["team_count"] > 1)].merge(names, on=_AGENT)
    groups = named.groupby(["match_id", "team"], sort=False)
    teams = groups.agg(
        name=("name", "first"), agents=("name", "nunique"), returned=("return", "mean"), lost=("result", "first"),
        game=("game", "first"), unit=("unit", "first"), team_count=("team_count", "first"),
        outcome=("outcome", "first")).reset_index()
    mixed = teams.loc[teams["agents"] > 1, "match_id"]
    teams = teams[~teams["match_id"].isin(mixed)]
    tables = teams.sort_values("name").groupby("match_id")["name"].agg("\n".join)  # names have no line breaks
    return teams.assign(
        table=teams["match_id"].map(tables),
        lost=(teams["outcome"] == "forfeit") & (teams["lost"] == "loss"),
        fractional=teams["game"].isin(_fractional_games(teams)))


def _fractional_games(teams: pd.DataFrame) -> set[str]:
    """Returns the games in which two teams share a score of 1 in every finished match."""
    finished = teams[teams["outcome"] == "finished"]
    sums = finished.groupby("match_id")["returned"].transform("sum")
    shares = ((finished["team_count"] == 2) & ((sums - 1).abs() < EXACT)
              & finished["returned"].between(-EXACT, 1 + EXACT))
    kept = shares.groupby(finished["game"]).all()
    return set(kept.index[kept])


def _scores(pairs: pd.DataFrame) -> pd.Series:
    """Returns the score of the first team of each pair, NaN where the match does not tell."""
    import pandas as pd

    own, other = pairs["returned"], pairs["returned_other"]
    better = np.where((own - other).abs() < EXACT, 0.5, np.where(own > other, 1.0, 0.0))
    played = np.where(pairs["fractional"], own.clip(0, 1), better)
    # With no offender, or two, a forfeit compares nobody.
    forfeited = np.where(pairs["lost"] == pairs["lost_other"], np.nan, np.where(pairs["lost"], 0.0, 1.0))
    known = own.notna() & other.notna()
    return pd.Series(np.where(pairs["outcome"] == "forfeit", forfeited, np.where(known, played, np.nan)),
                     index=pairs.index)
