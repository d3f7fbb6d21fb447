"""What a solved game can tell."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

import pyspiel

TIE = 1e-9  # values that differ by less are the same but for rounding

Kind = pyspiel.GameType


class Solution(ABC):
    """Best play in one game; ``exact`` tells it from an estimate."""

    exact: ClassVar[bool] = True

    @abstractmethod
    def values(self, state: pyspiel.State, player: int) -> dict[int, float]:
        """What each legal action is worth to the player, who is to move, if both play their best from then on."""

    def policy(self, state: pyspiel.State, player: int) -> dict[int, float]:
        """The probabilities of best play; unless mixing has a purpose, all best actions have the same."""
        actions = best(self.values(state, player))
        return dict.fromkeys(actions, 1 / len(actions))


def best(values: Mapping[int, float]) -> list[int]:
    """The actions with the highest value."""
    highest = max(values.values())
    return [action for action, value in values.items() if value >= highest - TIE]


def is_duel_in_the_open(game: pyspiel.Game) -> bool:
    """Whether two players with opposite interests move one at a time and see everything, without chance."""
    kind = game.get_type()
    return bool(
        game.num_players() == 2
        and kind.utility == Kind.Utility.ZERO_SUM
        and kind.dynamics == Kind.Dynamics.SEQUENTIAL
        and kind.information == Kind.Information.PERFECT_INFORMATION
        and kind.chance_mode == Kind.ChanceMode.DETERMINISTIC
        and kind.reward_model == Kind.RewardModel.TERMINAL
    )
