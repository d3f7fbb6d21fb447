"""Mean result of every agent in every game, against the others at its tables, with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.metrics.bootstrap import estimate_ratio
from gtarena.metrics.nra import with_stakes
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.teams import by_team
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class GameResult:
    """Advantage of an agent over the others at its tables, from -1 to 1, with the ends of its 95 % interval.

    The ends are NaN for fewer than ``FEWEST_UNITS`` deals. ``matches`` are those with returns and another agent.
    """

    advantage: float
    low: float
    high: float
    matches: int


def find_results(seats: pd.DataFrame) -> dict[tuple[str, str], GameResult]:
    """Returns the results by agent and game.

    The advantage is NRA (GTBench, Eq. 1), which sets an agent's return against its opponent's; where more than two
    teams play, against the mean return of all teams of other agents. Matches of an agent with itself alone, and those
    without returns, tell nothing.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
    """
    stakes = _find_stakes(seats)
    found = {}
    for (name, game), rows in stakes.groupby(["name", "game"]):
        estimate = estimate_ratio(
            rows[["gain", "size"]].to_numpy(), derive("result", str(game), str(name)), list(rows["unit"]))
        found[str(name), str(game)] = GameResult(
            estimate.value, *estimate.interval(), int(rows["match_id"].nunique()))
    return found


def _find_stakes(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns a row per team that met another agent, with its ``gain`` and the ``size`` of the returns."""
    teams = by_team(seats[seats["return"].notna() & (seats["outcome"] != "invalid")])
    teams = teams.assign(name=names_in(teams), taken=1.0)
    whole = teams.groupby("match_id")[["return", "taken"]].transform("sum")
    own = teams.groupby(["match_id", "name"])[["return", "taken"]].transform("sum")
    others = whole - own
    met = others["taken"] > 0
    return with_stakes(teams[met].assign(return_opponent=others["return"][met] / others["taken"][met]))
