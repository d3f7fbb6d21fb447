"""Helpers of the views of chess and its variants: positions in Forsyth-Edwards notation, and names of moves."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pyspiel

from adapters.images.squares import EMPTY

SEATS = ("Black", "White")  # in OpenSpiel's order, though White begins
PIECES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
FILES = "abcdefgh"
SHORT, LONG = "O-O", "O-O-O"
_CASTLE_LONG, _CASTLE_SHORT = 4672, 4673  # OpenSpiel's actions
_WAYS = 73  # of a piece to leave a square, in OpenSpiel's encoding of all other moves
_COLUMN = 8  # squares in that encoding, on smaller boards too
_SAN = re.compile(r"(?P<piece>[KQRBN]?)[a-h]?[1-8]?(?P<takes>x?)(?P<to>[a-h][1-8])(?:=(?P<becomes>[QRBN]))?[+#]?")


@dataclass(frozen=True)
class Position:
    """A position that is told in Forsyth-Edwards notation, in which a square that is not seen is ``?``.

    The ``board`` is its ranks from the top, ``castling`` the letters of what is still possible, ``quiet`` the number of
    moves since the last capture or pawn move, and ``number`` that of the move, which both sides have.
    """

    board: Sequence[str]
    turn: str
    castling: str
    en_passant: str
    quiet: int
    number: int

    @classmethod
    def read(cls, fen: str) -> "Position":
        """Returns the position of a text in Forsyth-Edwards notation."""
        ranks, turn, castling, en_passant, quiet, number = fen.split()
        board = [re.sub(r"\d", lambda found: EMPTY * int(found[0]), rank) for rank in ranks.split("/")]
        return cls(board, "White" if turn == "w" else "Black", castling.strip("-"), en_passant.strip("-"), int(quiet),
                   int(number))

    @property
    def files(self) -> str:
        """The letters of the files."""
        return FILES[:len(self.board)]

    @property
    def ranks(self) -> list[str]:
        """The numbers of the ranks, from the top."""
        return [str(number) for number in range(len(self.board), 0, -1)]

    def squares(self) -> Iterator[tuple[str, str]]:
        """Yields every square by its name with what stands on it, file by file."""
        for file in self.files:
            for rank, row in zip(reversed(self.ranks), reversed(self.board), strict=True):
                yield f"{file}{rank}", row[self.files.index(file)]

    def list_pieces(self, side: str) -> list[str]:
        """Returns a side's pieces with their squares, as ``king e1`` and ``rooks a1 h1``."""
        letters = PIECES if side == "Black" else dict(zip(map(str.upper, PIECES), PIECES.values(), strict=True))
        order = list(letters)
        found = sorted((order.index(piece), square) for square, piece in self.squares() if piece in letters)
        told = []
        for index, group in groupby(found, lambda pair: pair[0]):
            squares = [square for _, square in group]
            told.append(f"{letters[order[index]]}{'s' * (len(squares) > 1)} {' '.join(squares)}")
        return told

    def list_castling(self, side: str) -> list[dict[str, str]]:
        """Returns the castlings that a side has not lost, each with its ``name`` and the square of its ``rook``."""
        rank = "8" if side == "Black" else "1"
        own = [letter.lower() for letter in self.castling if letter.isupper() == (side == "White")]
        found = []
        for letter in own:
            # A rook is told by its file where the pieces were shuffled.
            file = {"k": "h", "q": "a"}.get(letter, letter)
            short = file > self.find_king(side)[:1]
            found.append({"name": SHORT if short else LONG, "rook": f"{file}{rank}"})
        return found

    def find_king(self, side: str) -> str:
        """Returns the square of a king; "" if it is not seen."""
        king = "k" if side == "Black" else "K"
        return next((square for square, piece in self.squares() if piece == king), "")


def list_moves(start: pyspiel.State, state: pyspiel.State) -> list[dict[str, Any]]:
    """Returns the moves from a start to a state as ``{"player": seat, "move": name}``."""
    # Names depend on the position: on what else could move to a square, and on whether it is a capture.
    moves = []
    for step in state.full_history():
        if step.player >= 0:
            moves.append({"player": step.player, "move": start.action_to_string(step.player, step.action)})
            start.apply_action(step.action)
    return moves


def list_spellings(name: str, action: int, player: int, ranks: int) -> list[str]:
    """Returns other ways to write a move of a piece with this name: ``e2e4``, ``e2-e4``, ``Ng1-f3`` or ``e7e8q``."""
    found = _SAN.fullmatch(name)
    if found is None:
        return []
    column, row = divmod(action // _WAYS, _COLUMN)
    # OpenSpiel encodes moves as the player sees the board.
    start = f"{FILES[column]}{row + 1 if SEATS[player] == 'White' else ranks - row}"
    piece, takes, end, becomes = found["piece"], found["takes"], found["to"], found["becomes"] or ""
    joined = f"{start}{takes or '-'}{end}"
    spelled = [f"{start}{end}", f"{start}-{end}", joined, f"{piece}{start}{end}", f"{piece}{joined}"]
    promoted = [text + last for text in spelled for last in (f"={becomes}", becomes.lower())] if becomes else spelled
    return list(dict.fromkeys([name.replace("=", "").rstrip("+#"), *promoted]))


def spell_castling(king: str, side: str) -> list[str]:
    """Returns other names of a castling by the squares that the king leaves and enters."""
    end = f"{'g' if side == SHORT else 'c'}{king[1]}"
    return [f"{king}{end}", f"{king}-{end}", f"K{king}-{end}", f"K{end}"]


def castling_side(action: int) -> str:
    """Returns the name of a castling without the sign of a check; "" for any other move."""
    return {_CASTLE_SHORT: SHORT, _CASTLE_LONG: LONG}.get(action, "")
