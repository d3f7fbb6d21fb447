import random

import pytest

from adapters.struct_views import PlainStructView, StructView
from adapters.views import NOTHING_TOLD
from tests.support.named_games import after

VIEW = StructView()
PLAN = "pirate_game(players=3,gold=4)"


def test_a_player_observes_what_the_rules_tell_it():
    state = after("el_farol(players=3,rounds=2)", [1, 0, 0])
    assert VIEW.observe(state, 1) == state.observation(1)


def test_the_action_for_an_unusable_answer_is_not_among_the_named_moves():
    state = after("english_auction(players=2)", 50, 50)
    assert [VIEW.names(state, 0, action) for action in state.legal_actions(0)] == [
        ("drop",), ("stay",)]
    assert VIEW.action_spec(state, 0).schema() == {
        "type": "object", "properties": {"decision": {"type": "string", "enum": ["drop", "stay"]}},
        "required": ["decision"], "additionalProperties": False}


@pytest.mark.parametrize(("game_string", "key", "values"), [
    ("divide_dollar(gold=5)", "bid_amount", {"type": "integer", "minimum": 0, "maximum": 5}),
    ("el_farol", "decision", {"type": "string", "enum": ["stay", "go"]}),
    ("beauty_contest(upper=1,grid=0.5)", "answer", {"type": "number", "minimum": 0, "maximum": 1}),
    (PLAN, "proposal", {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 4}, "minItems": 3,
                        "maxItems": 3}),
])
def test_a_schema_states_the_legal_values_of_a_key(game_string, key, values):
    schema = VIEW.action_spec(after(game_string), 0).schema()
    assert schema["properties"] == {key: values}
    assert schema["required"] == [key]


def test_parts_of_a_compound_move_have_no_names():
    state = after(PLAN)
    assert VIEW.names(state, 0, 4) == ()
    assert list(VIEW.patterns(state, 0)) == ["[0..4, 0..4, 0..4] summing to 4"]
    move = VIEW.random_move(state, 0, random.Random(0))
    assert (len(move), sum(move)) == (3, 4)


def test_without_wordings_of_its_own_a_game_shows_its_observation_line_by_line():
    assert PlainStructView().observe(after("divide_dollar(players=2,rounds=2)", [3, 4]), 1) == {
        **NOTHING_TOLD,
        "text": '"round": 2\n"rounds": [{"you": 4, "sum": 7, "exceeded": false, "your_payoff": 4}]\n"your_total": 4',
        "at_once": True}
