import math

import pytest

from gtarena import text


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[31mred", "<U+001B>[31mred"),
        ("\x1b]8;;http://x\x07click", "<U+001B>]8;;http://x<U+0007>click"),
        ("a\u202eb\u2066c", "a<U+202E>b<U+2066>c"),
        ("zero\u200bwidth", "zero<U+200B>width"),
        ("\x9b31m", "<U+009B>31m"),
        ("lone \ud800", "lone <U+D800>"),
        ("over\rwrite", "over<U+000D>write"),
    ],
)
def test_what_acts_on_a_display_stands_as_its_code(hostile, shown):
    assert text.visible(hostile) == shown


def test_line_feeds_tabs_and_ordinary_scripts_stay_as_they_are():
    assert text.visible("a\r\nb\tc é 漢字 ♞") == "a\nb\tc é 漢字 ♞"


def test_a_text_beyond_its_limit_ends_in_an_ellipsis():
    assert text.visible("abcdef", 6) == "abcdef"
    assert text.visible("abcdefg", 6) == "abcde…"
    assert len(text.visible("\x1b" * 50, 20)) == 20


def test_one_line_is_one_line():
    assert text.one_line(" a\n\n b\u2028c\x0bd ") == "a b c d"


def test_numbers_that_are_not_there_are_not_shown_as_zero():
    shown = [show(math.nan) for show in (text.number, text.signed, text.percent, text.count, text.dollars)]
    assert shown == ["–", "–", "–", "?", "?"]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (text.number(1000.0), "1,000"), (text.number(-0.0001), "0"), (text.number(-0.25), "−0.25"),
        (text.signed(-0.001), "+0.00"), (text.signed(-1.0), "−1.00"),
        (text.percent(0.001), "<1%"), (text.percent(0.0), "0%"), (text.percent(0.125), "12%"),
        (text.count(9999), "9,999"), (text.count(12_345), "12.3k"), (text.count(2_500_000), "2.5M"),
        (text.dollars(0.0), "$0.00"), (text.dollars(0.00001), "<$0.0001"), (text.dollars(1234.5), "$1,234.50"),
    ],
)
def test_numbers_are_short_and_never_round_something_to_nothing(shown, expected):
    assert shown == expected
