"""Interface of a solved game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

import pyspiel
from pyspiel import GameType

from gtarena import games

TIE = 1e-9  # values that differ by less are equal up to rounding


class Solution(ABC):
    """Best play in one game; ``exact`` is false for estimates."""

    exact: ClassVar[bool] = True

    @abstractmethod
    def values(self, state: pyspiel.State, player: int) -> dict[int, float]:
        """Returns the value of each legal action to the player to move, if both play their best from then on."""

    def policy(self, state: pyspiel.State, player: int) -> dict[int, float]:
        """Returns the probabilities of best play; here all best actions have the same probability."""
        actions = best_actions(self.values(state, player))
        return dict.fromkeys(actions, 1 / len(actions))


def best_actions(values: Mapping[int, float]) -> list[int]:
    """Returns the actions with the highest value."""
    highest = max(values.values())
    return [action for action, value in values.items() if value >= highest - TIE]


def is_deterministic_zero_sum(game: pyspiel.Game) -> bool:
    """Checks for a two-player zero-sum game with perfect information, sequential moves, no chance and no free texts."""
    kind = game.get_type()
    return bool(
        game.num_players() == 2
        and kind.utility == GameType.Utility.ZERO_SUM
        and kind.dynamics == GameType.Dynamics.SEQUENTIAL
        and kind.information == GameType.Information.PERFECT_INFORMATION
        and kind.chance_mode == GameType.ChanceMode.DETERMINISTIC
        and kind.reward_model == GameType.RewardModel.TERMINAL
        and not games.has_texts(game)
    )
