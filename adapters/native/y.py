"""Y: a move names the cell that gets a stone, as b3."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.native._hexagons import RINGS, CellsView, read_drawing
from adapters.native._native_view import name_column


class YView(CellsView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {
            "text": read_drawing(state),
            "last_column": name_column(self.width(state.get_game()) - 1),
            "seats": list(RINGS),
            "moves": self.moves(state),
        }

    def width(self, game: pyspiel.Game) -> int:
        return int(game.get_parameters()["board_size"])


VIEW = YView()
