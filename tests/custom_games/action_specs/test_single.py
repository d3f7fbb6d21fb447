import random
from fractions import Fraction

import pytest

from custom_games.action_specs import Choice, NamedActions, Number, RoundedNumber

PLAYER = Choice("player", ("2", "3"), actions=(1, 2))
TARGET = Choice("target", ("player_1", "player_3"), actions=(1, 3))
NAMED = NamedActions("target", (1, 3), "player_{}".format)


def test_options_are_numbered_from_0_or_have_ids_of_their_own():
    plain = Choice("decision", ("drop", "stay"))
    assert (list(plain.legal_actions()), plain.num_actions) == ([0, 1], 2)
    for spec in (TARGET, NAMED):
        assert (list(spec.legal_actions()), spec.num_actions) == ([1, 3], 4)
        assert [spec.action_name((), action) for action in spec.legal_actions()] == ["player_1", "player_3"]
        assert spec.values([3]) == {"target": "player_3"}
        assert spec.patterns() == spec.properties()["target"]["enum"] == ["player_1", "player_3"]


@pytest.mark.parametrize(("stated", "action"), [("player_1", 1), (" Player_3 ", 3), ("player 3.", 3)])
def test_an_option_is_read_by_its_name_ignoring_case_and_spacing(stated, action):
    assert TARGET.read({"target": stated}) == NAMED.read({"target": stated}) == [action]


@pytest.mark.parametrize("stated", ["player_2", 1, True, None, ["player_1"], "player", "the player_1", ""])
def test_what_is_no_option_is_refused_with_the_options(stated):
    for spec in (TARGET, NAMED):
        with pytest.raises(ValueError, match='"target" must be player_1 or player_3'):
            spec.read({"target": stated})


def test_random_play_asks_for_no_name_and_a_missing_key_is_refused_by_name():
    spec, rng = NamedActions("target", (1, 3), lambda action: pytest.fail(f"{action} is named")), random.Random(0)
    assert {spec.draw(rng), *spec.draw_many(20, rng), *spec.random_move(rng)} == {1, 3}
    for spec in (TARGET, Number("bid", 0, 9), RoundedNumber("bid", 0, 9)):
        with pytest.raises(ValueError, match=f'the key "{spec.key}" is missing'):
            spec.read({"other": 1})


def test_a_number_is_low_plus_the_action_times_the_step():
    prices = Number("price", 10, 50, step=20)
    assert [prices.value(action) for action in prices.legal_actions()] == [10, 30, 50]
    assert prices.read({"price": "30"}) == prices.read({"price": 30.0}) == prices.read_line(" 30 ") == [1]
    assert prices.num_actions == 3
    for stated, why in ((31, "a number from 10 to 50 in steps of 20"), (60, "from 10 to 50"), (-10, "from 10 to 50"),
                        (30.5, "a whole number"), ("thirty", "a whole number"), (True, "a whole number")):
        with pytest.raises(ValueError, match=f'"price" must be .*{why}'):
            prices.read({"price": stated})


@pytest.mark.parametrize(("low", "high", "step", "listed"), [
    (0, 0, 1, ["0"]), (0, 1, 1, ["0", "1"]), (5, 25, 20, ["5", "25"]), (0, 2, 1, ["0..2"]),
    (0, 200, 50, ["0..200 in steps of 50"]), (7, 10**9 + 7, 10, ["7..1000000007 in steps of 10"])])
def test_two_numbers_are_listed_and_more_are_a_range_however_many_they_are(low, high, step, listed):
    assert Number("bid", low, high, step).patterns() == listed


@pytest.mark.parametrize(("make", "low", "high", "step"), [
    *((Number, *limits) for limits in ((0, 10, 3), (0, 10, 0), (5, 4, 1))),
    *((RoundedNumber, low, high, Fraction(step)) for low, high, step in (
        (1, 0, "1"), (0, 1, "1/3"), (0, 1, "0.3"), (0, 1, "0"), (0, 1, "-1")))])
def test_a_range_that_its_steps_do_not_divide_and_a_step_without_decimals_are_refused(make, low, high, step):
    with pytest.raises(ValueError, match=f'"bid" has no numbers from {low} to {high} in steps of '):
        make("bid", low, high, step)


@pytest.mark.parametrize(("stated", "action"), [
    (33.333, 3333), ("33.335", 3334), (33.345, 3334), (100, 10_000), ("1e-3", 0)])
def test_a_rounded_number_is_the_nearest_action_and_halves_go_to_the_even_one(stated, action):
    assert RoundedNumber("answer", 0, 100, Fraction(1, 100)).read({"answer": stated}) == [action]


def test_rounded_numbers_have_the_decimals_of_their_step():
    hundredths = RoundedNumber("answer", 0, 1, Fraction(1, 100))
    assert (hundredths.action_name((), 7), hundredths.values([7])) == ("0.07", {"answer": 0.07})
    assert hundredths.patterns() == ["0.00..1.00"]
    tens = RoundedNumber("bid", 0, 100, Fraction(20))
    assert (tens.action_name((), 3), tens.values([3]), tens.patterns()) == ("60", {"bid": 60}, ["0..100"])
    assert tens.read({"bid": 50}) == [2]
    assert RoundedNumber("x", -2, 3, Fraction(5, 2)).action_name((), 1) == "0.5"


@pytest.mark.parametrize(("options", "more"), [
    ((), {}), (("go", "Go"), {}), (("go", "stay"), {"actions": (3, 1)}), (("go", "stay"), {"actions": (1,)})])
def test_options_need_different_names_and_ascending_ids(options, more):
    with pytest.raises(ValueError, match='"side" needs'):
        Choice("side", options, **more)


def test_a_whole_number_names_the_option_that_its_digits_are():
    assert PLAYER.read({"player": 3}) == PLAYER.read({"player": "3"}) == [2]
    for stated in (1, 3.0, True):
        with pytest.raises(ValueError, match='"player" must be 2 or 3'):
            PLAYER.read({"player": stated})
