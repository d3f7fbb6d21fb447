"""Santorini: two players move pawns over a growing town of blocks (GameBench, appendices F and G)."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

from custom_games.action_specs import NamedActions
from custom_games.framework.rules import TERMINAL, Bounds, Rules, game, parameter

DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
PAWNS = ("A", "X", "B", "Y")  # in the order in which they are placed and move; every second is a player's
PLAYERS = ("Player 1", "Player 2")
TAKEN = 50  # added to the level of a cell with a pawn
BEYOND = 99  # the level beyond the edge of the board


class Position(NamedTuple):
    """The level of each cell and the cells of the pawns placed, in the order A, X, B, Y; cells count row by row.

    ``turns`` counts placements too. ``last`` has the latest action of each pawn placed, in the same order, and
    ``winner`` is the seat that has won, -1 while the game goes on.
    """

    levels: tuple[int, ...]
    pawns: tuple[int, ...] = ()
    turns: int = 0
    last: tuple[int, ...] = ()
    winner: int = -1


@game("santorini", "Santorini", players=(2, 2), dynamics="sequential", information="perfect_information",
      utility="constant_sum", chance=False)
@dataclass(frozen=True)
class Santorini(Rules[Position]):
    """Pawns climb a town that they build; the first on a cell of level ``win_level`` wins, who cannot move loses.

    The players take turns, and the pawns take turns too: A, X, B, Y, A, and so on, where A and B are the first
    player's and X and Y the second's. First, each pawn is placed on any free cell; all cells are at level 0. Then each
    turn moves the pawn whose turn it is to one of the eight neighbouring cells, which has no pawn, is no more than one
    level higher and is not complete (``win_level + 1``), and builds one block on a neighbour of the cell reached, which
    has no pawn and is not complete. That may be the cell that the pawn has left, so a build is always possible. A pawn
    that cannot move loses the game for its owner, even if the other pawn could move. The winner gets 1, the loser 0.

    A turn is one action: a placement is the number of the cell, counted row by row from 0; with n cells, moving in
    direction m and building in direction b is ``n + 8 * m + b``, directions counted clockwise from north. Moving onto
    ``win_level`` ends the game at once, so nothing is built: it is the action ``n + 64 + m``, one for each direction.

    The rules are those of GameBench, appendix G. Unlike in the published board game, players cannot choose which pawn
    moves, nor place both at once, one blocked pawn loses, and there are no gods. Unlike in GameBench's program, a
    winning move is a single action without a build. Directions of builds count from the cell reached, as there.
    """

    size: int = parameter(5, "number of rows, and of columns, of the board", low=3, high=9)
    win_level: int = parameter(3, "level that wins; one more block completes a cell", low=1, high=9)
    pawns: int = parameter(2, "number of pawns of each player", low=1, high=2)

    variants = (
        {"size": 3, "win_level": 1, "pawns": 1},
        {"size": 3, "win_level": 2},
        {"size": 4, "win_level": 2, "pawns": 1},
    )

    @cached_property
    def cells(self) -> int:
        """The number of cells."""
        return self.size * self.size

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The pawns in the order of their turns."""
        return PAWNS[:2 * self.pawns]

    @cached_property
    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The cell in each direction from each cell; the number of cells stands for beyond the edge."""
        inside = range(self.size)
        return tuple(
            tuple((row + down) * self.size + column + right if row + down in inside and column + right in inside
                  else self.cells for down, right in STEPS)
            for row in inside for column in inside)

    def bounds(self) -> Bounds:
        return Bounds(players=2, actions=self.cells + 72, length=len(self.order) + self.cells * (self.win_level + 1),
                      utility=(0, 1), utility_sum=1)

    def initial_state(self) -> Position:
        return Position((0,) * self.cells)

    def current_player(self, state: Position) -> int:
        return TERMINAL if state.winner >= 0 else state.turns % 2

    def _heights(self, state: Position) -> list[int]:
        """Returns the level of every cell for the pawn to move, with ``TAKEN`` more below others, and of the beyond."""
        heights = [*state.levels, BEYOND]
        mover = state.turns % len(self.order)
        for number, cell in enumerate(state.pawns):
            if number != mover:
                heights[cell] += TAKEN
        return heights

    def legal_actions(self, state: Position) -> tuple[int, ...]:
        """Returns the actions of the player to move, in ascending order."""
        if len(state.pawns) < len(self.order):
            return tuple(cell for cell in range(self.cells) if cell not in state.pawns)
        heights, neighbours = self._heights(state), self._neighbours
        pawn = state.pawns[state.turns % len(self.order)]
        highest, complete = state.levels[pawn] + 1, self.win_level + 1
        actions, wins = [], []
        for move, cell in enumerate(neighbours[pawn]):
            if heights[cell] == self.win_level <= highest:
                wins.append(self.cells + 64 + move)
            elif heights[cell] <= highest:
                first = self.cells + 8 * move
                actions += [first + build for build, other in enumerate(neighbours[cell]) if heights[other] < complete]
        return (*actions, *wins)

    def action_spec(self, state: Position, player: int) -> NamedActions:
        """Returns the choice of a cell for the next pawn, or of a move with a build."""
        actions = self.legal_actions(state)
        if len(state.pawns) < len(self.order):
            return placement_spec(self.order[len(state.pawns)], self.size, actions)
        return move_spec(self.cells, actions)

    def apply_action(self, state: Position, action: int) -> Position:
        levels, pawns, turns, last, _ = state
        if action < self.cells:
            return self._with_loser(Position(levels, (*pawns, action), turns + 1, (*last, action)))
        mover = turns % len(self.order)
        direction, build = divmod(action - self.cells, 8)
        won = direction == 8
        cell = self._neighbours[pawns[mover]][build if won else direction]
        pawns = (*pawns[:mover], cell, *pawns[mover + 1:])
        last = (*last[:mover], action, *last[mover + 1:])
        if won:
            return Position(levels, pawns, turns + 1, last, winner=mover % 2)
        built = self._neighbours[cell][build]
        levels = (*levels[:built], levels[built] + 1, *levels[built + 1:])
        return self._with_loser(Position(levels, pawns, turns + 1, last))

    def _with_loser(self, state: Position) -> Position:
        """Returns the position in which the other player has won if the pawn to move is blocked."""
        if len(state.pawns) < len(self.order):
            return state
        heights, pawn = self._heights(state), state.pawns[state.turns % len(self.order)]
        highest = state.levels[pawn] + 1
        blocked = all(heights[cell] > highest for cell in self._neighbours[pawn])
        return state._replace(winner=1 - state.turns % 2) if blocked else state

    def returns(self, state: Position) -> Sequence[float]:
        return _score(state.winner)

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        # Without a position at every turn.
        if state.winner >= 0:
            return _score(state.winner)
        pawns = list(state.pawns)
        while len(pawns) < len(self.order):
            cell = int(rng.random() * self.cells)
            if cell not in pawns:
                pawns.append(cell)
        heights = [*state.levels, BEYOND]
        for cell in pawns:
            heights[cell] += TAKEN
        return _score(self._random_winner(heights, pawns, max(state.turns, len(pawns)) % len(pawns), rng.random))

    def _random_winner(self, heights: list[int], pawns: list[int], mover: int, draw: Any) -> int:
        """Plays random turns, changing both lists; returns the seat that wins."""
        neighbours, complete, win_level = self._neighbours, self.win_level + 1, self.win_level
        while True:
            pawn = pawns[mover]
            heights[pawn] -= TAKEN
            highest = heights[pawn] + 1
            moves = [cell for cell in neighbours[pawn] if heights[cell] <= highest]
            if not moves:
                return 1 - mover % 2
            # Of equally likely moves and builds those are drawn again that are not possible. A winning move has no
            # build, so it counts for one of eight.
            while True:
                cell, build = moves[int(draw() * len(moves))], int(draw() * 8)
                if heights[cell] == win_level:
                    if not build:
                        return mover % 2
                elif heights[neighbours[cell][build]] < complete:
                    break
            heights[neighbours[cell][build]] += 1
            heights[cell] += TAKEN
            pawns[mover] = cell
            mover = (mover + 1) % len(pawns)

    def seat_name(self, state: Position, seat: int) -> str:
        return PLAYERS[seat]

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the board, the pawns placed and their latest turns, the oldest first; rows and columns count from 1.

        A cell of the ``board`` is its level and the pawn on it, or a dot: ``1A``, ``0.``. ``pawn`` is the one whose
        turn it is.
        """
        placed = dict(zip(state.pawns, self.order, strict=False))
        board = [f"{level}{placed.get(cell, '.')}" for cell, level in enumerate(state.levels)]
        mover = state.turns % len(self.order)
        return {
            "you": PLAYERS[player],
            "your_pawns": list(self.order[player::2]),
            "opponents_pawns": list(self.order[1 - player::2]),
            "board": [board[start:start + self.size] for start in range(0, self.cells, self.size)],
            "pawns": [
                {"pawn": pawn, "owner": PLAYERS[number % 2], "row": cell // self.size + 1,
                 "column": cell % self.size + 1, "level": state.levels[cell]}
                for number, (pawn, cell) in enumerate(zip(self.order, state.pawns, strict=False))],
            "stage": "over" if state.winner >= 0 else "place" if len(state.pawns) < len(self.order) else "move",
            "pawn": self.order[mover],
            "to_move": PLAYERS[mover % 2],
            "turn": state.turns + 1,
            "last_turns": [self._report(number, state.last[number]) for number in self._oldest_first(state)],
        }

    def text(self, state: Position) -> str:
        seen = self.observation(state, 0)
        rows = [f"row {number}: {' '.join(row)}" for number, row in enumerate(seen["board"], start=1)]
        following = f"{seen['pawn']} of {seen['to_move']} is next" if state.winner < 0 else (
            f"{PLAYERS[state.winner]} has won")
        return "\n".join([*rows, following])

    def _oldest_first(self, state: Position) -> list[int]:
        placed = len(state.last)
        return [(state.turns + number) % placed for number in range(placed)]

    def _report(self, number: int, action: int) -> Mapping[str, Any]:
        pawn = self.order[number]
        name = (placement_name(pawn, self.size, action) if action < self.cells
                else turn_name(self.cells, action))
        return {"pawn": pawn, "player": PLAYERS[number % 2], "turn": name}


def _score(winner: int) -> list[float]:
    return [1.0 - winner, float(winner)]


def placement_spec(pawn: str, size: int, cells: tuple[int, ...]) -> NamedActions:
    """Returns the choice of one of these cells for a pawn; cells count row by row from 0."""
    return NamedActions("move", cells, _placement_naming(pawn, size))


def move_spec(cells: int, actions: tuple[int, ...]) -> NamedActions:
    """Returns the choice among these turns, on a board with that number of cells."""
    return NamedActions("move", actions, _move_naming(cells))


# Both are kept, so that equal decisions compare as equal.
@cache
def _placement_naming(pawn: str, size: int) -> Callable[[int], str]:
    return partial(placement_name, pawn, size)


@cache
def _move_naming(cells: int) -> Callable[[int], str]:
    return partial(turn_name, cells)


def placement_name(pawn: str, size: int, cell: int) -> str:
    """Returns the name of a placement; rows and columns count from 1."""
    return f"Place {pawn} on row {cell // size + 1}, column {cell % size + 1}"


def turn_name(cells: int, action: int) -> str:
    """Returns the name of a turn."""
    move, build = divmod(action - cells, 8)
    if move == len(DIRECTIONS):  # a winning move, without a build
        return f"Move {DIRECTIONS[build]}"
    return f"Move {DIRECTIONS[move]}, build {DIRECTIONS[build]}"
