import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.named_games import after

NAME = "public_good"


@pytest.mark.parametrize(("multiplier", "rounds", "returns"), [
    # 70 and 90 points: 160 * 3.5 / 3 = 560 / 3 for each, besides the 50, 90 and 0 points left.
    (3.5, [[20, 0, 50], [30, 10, 50]], [710 / 3, 830 / 3, 560 / 3]),
    (3.5, [[20, 10, 0]] * 5, [175, 225, 275]),  # 150 * 3.5 / 3 = 175 for each
    (1.2, [[100, 50, 0]], [60, 110, 160]),  # a share of a whole number of points is exact
])
def test_the_whole_pool_is_multiplied_and_shared_in_the_end_the_last_round_included(multiplier, rounds, returns):
    state = after(f"{NAME}(rounds={len(rounds)},multiplier={multiplier})", *rounds)
    assert state.is_terminal()
    assert state.returns() == returns


def test_paybacks_come_at_the_end_an_enforced_budget_limits_contributions_and_no_answer_gives_nothing():
    state = after(f"{NAME}(rounds=3)", [20, 0, 50], [30, 10, 50])
    assert state.observation(0) == {
        "you": "Player 1", "round": 3, "given": 50, "left": 50,
        "rounds": [{"you": 20, "contributions": [20, 0, 50]}, {"you": 30, "contributions": [30, 10, 50]}]}
    assert state.returns() == [0, 0, 0]
    state = after(f"{NAME}(rounds=3)", [20, 0, 100])
    assert [state.legal_actions(player) for player in range(3)] == [list(range(81)), list(range(101)), [0]]
    with pytest.raises(ValueError, match='"contribution" must be a whole number from 0 to 80'):
        state.struct_to_actions(0, {"contribution": 81})
    state = after(f"{NAME}(rounds=2,budget=free)", [100, 0, 0])
    assert state.legal_actions(0) == list(range(101))
    state.apply_actions([100, 0, 30])
    # 230 * 2 / 3 for each, besides -100, 100 and 70.
    assert (state.returns(), state.observation(0)["left"]) == ([160 / 3, 760 / 3, 670 / 3], -100)
    state = after(f"{NAME}(rounds=2)", [101, 40, 20])
    assert (state.get_game().num_distinct_actions(), state.penalty_action(0)) == (102, 101)
    assert state.observation(1)["rounds"] == [{"you": 40, "contributions": [0, 40, 20]}]
    state.apply_actions([0, 101, 101])
    assert state.returns() == [140, 100, 120]


@pytest.mark.parametrize(("multiplier", "budget", "best"), [
    (1.0, "enforced", 0), (3.0, "enforced", 0), (3.5, "enforced", 70), (3.5, "free", 100)])
def test_the_rational_contribution_is_nothing_up_to_a_multiplier_of_3_and_otherwise_all(multiplier, budget, best):
    state = after(f"{NAME}(rounds=2,multiplier={multiplier},budget={budget})", [30, 0, 100])
    assert state.rational_strategy(0) == [(best, 1.0)]


@pytest.mark.parametrize(("multiplier", "gains"), [(1.0, -1), (2.9, -1), (3.0, 0), (3.5, 1)])
def test_a_point_given_gains_its_giver_something_above_a_multiplier_of_3_only(multiplier, gains):
    one, none = (after(f"{NAME}(rounds=1,multiplier={multiplier})", [given, 50, 7]).returns()[0] for given in (1, 0))
    assert (one > none) - (one < none) == gains


@given(st.lists(st.lists(st.integers(0, 20), min_size=3, max_size=3), min_size=5, max_size=5),
       st.sampled_from([1.0, 1.2, 1.5, 1.8, 2.0, 2.5, 3.0]), st.sampled_from(["enforced", "free"]))
def test_all_earn_together_what_they_had_and_what_the_multiplier_adds_to_the_pool(rounds, multiplier, budget):
    returns = after(f"{NAME}(multiplier={multiplier},budget={budget})", *rounds).returns()
    pool = sum(map(sum, rounds))
    assert sum(returns) == pytest.approx(300 + (multiplier - 1) * pool)
    given_by = [sum(contributions) for contributions in zip(*rounds, strict=True)]
    # Whoever gives less has more in the end, by as much, so that equal contributions are a tie.
    assert returns[0] - returns[1] == pytest.approx(given_by[1] - given_by[0])
    assert (returns[1] == returns[2]) == (given_by[1] == given_by[2])
