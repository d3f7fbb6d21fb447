"""The wordings of blackjack tell cards and totals, and the rules that they tell agree with OpenSpiel's results."""

import random

import pytest

import adapters
from adapters.native.blackjack import count_points
from tests.support.named_games import after, turn
from tests.support.playouts import load


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_a_turn_tells_the_cards_the_total_and_the_open_card(version):
    text = turn(after("blackjack", 0, 4, 27, 2), 0, version)
    for told in ("ace of clubs", "5 of clubs", "16", "counts 11", "3 of clubs", "Legal moves: Hit | Stand"):
        assert told in text
    assert "hearts" not in text


def test_results_are_those_of_the_rules():
    game, rng = load("blackjack"), random.Random(1)
    view = adapters.for_game(game).view
    results = set()
    for _ in range(150):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        told = view.observe(state, 0)
        own, dealer = count_points(told["your_cards"]), count_points(told["dealer_cards"])
        if own > 21:
            expected = -1
            assert len(told["dealer_cards"]) == 2
        else:
            assert dealer >= 17 > count_points(told["dealer_cards"][:-1]) or len(told["dealer_cards"]) == 2
            expected = 1 if dealer > 21 or own > dealer else -(own < dealer)
        assert list(state.returns()) == [expected]
        results.add(expected)
    assert results == {-1, 0, 1}
