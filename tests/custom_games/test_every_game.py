"""Conformance tests of every game of ``custom_games``; a new game is tested before its author writes a test.

A law is a function, and all laws are checked on the same random playouts. One that is broken is named with the game,
the setting and the moves that led to the state.
"""

import itertools
import json
import pickle
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cache
from typing import Any

import jsonschema
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import Fields
from custom_games.framework.node import Node
from custom_games.framework.rules import Rules, allowed_values
from custom_games.framework.states import movers
from gtarena.checks import game_laws
from gtarena.checks.playouts import evenly, states
from tests.support.game_settings import (
    RULES,
    SETTINGS,
    after,
    decisions,
    every_game,
    every_setting,
    load,
    playouts,
    sample,
    some_actions,
    steps_after,
)

# A state is rebuilt by all moves before it, so those of a long match are fewer here than elsewhere.
REBUILT_STATES = 15
OBSERVED_STATES = 30
REDRAWN_DECISIONS = 25
# OpenSpiel draws texts byte by byte and serializes the state after every one, so texts must be short.
SIMULATED = [setting.values for setting in SETTINGS if setting.values[1] or not RULES[setting.values[0]].facts.text]
REDRAWING = [setting for setting in SETTINGS if RULES[setting.values[0]].redraw is not Rules.redraw]
SMALL_TREE = 900  # states, after which no deeper level is looked at
LARGEST_LEVEL = 200  # states

Law = Callable[..., None]
LAWS_OF_SETTINGS: list[Law] = []
LAWS_OF_STATES: list[Law] = []
LAWS_OF_DECISIONS: list[Law] = []
LAWS_OF_SPECS: list[Law] = []


def law(laws: list[Law]) -> Callable[[Law], Law]:
    def add(function: Law) -> Law:
        laws.append(function)
        return function

    return add


@contextmanager
def naming(function: Law, name: str, variant: dict[str, Any], state: pyspiel.State | None = None) -> Iterator[None]:
    """Adds to an error which law is broken by which game, in which setting and after which moves."""
    try:
        yield
    except BaseException as error:
        moves = f" after {state.history()}" if state is not None else ""
        error.add_note(f"not so: {function.__name__}, in {name}{variant}{moves}")
        raise


@every_setting
def test_a_game_and_all_states_and_decisions_of_playouts_obey_the_laws(name, variant):
    for each in game_laws.LAWS:  # as `gtarena check` does
        most = REBUILT_STATES if each.most == game_laws.REBUILT else each.most
        replace(each, most=most).check(sample(name, variant))
    for holds in LAWS_OF_SETTINGS:
        with naming(holds, name, variant):
            holds(name, variant)
    for state in playouts(name, variant):
        for holds in LAWS_OF_STATES:
            with naming(holds, name, variant, state):
                holds(state)
    rng, seen = random.Random(0), set()
    for state, player in decisions(name, variant):
        laws = LAWS_OF_DECISIONS
        # What such a law says of a decision depends on its spec and the actions made, which occur time and again.
        if (key := (state.action_spec(player), state.node.actions_made(player))) not in seen:
            seen.add(key)
            laws = LAWS_OF_SPECS + LAWS_OF_DECISIONS
        for holds in laws:
            with naming(holds, name, variant, state):
                holds(state, player, rng)


@law(LAWS_OF_SETTINGS)
def openspiels_own_random_simulations_pass(name, variant):
    if (name, variant) in SIMULATED:
        pyspiel.random_sim_test(load(name, variant), num_sims=1, serialize=bool(variant), verbose=False)


@law(LAWS_OF_SETTINGS)
def openspiels_turn_based_form_can_be_played(name, variant):
    game = load(name, variant)
    turn_based = game if game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL else (
        pyspiel.convert_to_turn_based(game))
    *_, end = states(turn_based, seed=0)
    assert len(end.returns()) == game.num_players()


@law(LAWS_OF_SETTINGS)
def replaying_the_moves_leads_to_an_equal_position(name, variant):
    begun = evenly([state for state in playouts(name, variant) if state.node.begun], REBUILT_STATES)
    for state in (*(end.state for end in sample(name, variant).ends()), *begun):
        node = state.node
        again = Node.from_moves(node.rules, [step.move for step in (node.start or node).path()][1:], node.begun)
        for replayed, reached in zip(again.path(), node.path(), strict=True):
            assert (replayed.position, hash(replayed.position)) == (reached.position, hash(reached.position))


@law(LAWS_OF_SETTINGS)
def a_game_survives_pickling(name, variant):
    game = load(name, variant)
    assert pickle.loads(pickle.dumps(game)).rules == game.rules


@law(LAWS_OF_SETTINGS)
def texts_come_up_only_if_the_game_declares_them(name, variant):
    assert RULES[name].facts.text or not any(map(speaking, playouts(name, variant)))


@law(LAWS_OF_SETTINGS)
def teams_are_numbered_from_0_without_gaps_and_every_seat_is_in_one(name, variant):
    rules = RULES[name](**variant)
    teams = list(rules.teams())
    assert (len(teams), set(teams)) == (rules.bounds().players, set(range(len(set(teams)))))


@law(LAWS_OF_SETTINGS)
def observations_are_plain_json_and_their_text_differs_exactly_when_they_do(name, variant):
    observations = {}
    for state in evenly(list(playouts(name, variant)), OBSERVED_STATES):
        for player in range(state.num_players()):
            observation, text = state.observation(player), state.observation_string(player)
            if text not in observations:
                assert json.loads(json.dumps(observation)) == observation
            assert observations.setdefault(text, observation) == observation
    canonical = [json.dumps(observation, sort_keys=True) for observation in observations.values()]
    assert len(set(canonical)) == len(canonical)


@law(LAWS_OF_SETTINGS)
def the_rules_are_never_asked_for_an_observation_at_a_chance_node(name, variant):
    rules = RULES[name]
    observe = rules.observation

    def checked(self, position, player):
        assert self.current_player(position) != pyspiel.PlayerId.CHANCE
        return observe(self, position, player)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "observation", checked)
        for state in evenly(list(states(load(name, variant), seed=0)), REBUILT_STATES):
            for player in range(state.num_players()):
                state.observation_string(player)
                state.information_state_string(player)


@law(LAWS_OF_SETTINGS)
def a_missing_key_and_a_senseless_value_are_refused(name, variant):
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


def first_start(name, variant):
    """Returns the first decision of the first random playout that has one, and a player to move."""
    return next((state, player) for seed in itertools.count() for state in states(load(name, variant), seed)
                for player in movers(state))


@cache
def first_starts(name):
    """Returns the first decisions in all settings of a game."""
    return [first_start(name, variant) for variant in ({}, *RULES[name].variants)]


@law(LAWS_OF_STATES)
def a_clone_shares_its_node(state):
    assert state.clone().node is state.node


@law(LAWS_OF_STATES)
def returns_are_zero_until_the_end(state):
    assert state.is_terminal() or state.returns() == [0] * state.num_players()


@law(LAWS_OF_DECISIONS)
def a_random_whole_move_can_be_made_action_by_action_and_is_read_as_json(state, player, rng):
    if not state.node.begun:
        move, spec = state.random_move(player, rng), state.action_spec(player)
        for length, action in enumerate(move):
            assert not length or not spec.is_whole(move[:length])
            assert action in spec.legal_actions(move[:length])
        assert spec.is_whole(move)
        assert len(move) <= spec.length
        assert state.struct_to_actions(player, json.loads(json.dumps(spec.values(move)))) == move


@law(LAWS_OF_DECISIONS)
def the_action_for_an_unusable_answer_can_be_applied_but_not_chosen_stated_or_drawn(state, player, rng):
    penalty = state.penalty_action(player)
    if penalty is not None and not state.node.begun:
        assert penalty not in state.legal_actions(player)
        assert penalty not in (action for _ in range(5) for action in state.random_move(player, rng))
        with pytest.raises(ValueError, match=r"must (be|have)|are allowed"):
            state.struct_to_actions(player, state.action_to_struct(player, penalty).to_dict())
        charged = after(state, {seat: [state.penalty_action(seat)] for seat in movers(state)})
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), charged))
        assert again.node.position == charged.node.position


@law(LAWS_OF_DECISIONS)
def inside_a_compound_move_no_answer_is_read_and_nobody_is_charged(state, player, rng):
    if state.inside_move(player):
        assert state.penalty_action(player) is None
        with pytest.raises(ValueError, match="only whole moves are read"):
            state.struct_to_actions(player, {})


@law(LAWS_OF_SPECS)
def the_legal_moves_have_different_names(state, player, rng):
    names = [state.action_to_string(player, action) for action in some_actions(state, player)]
    assert len(set(names)) == len(names)


@law(LAWS_OF_SPECS)
def a_legal_action_stated_as_json_is_read_as_that_move(state, player, rng):
    # A part of a compound move is no answer.
    for action in some_actions(state, player) if state.action_spec(player).length == 1 else ():
        stated = json.loads(json.dumps(state.action_to_struct(player, action).to_dict()))
        assert state.struct_to_actions(player, stated) == [action]


@law(LAWS_OF_SPECS)
def the_schema_of_a_decision_has_the_keys_and_types_of_the_moves(state, player, rng):
    if not state.node.begun:
        spec = state.action_spec(player)
        stated = spec.values(state.random_move(player, rng))
        assert list(spec.schema()["properties"]) == spec.schema()["required"] == list(stated)
        jsonschema.validate(stated, spec.schema())


@law(LAWS_OF_SPECS)
def the_listed_moves_can_be_stated_on_an_answer_line(state, player, rng):
    spec = state.action_spec(player)
    if not state.node.begun and not isinstance(spec, Fields):
        for pattern in rng.sample(patterns := spec.patterns(), min(4, len(patterns))):
            assert spec.is_whole(spec.read_line(pattern.lowest()))
            assert spec.is_whole(spec.read_line(pattern.draw(rng)))


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4), max_leaves=8)


@every_game
@given(data=st.data())
def test_any_json_object_is_a_legal_move_or_a_value_error(name, data):
    state, player = data.draw(st.sampled_from(first_starts(name)))
    spec = state.action_spec(player)
    names = [state.action_to_string(player, action) for action in some_actions(state, player)]
    struct = data.draw(st.dictionaries(
        st.sampled_from(sorted(spec.keys)) | st.text(max_size=5), JSON | st.sampled_from(names), max_size=4))
    try:
        move = state.struct_to_actions(player, struct)
    except ValueError:
        return
    assert spec.move_end(move) == len(move)
    for length, action in enumerate(move):
        assert action in spec.legal_actions(move[:length])


@every_game
def test_what_a_game_declares_comes_up_in_play_and_is_refused_beyond_its_limits(name):
    rules = RULES[name]
    assert len(rules.variants) >= 2, (
        f"give {rules.__qualname__} a class attribute `variants`: a tuple of two or more dicts of parameters, "
        "the first one a game short enough to be read as a golden playthrough, and all with short texts")
    for declared, comes_up in ((rules.facts.chance, pyspiel.State.is_chance_node),
                               (rules.facts.dynamics == "simultaneous", pyspiel.State.is_simultaneous_node),
                               (rules.facts.text, speaking)):
        assert not declared or any(
            comes_up(state) for variant in ({}, *rules.variants) for state in playouts(name, variant))
    for spec in fields(rules):
        if spec.name == "players":
            assert rules.facts.players == (spec.metadata["low"], spec.metadata["high"])
        beyond = [type(spec.default)(spec.metadata[limit] + step)
                  for limit, step in (("low", -1), ("high", 1)) if spec.metadata[limit] is not None]
        for value in (*beyond, *["no such choice"] * bool(spec.metadata["choices"])):
            refusal = re.escape(f"{name}: {spec.name}={value} is not {allowed_values(spec)}")
            with pytest.raises(ValueError, match=refusal):
                load(name, {spec.name: value})


def speaking(state: pyspiel.State) -> bool:
    return any(state.is_speaking(player) for player in movers(state))


def nodes_with_memories(game: pyspiel.Game) -> Iterator[tuple[pyspiel.State, list[tuple]]]:
    """Yields states breadth first, each with all that every player saw and did at its decisions.

    Of chance's outcomes and of texts it follows two each time, so that it gets beyond the deal and the talk.
    """
    rng = random.Random(0)
    level = [(game.new_initial_state(), [()] * game.num_players())]
    seen = 0
    while level and seen < SMALL_TREE:
        yield from level
        seen += len(level)
        following = ((after(state, step), remembered(state, memories, step))
                     for state, memories in level if not state.is_terminal() for step in steps_after(state, rng))
        level = list(itertools.islice(following, LARGEST_LEVEL if seen < SMALL_TREE else 0))


def remembered(state, memories, step):
    acting = movers(state)
    moves = step if isinstance(step, dict) else dict.fromkeys(acting, step)
    return [(*memory, state.observation_string(player), tuple(moves[player])) if player in acting else memory
        for player, memory in enumerate(memories)]


@every_game
def test_information_states_have_perfect_recall_and_perfect_information_shows_everyone_the_position(name):
    game = load(name, RULES[name].variants[0])
    known = [{} for _ in range(game.num_players())]
    positions = defaultdict(set)
    for state, memories in nodes_with_memories(game):
        acting = movers(state)
        for player, memory in enumerate(memories):
            seen = state.observation_string(player)
            now = (*memory, seen)
            assert known[player].setdefault(state.information_state_string(player), now) == now
            if player in acting:
                positions[player, seen].add(state.node.position)
    for told in known:
        assert len(set(told.values())) == len(told)
    everyone_sees_all = max(map(len, positions.values())) == 1
    assert everyone_sees_all == (RULES[name].facts.information == "perfect_information")


@pytest.mark.parametrize(("name", "variant"), REDRAWING)
def test_a_redraw_changes_only_what_the_player_cannot_know(name, variant):
    others, equal = 0, []
    for number, (state, player) in enumerate(evenly(list(decisions(name, variant)), REDRAWN_DECISIONS)):
        rules, positions = state.node.rules, [node.position for node in state.node.path()]
        drawn = [rules.redraw(positions, player, random.Random(number + draw)) for draw in range(3)]
        with naming(the_player_sees_the_same_and_has_the_same_moves, name, variant, state):
            the_player_sees_the_same_and_has_the_same_moves(state, player, drawn)
        with naming(the_game_goes_on, name, variant, state):
            the_game_goes_on(state, drawn[0], random.Random(number))
        others += sum(position != positions[-1] for position in drawn)
        expected = rules.redraw(positions, player, random.Random(7))
        equal += [rules.redraw([*positions[:-1], position], player, random.Random(7)) == expected for position in drawn]
    assert others
    # It depends only on what the player knows. In Arctic Scavengers, which of two equal cards of the opponent is the
    # unseen one may be told by the truth.
    assert equal.count(False) <= (name == "arctic_scavengers")


def the_player_sees_the_same_and_has_the_same_moves(state: pyspiel.State, player: int, drawn: Sequence[Any]) -> None:
    for position in drawn:
        node = state.node.with_position(position)
        assert (node.player, node.observation(player)) == (state.node.player, state.node.observation(player))
        assert list(node.legal_actions(player)) == state.legal_actions(player)
        assert node.actions_made(player) == state.node.actions_made(player)


def the_game_goes_on(state: pyspiel.State, position: Any, rng: random.Random) -> None:
    returns, total = state.node.rules.random_returns(position, rng), state.node.rules.bounds().utility_sum
    assert total is None or sum(returns) == pytest.approx(total)
