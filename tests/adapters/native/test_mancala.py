"""Mancala: seeds are read by the numbers of the pits, and moves are these numbers."""

import pytest

from adapters import ReplyError
from tests.support.named_games import after, loaded, some_decisions


def seen(state, player=0):
    return loaded("mancala").view.observe(state, player)


def test_seeds_are_listed_by_the_numbers_of_pits_and_stores():
    assert seen(after("mancala"))["seeds"] == [0, 4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4]
    obs = seen(after("mancala", 3), 0)  # which ends in the store
    assert obs["seeds"] == [0, 4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4]
    assert (obs["again"], obs["move_number"], obs["moves"]) == (True, 2, [{"player": 0, "move": "3"}])
    obs = seen(after("mancala", 3, 6, 13), 1)
    assert obs["seeds"] == [1, 5, 5, 1, 5, 5, 0, 2, 5, 5, 5, 5, 4, 0]
    assert not obs["again"]


def test_sixteen_seeds_and_more_are_read_too():
    state = after("mancala")
    for player, action in [(0, 1), (1, 13), (0, 2), (1, 12), (0, 3), (1, 11), (0, 4)]:
        if state.current_player() == player and action in state.legal_actions():
            state.apply_action(action)
    obs = seen(state)
    assert len(obs["seeds"]) == 14
    assert sum(obs["seeds"]) == 48


def test_moves_have_the_numbers_of_pits_with_or_without_the_word():
    adapter = loaded("mancala")
    state = after("mancala", 6)
    assert adapter.view.patterns(state, 1) == ["8", "9", "10", "11", "12", "13"]
    assert adapter.view.names(state, 1, 12) == ("12", "pit 12")
    for said in ("12", "pit 12", "Pit 12", "sow pit 12", "pit twelve"):
        assert adapter.parse(f'{{"move": "{said}"}}', state, 1) == [12]
    for said in ("6", "0", "14", "pit 1"):
        with pytest.raises(ReplyError):
            adapter.parse(f'{{"move": "{said}"}}', state, 1)


def test_names_are_openspiels_and_read_back():
    adapter = loaded("mancala")
    for state, player in some_decisions("mancala", most=5):
        for action in state.legal_actions():
            name, _ = adapter.view.names(state, player, action)
            assert name == state.action_to_string(action)
            assert adapter.parse(f'{{"move": {name}}}', state, player) == [action]
