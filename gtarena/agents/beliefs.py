"""Two-hop beliefs as a matrix: who is suspected by whom, as one player sees it (MAgIC, arXiv 2311.08562, section 4).

Row ``i`` of an ``n x n`` matrix is how strongly the owner thinks that player ``i`` suspects each player; the owner's
own row is its own view. Every row sums to 1. ``n`` is the number of players, of which there are at least two.

The arithmetic is that of the published program (``utils/pgm_calculator.py``) to the last bit, and so are the choices
among equals: the program sorts ascending and takes from the end for the most, of equals the last, and from the start
for the least, of equals the first. (NumPy may sort equals otherwise on processors with AVX-512; here they keep their
order everywhere.)
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]  # of shape (n, n): n rows of n probabilities
Rows = Matrix | Sequence[Sequence[float]]
Role = Literal["culprit", "innocent", "unknown"]  # of the owner, as far as it knows it itself

CHANGES = (-1, 0, 1)  # of a judgement: less suspicious, no change, more suspicious
ROLE_BY_CHANGE: Mapping[int, Role] = {-1: "innocent", 0: "unknown", 1: "culprit"}
STEP = 0.1  # the share by which a judgement changes a belief
FLAT = 1e-4  # a row of at most this standard deviation suspects nobody


def update_beliefs(matrix: Rows, changes: Rows) -> Matrix:
    """Returns the matrix after an analysis: of every row, the softmax of ``M * (1 + 0.1 F)``.

    ``changes`` is F, of the same shape: 1 for more suspicious, 0 for no change, -1 for less suspicious. The softmax is
    over the probabilities themselves, so that rows stay close to even, as in the paper's Figure 5.

    Raises:
        ValueError: they are not two square matrices of one size, a row of the first is no distribution, or a change is
            not 1, 0 or -1.
    """
    players = _size(matrix)
    if _size(changes) != players:
        raise ValueError(f"the changes are for {_size(changes)} players, and the beliefs for {players}")
    for row in matrix:
        if not all(0 <= value <= 1 for value in row) or not math.isclose(sum(row), 1, abs_tol=0.001 * players):
            raise ValueError(f"{[*map(float, row)]} is not a row of probabilities that sum to 1")
    for change in (change for row in changes for change in row):
        if change not in CHANGES:
            raise ValueError(f"a change of {change} is not 1, 0 or -1")
    weighed = np.asarray(matrix, dtype=np.float64) * (1 + STEP * np.asarray(changes, dtype=np.float64))
    powers = np.exp(weighed - weighed.max(axis=1, keepdims=True))
    updated: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return updated


def first_beliefs(players: int, owner: int, role: Role) -> Matrix:
    """Returns the beliefs before anything was said.

    An innocent owner suspects the others equally, and knows nothing of their views. A culprit knows itself, and takes
    it that each of the others suspects all players but that one equally. An owner of unknown role suspects all equally.

    Raises:
        ValueError: there are fewer than two players, or the owner is none of them.
    """
    if players < 2 or not 0 <= owner < players:
        raise ValueError(f"player {owner} of {players} has no beliefs about others")
    even = (1 / players,) * players
    if role == "unknown":
        return np.array([even] * players)
    if role == "innocent":
        return np.array([_all_but(player, players) if player == owner else even for player in range(players)])
    certain = tuple(float(player == owner) for player in range(players))
    return np.array([certain if player == owner else _all_but(player, players) for player in range(players)])


def suspect(matrix: Rows, owner: int) -> int:
    """Returns the player whom the owner suspects most, never the owner; of several the last (``PGM._to_vote``).

    Raises:
        ValueError: the owner is none of the players.
    """
    return _most(matrix[_checked(matrix, owner)], _others(matrix, owner))


def role_by_own_view(matrix: Rows, owner: int) -> Role:
    """Returns which role the owner takes itself to have, by its own row (``UndercoverPGM.is_undercover``).

    It is unknown if the row is even, and otherwise the culprit's if it suspects nobody more than itself, unless an
    equal has an earlier seat.

    Raises:
        ValueError: the owner is none of the players.
    """
    own = np.asarray(matrix[_checked(matrix, owner)])
    if own.std() <= FLAT:
        return "unknown"
    return "culprit" if own.argmax() == owner else "innocent"


def stated_role(changes: Rows, owner: int) -> Role:
    """Returns which role the owner says that it has, by its number in its own row: 1, -1, or 0 if it is not sure."""
    return ROLE_BY_CHANGE[int(changes[owner][owner])]


def target(matrix: Rows, owner: int, role: Role) -> int | None:
    """Returns the player at whom the next clue of an owner who knows its role is aimed (``PGM.get_target``).

    An innocent owner chooses the one who suspects it most, of several the last, and a culprit the one who suspects it
    least, of several the first. With an unknown role there is none.

    Raises:
        ValueError: the owner is none of the players.
    """
    towards_me = [row[_checked(matrix, owner)] for row in matrix]
    if role == "culprit":
        return min(_others(matrix, owner), key=towards_me.__getitem__)
    return _most(towards_me, _others(matrix, owner)) if role == "innocent" else None


def target_of_guesser(matrix: Rows, owner: int, guessed: Role) -> int | None:
    """Returns the same for an owner who is not told its role, given the one that it takes itself to have.

    The supposed culprit chooses the one who suspects it most, and the supposed innocent its own suspect, of several the
    last (``UndercoverPGM.get_target``); whoever is not sure chooses nobody.

    Raises:
        ValueError: the owner is none of the players.
    """
    return suspect(matrix, owner) if guessed == "innocent" else target(
        matrix, owner, "innocent" if guessed == "culprit" else "unknown")


def normalised(rows: Rows) -> Matrix:
    """Returns rows of numbers that are not negative as probabilities: each divided by its sum.

    Raises:
        ValueError: they are no square matrix, a number is negative or not finite, or a row is all 0.
    """
    _size(rows)
    return np.array([_shares(row) for row in rows])


def _shares(row: Sequence[float]) -> tuple[float, ...]:
    total = sum(row)
    if not all(value >= 0 for value in row) or not 0 < total < math.inf:
        raise ValueError(f"{list(row)} cannot be read as probabilities")
    return tuple(value / total for value in row)


def _size(rows: Rows) -> int:
    players = len(rows)
    if players < 2 or any(len(row) != players for row in rows):
        raise ValueError(f"rows of {[len(row) for row in rows]} numbers are not a square matrix of several players")
    return players


def _checked(matrix: Rows, owner: int) -> int:
    if not 0 <= owner < _size(matrix):
        raise ValueError(f"player {owner} is none of the {len(matrix)} players")
    return owner


def _others(matrix: Rows, owner: int) -> list[int]:
    return [player for player in range(len(matrix)) if player != owner]


def _most(values: Sequence[float], players: Sequence[int]) -> int:
    return max(players, key=lambda player: (values[player], player))


def _all_but(player: int, players: int) -> tuple[float, ...]:
    return tuple(0.0 if other == player else 1 / (players - 1) for other in range(players))
