import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.json_objects import UNREADABLE
from adapters.lenient_json import CUT, LENIENT


def read(text):
    """Returns the objects of a text, decoded."""
    return [LENIENT.decoded(text[start:end]) for start, end in LENIENT.spans(text)]


@pytest.mark.parametrize(("text", "struct"), [
    ('{"k": 22}', {"k": 22}),
    ("{'k': 22}", {"k": 22}),
    ("{k: 22}", {"k": 22}),
    ('{"k": <22>}', {"k": 22}),
    ('{"k": < go >, "l": [<1>, <2>]}', {"k": "go", "l": [1, 2]}),
    ('{"k": 22,}', {"k": 22}),
    ('{"k": [1, 2,],}', {"k": [1, 2]}),
    ('{"k": 22 // low\n}', {"k": 22}),
    ('{"k": /* low */ 22}', {"k": 22}),
    ('{\n  # low\n  "k": 22\n}', {"k": 22}),
    ('{"k": "a\nb"}', {"k": "a\nb"}),
    ("{'k': 'it's \"so\"', 'b': 2}", {"k": "it's \"so\"", "b": 2}),
    ("{“k”: “go”}", {"k": "go"}),
    ("{'k': True, 'b': None, 'c': -1.5}", {"k": True, "b": None, "c": -1.5}),
    ('{"k": go out}', {"k": "go out"}),
    ('{"k": $5430}', {"k": "$5430"}),
    ("{'a': {'b': [{}]}}", {"a": {"b": [{}]}}),
    ("{'a': 'x\\ny'}", {"a": "x\ny"}),
])
def test_an_object_is_read_as_a_person_reads_it(text, struct):
    assert read(f"So: {text}.") == [struct]


@pytest.mark.parametrize("text", [
    '{"k": <move>}', '{"k" 22}', '{"k": NaN}', '{"k": 5,430}', '{"k": "a" "b"}', '{"a": [1}',
])
def test_what_has_no_such_meaning_is_unreadable(text):
    assert read(text) == [UNREADABLE]


@pytest.mark.parametrize("text", ['{"k": 22', '{"k": "go', "{k: 22", "{'k': 'go", '{"k": {"a": 1}', '{"k'])
def test_an_object_that_the_text_ends_in_is_cut(text):
    assert read(text) == [CUT]


@pytest.mark.parametrize("text", [
    "{C1, C2}", "f({x})", "\\frac{a: b}", "{Note: this\nis prose}", "${a: 1}", "{", "{}"])
def test_other_braces_are_no_objects(text):
    assert read(text) == []


def test_the_objects_of_a_text_are_found_in_order():
    assert read("{a: 1}, {'b': {'c': 2}} and {\"d\": 3}") == [{"a": 1}, {"b": {"c": 2}}, {"d": 3}]


@given(st.dictionaries(st.text(), st.text() | st.integers(-10**9, 10**9) | st.lists(st.booleans()), min_size=1))
def test_json_is_read_as_json(struct):
    assert read(f"I say {json.dumps(struct)}.") == [struct]


@given(st.dictionaries(
    st.from_regex(r"[a-z_]{1,8}", fullmatch=True), st.from_regex(r"[a-zA-Z ]{0,8}", fullmatch=True), min_size=1))
def test_pythons_spelling_is_read_as_the_same_object(struct):
    assert read(repr(struct)) == [struct]


@pytest.mark.parametrize("piece", ["{a:", "{a:'", "{a:/*", "{a://", "{a:[1,", '{"a":', '{"', "{k: 1} ", '{"a": x y '])
def test_a_long_text_takes_linear_time(piece):
    # Quadratic time would not end.
    assert len(read(piece * 50_000)) <= 50_000
