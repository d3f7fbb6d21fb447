
import pytest

from custom_games.el_farol import ElFarol
from tests.support.named_games import after

STAY, GO = 0, 1
CONTINUE, STOP = 0, 1


def going(number: int, players: int) -> list[int]:
    """Returns a round in which the first ``number`` players go."""
    return [GO] * number + [STAY] * (players - number)


@pytest.mark.parametrize(("went", "players", "capacity", "fun"), [
    (6, 10, 0.6, True), (7, 10, 0.6, False),
    # In binary 0.57 * 100 is 56.99999999999999, which must not make a bar with 57 of 100 crowded.
    (57, 100, 0.57, True), (58, 100, 0.57, False), (29, 100, 0.29, True), (1, 3, 1 / 3, True), (2, 3, 1 / 3, False),
    (0, 2, 0.0, True), (1, 2, 0.0, False), (2, 2, 1.0, True)])
def test_a_bar_that_is_exactly_full_is_still_fun(went, players, capacity, fun):
    assert ElFarol(players=players, capacity=capacity).is_fun(tuple(going(went, players))) == fun


@pytest.mark.parametrize("feedback", ["explicit", "implicit"])
@pytest.mark.parametrize(("went", "for_going"), [(3, 10.0), (4, 0.0)])
def test_goers_get_ten_if_the_bar_is_fun_and_nothing_if_not_and_stayers_five(feedback, went, for_going):
    state = after(f"el_farol(players=5,rounds=1,feedback={feedback})", going(went, 5))
    assert state.is_terminal()
    assert state.returns() == [for_going] * went + [5.0] * (5 - went)


def test_with_explicit_feedback_all_learn_how_many_went_and_with_implicit_feedback_only_goers():
    state = after("el_farol(players=5,rounds=3,feedback=explicit)", going(4, 5))
    attendance = {"went": 4, "stayed": 1, "crowded": True}
    assert state.observation(0) == {
        "round": 2, "rounds": [{"you": "go", "your_payoff": 0, **attendance}], "your_total": 0}
    assert state.observation(4) == {
        "round": 2, "rounds": [{"you": "stay", "your_payoff": 5, **attendance}], "your_total": 5}
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


@pytest.mark.parametrize("capacity", [0.0, 0.25, 1.0])
def test_the_papers_optimal_strategy_goes_with_the_probability_of_the_capacity(capacity):
    assert dict(after(f"el_farol(capacity={capacity})").rational_strategy(0)) == {STAY: 1 - capacity, GO: capacity}
