"""Kriegspiel: a player's own pieces are drawn; the umpire's words and the record stay as OpenSpiel has them."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._fen_boards import draw_own_pieces, tell_own_castling

_CASTLING_ROWS = 8  # of a board on which kings castle


class KriegspielView(GenericView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        position, umpire = state.observation_string(player).split("\n", 1)
        board, turn, castling = position.rsplit(" ", 2)
        facts = [draw_own_pieces(board)]
        if state.get_game().get_parameters()["board_size"] == _CASTLING_ROWS:
            facts.append(tell_own_castling(castling))
        facts.append(f"The umpire's word on the latest move: {umpire.strip()}")
        facts.append(f"{'White' if turn == 'w' else 'Black'} to move.")
        return {**super().observe(state, player), "text": "\n".join(facts)}


VIEW = KriegspielView()
