"""Names of Hive's moves: a piece, and the cell to which it goes by a direction from a piece beside it."""

from collections.abc import Set

from adapters.native._hive_board import PIECES, Cell, Described, Position

Target = tuple[str, Cell]  # a piece and the cell to which it goes


def shown(move: Described | None) -> str:
    """Returns the name of a move that prompts show."""
    if move is None:
        return "pass"
    return " ".join(filter(None, (move.piece, move.direction, move.reference and "of", move.reference)))


def listed(targets: Set[Target], position: Position) -> set[Target]:
    """Returns the legal moves that prompts list: of twins in reserve only the one with the lowest number is placed."""
    found: dict[tuple[str, Cell], Target] = {}
    for piece, cell in sorted(targets, key=lambda target: PIECES.index(target[0])):
        found.setdefault((piece if piece in position.cells else piece[:2], cell), (piece, cell))
    return set(found.values())
