"""Hive: a move is named by the piece and a neighbour of the cell to which it goes, or the piece below it.

OpenSpiel lists such a move once for every neighbour of its cell, and for every one of the like pieces in reserve.
Prompts list it once; every other name of it is understood.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pyspiel

from adapters.native import _hive_board, _hive_names
from adapters.native._hive_board import COLOURS, KINDS, PASS, Position, around, described
from adapters.native._hive_names import Target
from adapters.views import BaseView
from custom_games.action_specs.patterns import Pattern

LATEST_MOVES = 6
QUEEN_TURN = 4  # in which a queen bee at the latest has to be placed


@dataclass(frozen=True)
class _Options:
    """The position and the legal moves: the actions of each piece and cell, and the names of those that are listed."""

    position: Position
    actions: Mapping[Target, Sequence[int]]
    names: Mapping[int, str]

    def of_same_move(self, action: int) -> list[int]:
        """Returns the legal actions by which OpenSpiel means a listed move, also of a twin of its piece in reserve."""
        cells = self.position.cells
        played = {target: target[0] if target[0] in cells else target[0][:2] for target in self.actions}
        piece, cell = next(target for target, actions in self.actions.items() if action in actions)
        return [each for target, actions in self.actions.items() for each in actions
                if target[1] == cell and played[target] == played[piece, cell]]


@dataclass(frozen=True)
class _Moment:
    """A decision; the state is told from others by the game and the actions made."""

    game: str
    history: tuple[int, ...]
    legal: Callable[[], Sequence[int]] = field(compare=False)


class HiveView(BaseView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        options = _options(state, player)
        position, cells = options.position, options.position.cells
        game = state.get_game()
        parameters, turn = game.get_parameters(), len(state.history()) // 2 + 1
        reserves = {colour: position.reserve(parameters, colour) for colour in COLOURS}
        return {
            "you": COLOURS[player],
            "opponent": COLOURS[1 - player],
            "letter": COLOURS[player][0],
            "to_move": "" if state.is_terminal() else COLOURS[state.current_player()],
            "turn": turn,
            "turns": game.max_game_length() // 2,
            "pieces": {colour: [
                {"piece": piece, "cell": list(cell), "above": _above(position, piece, cell)}
                for piece, cell in cells.items() if piece[0] == colour[0]] for colour in COLOURS},
            "stacks": [{"cell": list(cell), "pieces": list(stack)}
                       for cell, stack in position.stacks.items() if len(stack) > 1],
            "reserves": reserves,
            "queens": [{"piece": queen, "cell": list(cells[queen]), "free": _free(position, cells[queen])}
                       for queen in ("wQ", "bQ") if queen in cells],
            "queen_in_play": COLOURS[player][0] + "Q" in cells,
            "queen_due": COLOURS[player][0] + "Q" not in cells and turn == QUEEN_TURN,
            "last": position.last and {
                "piece": position.last.piece, "from": position.last.origin and list(position.last.origin),
                "to": list(position.last.target)},
            "moves": _latest(state),
            "kinds": _kinds(parameters),
            "options": [_option(options, target) for target, actions in options.actions.items()
                        if actions[0] in options.names],
        }

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        options = _options(state, player)
        if action == PASS or action not in options.names:
            return [options.names[action]] if action in options.names else []
        same = options.of_same_move(action)
        return [options.names[action], *(_hive_names.shown(described(each)) for each in same),
                *(state.action_to_string(player, each) for each in same)]

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return list(map(Pattern, _options(state, player).names.values()))


def _options(state: pyspiel.State, player: int) -> _Options:
    game = state.get_game()
    moment = _Moment(f"{game} {player}", tuple(state.history()), lambda: state.legal_actions(player))
    return _options_at(moment)


@lru_cache(maxsize=64)  # the names of all legal moves of a decision are asked for one by one
def _options_at(moment: _Moment) -> _Options:
    position = _hive_board.after(moment.history)
    actions: dict[Target, list[int]] = {}
    names: dict[int, str] = {}
    for action in moment.legal():
        move = described(action)
        if move is None:
            names[action] = _hive_names.shown(move)
        else:
            actions.setdefault((move.piece, position.target(move)), []).append(action)
    shown = _hive_names.listed(actions.keys(), position)
    names |= {made[0]: _hive_names.shown(described(made[0])) for target, made in actions.items() if target in shown}
    return _Options(position, actions, names)


def _option(options: _Options, target: Target) -> dict[str, Any]:
    """Returns a listed move: its piece, the cells that it leaves and enters, and what is then below and beside it."""
    piece, cell = target
    origin, stacks = options.position.cells.get(piece), _hive_board.without(options.position, piece)
    return {
        "name": options.names[options.actions[target][0]], "piece": piece, "kind": KINDS[piece[1]],
        "from": origin and list(origin), "to": list(cell),
        "onto": list(stacks.get(cell, ()))[-1:],
        "beside": [stack[-1] for stack in (stacks.get(other, ()) for _, other in around(cell)) if stack]}


def _above(position: Position, piece: str, cell: tuple[int, int]) -> list[str]:
    """Returns the pieces on top of a piece, from bottom to top."""
    stack = position.stacks[cell]
    return list(stack[stack.index(piece) + 1:])


def _free(position: Position, cell: tuple[int, int]) -> list[dict[str, Any]]:
    """Returns the empty neighbours of a cell."""
    return [{"direction": direction, "cell": list(other)} for direction, other in around(cell)
            if other not in position.stacks]


def _latest(state: pyspiel.State) -> list[dict[str, Any]]:
    history = state.history()
    start = max(0, len(history) - LATEST_MOVES)
    return [{"player": number % 2, "move": _hive_names.shown(described(action))}
            for number, action in enumerate(history[start:], start)]


def _kinds(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Returns the kinds of pieces in a game by their letters."""
    in_set = {piece[1] for piece in Position({}, None).reserve(parameters, COLOURS[0])}
    return {letter: kind for letter, kind in KINDS.items() if letter in in_set}


VIEW = HiveView()
