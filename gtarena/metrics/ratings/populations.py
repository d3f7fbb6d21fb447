"""Nash averaging and alpha-rank by OpenSpiel's implementations, which weigh opponents by how strong they are.

Both look at the game in which one chooses an agent to play: the payoff of an agent against another one is the mean over
the games of its mean score against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, eq=False)
class EmpiricalGame:
    """Scores of agents (rows) against agents (columns), from 0 to 1 and one half against themselves.

    They are NaN for agents who have not met, and ``reason`` names these; it is empty if all have met.
    """

    agents: Sequence[str]
    payoffs: Numbers
    reason: str


def empirical_games(records: pd.DataFrame | Iterable[MatchRecord]) -> dict[str, EmpiricalGame]:
    """Returns the empirical game over all games (``overall``) and that of each game, by game.

    Args:
        records: the frame of :func:`gtarena.load_records` or of :func:`gtarena.metrics.frames.seats_frame`, or match
            records.

    Raises:
        ValueError: a frame lacks a column.
    """
    seats = rated_seats(records)
    found = {}
    for game, pairs in games_of(seats, score_pairs(seats)).items():
        agents = sorted({*pairs["first"], *pairs["second"]}) or names_of(seats)
        payoffs = _payoffs(pairs, agents)
        found[game] = EmpiricalGame(agents, payoffs, _unmet(payoffs, agents))
    return found


def nash_average(surplus: Numbers) -> tuple[Numbers, Numbers]:
    """Returns the shares of agents in the equilibrium of greatest entropy, and their payoffs against it.

    Args:
        surplus: antisymmetric payoffs of agents (rows) against agents.

    Raises:
        UsageError: cvxpy is not installed.
    """
    try:
        from open_spiel.python.algorithms.nash_averaging import nash_averaging as averaged
    except ModuleNotFoundError as error:
        raise _missing_package("nash_averaging", error) from error
    import pyspiel

    # The solver moves probabilities by about a millionth.
    share, advantage = averaged(pyspiel.create_matrix_game(surplus, -surplus))
    return share.ravel(), advantage.ravel()


def alpha_shares(payoffs: Numbers, alpha: float, population: int) -> Numbers:
    """Returns the shares of time that a population spends on each agent, which copies those with higher payoffs.

    Args:
        payoffs: of agents (rows) against agents.
        alpha: intensity of selection.
        population: number of individuals.

    Raises:
        UsageError: networkx is not installed.
    """
    try:
        from open_spiel.python.egt import alpharank
    except ModuleNotFoundError as error:
        raise _missing_package("alpha_rank", error) from error
    with np.errstate(over="ignore"):  # in large populations, where the limit of the overflow is meant
        shares: Numbers = alpharank.compute([payoffs], m=population, alpha=alpha)[2]
    return shares


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
    def solve(payoffs: Numbers) -> Mapping[str, Numbers]:
        # Payoffs minus one half, without the rounding that OpenSpiel refuses.
        share, advantage = nash_average((payoffs - payoffs.T) / 2)
        return {"share": share, "advantage": advantage}

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
    return _solve_games(records, lambda payoffs: {"share": alpha_shares(payoffs, alpha, population)}, ("share",))


def _missing_package(function: str, error: ModuleNotFoundError) -> UsageError:
    return not_installed(function, str(error.name), "populations")


def _solve_games(records: pd.DataFrame | Iterable[MatchRecord], solve: Solve, columns: Sequence[str]) -> pd.DataFrame:
    """Returns a row per game and agent with the solution's columns, NaN in games where some agents have not met."""
    import pandas as pd

    frames = []
    for name, game in empirical_games(records).items():
        solution = dict.fromkeys(columns, np.full(len(game.agents), np.nan)) if game.reason else solve(game.payoffs)
        frames.append(pd.DataFrame({"agent": game.agents, "game": name, **solution, "reason": game.reason}))
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
