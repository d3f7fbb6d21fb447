"""The wordings of gin rummy tell the parameters, and the rules that they tell agree with OpenSpiel's results."""

import random
import re

import pytest

import adapters
from adapters.native.gin_rummy import KNOCK, RANKS
from tests.adapters.native.test_gin_rummy import act, dealt
from tests.support.named_games import rules, turn
from tests.support.playouts import load

both = pytest.mark.parametrize("version", ["v1", "v2"])


@both
def test_parameters_are_told(version):
    text = rules("gin_rummy(num_suits=3,hand_size=7,knock_card=5,gin_bonus=21,undercut_bonus=12)", version)
    assert [part for part in ("39", "7 ", "5", "21", "12", "clubs", "diamonds") if part not in text] == []
    assert "hearts" not in text
    plain, oklahoma = (rules(f"gin_rummy(oklahoma={value})", version) for value in (False, True))
    assert "first upcard" not in plain.split("imit")[1]
    assert "first upcard" in oklahoma


@both
def test_turns_tell_what_is_to_be_decided(version):
    state = dealt()
    text = turn(state, 0, version)
    for told in ("5S 6S 7S AC", "JS", "31", "2", "Legal moves: Draw upcard | Pass"):
        assert told in text
    assert "9D" not in text
    text = turn(act(state, "Draw upcard"), 0, version)
    assert "knock" in text.split("Legal moves")[0]
    act(state, "Knock", "JS", "5S 6S 7S", "KC KD KH", "AC 2C 3C", "Pass")
    text = turn(state, 1, version)
    for told in ("AC 2C 3C", "2D", "75", "Legal moves: 4S | 8S | Pass"):
        assert told in text
    assert "2S" in text  # its own card


@both
def test_the_draws_of_the_upcard_are_told_when_few_are_left(version):
    state = act(dealt(), "Draw upcard", "KH")
    for draw in range(41):
        text = turn(state, state.current_player(), version)
        assert ("of 50" in text or "Of the 50" in text) == (draw >= 40)
        act(state, "Draw upcard")
        state.apply_action(state.legal_actions()[draw % 3])


def points(cards):
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


def choose(state, view, rng):
    """Returns a move of a player who knocks and melds where it can and otherwise keeps its deadwood low."""
    legal, player = state.legal_actions(), state.current_player()
    if KNOCK in legal:
        return KNOCK
    if view.observe(state, player)["step"] == "discard":
        kept = [view.observe(state.child(action), player)["deadwood"] for action in legal]
        return legal[kept.index(min(kept))]
    names = {action: view.names(state, player, action)[0] for action in legal}
    melds = [action for action, name in names.items() if " " in name and re.match(r"\w\w ", name)]
    return rng.choice(melds or legal)


@pytest.mark.parametrize("game_string", [
    "gin_rummy", "gin_rummy(oklahoma=True,gin_bonus=20,undercut_bonus=10)", "gin_rummy(num_suits=3,hand_size=7)"])
def test_results_are_those_of_the_rules(game_string):
    game, rng = load(game_string), random.Random(11)
    view, parameters = adapters.for_game(game).view, game.get_parameters()
    knocks = 0
    for _ in range(25):
        state = game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()) if chance else choose(state, view, rng))
        told = view.observe(state, 0)
        expected = 0
        if (knocker := told["knocker"]) is not None:
            left = (told["hand"], told["opponent_hand"])
            own, other = points(left[knocker]), points(left[1 - knocker])
            assert own <= told["knock_limit"]
            expected = other - own + (parameters["gin_bonus"] if own == 0 else 0)
            expected -= parameters["undercut_bonus"] if other < own else 0
            expected = expected if knocker == 0 else -expected
            knocks += 1
        assert list(state.returns()) == [expected, -expected]
    assert knocks
