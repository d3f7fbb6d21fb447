"""Observations of a player of blackjack, and the names of the two moves."""

import pytest

import adapters
from adapters.native.blackjack import count_points
from tests.support.named_games import after

HIT, STAND = 0, 1
DEAL = (24, 49, 27, 2)  # queen of diamonds and jack of spades; 2 of hearts, face down, and 3 of clubs


def seen(state):
    return adapters.for_game(state.get_game()).view.observe(state, 0)


@pytest.mark.parametrize(("cards", "points"), [
    (["queen of hearts", "5 of clubs"], 15), (["ace of hearts", "king of clubs"], 21),
    (["ace of hearts", "ace of clubs"], 12), (["ace of hearts", "9 of clubs", "ace of clubs"], 21),
    (["ace of hearts", "9 of clubs", "2 of clubs"], 12), ([None, "10 of clubs"], 10)])
def test_an_ace_counts_11_unless_that_is_too_much(cards, points):
    assert count_points(cards) == points


def test_the_hidden_card_is_seen_after_the_players_turn_alone():
    state = after("blackjack", *DEAL)
    assert seen(state) == {
        "your_cards": ["queen of diamonds", "jack of spades"], "dealer_cards": ["3 of clubs"], "dealer_hides": True,
        "moves": [], "goal": 21, "dealer_stands": 17, "your_total": 20, "may_fall": False}
    assert seen(state) == seen(after("blackjack", 24, 49, 33, 2))
    state.apply_action(STAND)
    told = seen(state)
    assert (told["dealer_cards"], told["dealer_hides"]) == (["2 of hearts", "3 of clubs"], False)
    assert told["moves"] == [{"player": 0, "move": "Stand"}]


@pytest.mark.parametrize(("answer", "action"), [
    ("Hit", HIT), ("stand", STAND), ("stay", STAND), ("stick", STAND), ("hit me", HIT)])
def test_moves_are_understood_by_the_words_of_players(answer, action):
    adapter, state = adapters.for_game(after("blackjack").get_game()), after("blackjack", *DEAL)
    assert list(adapter.view.patterns(state, 0)) == ["Hit", "Stand"]
    assert adapter.parse(f'{{"move": "{answer}"}}', state, 0) == [action]
