"""Every game computed a second time: what a plain loop plays is legal, ends the game, and pays the same."""

import random

import pyspiel
import pytest

from custom_games import GAMES
from custom_games.spiel import State
from tests.support.game_settings import every_setting
from tests.support.plain_playouts import PLAIN


def replay(state: State, move) -> None:
    if isinstance(move, list):
        state.apply_actions(move)
    else:
        for action in move if isinstance(move, tuple) else (move,):
            state.apply_action(action)


def test_every_game_has_a_plain_loop():
    assert set(PLAIN) == set(GAMES)


@every_setting
def test_a_plain_loop_plays_by_the_rules_and_pays_the_same(name, variant):
    if name not in PLAIN:
        pytest.skip("a game of the tests")
    game = pyspiel.load_game(name, dict(variant))
    for seed in range(20):
        moves, returns = PLAIN[name](random.Random(seed), **variant)
        state = game.new_initial_state()
        for move in moves:
            assert not state.is_terminal()
            replay(state, move)
        assert state.is_terminal()
        assert state.returns() == returns
