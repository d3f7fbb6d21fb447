import numpy as np
import pyspiel
import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.policies.tabular import (
    TabularAnswers,
    average_statements,
    count_moves,
    openspiel_policy,
    sampled_policy,
    stated_policy,
)
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.positions import Position
from tests.support.records import seat
from tests.support.small_policies import form_of, random_policy


@pytest.fixture(scope="module")
def kuhn():
    return form_of("kuhn_poker")


def named(form, key):
    return next(state for state in form.states if state.key == key)


def shares(policy, key):
    first = policy.form.firsts[policy.form.states.index(named(policy.form, key))]
    return tuple(policy.behaviour[first:first + 2, 0])


def answer(state, **found) -> Answer:
    return at(Position("kuhn_poker", {}, state.history, state.player), **found)


def at(position, **found) -> Answer:
    return Answer(**{"match_id": "m", "seat": seat("someone"), "position": position, "sample": 0} | found)


def test_probabilities_are_frequencies_and_states_without_moves_are_named_and_uniform(kuhn):
    policy = sampled_policy(kuhn, {named(kuhn, "0"): {0: 3, 1: 1}, named(kuhn, "1pb"): {1: 2}})
    assert shares(policy, "0") == (0.75, 0.25)
    assert shares(policy, "1pb") == (0, 1)
    assert shares(policy, "2") == (0.5, 0.5)
    assert {state.key for state in policy.unanswered} == {
        "1", "2", "0p", "0b", "1p", "1b", "2p", "2b", "0pb", "2pb"}
    assert policy.samples == 6


def test_illegal_actions_are_refused(kuhn):
    with pytest.raises(UsageError, match="action 2 is not legal at '0' \\(legal: 0, 1\\)"):
        sampled_policy(kuhn, {named(kuhn, "0"): {2: 1}})


def test_stated_probabilities_are_taken_as_they_are(kuhn):
    policy = stated_policy(kuhn, {named(kuhn, "0p"): (0.2, 0.8)})
    assert shares(policy, "0p") == pytest.approx((0.2, 0.8))
    assert (policy.counts, policy.samples, len(policy.unanswered)) == (None, 0, 11)


def test_probabilities_of_a_log_are_rounded_and_taken_in_proportion():
    form = form_of("tiny_hanabi")
    policy = stated_policy(form, dict.fromkeys(form.states, (0.333333,) * 3))
    assert policy.behaviour == pytest.approx(form.uniform())


@pytest.mark.parametrize("stated", [(0.2, 0.7), (1.0,), (-0.5, 1.5), (float("nan"), 1.0)])
def test_other_numbers_are_no_probabilities(kuhn, stated):
    with pytest.raises(UsageError, match="not the probabilities of 2 actions"):
        stated_policy(kuhn, {named(kuhn, "0p"): stated})


def test_moves_of_answers_are_counted_and_those_without_a_move_are_not(kuhn):
    state = named(kuhn, "0")
    asked = [answer(state, choices=(1,)), answer(state, choices=(1,), sample=1), answer(state, choices=()),
             answer(state, choices=(), inquiry="policy", probabilities=(0.5, 0.5))]
    counts = count_moves(kuhn, asked)
    assert counts[state] == {1: 2}
    assert sum(map(len, counts.values())) == 1


def test_another_history_of_the_same_information_state_counts_there_too(kuhn):
    state = named(kuhn, "0")
    others = [other for other in ((-1, 1), (-1, 2)) if other not in state.history]
    moved = at(Position("kuhn_poker", {}, ((-1, 0), others[0]), 0), choices=(0,))
    assert count_moves(kuhn, [moved])[state] == {0: 1}


def test_answers_in_another_game_are_refused(kuhn):
    other = at(Position("kuhn_poker", {"players": 3}, ((-1, 3), (-1, 0), (-1, 1)), 0), choices=(0,))
    with pytest.raises(UsageError, match="is no information state of kuhn_poker"):
        count_moves(kuhn, [other])


def test_statements_are_averaged_and_have_a_probability_for_each_action(kuhn):
    state = named(kuhn, "0")
    stated = [answer(state, inquiry="policy", probabilities=(0.5, 0.5)),
              answer(state, inquiry="policy", probabilities=(0.9, 0.1)), answer(state, inquiry="policy")]
    assert average_statements(kuhn, stated) == {state: pytest.approx((0.7, 0.3))}
    with pytest.raises(UsageError, match="3 probabilities were stated for the 2 actions at '0'"):
        average_statements(kuhn, [answer(state, inquiry="policy", probabilities=(0.5, 0.3, 0.2))])


def test_openspiels_policy_has_the_same_probabilities():
    form, game = form_of("leduc_poker"), pyspiel.load_game("leduc_poker")
    behaviour = random_policy(form, 1)
    policy = openspiel_policy(TabularAnswers(form, behaviour, None, ()), game)
    for number in (0, 100, 900):
        state, first = form.states[number], form.firsts[number]
        row = policy.policy_for_key(state.key)
        assert row[list(state.actions)] == pytest.approx(behaviour[first:first + len(state.actions), 0])
        assert np.sum(row) == pytest.approx(1)


def test_openspiels_policies_do_not_tell_players_apart_whose_states_have_the_same_name():
    name = "iterated_prisoners_dilemma(max_rounds=1)"
    form = form_of(name)
    with pytest.raises(UsageError, match="information states of several players"):
        openspiel_policy(TabularAnswers(form, form.uniform(), None, ()), pyspiel.load_game(name))
