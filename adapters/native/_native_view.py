"""Base classes and helpers of the views of OpenSpiel's own games."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.views import BaseView
from custom_games.action_specs.patterns import Range

PLAYER_MARKS = "xo"


class NativeView(BaseView, ABC):
    """A view that names a move by its action id alone, so that past moves have names too."""

    @abstractmethod
    def name(self, game: pyspiel.Game, action: int) -> str:
        """Returns the name that prompts show."""

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return self.name(state.get_game(), action), state.action_to_string(player, action)

    def moves(self, state: pyspiel.State) -> list[dict[str, Any]]:
        """Returns the moves of players (not of chance) so far, in order, as ``{"player": seat, "move": name}``."""
        game = state.get_game()
        return [
            {"player": step.player, "move": self.name(game, step.action)}
            for step in state.full_history() if step.player >= 0]


class MarksView(NativeView):
    """View of a game in which two players put marks on a board, ``x`` first.

    OpenSpiel's own names count rows and columns from 0, where prompts count from 1, so they are not understood.
    """

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return (self.name(state.get_game(), action),)

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {
            "board": state.observation_string(player).split(), "your_mark": PLAYER_MARKS[player],
            "opponent_mark": PLAYER_MARKS[1 - player], "moves": self.moves(state)}


def make_span(low: int, high: int) -> str | Range:
    """Returns the piece of a pattern that stands for the whole numbers from low to high."""
    return str(low) if low == high else Range(str(low), str(high))


def name_column(column: int) -> str:
    """Returns the letter of a column, which is counted from 0."""
    return chr(ord("a") + column)
