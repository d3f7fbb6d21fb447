import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.json_objects import RAW, UNREADABLE, finite, with_keys

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)


def objects(text, reader=RAW):
    return [text[start:end] for start, end in reader.spans(text)]


def test_the_outermost_objects_of_a_text_are_found():
    text = 'So {x} {"a": {"b": "}"}} and { "c": 1}, or {"d": {"e": 1}'
    assert objects(text) == ['{"a": {"b": "}"}}', '{ "c": 1}', '{"d": {"e": 1}']


def test_a_string_may_break_its_lines():
    text = '{"a": "b\n}\tc"}'
    assert objects(text) == [text]
    assert RAW.decoded(text) == {"a": "b\n}\tc"}


def test_raw_json_keeps_strings_and_forgives_other_characters_outside_of_them():
    assert RAW.decoded('{\u00a0"a\u00a0":\u200b"\u00bd\u200d",\u00a0"b":\uff11}') == {"a\u00a0": "\u00bd\u200d", "b": 1}


@pytest.mark.parametrize("text", [
    '{"a": NaN}', '{"a": 1e999}', '{"a": -Infinity}', '{"a"}', '{"a": ' * 5000, "", "{'a': 1}"])
def test_what_is_no_json_is_unreadable(text):
    assert RAW.decoded(text) == UNREADABLE


@given(st.dictionaries(st.text(), VALUES, min_size=1), st.booleans())
def test_any_object_is_found_and_decoded(struct, ascii_only):
    text = json.dumps(struct, ensure_ascii=ascii_only)
    assert objects(f"I say {text}.") == [text]
    assert RAW.decoded(text) == struct


def test_a_number_keeps_its_digits_and_is_finite():
    assert str(finite("5.430")) == "5.430"
    assert finite("5.430") == 5.43
    with pytest.raises(ValueError, match="too large"):
        finite("1e999")


def test_keys_are_found_in_any_letter_case_and_best_in_that_asked_for():
    assert with_keys({"BID": 1, "why": "x"}, ("bid",)) == {"bid": 1, "why": "x", "BID": 1}
    assert with_keys({"Bid": 1, "bid": 2}, ("bid",)) == {"bid": 2, "Bid": 1}
    assert with_keys({"offer": 1}, ("bid",)) is None
