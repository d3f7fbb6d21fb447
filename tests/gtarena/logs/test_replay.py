import pytest

import custom_games  # noqa: F401
from gtarena.logs.replay import walk
from tests.support.records import call, llm, record, seat, steps

DUEL = [llm(), seat("random")]


def match(game, *moves, **fields):
    return record("m", fields.pop("seats", DUEL), None, game=game, history=steps(*moves), **fields)


def test_every_choice_comes_with_the_state_that_it_was_made_in():
    seen = [(str(state).replace("\n", ""), player, action)
            for state, player, action, _ in walk(match("tic_tac_toe", (0, 4), (1, 0), (0, 8)))]
    assert seen == [(".........", 0, 4), ("....x....", 1, 0), ("o...x....", 0, 8)]


def test_choices_at_a_simultaneous_node_are_made_in_the_same_state():
    seen = [(len(state.history()), player, action)
            for state, player, action, _ in walk(match(
                "iterated_prisoners_dilemma", (1, 1), (0, 0), (-1, 0), (0, 1), (1, 1), params={"max_rounds": 5}))]
    assert [(player, action) for _, player, action in seen] == [(1, 1), (0, 0), (0, 1), (1, 1)]
    lengths = [length for length, _, _ in seen]
    assert lengths[0] == lengths[1] == 0
    assert lengths[2] == lengths[3] > 0


def test_chance_makes_no_choices():
    choices = list(walk(match("kuhn_poker", (-1, 2), (-1, 0), (0, 1), (1, 0))))
    assert [(player, action) for _, player, action, _ in choices] == [(0, 1), (1, 0)]


def test_replies_come_with_the_choice_that_they_led_to():
    calls = [call(0, 0, failure="illegal"), call(0, 0), call(0, 2)]
    choices = walk(match("tic_tac_toe", (0, 4), (1, 0), (0, 8), calls=calls))
    assert [choice.calls for choice in choices] == [tuple(calls[:2]), (), (calls[2],)]


def test_replies_that_led_to_a_compound_move_come_with_its_first_action():
    calls = [call(0, 0, actions=[4, 0, 1])]
    choices = walk(match("pirate_game", (0, 4), (0, 0), (0, 1), calls=calls, params={"players": 3, "gold": 5},
                         seats=[llm()] * 3))
    assert [choice.calls for choice in choices] == [tuple(calls), (), ()]


def test_an_illegal_action_is_refused_before_anybody_sees_it():
    choices = walk(match("tic_tac_toe", (0, 4), (1, 4)))
    next(choices)
    with pytest.raises(ValueError, match="match m, step 1: action 4 of player 1 is not legal"):
        next(choices)
