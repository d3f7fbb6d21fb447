"""Random playouts of Santorini by a plain loop on rows and columns."""

import random
from itertools import cycle

AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # clockwise from north


def santorini(
    rng: random.Random, size: int = 5, win_level: int = 3, pawns: int = 2
) -> tuple[list[int], list[float]]:
    """Plays placements, and then a move with a build or a winning move by the pawns in turn, until one cannot move."""
    moves: list[int] = []
    levels = {(row, column): 0 for row in range(size) for column in range(size)}
    places: list[tuple[int, int]] = []
    for _ in range(2 * pawns):
        places.append(rng.choice([cell for cell in levels if cell not in places]))
        moves.append(places[-1][0] * size + places[-1][1])
    for pawn in cycle(range(2 * pawns)):
        row, column = places[pawn]
        others = {cell for number, cell in enumerate(places) if number != pawn}
        possible = []
        for direction, (down, right) in enumerate(AROUND):
            step = (row + down, column + right)
            if step not in levels or step in others or levels[step] > levels[row, column] + 1:
                continue
            if levels[step] == win_level:
                possible.append((size * size + 64 + direction, step, None))
                continue
            for build, (under, beside) in enumerate(AROUND):
                block = (step[0] + under, step[1] + beside)
                if block in levels and block not in others and levels[block] <= win_level:
                    possible.append((size * size + 8 * direction + build, step, block))
        if not possible:
            return moves, [float(pawn % 2), 1.0 - pawn % 2]
        action, places[pawn], built = rng.choice(possible)
        moves.append(action)
        if built is None:
            return moves, [1.0 - pawn % 2, float(pawn % 2)]
        levels[built] += 1
    raise AssertionError("the pawns take turns until one wins or is blocked")
