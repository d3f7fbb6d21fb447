"""Pieces and moves of Hive by OpenSpiel's ids.

OpenSpiel states a move by the piece, another piece beside the cell where it goes or below it there, and the direction
from that piece.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

COLOURS = ("white", "black")
KINDS = {
    "Q": "queen bee", "A": "ant", "G": "grasshopper", "S": "spider", "B": "beetle",
    "M": "mosquito", "L": "ladybug", "P": "pillbug"}
QUEEN, BEETLE = "Q", "B"
_COPIES = {"A": 3, "G": 3, "S": 2, "B": 2}  # of each kind that has several, which are numbered from 1
# Every piece of both players in the order of OpenSpiel's ids.
PIECES = tuple(
    colour[0] + kind + number
    for colour in COLOURS for kind in KINDS for number in ("123"[:_COPIES[kind]] if kind in _COPIES else ("",)))
# The directions in the order of OpenSpiel's ids; the seventh is on top.
STEPS: Mapping[str, tuple[int, int]] = {
    "north-east": (1, -1), "east": (1, 0), "south-east": (0, 1),
    "south-west": (-1, 1), "west": (-1, 0), "north-west": (0, -1)}
ON_TOP = "on top"
DIRECTIONS = (*STEPS, ON_TOP)
PASS = len(PIECES) ** 2 * len(DIRECTIONS)  # piece, reference and direction in mixed base, then the pass
FIRST_CHOICE = PASS + 1  # of a piece, for a move in two decisions; OpenSpiel has no such actions


class RelativeMove(NamedTuple):
    """A move as OpenSpiel describes it: a direction from another piece, or neither for the very first piece."""

    piece: str
    reference: str = ""
    direction: str = ""


def decode_action(action: int) -> RelativeMove | None:
    """Returns the move that an action id of OpenSpiel's stands for; ``None`` for a pass."""
    if action == PASS:
        return None
    pair, direction = divmod(action, len(DIRECTIONS))
    piece, reference = divmod(pair, len(PIECES))
    if piece == reference:
        return RelativeMove(PIECES[piece])
    return RelativeMove(PIECES[piece], PIECES[reference], DIRECTIONS[direction])


def drop_choices(actions: Iterable[int]) -> tuple[int, ...]:
    """Returns actions without those that only choose a piece."""
    return tuple(action for action in actions if action < FIRST_CHOICE)


def encode_move(move: RelativeMove) -> int:
    """Returns OpenSpiel's action id of a move that is no pass."""
    piece = PIECES.index(move.piece)
    reference = PIECES.index(move.reference or move.piece)
    return (piece * len(PIECES) + reference) * len(DIRECTIONS) + DIRECTIONS.index(move.direction or ON_TOP)
