"""Solution of two-player pig, by value iteration over both scores and the turn total (Neller and Presser, 2004)."""

from functools import cached_property

import numpy as np
import pyspiel
from numpy.typing import NDArray

from adapters.native.pig import VIEW
from gtarena.agents.solving.base import Solution

ROLL, STOP = 0, 1
PRECISION = 1e-12
LARGEST = 120  # points to win; the table has the cube of that many entries
SHORTEST = 10  # decisions per point to win

Chances = NDArray[np.float64]


class Pig(Solution):
    """Win probabilities of the player to move; the game's horizon, after which nobody wins, is ignored."""

    def __init__(self, winscore: int, gains: dict[int, float], bust: float) -> None:
        self._winscore, self._gains, self._bust = winscore, gains, bust

    def values(self, state: pyspiel.State, player: int) -> dict[int, float]:
        seen = VIEW.observe(state, player)
        own, other, total = seen["your_score"], seen["others"][0]["score"], seen["turn_total"]
        if own + total >= self._winscore:  # a roll is not legal then
            return {STOP: 1.0}
        return {action: float(2 * chances[total, own, other] - 1) for action, chances in enumerate(self._table)}

    @cached_property
    def _table(self) -> tuple[Chances, Chances]:
        """Win probabilities after rolling and after stopping, by turn total, player's score and opponent's score."""
        size = self._winscore
        totals, scores = np.arange(size + max(self._gains)), np.arange(size)
        won = np.broadcast_to((totals[:, None] + scores >= size)[:, :, None], (len(totals), size, size))
        chances = won.astype(np.float64)
        roll, stop = np.empty((2, size, size, size))
        change = 1.0
        while change > PRECISION:
            passing = 1 - chances[0].T
            # Within a turn the total only grows, so one pass from the highest total to the lowest is enough.
            for total in reversed(range(size)):
                roll[total] = self._bust * passing + sum(
                    weight * chances[total + gain] for gain, weight in self._gains.items())
                stop[total] = passing[np.minimum(scores + total, size - 1)]
                chances[total] = np.where(won[total], 1.0, np.maximum(roll[total], stop[total]))
            change = float(np.abs(1 - chances[0].T - passing).max())
        return roll, stop


def solve(game: pyspiel.Game) -> Pig | None:
    """Returns the game's solution; ``None`` if it is not pig for two, too large, or too short to ignore the horizon."""
    if game.get_type().short_name != "pig" or game.num_players() != 2:
        return None
    parameters = game.get_parameters()
    winscore, sides = parameters["winscore"], parameters["diceoutcomes"]
    if winscore > LARGEST or parameters["horizon"] < SHORTEST * winscore or sides < 2:
        return None
    gains = {1: 1 - 1 / sides} if parameters["piglet"] else dict.fromkeys(range(2, sides + 1), 1 / sides)
    return Pig(winscore, gains, 1 / sides)
