"""Best play: exact where a game is small enough to be solved, estimated by search in some that are not."""

from collections.abc import Callable

import pyspiel

from gtarena.agents.solving import kuhn, minimax, pig, search
from gtarena.agents.solving.base import Solution, best

__all__ = ["Solution", "action_values", "best", "exact", "solution"]

SOLVERS: tuple[Callable[[pyspiel.Game], Solution | None], ...] = (kuhn.solve, pig.solve, minimax.solve, search.solve)

_solutions: dict[str, Solution | None] = {}


def solution(game: pyspiel.Game) -> Solution | None:
    """What is known of best play in a game, found once for each setting of its parameters; ``None`` if nothing is."""
    text = str(game)
    if text not in _solutions:
        _solutions[text] = next((found for solve in SOLVERS if (found := solve(game)) is not None), None)
    return _solutions[text]


def action_values(state: pyspiel.State, player: int) -> dict[int, float] | None:
    """What each legal action of the player who is to move is worth to it, in the game's returns.

    Both players play as well as they can from then on. Whether the numbers are exact or estimates, :func:`exact`
    tells; ``None`` where the game is not solved.
    """
    found = solution(state.get_game())
    return None if found is None else found.values(state, player)


def exact(game: pyspiel.Game) -> bool:
    """Whether the values of the game's actions are known exactly."""
    found = solution(game)
    return found is not None and found.exact
