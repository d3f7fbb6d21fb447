"""Redrawn states as pyspiel's, for tests that show them to prompts."""

import random
from itertools import pairwise

import pyspiel

from custom_games.framework.node import CompoundMove, Move, Node
from custom_games.framework.rules import SIMULTANEOUS
from custom_games.framework.spiel import State
from gtarena.agents.search.redrawn_states import History, prepare_redraws
from tests.support.playouts import making


def redraw_state(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    """Returns a state that the player cannot tell from the given one; in games of ours, its history is redrawn."""
    if isinstance(state, State):
        return play_to(History.of(state, player).draw(rng).node, state.get_game())
    _, draw = prepare_redraws(state, player)
    return draw(rng).state.clone()


def play_to(node: Node, game: pyspiel.Game) -> pyspiel.State:
    """Returns the state to which the moves on the path of a node lead."""
    state = game.new_initial_state()
    for before, following in pairwise(node.path()):
        moves = enumerate(following.move) if before.player == SIMULTANEOUS else [(before.player, following.move)]
        list(making(state, {seat: _actions(move) for seat, move in moves}))
    if node.begun:
        list(making(state, node.begun))
    return state


def _actions(move: Move) -> tuple[int, ...]:
    return tuple(move) if isinstance(move, CompoundMove) else (move,)
