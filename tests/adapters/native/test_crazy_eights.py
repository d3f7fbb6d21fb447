import random
import re

import pyspiel
import pytest

import adapters
from adapters.native.crazy_eights import CARDS, DRAW, count_cards, name_action, read_course
from tests.support.playouts import decision_points

VIEW = adapters.views()["crazy_eights"]
DEALT = ["2C", "2D", "8C", "3D", "QH", "QD", "AS", "AC", "4C", "4D", "5C", "5H", "6C", "6D"]  # to 1, 0, 1, 0 and so on


def started(setting: str, *turned_up: str, dealt: list[str] = DEALT) -> pyspiel.State:
    """Returns the state after a deal for two players, of which player 0 is the dealer."""
    state = pyspiel.load_game(f"crazy_eights(players=2{setting})").new_initial_state()
    state.apply_action(CARDS)
    return done(state, *dealt, *turned_up)


def done(state: pyspiel.State, *names: str) -> pyspiel.State:
    for name in names:
        state.apply_action(next(action for action in state.legal_actions() if name_action(action) == name))
    return state


def test_draws_and_named_suits_are_told_and_hands_are_labelled():
    state = done(started("", "8H", "7H"), "Draw", "KS", "8C")  # the 8 is put back, and another card turned up
    seen = VIEW.observe(state, 1)
    assert seen["record"] == "Turned up: 7H\nplayer 1 (you): drew 1, 8C"
    assert seen["text"].splitlines() == [
        "Cards in hand: player 0: 7; player 1 (you): 7", "Cards in the deck: 36", "Cards played by all: 1",
        "Drawn in this turn: 0", "Latest card: 8C", "Suit to be matched: to be named",
        "Your hand: AS KS QH 6C 5C 4C 2C"]
    assert VIEW.patterns(state, 1) == ["Name clubs", "Name diamonds", "Name hearts", "Name spades"]
    done(state, "Name hearts", "Draw", "KH", "Draw", "KD")
    seen = VIEW.observe(state, 0)
    assert seen["record"] == "Turned up: 7H\nplayer 1: drew 1, 8C, Name hearts\nplayer 0 (you): drew 2"
    assert seen["text"].splitlines() == [
        "Cards in hand: player 0 (you): 9; player 1: 7", "Cards in the deck: 34", "Cards played by all: 1",
        "Drawn in this turn: 2", "Latest card: 8C", "Suit to be matched: hearts",
        "Your hand: KH 5H KD QD 6D 4D 3D 2D AC"]
    assert VIEW.patterns(state, 0) == ["KH", "5H", "Draw"]


def test_cards_due_after_a_two_and_the_direction_are_told():
    state = started(",use_special_cards=true", "2H")
    assert {"Direction: to the higher number", "Cards to draw after a 2: 2"} <= set(lines_of(state, 1))
    done(state, "2C")
    assert "Cards to draw after a 2: 4" in lines_of(state, 0)
    done(state, "Draw", "KS", "KH", "KD", "KC")
    assert VIEW.observe(state, 1)["record"].splitlines()[1:] == ["player 1 (you): 2C", "player 0: drew 4"]
    assert "Cards to draw after a 2: 0" in lines_of(state, 1)
    assert "Drawn in this turn: 0" in lines_of(state, 1)
    done(state, "4C", "AC")
    assert "Direction: to the lower number" in lines_of(state, 1)


def lines_of(state: pyspiel.State, player: int) -> list[str]:
    return VIEW.observe(state, player)["text"].splitlines()


def test_cards_that_others_hold_or_draw_are_not_shown():
    first = done(started("", "7H"), "Draw", "KS", "8C", "Name hearts")
    other = ["2S", *DEALT[1:]]  # player 1 holds another card, and draws another one
    second = done(started("", "7H", dealt=other), "Draw", "KD", "8C", "Name hearts")
    assert VIEW.observe(first, 0) == VIEW.observe(second, 0)
    assert VIEW.observe(first, 1) != VIEW.observe(second, 1)


@pytest.mark.parametrize("setting", [
    "", "players=2,reshuffle=true", "players=3,use_special_cards=true", "players=6,reshuffle=true",
    "players=4,use_special_cards=true,reshuffle=true", "players=7,max_draw_cards=9,use_special_cards=true"])
def test_the_deck_and_the_cards_due_are_counted_as_the_game_does(setting):
    game, mosts = pyspiel.load_game(f"crazy_eights({setting})"), []
    for seed in range(4):
        rng, state, drawing = random.Random(seed), game.new_initial_state(), []
        while not state.is_terminal():
            if not state.is_chance_node():
                deck, due = count_cards(*read_course(state.full_history(), game.num_players()), game)
                assert deck == int(re.findall(r"cards left in deck: (\d+)", str(state))[0])
                assert not due or "Pass" not in map(name_action, state.legal_actions())
                mosts.append(due)
                drawing = [due] if DRAW in state.legal_actions() else []
            before = len(state.history())
            action = DRAW if drawing and not state.is_chance_node() and rng.random() < 0.6 else None
            state.apply_action(rng.choice(state.legal_actions()) if action is None else action)
            if action == DRAW and drawing[0]:
                while state.is_chance_node():
                    state.apply_action(rng.choice(state.legal_actions()))
                drawn = len(state.history()) - before - 1
                assert drawn == drawing[0] or (drawn < drawing[0] and "deck: 0\n" in str(state))
    assert any(mosts) == ("special" in setting)


@pytest.mark.parametrize("seed", range(3))
def test_names_are_read_back(seed):
    for state, player in decision_points("crazy_eights", seed):
        adapter = adapters.for_game(state.get_game())
        assert sorted(VIEW.patterns(state, player)) == sorted(map(name_action, state.legal_actions()))
        for action in state.legal_actions():
            for name in (*VIEW.names(state, player, action), state.action_to_string(player, action)):
                assert adapter.parse(f'{{"move": "{name}"}}', state, player) == [action]


@pytest.mark.parametrize("name", ["QS", "SQ", "Play SQ", "play QS", "queen of spades"])
def test_a_card_may_be_named_in_several_ways(name):
    state = started("", "QC", dealt=["QS", *DEALT[1:]])
    (queen,) = [action for action in state.legal_actions() if name_action(action) == "QS"]
    assert adapters.for_game(state.get_game()).parse(f'{{"move": "{name}"}}', state, 1) == [queen]
