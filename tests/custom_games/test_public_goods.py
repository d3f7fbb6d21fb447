import itertools
import json

import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import TabularPolicy

from custom_games.public_goods import PublicGoods
from tests.support.named_games import after


def test_everyone_keeps_what_it_did_not_give_and_gets_an_equal_share_of_the_multiplied_pot():
    # 4 + 18 + 2 = 24 tokens become 48, of which each of the three gets 16.
    assert after("public_goods(players=3,rounds=1)", [4, 18, 2]).returns() == [16 + 16, 2 + 16, 18 + 16]


@pytest.mark.parametrize(("contributions", "multiplier", "payoffs"), [
    # Pots of 55 and 7 tokens, shares of 11 and 1.4.
    ([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 2.0, [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]),
    ([0, 7] + [0] * 8, 2.0, [21.4, 14.4] + [21.4] * 8),
    ([20] * 10, 2.0, [40] * 10),
    ([0] * 10, 2.0, [20] * 10),
    ([20] * 10, 0.0, [0] * 10),
    ([5] + [0] * 9, 0.5, [15.25] + [20.25] * 9),
])
def test_a_round_of_ten_pays_what_it_should(contributions, multiplier, payoffs):
    assert after(f"public_goods(rounds=1,multiplier={multiplier})", contributions).returns() == payoffs


def test_every_round_starts_with_the_same_tokens_and_the_ends_of_all_rounds_add_up():
    # Shares of 3 and 0: what is left of the first round cannot be contributed in the second.
    state = after("public_goods(players=2,rounds=3,tokens=4,multiplier=1.5)", [4, 0], [0, 0])
    assert state.observation(1)["your_total"] == (4 + 3) + 4
    assert state.legal_actions(0) == state.legal_actions(1) == [0, 1, 2, 3, 4]
    state.apply_actions([2, 2])
    assert state.is_terminal()
    assert state.returns() == [3 + 4 + 5, 7 + 4 + 5]


def test_all_players_learn_all_contributions_and_what_everyone_has():
    state = after("public_goods(players=3,rounds=2)", [4, 18, 2])
    told = {"contributions": [4, 18, 2], "pot": 24, "tokens": [32, 18, 34]}
    assert [state.observation(player) for player in range(3)] == [
        {"round": 2, "rounds": [{"you": own, "gain": 16 - own, "your_payoff": payoff, **told}], "your_total": payoff}
        for own, payoff in ((4, 32), (18, 18), (2, 34))]


def test_contributions_of_the_round_being_played_are_not_known():
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("public_goods(players=2,rounds=2)"))
    states = [game.new_initial_state() for _ in range(2)]
    for state, contribution in zip(states, (0, 20), strict=True):
        state.apply_action(contribution)
    assert states[0].information_state_string(1) == states[1].information_state_string(1)


@pytest.mark.parametrize(("contributions", "player", "gain"), [
    ([5, 0, 0], 0, -5 + 10 / 3), ([5, 0, 0], 1, 10 / 3), ([20, 20, 20], 2, 20), ([0, 0, 0], 0, 0)])
def test_the_gain_is_the_share_less_the_players_own_contribution(contributions, player, gain):
    past, = after("public_goods(players=3,rounds=2)", contributions).observation(player)["rounds"]
    assert past["gain"] == pytest.approx(gain)


@pytest.mark.parametrize(("players", "multiplier", "contribution"), [
    (10, 2.0, 0), (10, 0.0, 0), (10, 1.0, 0), (2, 1.99, 0), (3, 3.0, 0), (3, 3.01, 20), (2, 4.0, 20)])
def test_rational_players_give_nothing_unless_a_token_brings_back_more_than_itself(players, multiplier, contribution):
    rules = PublicGoods(players=players, multiplier=multiplier)
    for player in range(players):
        assert rules.rational(rules.initial_state(), player) == [(contribution, 1.0)]


@pytest.mark.parametrize("multiplier", [0.0, 1.0, 2.0, 2.9, 3.0, 3.1, 5.0])
def test_no_contribution_pays_more_than_the_rational_one_whatever_the_others_give(multiplier):
    rules = PublicGoods(players=3, tokens=3, multiplier=multiplier)
    (best, _), = rules.rational(rules.initial_state(), 0)
    for own, *others in itertools.product(range(4), repeat=3):
        assert rules.payoffs((best, *others))[0] >= rules.payoffs((own, *others))[0] - 1e-9


@pytest.mark.parametrize("multiplier", [0.5, 1.5, 3.0])
def test_the_rational_strategy_is_an_equilibrium_by_openspiels_count(multiplier):
    game = pyspiel.convert_to_turn_based(
        pyspiel.load_game(f"public_goods(players=2,rounds=2,tokens=2,multiplier={multiplier})"))
    rules = PublicGoods(players=2, tokens=2, multiplier=multiplier)
    policy = TabularPolicy(game)
    for probabilities in policy.action_probability_array:
        probabilities[:] = 0
        for action, probability in rules.rational(rules.initial_state(), 0):
            probabilities[action] = probability
    assert exploitability.nash_conv(game, policy) == pytest.approx(0)
    assert exploitability.nash_conv(game, TabularPolicy(game)) > 0.1


@pytest.mark.parametrize(("players", "tokens", "multiplier", "least", "greatest"), [
    # Alone to give everything pays 40 / 10, and to give nothing when all others give all 20 + 360 / 10.
    (10, 20, 2.0, 4, 56),
    (2, 4, 0.0, 0, 4),
    # Here it is best that all give everything, and worst that nobody gives anything.
    (2, 4, 3.0, 4, 12),
])
def test_the_least_and_the_greatest_payoff_are_those_of_nothing_and_everything(
        players, tokens, multiplier, least, greatest):
    game = pyspiel.load_game(
        f"public_goods(players={players},rounds=3,tokens={tokens},multiplier={multiplier},termination_probability=0.5)")
    assert (game.min_utility(), game.max_utility()) == (least, 3 * greatest)


@pytest.mark.parametrize("multiplier", [0.1, 0.7, 1.3, 2.6])
@pytest.mark.parametrize("rounds", [3, 7, 20])
def test_a_sum_of_fractions_stays_within_the_stated_limit_to_the_last_digit(rounds, multiplier):
    free_ride = after(f"public_goods(players=3,rounds={rounds},multiplier={multiplier})", *[[0, 20, 20]] * rounds)
    assert free_ride.returns()[0] == free_ride.get_game().max_utility()


@pytest.mark.parametrize("stated", [
    '{"tokens_contributed": 12}', '{"tokens_contributed": "12"}', '{"tokens_contributed": 12.0}',
    '{"explanation": "2", "tokens_contributed": " 12"}'])
def test_a_contribution_is_stated_as_a_number_in_json(stated):
    assert after("public_goods").struct_to_actions(0, json.loads(stated)) == [12]


@pytest.mark.parametrize("value", ["21", "-1", "1.5", '"all"', "null", "true", "[5]"])
def test_any_other_value_is_refused_with_what_is_allowed(value):
    with pytest.raises(ValueError, match='"tokens_contributed" must be a whole number from 0 to 20'):
        after("public_goods").struct_to_actions(0, json.loads(f'{{"tokens_contributed": {value}}}'))


def test_a_missing_key_is_named():
    with pytest.raises(ValueError, match='the key "tokens_contributed" is missing'):
        after("public_goods").struct_to_actions(0, {"contribution": 5})
