"""Dark chess: a player sees the squares that its pieces stand on or can move to, and not the opponent's moves."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._chess import PIECES, SEATS, Position, castling_side, list_spellings, spell_castling
from adapters.views import BaseView

STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_PLANES = 13  # of pieces that both players see, in the tensor before how often the position has occurred
_MOST_REPEATS = 3


class DarkChessView(BaseView):
    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return SEATS[player]

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        position = Position.read(state.observation_string(player))
        start = Position.read(state.get_game().get_parameters()["fen"])
        usual = state.get_game().get_parameters()["fen"] == STANDARD
        return {
            "seats": list(SEATS), "you": SEATS[player], "opponent": SEATS[1 - player], "board": position.board,
            "files": list(position.files), "ranks": position.ranks, "castling": position.list_castling(SEATS[player]),
            "en_passant": position.en_passant, "quiet": position.quiet, "occurred": _count_repeats(state, player),
            "first": start.turn, "start": [] if usual else start.board, "moves": _list_known_moves(state, player)}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = state.action_to_string(player, action)
        if side := castling_side(action):
            king = Position.read(state.observation_string(player)).find_king(SEATS[player])
            return (name, *spell_castling(king, side))
        ranks = state.get_game().get_parameters()["board_size"]
        # Many people leave out the sign of a capture.
        return tuple(dict.fromkeys([name, name.replace("x", ""), *list_spellings(name, action, player, ranks)]))


def _count_repeats(state: pyspiel.State, player: int) -> int:
    """Returns how often the whole position has occurred, which OpenSpiel tells both players."""
    before = _PLANES * state.get_game().get_parameters()["board_size"] ** 2
    repeats: list[float] = state.observation_tensor(player)[before:before + _MOST_REPEATS]
    return repeats.index(1.0) + 1


def _list_known_moves(state: pyspiel.State, player: int) -> list[dict[str, Any]]:
    """Returns the player's own moves, and those of the opponent that took a piece of the player's."""
    past, moves = state.get_game().new_initial_state(), []
    for step in state.full_history():
        if step.player == player:
            moves.append({"player": player, "move": past.action_to_string(player, step.action)})
            past.apply_action(step.action)
        else:
            before = _find_own(past, player)
            past.apply_action(step.action)
            lost = before.items() - _find_own(past, player).items()
            moves += [{"player": step.player, "move": f"takes the {piece} on {square}"} for square, piece in lost]
    return moves


def _find_own(state: pyspiel.State, player: int) -> dict[str, str]:
    """Returns the player's pieces by their squares."""
    squares = Position.read(state.observation_string(player)).squares()
    return {square: PIECES[piece.lower()] for square, piece in squares
            if piece.isalpha() and piece.isupper() == (SEATS[player] == "White")}


VIEW = DarkChessView()
