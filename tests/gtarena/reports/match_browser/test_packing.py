import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.formatting import format_visible
from gtarena.reports.match_browser.packing import visible_span
from gtarena.system.redaction import HIDDEN


@pytest.mark.parametrize(("text", "span", "expected"), [
    ("Answer: A", (0, 9), (0, 9)), ("\u202eA", (1, 2), (8, 9)),  # <U+202E>
    ("😀\r\nA", (3, 4), (3, 4)), ("\ud83dA", (1, 2), (8, 9)), ("a\r\n\x00b", (0, 5), (0, 11)), ("A", (1, 9), (1, 1))])
def test_a_place_is_counted_in_the_visible_text_in_units_of_utf_16(text, span, expected):
    assert visible_span(text, span) == expected


@given(st.text(max_size=20), st.text(min_size=1, max_size=20), st.text(max_size=20))
def test_what_stands_at_the_place_is_the_visible_form_of_what_was_there(before, said, after):
    said = said.strip() or "A"
    start, end = visible_span(before + said + after, (len(before), len(before) + len(said)))
    shown = format_visible(before + said + after).encode("utf-16-le")
    assert shown[2 * start : 2 * end].decode("utf-16-le") == format_visible(said)


def test_a_text_in_which_a_secret_is_hidden_has_no_places():
    assert visible_span(f"{HIDDEN} Answer: A", (0, 9)) is None
