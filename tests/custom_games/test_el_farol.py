import json

import pytest

from custom_games.el_farol import ElFarol
from tests.support.named_games import after

STAY, GO = 0, 1
CONTINUE, STOP = 0, 1


def going(number: int, players: int) -> list[int]:
    """Returns a round in which the first ``number`` players go."""
    return [GO] * number + [STAY] * (players - number)


@pytest.mark.parametrize(("went", "players", "capacity", "fun"), [
    (6, 10, 0.6, True),
    (7, 10, 0.6, False),
    # In binary 0.57 * 100 is 56.99999999999999, which must not make a bar with 57 of 100 crowded.
    (57, 100, 0.57, True),
    (58, 100, 0.57, False),
    (29, 100, 0.29, True),
    (1, 3, 1 / 3, True),
    (2, 3, 1 / 3, False),
    (0, 2, 0.0, True),
    (1, 2, 0.0, False),
    (2, 2, 1.0, True),
])
def test_a_bar_that_is_exactly_full_is_still_fun(went, players, capacity, fun):
    assert ElFarol(players=players, capacity=capacity).is_fun(tuple(going(went, players))) == fun


@pytest.mark.parametrize("feedback", ["explicit", "implicit"])
@pytest.mark.parametrize(("went", "for_going"), [(3, 10.0), (4, 0.0)])
def test_goers_get_ten_if_the_bar_is_fun_and_nothing_if_not_and_stayers_five(feedback, went, for_going):
    state = after(f"el_farol(players=5,rounds=1,feedback={feedback})", going(went, 5))
    assert state.is_terminal()
    assert state.returns() == [for_going] * went + [5.0] * (5 - went)


def test_payoffs_are_the_games_parameters():
    state = after("el_farol(players=2,rounds=2,capacity=0.5,fun=7,crowded=-2,home=1)", [GO, STAY], [GO, GO])
    assert state.returns() == [7 - 2, 1 - 2]


def test_payoffs_add_up_over_the_rounds_and_are_paid_at_the_end():
    # Three of five may go. Round 1: three go. Round 2: four go. Round 3: nobody goes.
    rounds = [going(3, 5), [GO, GO, GO, STAY, GO], going(0, 5)]
    assert after("el_farol(players=5,rounds=3)", *rounds[:2]).returns() == [0] * 5
    assert after("el_farol(players=5,rounds=3)", *rounds).returns() == [15, 15, 15, 15, 10]


def test_with_explicit_feedback_stayers_and_goers_alike_learn_how_many_went():
    state = after("el_farol(players=5,rounds=3,feedback=explicit)", going(4, 5))
    attendance = {"went": 4, "stayed": 1, "crowded": True}
    assert state.observation(0) == {
        "round": 2, "rounds": [{"you": "go", "your_payoff": 0, **attendance}], "your_total": 0}
    assert state.observation(4) == {
        "round": 2, "rounds": [{"you": "stay", "your_payoff": 5, **attendance}], "your_total": 5}


def test_with_implicit_feedback_only_goers_learn_how_many_went():
    state = after("el_farol(players=5,rounds=3)", going(3, 5))
    assert state.observation(0)["rounds"] == [
        {"you": "go", "your_payoff": 10, "went": 3, "stayed": 2, "crowded": False}]
    assert state.observation(4)["rounds"] == [{"you": "stay", "your_payoff": 5}]


@pytest.mark.parametrize("attendance", range(5))
def test_with_implicit_feedback_who_stays_cannot_tell_any_attendance_from_another(attendance):
    full, other = (after("el_farol(players=5,rounds=3)", going(number, 5)) for number in (4, attendance))
    assert other.observation_string(4) == full.observation_string(4)
    assert other.information_state_string(4) == full.information_state_string(4)


def test_who_exactly_went_stays_hidden_with_explicit_feedback_too():
    one, other = (after("el_farol(players=4,rounds=2,feedback=explicit)", decisions)
                  for decisions in ([GO, GO, STAY, STAY], [GO, STAY, GO, STAY]))
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(3) == other.information_state_string(3)


def test_a_total_counts_the_players_own_rounds():
    state = after("el_farol(players=5,rounds=4)", going(3, 5), going(4, 5), going(0, 5))
    assert [state.observation(player)["your_total"] for player in range(5)] == [15, 15, 15, 10, 15]
    assert state.observation(0)["round"] == 4


@pytest.mark.parametrize(("stated", "action"), [
    ('{"decision": "go"}', GO), ('{"decision": "stay"}', STAY), ('{"decision": " GO "}', GO),
    ('{"explanation": "It was full.", "decision": "stay"}', STAY),
])
def test_a_decision_is_stated_by_its_name_in_json(stated, action):
    assert after("el_farol").struct_to_actions(0, json.loads(stated)) == [action]


@pytest.mark.parametrize(("stated", "complaint"), [
    ('{}', 'the key "decision" is missing'),
    ('{"decision": "home"}', '"decision" must be stay or go'),
    ('{"decision": 1}', '"decision" must be stay or go'),
    ('{"decision": true}', '"decision" must be stay or go'),
    ('{"decision": "go or stay"}', '"decision" must be stay or go'),
])
def test_anything_else_is_refused_with_what_is_allowed(stated, complaint):
    with pytest.raises(ValueError, match=complaint):
        after("el_farol").struct_to_actions(0, json.loads(stated))


def test_chance_may_end_the_game_after_a_round_and_what_was_earned_until_then_counts():
    state = after("el_farol(players=2,rounds=3,capacity=0.5,termination_probability=0.25)", [GO, STAY])
    assert state.chance_outcomes() == [(CONTINUE, 0.75), (STOP, 0.25)]
    ended, going_on = state.child(STOP), state.child(CONTINUE)
    assert ended.is_terminal()
    assert ended.returns() == [10, 5]
    going_on.apply_actions([GO, GO])
    going_on.apply_action(CONTINUE)
    going_on.apply_actions([STAY, STAY])
    assert going_on.is_terminal()
    assert going_on.returns() == [10 + 0 + 5, 5 + 0 + 5]


@pytest.mark.parametrize("horizon", ["known", "hidden"])
def test_what_a_player_observes_does_not_hold_the_number_of_rounds(horizon):
    # The prompts tell it where it is known: there it is a parameter of the game.
    one, other = (after(f"el_farol(players=2,rounds={rounds},horizon={horizon})", [GO, STAY]) for rounds in (7, 9))
    assert one.observation_string(0) == other.observation_string(0)


@pytest.mark.parametrize("capacity", [0.0, 0.25, 1.0])
def test_the_papers_optimal_strategy_goes_with_the_probability_of_the_capacity(capacity):
    assert dict(after(f"el_farol(capacity={capacity})").rational(0)) == {STAY: 1 - capacity, GO: capacity}
