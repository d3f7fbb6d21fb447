"""Positions in Forsyth-Edwards notation as drawings and sentences, for games that the generic prompts show."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from adapters.images.squares import EMPTY
from adapters.native._chess import FILES, Position

UNSEEN = "?"
_SEEN_EMPTY = " "  # in the notation of reconnaissance blind chess
_FLANKS = {"K": "towards column h", "Q": "towards column a"}


def draw_grid(rows: Sequence[Sequence[str]], columns: Sequence[str], names: Sequence[str]) -> str:
    """Returns rows from the top as lines of text with the names of columns above and of rows on the left."""
    width = max(len(cell) for row in rows for cell in row) + 1
    lines = [(" ", columns), *zip(names, rows, strict=True)]
    return "\n".join(name + "".join(cell.rjust(width) for cell in cells) for name, cells in lines)


def draw_board(rows: Sequence[str]) -> str:
    """Returns the drawing of a board of chess from its rows, from the top."""
    return draw_grid(rows, FILES[:len(rows)], [str(number) for number in range(len(rows), 0, -1)])


def draw_own_pieces(board: str) -> str:
    """Returns the drawing of a board of which a player sees a part, where numbers count the squares not seen."""
    told = re.sub(r"\d", lambda found: UNSEEN * int(found[0]), board).replace(_SEEN_EMPTY, EMPTY)
    return draw_board(told.split("/"))


def tell_pieces(counts: Counter[str], names: Mapping[str, str]) -> str:
    """Returns pieces with their number if more than one, as ``rook, 2 pawns``."""
    told = [f"{counts[letter]} {name}s" if counts[letter] > 1 else name for letter, name in names.items()
            if counts[letter]]
    return ", ".join(told) or "none"


def tell_castling(position: Position) -> str:
    """Returns the castlings that are not lost yet, by the names of their moves."""
    told = [f"{side} {' and '.join(each['name'] for each in position.list_castling(side)) or 'none'}"
            for side in ("White", "Black")]
    return f"Castling not lost yet: {', '.join(told)}."


def tell_own_castling(letters: str) -> str:
    """Returns the castlings that one player has not lost yet, from their letters, by the columns of their rooks."""
    told = " and ".join(_FLANKS[letter] for letter in letters.upper() if letter in "KQkq")
    return f"Castling not lost yet: {told or 'none'}."


def tell_turn(position: Position) -> str:
    """Returns who is to move, and where a pawn could capture en passant if it could."""
    passed = f"\nSquare where a pawn could capture en passant: {position.en_passant}." if position.en_passant else ""
    return f"Turn {position.number}, {position.turn} to move.{passed}"


def tell_quiet(position: Position) -> str:
    """Returns how many moves brought neither a capture nor a move of a pawn."""
    return f"Moves in a row without a capture or a move of a pawn: {position.quiet}."
