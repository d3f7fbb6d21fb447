"""Nash averaging and alpha-rank by OpenSpiel's implementations, which weigh opponents by how strong they are.

Both look at the game in which one chooses an agent to play: the payoff of an agent against another one is the mean over
the games of its mean score against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gtarena.errors import UsageError, not_installed
from gtarena.logs.records import MatchRecord
from gtarena.metrics.ratings.bradley_terry import games_of
from gtarena.metrics.ratings.linked_agents import join_names
from gtarena.metrics.ratings.luce_spectral import Numbers
from gtarena.metrics.ratings.score_pairs import names_of, rated_seats, score_pairs

if TYPE_CHECKING:
    import pandas as pd

Solve = Callable[[Numbers], Mapping[str, Numbers]]


def nash_averaging(records: pd.DataFrame | Iterable[MatchRecord]) -> pd.DataFrame:
    """Returns Nash averages (Balduzzi et al., 2018), over all games (``overall``) and in each game.

    ``share`` is the agent's probability in the equilibrium of greatest entropy, and ``advantage`` its expected score
    against that mixture, minus one half: 0 for the agents of the equilibrium and negative for others.

    Args:
        records: the frame of :func:`gtarena.load_records`, or match records.

    Returns:
        A row per game and agent with the columns ``agent``, ``game``, ``share``, ``advantage`` and ``reason`` (empty,
        or which matches are missing).

    Raises:
        UsageError: cvxpy is not installed.
        ValueError: a frame lacks a column.
    """
    try:
        from open_spiel.python.algorithms.nash_averaging import nash_averaging as averaged
    except ModuleNotFoundError as error:
        raise _missing_package("nash_averaging", error) from error
    import pyspiel

    def solve(payoffs: Numbers) -> Mapping[str, Numbers]:
        surplus = (payoffs - payoffs.T) / 2  # payoffs minus one half, without the rounding that OpenSpiel refuses
        # The solver moves probabilities by about a millionth.
        share, advantage = averaged(pyspiel.create_matrix_game(surplus, -surplus))
        return {"share": share.ravel(), "advantage": advantage.ravel()}

    return _solve_games(records, solve, ("share", "advantage"))


def alpha_rank(
    records: pd.DataFrame | Iterable[MatchRecord], alpha: float = 100.0, population: int = 50
) -> pd.DataFrame:
    """Returns alpha-rank (Omidshafiei et al., 2019), over all games (``overall``) and in each game.

    Args:
        records: the frame of :func:`gtarena.load_records`, or match records.
        alpha: intensity of selection.
        population: number of individuals, who copy those with higher payoffs.

    Returns:
        A row per game and agent with the columns ``agent``, ``game``, ``share`` (of the time that the population
        spends on the agent) and ``reason`` (empty, or which matches are missing).

    Raises:
        UsageError: networkx is not installed.
        ValueError: a frame lacks a column.
    """
    try:
        from open_spiel.python.egt import alpharank
    except ModuleNotFoundError as error:
        raise _missing_package("alpha_rank", error) from error

    def solve(payoffs: Numbers) -> Mapping[str, Numbers]:
        with np.errstate(over="ignore"):  # in large populations, where the limit of the overflow is meant
            return {"share": alpharank.compute([payoffs], m=population, alpha=alpha)[2]}

    return _solve_games(records, solve, ("share",))


def _missing_package(function: str, error: ModuleNotFoundError) -> UsageError:
    return not_installed(function, str(error.name), "populations")


def _solve_games(records: pd.DataFrame | Iterable[MatchRecord], solve: Solve, columns: Sequence[str]) -> pd.DataFrame:
    """Returns a row per game and agent with the solution's columns, NaN in games where some agents have not met."""
    import pandas as pd

    seats = rated_seats(records)
    frames = []
    for game, pairs in games_of(seats, score_pairs(seats)).items():
        agents = sorted({*pairs["first"], *pairs["second"]}) or names_of(seats)
        payoffs = _payoffs(pairs, agents)
        reason = _unmet(payoffs, agents)
        solution = dict.fromkeys(columns, np.full(len(agents), np.nan)) if reason else solve(payoffs)
        frames.append(pd.DataFrame({"agent": agents, "game": game, **solution, "reason": reason}))
    return pd.concat(frames, ignore_index=True)[["agent", "game", *columns, "reason"]]


def _payoffs(pairs: pd.DataFrame, agents: Sequence[str]) -> Numbers:
    """Returns the score of agents (rows) against agents, from 0 to 1: NaN where they have not met."""
    import pandas as pd

    sides: list[Any] = [pairs[["game", "first", "second", "score"]], pd.DataFrame({
        "game": pairs["game"], "first": pairs["second"], "second": pairs["first"], "score": 1 - pairs["score"]})]
    scores = pd.concat(sides).groupby(["game", "first", "second"])["score"].mean()
    table = scores.groupby(["first", "second"]).mean().unstack().reindex(index=agents, columns=agents)
    payoffs = table.to_numpy(dtype=np.float64).copy()
    np.fill_diagonal(payoffs, 0.5)
    # Exactly antisymmetric about one half, which OpenSpiel requires.
    antisymmetric: Numbers = 0.5 + (payoffs - payoffs.T) / 2
    return antisymmetric


def _unmet(payoffs: Numbers, agents: Sequence[str]) -> str:
    """Returns in words which agents have not met, or nothing if all have."""
    if len(agents) < 2:
        return "fewer than two agents"
    missing = np.argwhere(np.triu(np.isnan(payoffs)))
    return f"no match of {join_names([f'{agents[a]} with {agents[b]}' for a, b in missing])}" if len(missing) else ""
