"""Shared parts of games on boards of hexagons: cells have the letter of their column and the number of their row."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

import pyspiel

from adapters.native._native_view import NativeView, name_column
from custom_games.action_specs.patterns import Pattern, fold_numbers

SWAP = "swap"
RINGS = ("O", "@")  # the stones of both players where OpenSpiel draws these
# With ``ansi_color_output`` the stones of both players are one character in two colours.
_COLOURED = {"\033[1;33m@": RINGS[0], "\033[1;34m@": RINGS[1]}
_COLOUR = re.compile("\033\\[[0-9;]*m")


class CellsView(NativeView, ABC):
    """View of a game whose moves are the cells that get a stone, numbered row by row."""

    @abstractmethod
    def width(self, game: pyspiel.Game) -> int:
        """Returns by how much the actions of two neighbouring cells of a column differ."""

    def name(self, game: pyspiel.Game, action: int) -> str:
        row, column = divmod(action, self.width(game))
        return f"{name_column(column)}{row + 1}"

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        width = self.width(state.get_game())
        by_column = sorted(state.legal_actions(player), key=lambda action: (action % width, action))
        return fold_numbers(self.names(state, player, action)[0] for action in by_column)


def read_drawing(state: pyspiel.State) -> str:
    """Returns OpenSpiel's drawing of a board without colours."""
    text = str(state)
    for coloured, stone in _COLOURED.items():
        text = text.replace(coloured, stone)
    return _COLOUR.sub("", text).rstrip("\n")
