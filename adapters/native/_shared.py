"""What the views of OpenSpiel's native games have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.views import BaseView

PLAYER_MARKS = "xo"


class NativeView(BaseView, ABC):
    """Names a move by its action id alone, so that moves made earlier can be told as well as legal ones."""

    @abstractmethod
    def name(self, game: pyspiel.Game, action: int) -> str:
        """The name that prompts show."""

    def aliases(self, game: pyspiel.Game, action: int) -> Sequence[str]:
        """Names that are understood besides the shown one and OpenSpiel's own."""
        return ()

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        game = state.get_game()
        return (self.name(game, action), state.action_to_string(player, action), *self.aliases(game, action))

    def moves(self, state: pyspiel.State) -> list[dict[str, Any]]:
        """What the players (not chance) have done so far, in order, as ``{"player": seat, "move": name}``."""
        game = state.get_game()
        return [
            {"player": step.player, "move": self.name(game, step.action)}
            for step in state.full_history() if step.player >= 0
        ]


class MarksView(NativeView):
    """A game in which the players put their marks on a board, ``x`` first."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {
            "board": state.observation_string(player).split(),
            "your_mark": PLAYER_MARKS[player],
            "opponent_mark": PLAYER_MARKS[1 - player],
            "moves": self.moves(state),
        }


def span(low: int, high: int) -> str:
    """The pattern for any whole number from low to high."""
    return str(low) if low == high else f"{low}..{high}"
