"""Reconnaissance blind chess: a player's own pieces and what was sensed are drawn, and OpenSpiel's signs are words."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._fen_boards import draw_own_pieces, tell_own_castling

_CASTLING_ROWS = 8  # of a board on which kings castle
_SIGNS = 5  # behind the board, which has blanks in it


class RbcView(GenericView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        board, castling, phase, capture, turn, illegal = state.observation_string(player).rsplit(" ", _SIGNS)
        facts = [draw_own_pieces(board)]
        if state.get_game().get_parameters()["board_size"] == _CASTLING_ROWS:
            facts.append(tell_own_castling(castling))
        if capture == "c":
            facts.append("The latest move was a capture.")
        if illegal == "i":
            facts.append("The other player's latest move could not be made as chosen.")
        facts.append(f"{'White' if turn == 'w' else 'Black'} to {'sense' if phase == 's' else 'move'}.")
        return {**super().observe(state, player), "text": "\n".join(facts)}


VIEW = RbcView()
