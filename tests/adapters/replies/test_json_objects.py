import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import ReplyError
from adapters.replies.json_objects import find_objects, match_keys, read_objects

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)


@pytest.mark.parametrize(("text", "struct"), [
    ('{"k": 22}', {"k": 22}), ("{'k': 22}", {"k": 22}), ("{k: 22}", {"k": 22}), ('{"k": 22,}', {"k": 22}),
    ('{"k": [1, 2,],}', {"k": [1, 2]}), ('{"k": 22 // low\n}', {"k": 22}), ('{/* low */ "k": 22}', {"k": 22}),
    ('{"k": "a\nb"}', {"k": "a\nb"}), ("{'k': 'it\\'s \"so\"'}", {"k": "it's \"so\""}),
    ("{'a': {'b': [{}]}}", {"a": {"b": [{}]}}), ("{k: null, l: true, m: -1.5}", {"k": None, "l": True, "m": -1.5}),
    ('{"a": {"b": "}"}, "c": "{"}', {"a": {"b": "}"}, "c": "{"})])
def test_an_object_is_read_as_models_write_it(text, struct):
    assert read_objects(f"So: {text}.") == [struct]


@pytest.mark.parametrize("text", [
    '{"k": go}', '{"k" 22}', '{"k": NaN}', '{"k": 1e999}', "{k: Infinity}", '{"k": 5,430}', '{"k": 33 * 2 / 3}',
    '{"a": [1}', '{"k": "she said "hi""}', "{'k': 'it's'}", '{"k": 1, "k": 2}', "{k: True}", '{"k": <move>}',
    "{“k”: “go”}", "{C1, C2}", "\\frac{a}{b}", "${1: a}", "{", "{}"])
def test_what_has_no_such_meaning_is_not_read(text):
    assert read_objects(text) == []


@pytest.mark.parametrize("text", ['{"k": 22', '{"k": "go', "{k: 22", "{'k': 'go", '{"k": {"a": 1}'])
def test_an_object_in_which_the_text_ends_is_cut(text):
    assert [(each.value, each.cut) for each in find_objects(text)] == [(None, True)]


def test_the_outermost_objects_are_found_in_order_and_a_number_keeps_its_digits():
    text = 'So {x} {"a": {"b": "}"}} and {c: 1}, {d: e f} or {"g": 1} \\{"h": 1\\}'
    assert read_objects(text) == [{"a": {"b": "}"}}, {"c": 1}, {"g": 1}]
    places = [text[each.start:each.end] for each in find_objects(text)]
    assert places == ['{"a": {"b": "}"}}', "{c: 1}", "{d: e f}", '{"g": 1}', '{"h": 1\\}']
    assert str(read_objects('{"k": 5.430}')[0]["k"]) == "5.430"


@given(st.dictionaries(st.text(), VALUES, min_size=1), st.booleans())
def test_json_is_read_as_json_wherever_it_stands(struct, ascii_only):
    stated = json.dumps(struct, ensure_ascii=ascii_only)
    if all(len(json.dumps(key)) < 200 and "\n" not in key for key in struct):
        assert read_objects(f"I say {stated}.") == [struct]


def test_keys_are_found_in_any_case_and_two_values_of_one_key_refused():
    assert match_keys({"TOKENS given": 1, "why": "x"}, ("tokens_given",)) == {"tokens_given": 1, "why": "x"}
    assert match_keys({"tokens-given": 1, "tokens_given": 1}, ("tokens_given",)) == {"tokens_given": 1}
    assert match_keys({"offer": 1}, ("bid",)) is None
    with pytest.raises(ReplyError, match="'bid' has two values") as refused:
        match_keys({"Bid": 1, "BID": 2}, ("bid",))
    assert refused.value.reason == "ambiguous"


@pytest.mark.parametrize(
    "piece", ["{a:", "{a:'", "{a:/*", "{a://", "{a:[1,", '{"a":', '{"', "{k: 1} ", '{"a": x y ', "\\\""])
def test_a_long_text_takes_linear_time(piece):
    # Quadratic time would not end.
    assert len(read_objects("{a: b" + piece * 50_000)) <= 50_000
