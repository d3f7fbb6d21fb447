import json
from fractions import Fraction

import pytest

from custom_games.action_specs import json_values


def test_a_value_is_found_under_its_key_even_if_it_is_null():
    assert json_values.value_of({"bid": None, "note": 5}, "bid") is None
    with pytest.raises(ValueError, match=r'^the key "bid" is missing$'):
        json_values.value_of({"Bid": 5}, "bid")


@pytest.mark.parametrize(("stated", "index"), [("stay", 0), ("go", 1), (" GO\n", 1), ('"Stay".', 0), (7, 2), ("7", 2)])
def test_an_option_is_found_by_its_name_whatever_the_letter_case(stated, index):
    assert json_values.index_of(stated, "decision", ("stay", "go", "7")) == index


@pytest.mark.parametrize("stated", ["leave", "the stay", "", 0, 1, True, None, ["go"], {"go": 1}, "go" * 1000])
def test_any_other_value_is_refused_with_the_options(stated):
    with pytest.raises(ValueError, match=r'^"decision" must be stay or go$'):
        json_values.index_of(stated, "decision", ("stay", "go"))


@pytest.mark.parametrize(("value", "number"), [
    (0, 0), (20, 20), (7.0, 7), ("7", 7), (" +07 ", 7), ("-3", -3), (-3.0, -3), ("7.0", 7), ("7.", 7)])
def test_a_whole_number_is_one_without_a_fraction_or_its_digits(value, number):
    found = json_values.whole_number(value, "bid", -3, 20)
    assert found == number
    assert type(found) is int


@pytest.mark.parametrize("value", [
    21, -4, 7.5, "7.5", "7 coins", "", True, None, [7], float("nan"), float("inf"), "9" * 16, 10**400])
def test_anything_else_is_no_whole_number_in_the_range(value):
    with pytest.raises(ValueError, match=r'^"bid" must be a whole number from -3 to 20$'):
        json_values.whole_number(value, "bid", -3, 20)


@pytest.mark.parametrize(("value", "number"), [
    (0.1, Fraction(1, 10)), ("0.1", Fraction(1, 10)), (3, Fraction(3)), (" 2.50 ", Fraction(5, 2)),
    (1e-05, Fraction(1, 100_000)), ("+4", Fraction(4))])
def test_a_decimal_number_is_exactly_what_its_digits_state(value, number):
    assert json_values.decimal_number(value, "answer", 0, 4) == number


@pytest.mark.parametrize("value", [
    4.001, -0.1, "1/2", "1e3", ".5", "", True, None, [1], float("nan"), float("inf"), "0." + "1" * 31])
def test_anything_else_is_no_decimal_number_in_the_range(value):
    with pytest.raises(ValueError, match=r'^"answer" must be a number from 0 to 4$'):
        json_values.decimal_number(value, "answer", 0, 4)


def test_a_point_before_three_digits_is_refused_and_a_name_may_be_one_word_but_its_numbers_stay_apart():
    with pytest.raises(ValueError, match=r'^"bid" may mean 5\.430 or 5430: write it without separators$'):
        json_values.decimal_number("5.430", "bid", 0, 100, Fraction(10))
    assert json_values.decimal_number("5.430", "bid", 0, 100, Fraction(1)) == Fraction(543, 100)
    assert json_values.decimal_number("5.430", "bid", 0, 9999, Fraction(1, 100)) == Fraction(543, 100)
    with pytest.raises(ValueError, match=r"may mean 5\.000 or 5000"):
        json_values.whole_number("5.000", "bid", 0, 9999)
    assert json_values.whole_number("5,000", "bid", 0, 9999) == 5000
    names = ("Player 1", "Player 13", "non-spy")
    for name, index in (("player1", 0), ("Player_13", 1), ("nonspy", 2), ("non spy", 2)):
        assert json_values.index_of(name, "t", names) == index
    with pytest.raises(ValueError, match='"t" must be'):
        json_values.index_of("Player 1 3", "t", names)


@pytest.mark.parametrize(("value", "stated"), [
    (22, "22"), ("22", "22"), (" +22 ", "+22"), ("22.50", "22.50"), ("5,430", "5430"), ("$-3$", "-3"), ("−3", "-3"),
    ("**22**.", "22"), (1.5, "1.5"), ("1e-7", "1e-7"), ("1,234,567.5", "1234567.5"),
    (json_values.StatedFloat("5.430"), "5.430")])
def test_the_digits_of_a_number_are_stated_by_itself_or_by_a_text(value, stated):
    assert json_values.read_digits(value) == stated


@pytest.mark.parametrize("value", [
    True, None, [22], "", "about 22", "22 33", "22 or 33", "5,43", "54,30", "5^2", "2/3", "22 coins", "22%", "ten",
    "5€", "1e9", "9" * 200, "5" + " " * 200 + "x", 10**400, float("inf")])
def test_nothing_else_is_a_number(value):
    assert json_values.read_digits(value) is None


def test_a_point_may_separate_thousands_and_a_stated_float_keeps_its_digits():
    assert json_values.as_thousands("5.430") == 5430
    assert [json_values.as_thousands(text) for text in ("5.43", "0.430", "5430", "5.4300", "")] == [None] * 5
    assert (json_values.StatedFloat("5.430"), str(json_values.StatedFloat("5.430"))) == (5.43, "5.430")
    assert str(json_values.StatedFloat("1E2")) == "100.0"
    assert json.dumps(json_values.StatedFloat("5.430")) == "5.43"
