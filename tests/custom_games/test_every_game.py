"""Conformance tests of every game of ``custom_games``; a new game is tested before its author writes a test."""

import json
import pickle
import random
import re
from dataclasses import fields

import jsonschema
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import Fields
from custom_games.framework.node import Node
from custom_games.framework.rules import allowed
from tests.support.game_settings import (
    PLAYOUTS,
    RULES,
    SETTINGS,
    after,
    decisions,
    ends,
    every_game,
    every_setting,
    load,
    played_matches,
    playouts,
    some_actions,
    steps_after,
)
from tests.support.playouts import movers, states

# A state is rebuilt by all moves before it, so those of a long match are fewer here than elsewhere.
REBUILT_STATES = 100
RANGED = [(name, spec) for name, rules in RULES.items() for spec in fields(rules)
          if any(spec.metadata[limit] is not None for limit in ("low", "high")) or spec.metadata["choices"]]
# OpenSpiel draws texts byte by byte and serializes the state after every one, so texts must be short.
SIMULATED = [setting for setting in SETTINGS if setting.values[1] or not RULES[setting.values[0]].facts.text]


@every_game
def test_a_game_names_two_other_settings_in_which_it_is_tested(name):
    assert len(RULES[name].variants) >= 2, (
        f"give {RULES[name].__qualname__} a class attribute `variants`: a tuple of two or more dicts of parameters, "
        "the first one a game short enough to be read as a golden playthrough, and all with short texts")


@pytest.mark.parametrize(("name", "variant"), SIMULATED)
def test_openspiels_own_random_simulations_pass(name, variant):
    game = load(name, variant)
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@every_setting
def test_openspiels_turn_based_form_can_be_played(name, variant):
    game = load(name, variant)
    turn_based = game if game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL else (
        pyspiel.convert_to_turn_based(game))
    *_, end = states(turn_based, seed=0)
    assert len(end.returns()) == game.num_players()


@every_setting
def test_replaying_the_moves_leads_to_an_equal_position(name, variant):
    for state in (*ends(name, variant), *(state for state in playouts(name, variant) if state._node.begun)):
        node = state._node
        again = Node.from_moves(node.rules, [step.move for step in (node.start or node).path()][1:], node.begun)
        for replayed, reached in zip(again.path(), node.path(), strict=True):
            assert replayed.position == reached.position
            assert hash(replayed.position) == hash(reached.position)


@every_setting
def test_a_clone_shares_its_node_and_lives_its_own_life(name, variant):
    for state in playouts(name, variant):
        clone, before = state.clone(), state.history()
        assert clone._node is state._node
        if not state.is_terminal() and not state._node.begun:
            assert after(state, next(steps_after(state, random.Random(0)))).history() != before
            assert state.history() == clone.history() == before


@every_setting
def test_a_serialized_state_comes_back_the_same(name, variant):
    for state in playouts(name, variant, most=REBUILT_STATES):
        game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
        assert again._node.position == state._node.position
        assert again.history() == state.history()
        # As strings, in which pyspiel keeps 15 digits of a number: a ratio of 2/3 comes back a little larger.
        assert str(game) == str(state.get_game())


@every_setting
def test_a_game_survives_pickling(name, variant):
    game = load(name, variant)
    assert pickle.loads(pickle.dumps(game)).rules == game.rules


@every_setting
def test_legal_actions_are_sorted_distinct_ids_in_range(name, variant):
    for state, player in decisions(name, variant):
        legal = state.legal_actions(player)
        assert legal == sorted(set(legal))
        assert 0 <= legal[0] <= legal[-1] < state.get_game().num_distinct_actions()


@every_setting
def test_chance_outcomes_are_distinct_ids_in_range_with_probabilities_that_sum_to_one(name, variant):
    for state in playouts(name, variant):
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            assert sum(probabilities) == pytest.approx(1)
            assert min(probabilities) >= 0
            assert len(set(outcomes)) == len(outcomes)
            assert set(outcomes) <= set(range(state.get_game().max_chance_outcomes()))


@every_setting
def test_returns_are_zero_until_the_end_and_then_within_the_stated_limits(name, variant):
    for state in playouts(name, variant):
        game, returns = state.get_game(), state.returns()
        if state.is_terminal():
            assert game.min_utility() <= min(returns) <= max(returns) <= game.max_utility()
        else:
            assert returns == [0] * game.num_players()


@every_setting
def test_a_game_is_no_longer_than_it_says(name, variant):
    game = load(name, variant)
    for seed in range(PLAYOUTS):
        assert sum(bool(movers(state)) for state in states(game, seed)) <= game.max_game_length()


@every_setting
def test_the_legal_moves_have_different_names(name, variant):
    for state, player in decisions(name, variant):
        names = [state.action_to_string(player, action) for action in some_actions(state, player)]
        assert len(set(names)) == len(names)


def starts(name, variant):
    """Yields the decisions in playouts without those inside compound moves."""
    return ((state, player) for state, player in decisions(name, variant) if not state._node.begun)


def first_start(name, variant):
    """Returns the first decision of the first playout that has one, and a player to move."""
    return next((state, player) for played in played_matches(name, variant) for state in played
                for player in movers(state))


@every_setting
def test_a_legal_action_stated_as_json_is_read_as_that_move(name, variant):
    for state, player in starts(name, variant):
        spec = state.action_spec(player)
        # A part of a compound move is no answer.
        for action in some_actions(state, player) if spec.length == 1 else ():
            stated = json.loads(json.dumps(state.action_to_struct(player, action).to_dict()))
            assert state.struct_to_actions(player, stated) == [action]


@every_setting
def test_a_random_whole_move_can_be_made_action_by_action_and_is_read_as_json(name, variant):
    rng = random.Random(0)
    for state, player in starts(name, variant):
        move, spec = state.random_move(player, rng), state.action_spec(player)
        for length, action in enumerate(move):
            assert not length or not spec.is_whole(move[:length])
            assert action in spec.legal_actions(move[:length])
        assert spec.is_whole(move)
        assert len(move) <= spec.length
        assert state.struct_to_actions(player, json.loads(json.dumps(spec.values(move)))) == move


@every_setting
def test_the_schema_of_a_decision_has_the_keys_and_types_of_the_moves(name, variant):
    rng = random.Random(0)
    for spec, (state, player) in {state.action_spec(player): (state, player) for state, player in starts(
            name, variant)}.items():
        stated = spec.values(state.random_move(player, rng))
        assert list(spec.schema()["properties"]) == spec.schema()["required"] == list(stated)
        jsonschema.validate(stated, spec.schema())


@every_setting
def test_the_listed_moves_can_be_stated_on_an_answer_line(name, variant):
    rng = random.Random(0)
    for state, player in starts(name, variant):
        spec = state.action_spec(player)
        for drawn in ((lambda pattern: pattern.lowest()), (lambda pattern: pattern.drawn(rng))):
            line = drawn(rng.choice(spec.patterns()))
            assert isinstance(spec, Fields) or spec.is_whole(spec.read_line(line))


@every_setting
def test_the_action_for_an_unusable_answer_can_be_applied_but_not_chosen_stated_or_drawn(name, variant):
    rng = random.Random(0)
    for state, player in starts(name, variant):
        penalty = state.penalty_action(player)
        if penalty is not None:
            assert penalty not in state.legal_actions(player)
            assert penalty not in (action for _ in range(20) for action in state.random_move(player, rng))
            with pytest.raises(ValueError, match=r"must (be|have)|are allowed"):
                state.struct_to_actions(player, state.action_to_struct(player, penalty).to_dict())
            charged = after(state, {seat: [state.penalty_action(seat)] for seat in movers(state)})
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), charged))
            assert again._node.position == charged._node.position


@every_setting
def test_inside_a_compound_move_no_answer_is_read_and_nobody_is_charged(name, variant):
    for state, player in decisions(name, variant):
        if state.inside_move(player):
            assert state.penalty_action(player) is None
            with pytest.raises(ValueError, match="only whole moves are read"):
                state.struct_to_actions(player, {})


@every_setting
def test_a_missing_key_and_a_senseless_value_are_refused(name, variant):
    state, player = first_start(name, variant)
    spec = state.action_spec(player)
    stated = spec.values(state.random_move(player, random.Random(0)))
    with pytest.raises(ValueError, match=next(iter(stated))):
        state.struct_to_actions(player, {})
    for key, schema in spec.properties().items():
        free = schema["type"] == "string" and "enum" not in schema
        for senseless in ({}, ["what?"], float("nan"), float("inf"), 10**400, *([] if free else ["what?"])):
            with pytest.raises(ValueError, match=key):
                state.struct_to_actions(player, {**stated, key: senseless})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


@every_setting
@given(data=st.data())
def test_any_json_object_is_a_legal_move_or_a_value_error(name, variant, data):
    state, player = first_start(name, variant)
    spec = state.action_spec(player)
    names = [state.action_to_string(player, action) for action in some_actions(state, player)]
    struct = data.draw(st.dictionaries(
        st.sampled_from(sorted(spec.keys)) | st.text(max_size=5), JSON | st.sampled_from(names), max_size=4))
    try:
        move = state.struct_to_actions(player, struct)
    except ValueError:
        return
    assert spec.whole(move) == len(move)
    for length, action in enumerate(move):
        assert action in spec.legal_actions(move[:length])


@every_game
def test_declared_chance_dynamics_and_text_are_what_comes_up_in_play(name):
    facts = RULES[name].facts
    played = [state for variant in ({}, *RULES[name].variants) for state in playouts(name, variant)]
    assert any(state.is_chance_node() for state in played) == facts.chance
    assert any(state.is_simultaneous_node() for state in played) == (facts.dynamics == "simultaneous")
    assert any(state.is_speaking(player) for state in played for player in movers(state)) == facts.text


@every_setting
def test_declared_utility_and_number_of_players_are_what_comes_up_in_play(name, variant):
    facts = RULES[name].facts
    returns = [state.returns() for state in playouts(name, variant) if state.is_terminal()]
    sums = {round(sum(paid), 6) for paid in returns}
    assert facts.utility != "zero_sum" or sums == {0}
    assert facts.utility != "constant_sum" or sums == {load(name, variant).utility_sum()}
    assert facts.utility != "identical" or all(len(set(paid)) == 1 for paid in returns)
    assert all(facts.players[0] <= len(paid) <= facts.players[1] for paid in returns)


@every_game
def test_the_declared_numbers_of_players_are_those_that_the_parameter_allows(name):
    for spec in fields(RULES[name]):
        if spec.name == "players":
            assert RULES[name].facts.players == (spec.metadata["low"], spec.metadata["high"])


@every_setting
def test_teams_are_numbered_from_0_without_gaps_and_every_seat_is_in_one(name, variant):
    rules = RULES[name](**variant)
    teams = list(rules.teams())
    assert len(teams) == rules.bounds().players
    assert set(teams) == set(range(len(set(teams))))


@pytest.mark.parametrize(("name", "spec"), RANGED, ids=[f"{name}-{spec.name}" for name, spec in RANGED])
def test_a_parameter_outside_its_range_is_refused_by_name_value_and_range(name, spec):
    beyond = [type(spec.default)(spec.metadata[limit] + step)
              for limit, step in (("low", -1), ("high", 1)) if spec.metadata[limit] is not None]
    for value in (*beyond, *["no such choice"] * bool(spec.metadata["choices"])):
        with pytest.raises(ValueError, match=re.escape(f"{name}: {spec.name}={value} is not {allowed(spec)}")):
            load(name, {spec.name: value})
