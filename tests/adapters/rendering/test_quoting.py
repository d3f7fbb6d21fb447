import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.rendering.quoting import quote_text
from tests.support.injections import INJECTIONS


@pytest.mark.parametrize("text", INJECTIONS.values())
def test_an_injection_stays_one_quoted_line_that_means_what_was_said(text):
    shown = quote_text(text)
    assert len(shown.splitlines()) == 1
    assert all(unicodedata.category(character) not in ("Cc", "Cf", "Cs") for character in shown)
    assert json.loads(shown) == text


@given(st.text())
def test_whatever_is_said_the_first_bare_quotation_mark_ends_the_quotation(text):
    shown = quote_text(text)
    value, end = json.JSONDecoder().raw_decode(shown)
    assert (value, end) == (text, len(shown))


def test_ordinary_words_are_shown_and_a_beginning_with_the_rest_counted_behind_the_quotation():
    assert quote_text("Wir gehen nicht – 我们不去, okay? 🙂") == '"Wir gehen nicht – 我们不去, okay? 🙂"'
    assert quote_text("x" * 12_000, 10_000) == f'"{"x" * 10_000}" (and 2000 more characters, left out)'
    assert quote_text("x" * 10_000, 10_000) == f'"{"x" * 10_000}"'
    assert quote_text('a"' * 10, limit=4) == '"a\\"a\\"" (and 16 more characters, left out)'
