"""Redrawn states: what a player cannot see is drawn anew."""

import random
from collections import deque
from itertools import pairwise
from typing import Any

import pyspiel

from custom_games.framework.node import CompoundMove, Node
from custom_games.framework.rules import SIMULTANEOUS, Rules
from custom_games.framework.spiel import State
from gtarena.agents.search.redrawn_states import LAST_LIMIT, History, redraw_negotiation
from gtarena.agents.search.searched_states import RulesState, SpielState
from gtarena.checks.playouts import making


def redraw_state(state: pyspiel.State, player: int, rng: random.Random, most: int = LAST_LIMIT) -> pyspiel.State:
    """Returns a state that the player cannot tell from the given one.

    Rules that redraw positions do so; otherwise the history is redrawn, in searches of up to ``most`` steps each.

    Raises:
        ValueError: none was found.
    """
    if state.get_game().get_type().short_name == "negotiation":
        return redraw_negotiation(state, player, rng)
    node = state.node if isinstance(state, State) else None
    if node is not None and type(node.rules).redraw is not Rules.redraw:
        positions = [each.position for each in node.path()]
        return state.at_node(node.with_position(node.rules.redraw(positions, player, rng)))
    return redraw_history(state, player, rng, most)


def redraw_history(state: pyspiel.State, player: int, rng: random.Random, most: int = LAST_LIMIT) -> pyspiel.State:
    """Returns the state after a redrawn history, in searches of up to ``most`` steps each.

    Raises:
        ValueError: none was found.
    """
    drawn = History.of(state, player).draw(rng, most)
    if isinstance(drawn, RulesState):
        return _play_to(drawn.node, state.get_game())
    assert isinstance(drawn, SpielState), "OpenSpiel's own games are searched on their states"
    return drawn.state.clone()


def _play_to(node: Node, game: pyspiel.Game) -> pyspiel.State:
    """Returns the state to which the moves on the path of a node lead, with their history."""
    state = game.new_initial_state()
    for before, following in pairwise(node.path()):
        move: Any = following.move
        moves = enumerate(move) if before.player == SIMULTANEOUS else [(before.player, move)]
        deque(making(state, {seat: tuple(made) if isinstance(made, CompoundMove) else (made,)
                             for seat, made in moves}), maxlen=0)
    if node.begun:
        deque(making(state, node.begun), maxlen=0)
    return state
