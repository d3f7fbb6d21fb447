import itertools

import pyspiel
import pytest

from custom_games.public_goods import PublicGoods
from tests.support.named_games import after


@pytest.mark.parametrize(("contributions", "multiplier", "payoffs"), [
    # 4 + 18 + 2 = 24 tokens become 48, of which each of the three gets 16.
    ([4, 18, 2], 2.0, [16 + 16, 2 + 16, 18 + 16]),
    # Pots of 55 and 7 tokens, shares of 11 and 1.4.
    ([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 2.0, [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]),
    ([0, 7] + [0] * 8, 2.0, [21.4, 14.4] + [21.4] * 8), ([20] * 10, 2.0, [40] * 10), ([0] * 10, 2.0, [20] * 10),
    ([20] * 10, 0.0, [0] * 10), ([5] + [0] * 9, 0.5, [15.25] + [20.25] * 9)])
def test_everyone_keeps_what_it_did_not_give_and_gets_an_equal_share_of_the_multiplied_pot(
        contributions, multiplier, payoffs):
    game = f"public_goods(players={len(contributions)},rounds=1,multiplier={multiplier})"
    assert after(game, contributions).returns() == payoffs


def test_all_players_learn_all_contributions_and_what_everyone_has():
    state = after("public_goods(players=3,rounds=2)", [4, 18, 2])
    told = {"contributions": [4, 18, 2], "pot": 24, "tokens": [32, 18, 34]}
    assert [state.observation(player) for player in range(3)] == [
        {"round": 2, "rounds": [{"you": own, "gain": 16 - own, "your_payoff": payoff, **told}], "your_total": payoff}
        for own, payoff in ((4, 32), (18, 18), (2, 34))]


@pytest.mark.parametrize(("players", "multiplier", "contribution"), [
    (10, 2.0, 0), (10, 0.0, 0), (10, 1.0, 0), (2, 1.99, 0), (3, 3.0, 0), (3, 3.01, 20), (2, 4.0, 20)])
def test_rational_players_give_nothing_unless_a_token_brings_back_more_than_itself(players, multiplier, contribution):
    rules = PublicGoods(players=players, multiplier=multiplier)
    for player in range(players):
        assert rules.rational_strategy(rules.initial_state(), player) == [(contribution, 1.0)]


@pytest.mark.parametrize("multiplier", [0.0, 1.0, 2.0, 2.9, 3.0, 3.1, 5.0])
def test_no_contribution_pays_more_than_the_rational_one_whatever_the_others_give(multiplier):
    rules = PublicGoods(players=3, tokens=3, multiplier=multiplier)
    (best, _), = rules.rational_strategy(rules.initial_state(), 0)
    for own, *others in itertools.product(range(4), repeat=3):
        assert rules.payoffs((best, *others))[0] >= rules.payoffs((own, *others))[0] - 1e-9


@pytest.mark.parametrize(("players", "tokens", "multiplier", "least", "greatest"), [
    # Alone to give everything pays 40 / 10, and to give nothing when all others give all 20 + 360 / 10.
    (10, 20, 2.0, 4, 56), (2, 4, 0.0, 0, 4),
    # Here it is best that all give everything, and worst that nobody gives anything.
    (2, 4, 3.0, 4, 12)])
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
