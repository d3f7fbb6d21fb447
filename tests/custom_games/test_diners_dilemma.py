import itertools

import pyspiel
import pytest

from custom_games.diners_dilemma import DinersDilemma
from tests.support.named_games import after

CHEAP, COSTLY = 0, 1
# The paper's settings (Table 9): price and utility of the cheap dish, then of the costly one.
TABLE_9 = [(10, 15, 20, 20), (11, 5, 20, 7), (4, 19, 9, 20), (1, 8, 19, 12), (4, 5, 17, 7), (2, 11, 8, 13)]


def menu(cheap_price: int, cheap_utility: int, costly_price: int, costly_utility: int) -> dict[str, int]:
    return {"cheap_price": cheap_price, "cheap_utility": cheap_utility,
            "costly_price": costly_price, "costly_utility": costly_utility}


def ordered(costly: int, players: int = 10) -> list[int]:
    """Returns a round in which the first ``costly`` players take the costly dish."""
    return [COSTLY] * costly + [CHEAP] * (players - costly)


@pytest.mark.parametrize(("costly", "for_costly", "for_cheap"), [
    # Bills of 100, 110, 160, 190 and 200, of which everyone pays a tenth.
    (0, None, 5), (1, 9, 4), (6, 4, -1), (9, 1, -4), (10, 0, None)])
def test_everyone_gets_the_utility_of_its_dish_less_an_equal_share_of_the_bill(costly, for_costly, for_cheap):
    state = after("diners_dilemma(rounds=1)", ordered(costly))
    assert state.is_terminal()
    assert state.returns() == [for_costly] * costly + [for_cheap] * (10 - costly)


def test_an_uneven_bill_is_split_into_fractions_everyone_learns_the_counts_and_nobody_who_ordered_what():
    # 10 + 20 + 10 = 40, a third each.
    returns = after("diners_dilemma(players=3,rounds=1)", [CHEAP, COSTLY, CHEAP]).returns()
    assert returns == pytest.approx([5 / 3, 20 / 3, 5 / 3])
    state = after("diners_dilemma(rounds=2)", ordered(6))
    told = {"costly": 6, "cheap": 4, "bill": 160, "share": 16}
    assert state.observation(0) == {
        "round": 2, "rounds": [{"you": "costly", "your_payoff": 4, **told}], "your_total": 4}
    assert state.observation(9) == {
        "round": 2, "rounds": [{"you": "cheap", "your_payoff": -1, **told}], "your_total": -1}
    one, other = (after("diners_dilemma(players=3,rounds=2)", dishes)
                  for dishes in ([CHEAP, COSTLY, CHEAP], [CHEAP, CHEAP, COSTLY]))
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)


@pytest.mark.parametrize("setting", TABLE_9)
def test_each_is_better_off_with_the_costly_dish_but_all_with_the_cheap_one_in_the_papers_settings(setting):
    rules = DinersDilemma(**menu(*setting))
    assert rules.rational_strategy(rules.initial_state(), 0) == [(COSTLY, 1.0)]
    all_cheap, all_costly = (sum(rules.payoffs(tuple(ordered(costly)))) for costly in (0, 10))
    assert all_cheap > all_costly


@pytest.mark.parametrize(("players", "setting", "dish"), [
    # 5 more in utility for 10 / players more to pay.
    (3, (10, 15, 20, 20), COSTLY), (2, (10, 15, 20, 20), CHEAP), (2, (10, 15, 20, 21), COSTLY),
    # 1 more for 10 / 10: as good, and so not worth it, although in binary 1 - 12 / 10 is above 0 - 2 / 10.
    (10, (2, 0, 12, 1), CHEAP), (10, (2, 0, 11, 1), COSTLY), (10, (5, 5, 5, 5), CHEAP),
    (10, (0, 5, 0, 4), CHEAP), (10, (0, 4, 0, 5), COSTLY), (4, (0, -3, 9, -1), CHEAP), (5, (0, -3, 9, -1), COSTLY)])
def test_the_costly_dish_is_rational_if_it_is_worth_its_part_of_the_bill(players, setting, dish):
    rules = DinersDilemma(players=players, **menu(*setting))
    for player in range(players):
        assert rules.rational_strategy(rules.initial_state(), player) == [(dish, 1.0)]


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("setting", [*TABLE_9, (0, 9, 9, 9), (5, 5, 5, 6), (0, 0, 12, 3)])
def test_neither_dish_pays_more_than_the_rational_one_whatever_the_others_order(players, setting):
    rules = DinersDilemma(players=players, **menu(*setting))
    (best, _), = rules.rational_strategy(rules.initial_state(), 0)
    for own, *others in itertools.product((CHEAP, COSTLY), repeat=players):
        assert rules.payoffs((best, *others))[0] >= rules.payoffs((own, *others))[0] - 1e-9


@pytest.mark.parametrize(("setting", "least", "greatest"), [
    # To have the cheap dish among costly ones pays 15 - 190 / 10, the costly among cheap ones 20 - 110 / 10.
    ((10, 15, 20, 20), -4, 9),
    # Here the cheap dish among cheap ones is best and the costly among costly ones worst.
    ((0, 9, 10, 3), -7, 9)])
def test_the_least_and_the_greatest_payoff_are_those_where_all_others_order_the_same(setting, least, greatest):
    parameters = ",".join(f"{name}={value}" for name, value in menu(*setting).items())
    game = pyspiel.load_game(f"diners_dilemma(rounds=3,{parameters})")
    assert (game.min_utility(), game.max_utility()) == (3 * least, 3 * greatest)


def test_a_costly_dish_that_is_cheaper_than_the_cheap_one_is_refused():
    with pytest.raises(ValueError, match="diners_dilemma: costly_price=9 is not at least cheap_price=10"):
        pyspiel.load_game("diners_dilemma(costly_price=9)")
    assert pyspiel.load_game("diners_dilemma(costly_price=10)").num_players() == 10
