"""Crazyhouse: the position, which OpenSpiel tells in Forsyth-Edwards notation, is drawn, and kept pieces are named."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._chess import PIECES, Position
from adapters.native._fen_boards import draw_board, tell_castling, tell_pieces, tell_quiet, tell_turn

_KEPT = re.compile(r"\[(\w*)\]")


class CrazyhouseView(GenericView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        fen = state.observation_string(player)
        position, kept = Position.read(_KEPT.sub("", fen)), "".join(_KEPT.findall(fen))
        parameters = state.get_game().get_parameters()
        # Where pieces are dropped there is no limit of quiet moves.
        drops = parameters["chess960"] or parameters["insanity"] > 0
        facts = _tell_kept(kept) if drops else tell_quiet(position)
        text = "\n".join([draw_board(position.board), facts, tell_castling(position), tell_turn(position)])
        return {**super().observe(state, player), "text": text}


def _tell_kept(kept: str) -> str:
    """Returns the pieces that both players can drop."""
    black, white = Counter(filter(str.islower, kept)), Counter(letter.lower() for letter in kept if letter.isupper())
    return f"Kept by White: {tell_pieces(white, PIECES)}.\nKept by Black: {tell_pieces(black, PIECES)}."


VIEW = CrazyhouseView()
