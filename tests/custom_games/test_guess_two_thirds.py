
import pyspiel
import pytest

from custom_games.guess_two_thirds import GuessTwoThirds
from tests.support.named_games import after


@pytest.mark.parametrize(("numbers", "ratio", "mean", "target", "winning", "paid"), [
    ([22, 23, 66], 2 / 3, 37, 24.67, 23, [0, 1, 0]), ([2, 3, 6], 2 / 3, 3.67, 2.44, 2, [1, 0, 0]),
    ([22, 100, 22], 2 / 3, 48, 32, 22, [1, 0, 1]), ([50] * 5, 2 / 3, 50, 33.33, 50, [1] * 5),
    ([0, 0], 2 / 3, 0, 0, 0, [1, 1]), ([0, 100], 2 / 3, 50, 33.33, 0, [1, 0]), ([3, 1, 2], 0.0, 2, 0, 1, [0, 1, 0]),
    ([10, 20, 30], 1.0, 20, 20, 20, [0, 1, 0]), ([10, 20, 30], 1.5, 20, 30, 30, [0, 0, 1]),
    ([40, 50, 60], 2.0, 50, 100, 60, [0, 0, 1])])
def test_who_is_nearest_to_the_ratio_of_the_mean_gets_a_point(numbers, ratio, mean, target, winning, paid):
    state = after(f"guess_two_thirds(players={len(numbers)},rounds=1,ratio={ratio!r})", numbers)
    result = GuessTwoThirds(players=len(numbers), ratio=ratio).result(tuple(numbers))
    assert result == (pytest.approx(mean, abs=0.005), pytest.approx(target, abs=0.005), winning)
    assert state.returns() == paid


@pytest.mark.parametrize(("numbers", "paid"), [
    ([4, 6], [1, 0]), ([6, 4], [1, 0]), ([6, 4, 4, 6], [1, 0, 0, 1]), ([4, 6, 6, 4], [1, 0, 0, 1]),
    ([9, 6, 4, 1], [0, 1, 0, 0]), ([90, 88, 90, 88, 89, 89], [0, 0, 0, 0, 1, 1])])
def test_of_two_numbers_that_are_equally_near_the_one_of_the_first_seat_wins(numbers, paid):
    assert after(f"guess_two_thirds(players={len(numbers)},rounds=1,ratio=1.0)", numbers).returns() == paid


def test_the_target_is_not_rounded_actions_count_from_the_least_number_and_a_player_learns_its_own_fate():
    # The target is 4.9975: with two decimals 6 would be as near as 4, and come first.
    assert after("guess_two_thirds(players=2,rounds=1,ratio=0.9995)", [6, 4]).returns() == [0, 1]
    state = after("guess_two_thirds(players=3,rounds=2,low=2,high=5)", [3, 3, 0])
    assert state.legal_actions(0) == [0, 1, 2, 3]
    assert [state.action_to_string(0, action) for action in state.legal_actions(0)] == ["2", "3", "4", "5"]
    assert state.action_to_struct(0, 3).to_dict() == {"chosen_number": 5}
    assert state.observation(2)["rounds"] == [
        {"you": 2, "mean": 4, "target": 2.67, "winning_number": 2, "won": True, "your_payoff": 1}]
    state = after("guess_two_thirds(players=3,rounds=2)", [2, 9, 7])  # mean 6, target 4
    told = {"mean": 6, "target": 4, "winning_number": 2}
    assert state.observation(0) == {
        "round": 2, "rounds": [{"you": 2, **told, "won": True, "your_payoff": 1}], "your_total": 1}
    assert state.observation(1) == {
        "round": 2, "rounds": [{"you": 9, **told, "won": False, "your_payoff": 0}], "your_total": 0}


@pytest.mark.parametrize("others", [[7, 9], [8, 8], [10, 6], [3, 13]])
def test_what_the_others_chose_stays_hidden_beyond_mean_and_winning_number(others):
    one, other = (after("guess_two_thirds(players=3,rounds=2)", [2, *numbers]) for numbers in ([9, 7], others))
    alike = others != [3, 13]  # there 3 is nearer to the target of 4 than 2
    assert (one.information_state_string(0) == other.information_state_string(0)) == alike


@pytest.mark.parametrize(("low", "high"), [(5, 5), (6, 5), (100, 100)])
def test_there_must_be_two_numbers_to_choose_from(low, high):
    with pytest.raises(ValueError, match=f"guess_two_thirds: low={low} is not below high={high}"):
        pyspiel.load_game("guess_two_thirds", {"low": low, "high": high})


@pytest.mark.parametrize(("ratio", "low", "high", "number"), [
    (0.0, 0, 100, 0), (2 / 3, 0, 100, 0), (0.999, 3, 8, 3), (1.0, 0, 100, 50), (1.0, 3, 8, 5), (1.001, 3, 8, 8),
    (2.0, 0, 100, 100), (10.0, 99, 100, 100)])
def test_the_rational_number_is_the_least_below_a_ratio_of_one_and_the_greatest_above(ratio, low, high, number):
    state = pyspiel.load_game("guess_two_thirds", {"ratio": ratio, "low": low, "high": high}).new_initial_state()
    strategy = state.rational_strategy(4)
    assert [(state.action_to_string(4, action), chance) for action, chance in strategy] == [(str(number), 1)]


@pytest.mark.parametrize("players", [2, 3, 10])
@pytest.mark.parametrize(("low", "high"), [(0, 6), (1, 2), (7, 20)])
@pytest.mark.parametrize("ratio", [0.0, 0.5, 0.99, 1.01, 1.5, 4.0])
def test_among_rational_players_who_chooses_otherwise_loses_and_the_others_still_win(players, low, high, ratio):
    rules = GuessTwoThirds(players=players, low=low, high=high, ratio=ratio)
    best = [rules.rational_strategy(rules.initial_state(), player)[0][0] for player in range(players)]
    assert rules.payoffs(tuple(best)) == [1] * players
    for player in range(players):
        for other in set(range(high - low + 1)) - {best[player]}:
            choices = [*best[:player], other, *best[player + 1:]]
            assert rules.payoffs(tuple(choices)) == [int(seat != player) for seat in range(players)]
