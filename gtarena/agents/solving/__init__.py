"""Solutions of games: exact for small games, estimated by search for some larger ones."""

from collections.abc import Callable

import pyspiel

from gtarena.agents.solving import kuhn, minimax, pig, search
from gtarena.agents.solving.base import Solution

SOLVERS: tuple[Callable[[pyspiel.Game], Solution | None], ...] = (kuhn.solve, pig.solve, minimax.solve, search.solve)

_solutions: dict[str, Solution | None] = {}


def solution(game: pyspiel.Game) -> Solution | None:
    """Returns the solution of a game, computed once per process; ``None`` if no solver takes the game."""
    text = str(game)
    if text not in _solutions:
        _solutions[text] = next((found for solve in SOLVERS if (found := solve(game)) is not None), None)
    return _solutions[text]


def action_values(state: pyspiel.State, player: int) -> dict[int, float] | None:
    """Returns the value of each legal action to the player to move, in the game's returns, under best play by both.

    :func:`exact` tells exact values from estimates. Returns ``None`` if the game is not solved.
    """
    found = solution(state.get_game())
    return None if found is None else found.values(state, player)


def exact(game: pyspiel.Game) -> bool:
    """Checks whether the values of the game's actions are known exactly."""
    found = solution(game)
    return found is not None and found.exact
