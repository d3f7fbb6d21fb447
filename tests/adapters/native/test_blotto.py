"""Names of the moves of Colonel Blotto, as they are listed and understood."""

import random

import pytest

import adapters
from tests.support.named_games import after


def test_moves_are_lists_and_many_of_them_one_entry():
    state = after("blotto(coins=4,fields=2)")
    view = adapters.for_game(state.get_game()).view
    listed = ["[0, 4]", "[1, 3]", "[2, 2]", "[3, 1]", "[4, 0]"]
    assert [view.names(state, 1, action)[0] for action in state.legal_actions(1)] == listed
    assert view.patterns(state, 1) == listed
    (pattern,) = view.patterns(after("blotto(coins=100,fields=2)"), 1)
    assert (pattern, pattern.size) == ("[0..100, 0..100] summing to 100", 101)


@pytest.mark.parametrize("answer", [
    '"[3, 4, 3]"', '"[3,4,3]"', '"3, 4, 3"', "[3, 4, 3]", '"3 4 3"', '"3-4-3"', '"3/4/3"'])
def test_moves_are_understood_with_and_without_brackets(answer):
    state = after("blotto")
    adapter = adapters.for_game(state.get_game())
    assert [state.action_to_string(0, action) for action in adapter.parse(f'{{"move": {answer}}}', state, 0)] == [
        "[3,4,3]"]


def test_listed_moves_are_read_back():
    state, rng = after("blotto(players=3,coins=8,fields=4)"), random.Random(0)
    adapter = adapters.for_game(state.get_game())
    (pattern,) = adapter.view.patterns(state, 2)
    for _ in range(10):
        drawn = pattern.draw(rng)
        (action,) = adapter.parse(f'{{"move": "{drawn}"}}', state, 2)
        assert adapter.view.names(state, 2, action)[0] == drawn


def test_nothing_is_seen_before_everybody_has_moved():
    state = after("blotto(coins=4,fields=2)")
    view = adapters.for_game(state.get_game()).view
    assert view.observe(state, 0) == {"moves": []}
    assert view.observe(after("blotto(coins=4,fields=2)", [1, 4]), 0) == {
        "moves": [{"player": 0, "move": "[1, 3]"}, {"player": 1, "move": "[4, 0]"}]}
