import math

import pytest

from gtarena.formatting import (
    format_count,
    format_dollars,
    format_duration,
    format_number,
    format_percent,
    format_signed,
    format_visible,
    one_line,
    short_value,
)


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[31mred", "<U+001B>[31mred"), ("\x1b]8;;http://x\x07click", "<U+001B>]8;;http://x<U+0007>click"),
        ("a\u202eb\u2066c", "a<U+202E>b<U+2066>c"), ("zero\u200bwidth", "zero<U+200B>width"),
        ("\x9b31m", "<U+009B>31m"), ("lone \ud800", "lone <U+D800>"), ("over\rwrite", "over<U+000D>write")],
)
def test_what_acts_on_a_display_stands_as_its_code(hostile, shown):
    assert format_visible(hostile) == shown


def test_ordinary_characters_stay_a_text_beyond_its_limit_ends_in_an_ellipsis_and_one_line_is_one_line():
    assert format_visible("a\r\nb\tc é 漢字 ♞") == "a\nb\tc é 漢字 ♞"
    assert (format_visible("abcdef", 6), format_visible("abcdefg", 6)) == ("abcdef", "abcde…")
    assert (len(format_visible("\x1b" * 50, 20)), one_line(" a\n\n b\u2028c\x0bd ")) == (20, "a b c d")


@pytest.mark.parametrize(("value", "shown"), [
    (1, "1"), (1.0, "1"), (0.5, "0.5"), (True, "true"), (None, "null"), ("v1", "v1"), ("gpt-4o:x/y.z", "gpt-4o:x/y.z"),
    ("1", '"1"'), ("true", '"true"'), ("NaN", '"NaN"'), ("a b", '"a b"'), ("", '""'),
    ({"b": 1, "a": 2}, '{"a": 2, "b": 1}')])
def test_different_values_of_a_setting_never_look_alike(value, shown):
    assert short_value(value) == shown


def test_numbers_that_are_not_there_are_not_shown_as_zero():
    functions = (format_number, format_signed, format_percent, format_count, format_dollars)
    assert [show(math.nan) for show in functions] == ["–", "–", "–", "?", "?"]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (format_number(1000.0), "1,000"), (format_number(-0.0001), "0"), (format_number(-0.25), "−0.25"),
        (format_signed(-0.001), "+0.00"), (format_signed(-1.0), "−1.00"),
        (format_percent(0.001), "<1%"), (format_percent(0.0), "0%"), (format_percent(0.125), "12%"),
        (format_count(9999), "9,999"), (format_count(12_345), "12.3k"), (format_count(2_500_000), "2.5M"),
        (format_dollars(0.0), "$0.00"), (format_dollars(0.00001), "<$0.0001"), (format_dollars(1234.5), "$1,234.50")],
)
def test_numbers_are_short_and_never_round_something_to_nothing(shown, expected):
    assert shown == expected


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0 s"), (61, "61 s"), (150, "2 min"), (3599, "1 h 0 min"), (4320, "1 h 12 min"), (7195, "2 h 0 min")])
def test_durations_are_whole_minutes_and_never_60_of_them(seconds: float, words: str) -> None:
    assert format_duration(seconds) == words
