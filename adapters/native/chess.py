"""Chess, also from shuffled positions: moves have the names of algebraic notation, and positions are told in four ways.

The ways are a drawing, lists of pieces, Forsyth-Edwards notation, and the moves so far.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._chess import SEATS, Position, castling_side, list_moves, list_spellings, spell_castling
from adapters.views import BaseView

STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class ChessView(BaseView):
    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return SEATS[player]

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        fen = state.observation_string(player)
        position, start = Position.read(fen), state.start_fen()
        moves = list_moves(state.get_game().new_initial_state(start), state)
        return {
            "text": fen, "seats": list(SEATS), "you": SEATS[player], "opponent": SEATS[1 - player],
            "turn": position.turn, "board": position.board, "files": list(position.files), "ranks": position.ranks,
            "pieces": {side: position.list_pieces(side) for side in SEATS},
            "castling": {side: position.list_castling(side) for side in SEATS},
            "en_passant": position.en_passant, "quiet": position.quiet, "occurred": state.num_repetitions(state),
            "start": "" if start == STANDARD else start, "pgn": _write_record(moves, start), "moves": moves}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = state.action_to_string(player, action)
        if castling_side(action):
            return (name, *_spell_castling(state, player, castling_side(action)))
        # Many people leave out the sign of a capture.
        plain = name.replace("x", "").rstrip("+#")
        return tuple(dict.fromkeys([name, plain, *list_spellings(name, action, player, ranks=8)]))


def _spell_castling(state: pyspiel.State, player: int, side: str) -> list[str]:
    """Returns other names of a castling: by the squares of the king, or of king and rook where pieces were shuffled."""
    position = Position.read(state.observation_string(player))
    king = position.find_king(SEATS[player])
    if not state.get_game().get_parameters()["chess960"]:
        return spell_castling(king, side)
    # The king alone may be able to move to the square where castling takes it.
    rooks = [each["rook"] for each in position.list_castling(SEATS[player]) if each["name"] == side]
    return [f"{king}{rook}" for rook in rooks]


def _write_record(moves: Sequence[Mapping[str, Any]], start: str) -> str:
    """Returns the moves as ``1. e4 e5 2. Nf3``; where White has the next move, its number stands at the end."""
    first = Position.read(start)
    parts, number, white = [], first.number, first.turn == "White"
    if not white:
        parts.append(f"{number}...")
    for made in moves:
        parts += [f"{number}."] * white + [str(made["move"])]
        number, white = number + (not white), not white
    return " ".join([*parts, f"{number}."] if white else parts)


VIEW = ChessView()
