"""Hive without beetles: OpenSpiel's Hive with the pieces and the opening of GameBench (appendix G)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import pyspiel

from custom_games.action_specs.single import NamedActions
from custom_games.framework.rules import TERMINAL, Bounds, Rules, game, parameter
from custom_games.hive_without_beetles.moves import (
    BEETLE,
    COLOURS,
    FIRST_CHOICE,
    PASS,
    PIECES,
    QUEEN,
    decode_action,
    encode_move,
)

LONGEST_MATCH = 250  # turns of each player, after which OpenSpiel ends its match


@dataclass(frozen=True)
class Position:
    """The moves made, as OpenSpiel's action ids, and OpenSpiel's state after them, which nobody changes.

    ``piece`` is the one that was chosen for the next move, if the place is another decision.
    """

    moves: tuple[int, ...]
    state: pyspiel.State = field(compare=False, repr=False)
    piece: str = ""

    def __str__(self) -> str:
        return f"{self.state} {self.piece}".rstrip()


@game("hive_without_beetles", "Hive without beetles", players=(2, 2), dynamics="sequential",
      information="perfect_information", utility="zero_sum", chance=False)
@dataclass(frozen=True)
class HiveWithoutBeetles(Rules[Position]):
    """Players place and move insects, and lose when their queen bee is surrounded; 1 for a win, -1 for a loss, 0 else.

    Each player has a queen bee, three ants, three grasshoppers and two spiders, as in GameBench's program. The rules
    are those of OpenSpiel's ``hive`` without expansions, with these differences:

    - There are no beetles. A player without another move passes.
    - A queen bee may be her player's first piece. (She has to be in play after the fourth turn, as in ``hive``.)
    - A match is a draw after ``max_turns`` turns of each player, which are at most OpenSpiel's 250. GameBench's program
      plays 250.

    With two ``decisions`` a player chooses a piece that can be moved or placed, of like pieces in reserve the first,
    and then its place, as in that program (``HiveGame.play_turn`` in games/hive/game.py). The piece is kept.

    Actions of moves are OpenSpiel's. Unlike in GameBench's program, pieces slide as in the published game: they need
    room between two neighbours, and keep touching the hive. Two queen bees surrounded at once are a draw, where
    that program gives neither player anything.
    """

    board_size: int = parameter(8, "radius of the board on which the hive has to fit", low=2, high=14)
    max_turns: int = parameter(
        LONGEST_MATCH, "turns of each player, after which the match is a draw", low=1, high=LONGEST_MATCH)
    decisions: int = parameter(1, "decisions that a move takes: 2 are the piece and then its place", low=1, high=2)

    variants = (
        {"board_size": 2, "max_turns": 4},
        {"board_size": 3},
        {"max_turns": 20},
        {"board_size": 3, "max_turns": 12, "decisions": 2},
    )

    @cached_property
    def hive(self) -> pyspiel.Game:
        """OpenSpiel's game."""
        return pyspiel.load_game("hive", {
            "board_size": self.board_size, "uses_mosquito": False, "uses_ladybug": False, "uses_pillbug": False})

    def bounds(self) -> Bounds:
        choices = len(PIECES) if self.decisions == 2 else 0
        return Bounds(players=2, actions=FIRST_CHOICE + choices, length=2 * self.max_turns * self.decisions,
                      utility=(-1, 1))

    def initial_state(self) -> Position:
        return Position((), self.hive.new_initial_state())

    def current_player(self, state: Position) -> int:
        over = state.state.is_terminal() or len(state.moves) == 2 * self.max_turns
        return TERMINAL if over else int(state.state.current_player())

    def action_spec(self, state: Position, player: int) -> NamedActions:
        """Returns the choice among the moves, in the notation of the Universal Hive Protocol, or among the pieces."""
        moves = list_legal_moves(state.state)
        if state.piece:
            moves = tuple(action for action in moves if _find_piece(action) == state.piece)
        elif self.decisions == 2:
            moves = _list_choices(moves, state.moves)
        return NamedActions("move", moves, partial(_name_action, state.state))

    def apply_action(self, state: Position, action: int) -> Position:
        if action >= FIRST_CHOICE:
            return replace(state, piece=PIECES[action - FIRST_CHOICE])
        return Position((*state.moves, action), state.state.child(action))

    def returns(self, state: Position) -> Sequence[float]:
        return list(state.state.returns()) if state.state.is_terminal() else [0, 0]

    def text(self, state: Position) -> str:
        return str(state)

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the player's colour, all moves made, in the notation of that protocol, and the chosen piece."""
        return {"you": COLOURS[player], "moves": [state.state.action_to_string(action) for action in state.moves],
                "piece": state.piece}


def list_legal_moves(state: pyspiel.State) -> tuple[int, ...]:
    """Returns OpenSpiel's legal actions without those of beetles, with the first queen bee's, in ascending order."""
    legal = [action for action in state.legal_actions() if _find_piece(action)[1:2] != BEETLE]
    if state.move_number() < len(COLOURS):
        legal += _list_first_queens(legal)
    return tuple(sorted(legal)) or (PASS,)


def _find_piece(action: int) -> str:
    """Returns the piece that an action of OpenSpiel's moves or places; nothing for a pass."""
    move = decode_action(action)
    return move.piece if move else ""


def _list_choices(legal: Sequence[int], made: Sequence[int]) -> tuple[int, ...]:
    """Returns the choices of a piece for the legal moves, of like pieces in reserve the first; or the pass."""
    in_play, movable = (set(filter(None, map(_find_piece, actions))) for actions in (made, legal))
    reserve = {piece[:2]: piece for piece in sorted(movable - in_play, reverse=True)}  # the lowest number of a kind
    choices = {FIRST_CHOICE + PIECES.index(piece) for piece in (movable & in_play).union(reserve.values())}
    return tuple(sorted(choices)) or (PASS,)


def _name_action(state: pyspiel.State, action: int) -> str:
    return PIECES[action - FIRST_CHOICE] if action >= FIRST_CHOICE else str(state.action_to_string(action))


def _list_first_queens(legal: Sequence[int]) -> set[int]:
    """Returns the actions that place the queen bee where another piece may be placed."""
    moves = [move for move in map(decode_action, legal) if move is not None]
    return {encode_move(move._replace(piece=move.piece[0] + QUEEN)) for move in moves}
