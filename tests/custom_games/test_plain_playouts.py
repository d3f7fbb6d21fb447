"""Every game computed a second time: what a plain loop plays is legal, ends the game, and pays the same."""

import random
from statistics import fmean, variance

import pyspiel
import pytest

from custom_games import GAMES
from custom_games.action_specs import random_moves
from custom_games.chance import drawn
from custom_games.rules import CHANCE, SIMULTANEOUS, TERMINAL
from custom_games.spiel import State
from tests.support.game_settings import RULES, SETTINGS, every_setting
from tests.support.plain_playouts import PLAIN

our_settings = pytest.mark.parametrize(("name", "variant"), [each for each in SETTINGS if each.values[0] in PLAIN])


def replay(state: State, move) -> None:
    if isinstance(move, list):
        state.apply_actions(move)
    else:
        for action in move if isinstance(move, tuple) else (move,):
            state.apply_action(action)


def test_every_game_has_a_plain_loop():
    assert set(PLAIN) == set(GAMES)


@our_settings
def test_a_plain_loop_plays_by_the_rules_and_pays_the_same(name, variant):
    game = pyspiel.load_game(name, dict(variant))
    for seed in range(20):
        moves, returns = PLAIN[name](random.Random(seed), **variant)
        state = game.new_initial_state()
        for move in moves:
            assert not state.is_terminal()
            replay(state, move)
        assert state.is_terminal()
        assert state.returns() == returns


@our_settings
def test_random_play_on_the_rules_earns_as_much_as_in_a_plain_loop(name, variant):
    rules, rng, times = GAMES[name](**variant), random.Random(7), 150
    ours = [rules.random_returns(rules.initial_state(), rng) for _ in range(times)]
    plain = [PLAIN[name](rng, **variant)[1] for _ in range(times)]
    for one, other in zip(zip(*ours, strict=True), zip(*plain, strict=True), strict=True):
        deviation = ((variance(one) + variance(other)) / times) ** 0.5
        assert abs(fmean(one) - fmean(other)) <= 5 * deviation


@every_setting
def test_random_play_goes_on_from_any_position_and_stays_within_the_bounds(name, variant):
    rules = RULES[name](**variant)
    low, high = rules.bounds().utility
    rng, position = random.Random(3), rules.initial_state()
    while (player := rules.current_player(position)) != TERMINAL:
        returns = rules.random_returns(position, rng)
        assert len(returns) == len(rules.seats)
        assert all(low <= paid <= high for paid in returns)
        if player == CHANCE:
            position = rules.apply_action(position, drawn(rules.chance_outcomes(position), rng))
        elif player == SIMULTANEOUS:
            position = rules.apply_actions(position, random_moves(rules.action_specs(position), rng))
        else:
            position = rules.apply_action(position, rules.action_spec(position, player).drawn(rng))
    assert rules.random_returns(position, rng) == rules.returns(position)
