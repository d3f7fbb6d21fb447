"""Conformance tests of redrawn positions, in every game whose rules redraw them."""

import random

import pytest

from custom_games.framework.rules import Rules
from tests.support.game_settings import RULES, SETTINGS, decisions

redrawing = pytest.mark.parametrize(
    ("name", "variant"), [setting for setting in SETTINGS if RULES[setting.values[0]].redrawn is not Rules.redrawn])


def redraws(name, variant):
    """Yields decisions with the rules, their positions so far, the player, and some positions drawn for it."""
    for number, (state, player) in enumerate(decisions(name, variant)):
        states = [node.position for node in state.node.path()]
        rules = state.node.rules
        yield state, states, player, [rules.redrawn(states, player, random.Random(number + draw)) for draw in range(3)]


@redrawing
def test_a_player_sees_the_same_and_has_the_same_moves_after_a_redraw(name, variant):
    for state, _, player, drawn in redraws(name, variant):
        for position in drawn:
            node = state.node.with_position(position)
            assert node.player == state.node.player
            assert node.observation(player) == state.node.observation(player)
            assert list(node.legal_actions(player)) == state.legal_actions(player)
            assert node.made(player) == state.node.made(player)


@redrawing
def test_a_redraw_depends_only_on_what_the_player_knows(name, variant):
    # In Arctic Scavengers, which of two equal cards of the opponent is the unseen one may be told by the truth.
    equal = []
    for state, states, player, drawn in redraws(name, variant):
        expected = state.node.rules.redrawn(states, player, random.Random(7))
        equal += [state.node.rules.redrawn([*states[:-1], position], player, random.Random(7)) == expected
                  for position in drawn]
    assert equal.count(False) <= (len(equal) // 100 if name == "arctic_scavengers" else 0)


@redrawing
def test_some_redraws_differ_from_the_truth_and_the_game_goes_on_from_all(name, variant):
    others = 0
    for number, (state, states, _, drawn) in enumerate(redraws(name, variant)):
        others += sum(position != states[-1] for position in drawn)
        returns = state.node.rules.random_returns(drawn[0], random.Random(number))
        total = state.node.rules.bounds().utility_sum
        assert total is None or sum(returns) == pytest.approx(total)
    assert others
