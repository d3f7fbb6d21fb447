"""Hive: the position that a match's moves lead to, and names of moves by a piece and where it goes.

A move is named by the piece and a neighbour of the cell to which it goes, or the piece below it. OpenSpiel lists such a
move once for every neighbour of its cell, and for every one of the like pieces in reserve. Prompts list it once; every
other name of it is understood.

A cell is ``(q, r)`` in axial coordinates, ``(0, 0)`` being that of the first piece: one step east adds 1 to q, and one
step south-east adds 1 to r. OpenSpiel moves its own coordinates when the hive drifts, so they are not used.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import pyspiel

from adapters.views import BaseView
from custom_games.action_specs.patterns import Pattern
from custom_games.hive_without_beetles.moves import (
    COLOURS,
    FIRST_CHOICE,
    KINDS,
    ON_TOP,
    PASS,
    PIECES,
    STEPS,
    RelativeMove,
    decode_action,
    drop_choices,
)

Cell = tuple[int, int]
Target = tuple[str, Cell]  # a piece and the cell to which it goes

_EXPANSIONS = {"M": "uses_mosquito", "L": "uses_ladybug", "P": "uses_pillbug"}
QUEEN_TURN = 4  # in which a queen bee at the latest has to be placed


class Step(NamedTuple):
    """A move on the plane; a piece that was placed comes from nowhere."""

    piece: str
    origin: Cell | None
    target: Cell


@dataclass(frozen=True)
class Position:
    """The pieces in play by cell, from bottom to top, and the last move, if it was no pass."""

    stacks: Mapping[Cell, tuple[str, ...]]
    last: Step | None

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """The cell of every piece in play, in the order of :data:`PIECES`."""
        found = {piece: cell for cell, stack in self.stacks.items() for piece in stack}
        return {piece: found[piece] for piece in PIECES if piece in found}

    def reserve(self, kinds: Container[str], colour: str) -> list[str]:
        """Returns the pieces of a colour that are not in play, of the kinds (by letters) in the game."""
        return [piece for piece in PIECES
                if piece[0] == colour[0] and piece not in self.cells and piece[1] in kinds]


def lift_piece(position: Position, piece: str) -> Mapping[Cell, tuple[str, ...]]:
    """Returns the stacks of a position without a piece."""
    lifted = {cell: tuple(other for other in stack if other != piece) for cell, stack in position.stacks.items()}
    return {cell: stack for cell, stack in lifted.items() if stack}


def find_neighbour(cell: Cell, direction: str) -> Cell:
    """Returns the next cell in a direction."""
    east, south_east = STEPS[direction]
    return cell[0] + east, cell[1] + south_east


def list_neighbours(cell: Cell) -> Iterator[tuple[str, Cell]]:
    """Yields the six neighbours of a cell with their directions."""
    return ((direction, find_neighbour(cell, direction)) for direction in STEPS)


def find_target(move: RelativeMove, cells: Mapping[str, Cell]) -> Cell:
    """Returns the cell to which a move leads, given those of the pieces in play."""
    if not move.reference:
        return (0, 0)
    cell = cells[move.reference]
    return cell if move.direction == ON_TOP else find_neighbour(cell, move.direction)


@lru_cache(maxsize=256)
def replay_moves(actions: Sequence[int]) -> Position:
    """Returns the position after a match's actions so far, which have to be hashable."""
    stacks: dict[Cell, tuple[str, ...]] = {}
    cells: dict[str, Cell] = {}
    last = None
    for action in actions:
        move = decode_action(action)
        last = None
        if move is None:
            continue
        origin, target = cells.get(move.piece), find_target(move, cells)
        if origin is not None:
            below = stacks.pop(origin)[:-1]
            if below:
                stacks[origin] = below
        stacks[target] = (*stacks.get(target, ()), move.piece)
        cells[move.piece] = target
        last = Step(move.piece, origin, target)
    return Position(dict(sorted(stacks.items(), key=lambda item: (item[0][1], item[0][0]))), last)


def name_move(move: RelativeMove | None) -> str:
    """Returns the name of a move that prompts show."""
    if move is None:
        return "pass"
    return " ".join(filter(None, (move.piece, move.direction, move.reference and "of", move.reference)))


def drop_twins(targets: Set[Target], position: Position) -> set[Target]:
    """Returns the legal moves that prompts list: of twins in reserve only the one with the lowest number is placed."""
    found: dict[tuple[str, Cell], Target] = {}
    for piece, cell in sorted(targets, key=lambda target: PIECES.index(target[0])):
        found.setdefault((piece if piece in position.cells else piece[:2], cell), (piece, cell))
    return set(found.values())


@dataclass(frozen=True)
class _Options:
    """The position and the legal moves: the actions of each piece and cell, and the names of those that are listed."""

    position: Position
    actions: Mapping[Target, Sequence[int]]
    names: Mapping[int, str]

    @cached_property
    def same_moves(self) -> Mapping[int, Sequence[int]]:
        """By each legal action all those by which OpenSpiel means the same move, also of a twin in reserve."""
        found: dict[Target, list[int]] = {}
        for (piece, cell), actions in self.actions.items():
            found.setdefault((piece if piece in self.position.cells else piece[:2], cell), []).extend(actions)
        return {action: same for same in found.values() for action in same}


@dataclass(frozen=True)
class _Moment:
    """A decision; the state is told from others by the game and the actions made."""

    game: str
    history: tuple[int, ...]
    legal: Callable[[], Sequence[int]] = field(compare=False)


class HiveView(BaseView):
    """View of OpenSpiel's Hive, and of games that are played with its moves."""

    def kinds(self, parameters: Mapping[str, Any]) -> Mapping[str, str]:
        """Returns the kinds of pieces in a game by their letters."""
        return {letter: kind for letter, kind in KINDS.items()
                if letter not in _EXPANSIONS or parameters[_EXPANSIONS[letter]]}

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        options = _read_options(state, player)
        position, cells = options.position, options.position.cells
        game = state.get_game()
        parameters = game.get_parameters()
        kinds, turn = self.kinds(parameters), len(drop_choices(state.history())) // 2 + 1
        reserves = {colour: position.reserve(kinds, colour) for colour in COLOURS}
        return {
            "you": COLOURS[player], "opponent": COLOURS[1 - player], "letter": COLOURS[player][0],
            "to_move": "" if state.is_terminal() else COLOURS[state.current_player()],
            "turn": turn, "turns": parameters.get("max_turns", game.max_game_length() // 2),
            "chosen": "".join(_name_choice(action) for action in state.history()[-1:] if action >= FIRST_CHOICE),
            "pieces": {colour: [
                {"piece": piece, "cell": list(cell), "above": _list_above(position, piece, cell)}
                for piece, cell in cells.items() if piece[0] == colour[0]] for colour in COLOURS},
            "stacks": [{"cell": list(cell), "pieces": list(stack)}
                       for cell, stack in position.stacks.items() if len(stack) > 1],
            "reserves": reserves,
            "queens": [{"piece": queen, "cell": list(cells[queen]), "free": _list_free(position, cells[queen])}
                       for queen in ("wQ", "bQ") if queen in cells],
            "queen_in_play": COLOURS[player][0] + "Q" in cells,
            "queen_due": COLOURS[player][0] + "Q" not in cells and turn == QUEEN_TURN,
            "last": position.last and {
                "piece": position.last.piece, "from": position.last.origin and list(position.last.origin),
                "to": list(position.last.target)},
            "kinds": kinds,
            "options": [_describe_option(options, target) for target, actions in options.actions.items()
                        if actions[0] in options.names]}

    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return COLOURS[player].capitalize()

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        options = _read_options(state, player)
        if action >= PASS or action not in options.names:
            return [options.names[action]] if action in options.names else []
        same = options.same_moves[action]
        return [options.names[action], *(name_move(decode_action(each)) for each in same),
                *(state.action_to_string(player, each) for each in same)]

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return list(map(Pattern, _read_options(state, player).names.values()))


def _read_options(state: pyspiel.State, player: int) -> _Options:
    game = state.get_game()
    moment = _Moment(f"{game} {player}", tuple(state.history()), lambda: state.legal_actions(player))
    return _list_options(moment)


@lru_cache(maxsize=64)  # the names of all legal moves of a decision are asked for one by one
def _list_options(moment: _Moment) -> _Options:
    position = replay_moves(drop_choices(moment.history))
    actions: dict[Target, list[int]] = {}
    names: dict[int, str] = {}
    for action in moment.legal():
        if action >= FIRST_CHOICE:
            names[action] = _name_choice(action)
        elif (move := decode_action(action)) is None:
            names[action] = name_move(move)
        else:
            actions.setdefault((move.piece, find_target(move, position.cells)), []).append(action)
    shown = drop_twins(actions.keys(), position)
    names |= {made[0]: name_move(decode_action(made[0])) for target, made in actions.items() if target in shown}
    return _Options(position, actions, names)


def _name_choice(action: int) -> str:
    return PIECES[action - FIRST_CHOICE]


def _describe_option(options: _Options, target: Target) -> dict[str, Any]:
    """Returns a listed move: its piece, the cells that it leaves and enters, and what is then below and beside it."""
    piece, cell = target
    origin, stacks = options.position.cells.get(piece), lift_piece(options.position, piece)
    return {
        "name": options.names[options.actions[target][0]], "piece": piece, "kind": KINDS[piece[1]],
        "from": origin and list(origin), "to": list(cell), "onto": list(stacks.get(cell, ()))[-1:],
        "beside": [stack[-1] for stack in (stacks.get(other, ()) for _, other in list_neighbours(cell)) if stack]}


def _list_above(position: Position, piece: str, cell: tuple[int, int]) -> list[str]:
    """Returns the pieces on top of a piece, from bottom to top."""
    stack = position.stacks[cell]
    return list(stack[stack.index(piece) + 1:])


def _list_free(position: Position, cell: tuple[int, int]) -> list[dict[str, Any]]:
    """Returns the empty neighbours of a cell."""
    return [{"direction": direction, "cell": list(other)} for direction, other in list_neighbours(cell)
            if other not in position.stacks]


VIEW = HiveView()
