"""Solutions of games: exact where a game is small enough, estimated by search in some that are not."""

from collections.abc import Callable

import pyspiel

from gtarena.agents.solving import kuhn, minimax, pig, search
from gtarena.agents.solving.base import Solution

SOLVERS: tuple[Callable[[pyspiel.Game], Solution | None], ...] = (kuhn.solve, pig.solve, minimax.solve, search.solve)

_solutions: dict[str, Solution | None] = {}


def solution(game: pyspiel.Game) -> Solution | None:
    """Returns the solution of a game, computed once for each setting of its parameters; ``None`` if there is none."""
    text = str(game)
    if text not in _solutions:
        _solutions[text] = next((found for solve in SOLVERS if (found := solve(game)) is not None), None)
    return _solutions[text]


def action_values(state: pyspiel.State, player: int) -> dict[int, float] | None:
    """Returns the value of each legal action to the player to move, in the game's returns, under best play by both.

    :func:`exact` tells whether the values are exact or estimates; ``None`` where the game is not solved.
    """
    found = solution(state.get_game())
    return None if found is None else found.values(state, player)


def exact(game: pyspiel.Game) -> bool:
    """Checks whether the values of the game's actions are known exactly."""
    found = solution(game)
    return found is not None and found.exact
