"""Every game computed a second time.

What a plain loop plays is legal, ends the game, and pays the same. Random play that a game's rules write by hand earns
as much as the generic one, which draws from the decisions' action specs.
"""

import random
from bisect import bisect
from statistics import fmean, variance

import pyspiel
import pytest

from custom_games import GAMES
from custom_games.framework.rounds import RoundBased
from custom_games.framework.rules import Rules
from custom_games.framework.spiel import State
from tests.support.game_settings import RULES, SETTINGS, every_setting
from tests.support.plain_playouts import PLAIN
from tests.support.playouts import positions

HAND_WRITTEN = [name for name, rules in GAMES.items() if rules.random_returns is not Rules.random_returns]
our_settings = pytest.mark.parametrize(("name", "variant"), [each for each in SETTINGS if each.values[0] in PLAIN])
hand_written = pytest.mark.parametrize(
    ("name", "variant"), [each for each in SETTINGS if each.values[0] in HAND_WRITTEN])


def replay(state: State, move) -> None:
    if isinstance(move, list):
        state.apply_actions(move)
    else:
        for action in move if isinstance(move, tuple) else (move,):
            state.apply_action(action)


def test_every_game_has_a_plain_loop_or_random_play_written_for_it():
    own = {name for name in HAND_WRITTEN if GAMES[name].random_returns is not RoundBased.random_returns}
    assert own | set(PLAIN) == set(GAMES)
    assert not own & set(PLAIN)


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


@hand_written
def test_random_play_written_by_hand_pays_what_generic_play_pays_equally_often(name, variant):
    rules, rng, times = GAMES[name](**variant), random.Random(7), 200
    for start in (rules.initial_state(), *close_to_the_end(rules, rng)):
        ours = [rules.random_returns(start, rng) for _ in range(times)]
        generic = [Rules.random_returns(rules, start, rng) for _ in range(times)]
        for one, other in zip(zip(*ours, strict=True), zip(*generic, strict=True), strict=True):
            one, other = (sorted(round(paid, 9) for paid in played) for played in (one, other))
            # Kolmogorov and Smirnov's distance, which is larger in one of a million cases.
            furthest = max(abs(bisect(one, paid) - bisect(other, paid)) for paid in {*one, *other})
            assert furthest / times < 2.69 * (2 / times) ** 0.5


def close_to_the_end(rules, rng):
    """Yields positions a few moves before the end of random matches, where single moves decide."""
    for _ in range(4):
        played = list(positions(rules, rng))
        yield from (played[-moves] for moves in (2, 3, 5) if moves < len(played))


@every_setting
def test_random_play_goes_on_from_any_position_and_stays_within_the_bounds(name, variant):
    rules = RULES[name](**variant)
    low, high = rules.bounds().utility
    rng = random.Random(3)
    *before, end = positions(rules, rng)
    for position in before:
        returns = rules.random_returns(position, rng)
        assert len(returns) == len(rules.seats)
        assert all(low <= paid <= high for paid in returns)
    assert rules.random_returns(end, rng) == rules.returns(end)
