from fractions import Fraction

import pytest

from custom_games.action_specs.json_values import decimal_number, index_of, value_of, whole_number


def test_a_value_is_found_under_its_key_even_if_it_is_null():
    assert value_of({"bid": None, "note": 5}, "bid") is None
    with pytest.raises(ValueError, match=r'^the key "bid" is missing$'):
        value_of({"Bid": 5}, "bid")


@pytest.mark.parametrize(("stated", "index"), [("stay", 0), ("go", 1), (" GO\n", 1), ('"Stay".', 0), (7, 2), ("7", 2)])
def test_an_option_is_found_by_its_name_whatever_the_letter_case(stated, index):
    assert index_of(stated, "decision", ("stay", "go", "7")) == index


@pytest.mark.parametrize("stated", ["leave", "the stay", "", 0, 1, True, None, ["go"], {"go": 1}, "go" * 1000])
def test_any_other_value_is_refused_with_the_options(stated):
    with pytest.raises(ValueError, match=r'^"decision" must be stay or go$'):
        index_of(stated, "decision", ("stay", "go"))


@pytest.mark.parametrize(("value", "number"), [
    (0, 0), (20, 20), (7.0, 7), ("7", 7), (" +07 ", 7), ("-3", -3), (-3.0, -3),
    ("7.0", 7), ("7.", 7)])
def test_a_whole_number_is_one_without_a_fraction_or_its_digits(value, number):
    found = whole_number(value, "bid", -3, 20)
    assert found == number
    assert type(found) is int


@pytest.mark.parametrize("value", [
    21, -4, 7.5, "7.5", "7 coins", "", True, None, [7], float("nan"), float("inf"), "9" * 16, 10**400])
def test_anything_else_is_no_whole_number_in_the_range(value):
    with pytest.raises(ValueError, match=r'^"bid" must be a whole number from -3 to 20$'):
        whole_number(value, "bid", -3, 20)


@pytest.mark.parametrize(("value", "number"), [
    (0.1, Fraction(1, 10)), ("0.1", Fraction(1, 10)), (3, Fraction(3)), (" 2.50 ", Fraction(5, 2)),
    (1e-05, Fraction(1, 100_000)), ("+4", Fraction(4))])
def test_a_decimal_number_is_exactly_what_its_digits_state(value, number):
    assert decimal_number(value, "answer", 0, 4) == number


@pytest.mark.parametrize("value", [
    4.001, -0.1, "1/2", "1e3", ".5", "", True, None, [1], float("nan"), float("inf"), "0." + "1" * 31])
def test_anything_else_is_no_decimal_number_in_the_range(value):
    with pytest.raises(ValueError, match=r'^"answer" must be a number from 0 to 4$'):
        decimal_number(value, "answer", 0, 4)


def test_a_point_before_three_digits_is_refused_where_it_may_separate_thousands():
    with pytest.raises(ValueError, match=r'^"bid" may mean 5\.430 or 5430: write it without separators$'):
        decimal_number("5.430", "bid", 0, 100, Fraction(10))
    assert decimal_number("5.430", "bid", 0, 100, Fraction(1)) == Fraction(543, 100)
    assert decimal_number("5.430", "bid", 0, 9999, Fraction(1, 100)) == Fraction(543, 100)
    with pytest.raises(ValueError, match=r"may mean 5\.000 or 5000"):
        whole_number("5.000", "bid", 0, 9999)
    assert whole_number("5,000", "bid", 0, 9999) == 5000


def test_a_name_may_be_one_word_but_its_numbers_stay_apart():
    names = ("Player 1", "Player 13", "non-spy")
    assert [index_of(name, "t", names) for name in ("player1", "Player_13", "nonspy", "non spy")] == [0, 1, 2, 2]
    with pytest.raises(ValueError, match='"t" must be'):
        index_of("Player 1 3", "t", names)
