"""Strong references, which value every legal move of a decision for the player to move."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import pyspiel
from numpy.typing import NDArray
from pyspiel import GameType

from gtarena import games
from gtarena.agents import solving
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.search.redrawn_states import can_redraw
from gtarena.agents.solving.base import Solution
from gtarena.agents.solving.cfr import ITERATIONS, find_policy
from gtarena.agents.solving.known_policies import AgainstPolicy
from gtarena.errors import UsageError
from gtarena.game_theory.quality.searches import SEARCHES, Worth, hides
from gtarena.game_theory.quality.whole_moves import NotRedrawnError, WholeMove, knowledge, whole_moves
from gtarena.seeds import derive

AUTO = "auto"
KINDS = ("solver", "cfr", "ismcts", "mcts")  # in the order in which ``auto`` prefers them
SIMULATIONS = 500  # after each move
REPEATS = 4
MOST_FAILURES = 3  # to find a state that a player may be in, each of which may take minutes
SEARCH_BIAS = 0.05  # beyond which a search takes few best moves for errors, see docs/quality.md


@dataclass(frozen=True, eq=False)
class Valuation:
    """Values of the moves of a decision to the player to move, in units of the return.

    ``repeats`` has a row for each run of the reference, with a column per move; a reference without noise has one row.
    """

    moves: Sequence[WholeMove]
    repeats: NDArray[np.float64]

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """The value of each move: the mean over the runs."""
        return np.asarray(self.repeats.mean(axis=0))

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """The standard error of each value; 0 without noise."""
        return standard_errors(self.repeats)


def standard_errors(repeats: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the standard error of the mean over the first axis, 0 for a single row."""
    runs = len(repeats)
    return np.asarray(repeats.std(axis=0, ddof=1) / np.sqrt(runs) if runs > 1 else np.zeros(repeats.shape[1:]))


class Reference(ABC):
    """Player who is taken at its word about the values of moves; each decision is valued once.

    ``label`` says in a few words how it values moves. ``bias`` is a share of the range of the game's returns, by which
    differences of values may be off in all runs alike, so that their spread does not tell.
    """

    label: str
    bias: float = 0.0

    def __init__(self, game: pyspiel.Game) -> None:
        self.game = game
        self._valued: dict[tuple[int, str], Valuation] = {}

    def value(self, state: pyspiel.State, player: int) -> Valuation:
        """Returns the values of all legal moves of a player who is to move, given what it knows.

        Raises:
            NotJudgedError: the moves are texts or too many, or no state could be redrawn.
        """
        key = player, knowledge(state, player)
        if key not in self._valued:
            moves = whole_moves(state, player)
            self._valued[key] = Valuation(moves, self._repeats(state, player, moves, key[1]))
        return self._valued[key]

    @abstractmethod
    def _repeats(
        self, state: pyspiel.State, player: int, moves: Sequence[WholeMove], known: str
    ) -> NDArray[np.float64]:
        """Returns a row of values for each run."""


class SolvedReference(Reference):
    """Values without noise, of a solution."""

    def __init__(self, game: pyspiel.Game, solution: Solution, label: str, bias: float = 0.0) -> None:
        super().__init__(game)
        self._solution, self.label, self.bias = solution, label, bias

    def _repeats(
        self, state: pyspiel.State, player: int, moves: Sequence[WholeMove], known: str
    ) -> NDArray[np.float64]:
        values = self._solution.values(state, player)
        return np.array([[values[action] for (action,) in moves]])


class SearchReference(Reference):
    """Values that a search estimates several times, each time with another seed."""

    bias = SEARCH_BIAS

    def __init__(self, game: pyspiel.Game, kind: str, simulations: int, repeats: int, seed: int) -> None:
        super().__init__(game)
        self._worths: Worth = SEARCHES[kind]
        self._simulations, self._runs, self._seed = simulations, repeats, seed
        self._failures: list[NotRedrawnError] = []
        self.label = f"{kind} with {simulations:,} simulations after each move, {repeats} times"

    def _repeats(
        self, state: pyspiel.State, player: int, moves: Sequence[WholeMove], known: str
    ) -> NDArray[np.float64]:
        if len(self._failures) == MOST_FAILURES:
            raise self._failures[-1]
        try:
            return np.array([
                self._worths(state, player, moves, self._simulations, derive(self._seed, known, player, run))
                for run in range(self._runs)])
        except NotRedrawnError as error:
            self._failures.append(error)
            raise


def _reason_not_searched(game: pyspiel.Game) -> str | None:
    if reason := reason_not_playable("mcts", game):
        return reason
    if hides(game) and games.has_texts(game):
        return "its players say free texts about what is hidden, which cannot be redrawn"
    return None if not hides(game) or can_redraw(game) else "it hides what cannot be redrawn"


def _reason_without_sets(game: pyspiel.Game) -> str | None:
    if not hides(game) and game.get_type().dynamics != GameType.Dynamics.SIMULTANEOUS:
        return "it needs hidden information, or players who choose at once"
    if games.has_texts(game):
        return "its players say free texts, among which it cannot search"
    return _reason_not_searched(game)


REASONS: Mapping[str, Callable[[pyspiel.Game], str | None]] = {
    "solver": partial(reason_not_playable, "solver"), "cfr": partial(reason_not_playable, "cfr"),
    "ismcts": _reason_without_sets, "mcts": _reason_not_searched}


def _solved(game: pyspiel.Game) -> Reference:
    solution = solving.solution(game)
    assert solution is not None, "a game without a solution was refused"
    return SolvedReference(game, solution, "solver, without noise")


def _near_equilibrium(game: pyspiel.Game) -> Reference:
    policy = find_policy(str(game), ITERATIONS)
    nash_conv = pyspiel.nash_conv(game, policy)
    return SolvedReference(
        game, AgainstPolicy(game, policy.action_probabilities),
        f"best play against the policy of {ITERATIONS} iterations of CFR+, whose NashConv is {nash_conv:.2g}",
        nash_conv / (game.max_utility() - game.min_utility()))


def reference_for(
    game: pyspiel.Game, kind: str = AUTO, simulations: int = SIMULATIONS, repeats: int = REPEATS, seed: int = 0
) -> Reference:
    """Returns the reference of that kind for a game; ``auto`` is the first of ``KINDS`` that can value its moves.

    Args:
        game: the game.
        kind: ``auto``, or one of ``KINDS``.
        simulations: the number after each move, for a search.
        repeats: the number of runs of a search, at least 2: their spread is the error of its values.
        seed: seeds a search.

    Raises:
        UsageError: there is no such kind, it cannot value this game's moves, or a number is too small.
    """
    if kind not in (AUTO, *KINDS):
        raise UsageError(f"reference={kind} is not one of {', '.join((AUTO, *KINDS))}")
    for name, number, least in (("simulations", simulations, 2), ("repeats", repeats, 2)):
        if number < least:
            raise UsageError(f"{name}={number} is not a whole number of at least {least}")
    reasons = {each: REASONS[each](game) for each in (KINDS if kind == AUTO else (kind,))}
    chosen = next((each for each, reason in reasons.items() if reason is None), None)
    if chosen is None:
        told = "; ".join(f"{each}: {reason}" for each, reason in reasons.items())
        raise UsageError(f"reference={kind} cannot value the moves of {game.get_type().short_name}: {told}")
    search = partial(SearchReference, kind=chosen, simulations=simulations, repeats=repeats, seed=seed)
    return {"solver": _solved, "cfr": _near_equilibrium}.get(chosen, search)(game)
