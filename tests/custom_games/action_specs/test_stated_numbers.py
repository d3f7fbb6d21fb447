import json

import pytest

from custom_games.action_specs.json_values import StatedFloat, as_thousands, digits


@pytest.mark.parametrize(("value", "stated"), [
    (22, "22"), ("22", "22"), (" +22 ", "+22"), ("22.50", "22.50"), ("5,430", "5430"), ("$-3$", "-3"), ("−3", "-3"),
    ("**22**.", "22"), (1.5, "1.5"), (StatedFloat("5.430"), "5.430"), ("1e-7", "1e-7"), ("1,234,567.5", "1234567.5"),
])
def test_the_digits_of_a_number_are_stated_by_itself_or_by_a_text(value, stated):
    assert digits(value) == stated


@pytest.mark.parametrize("value", [
    True, None, [22], "", "about 22", "22 33", "22 or 33", "5,43", "54,30", "5^2", "2/3", "22 coins", "22%", "ten",
    "5€", "1e9", "9" * 200, "5" + " " * 200 + "x", 10**400, float("inf")])
def test_nothing_else_is_a_number(value):
    assert digits(value) is None


def test_a_point_may_separate_thousands():
    assert as_thousands("5.430") == 5430
    assert [as_thousands(text) for text in ("5.43", "0.430", "5430", "5.4300", "")] == [None] * 5


def test_a_stated_float_is_a_float_that_keeps_its_digits():
    assert StatedFloat("5.430") == 5.43
    assert str(StatedFloat("5.430")) == "5.430"
    assert str(StatedFloat("1E2")) == "100.0"
    assert json.dumps(StatedFloat("5.430")) == "5.43"
