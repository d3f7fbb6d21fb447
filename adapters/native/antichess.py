"""Antichess: the position, which OpenSpiel tells in Forsyth-Edwards notation, is drawn."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._chess import Position
from adapters.native._fen_boards import draw_board, tell_quiet, tell_turn


class AntichessView(GenericView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        position = Position.read(state.observation_string(player))
        text = "\n".join([draw_board(position.board), tell_quiet(position), tell_turn(position)])
        return {**super().observe(state, player), "text": text}


VIEW = AntichessView()
