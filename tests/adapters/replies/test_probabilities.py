import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import ReplyError
from adapters.replies.probabilities import (
    MOST_OPTIONS,
    make_probabilities_form,
    make_probabilities_schema,
    read_probabilities,
    require_options,
    write_probabilities_form,
)

CARDS = ("Jack", "Queen of hearts")


@pytest.mark.parametrize("reply", [
    '{"Jack": 0.25, "Queen of hearts": 0.75}',
    'I hold a King. {"Jack": 0.25, "Queen of hearts": 0.75}',
    '```json\n{"Queen of hearts": 0.75, "Jack": 0.25}\n```',
    '{"jack": 25, "queen_of_hearts": 75}',
    '{"Jack": "25%", "Queen of hearts": "75 %"}',
    "{'Jack': .25, 'Queen of hearts': .75,}",
    '<think>{"Jack": 1, "Queen of hearts": 0}</think>{"Jack": 0.25, "Queen of hearts": 0.75, "why": "seen"}',
    '{"Jack": 0.25, "Queen of hearts": 0.75} To say it again: {"Jack": 0.25, "Queen of hearts": 0.75}',
])
def test_stated_probabilities_are_read_whatever_stands_around_them(reply):
    assert read_probabilities(reply, CARDS) == (0.25, 0.75)


@pytest.mark.parametrize(("reply", "reason"), [
    ("", "empty"),
    ("The Jack, surely.", "unparsable"),
    ('{"Jack": 1}', "unparsable"),
    ('{"Jack": 1, "Queen of hearts": null}', "unparsable"),
    ('{"Jack": true, "Queen of hearts": false}', "unparsable"),
    ('{"Jack": 1.5, "Queen of hearts": -0.5}', "unparsable"),
    ('{"Jack": 0.7, "Queen of hearts": 0.7}', "illegal"),
    ('{"Jack": 0, "Queen of hearts": 0}', "illegal"),
    ('{"Jack": 0.25, "Queen of hearts": 0.75} or {"Jack": 0.5, "Queen of hearts": 0.5}', "ambiguous"),
])
def test_what_states_no_probabilities_is_refused(reply, reason):
    with pytest.raises(ReplyError) as refused:
        read_probabilities(reply, CARDS)
    assert refused.value.reason == reason


def test_rounded_numbers_are_divided_by_their_sum():
    assert read_probabilities('{"a": 0.33, "b": 0.33, "c": 0.33}', "abc") == pytest.approx((1 / 3,) * 3)
    assert read_probabilities('{"a": 33, "b": 33, "c": 33}', "abc") == pytest.approx((1 / 3,) * 3)


@pytest.mark.parametrize("number", [6, 7, 12, 13, 52])
def test_many_equal_numbers_of_two_digits_are_read_although_their_sum_is_further_from_1(number):
    options = [f"card {each}" for each in range(number)]
    reply = json.dumps(dict.fromkeys(options, round(1 / number, 2)))
    assert read_probabilities(reply, options) == pytest.approx((1 / number,) * number)


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1), min_size=2,
                max_size=6, unique_by=lambda name: name.casefold()), st.data())
def test_the_form_that_is_asked_for_is_understood(options, data):
    try:
        require_options(options)
    except ValueError:
        return
    weights = data.draw(st.lists(st.integers(0, 100), min_size=len(options), max_size=len(options)).filter(any))
    numbers = [weight / sum(weights) for weight in weights]
    reply = write_probabilities_form(options)
    for number in numbers:
        reply = reply.replace(": <probability>", f": {number!r}", 1)
    assert read_probabilities(reply, options) == pytest.approx(numbers)


def test_offline_models_state_probabilities_in_that_form():
    form = make_probabilities_form(CARDS)
    stated = [read_probabilities(form.reply({"move": move}), CARDS) for move in form.moves]
    assert stated == [(0.5, 0.5), (1, 0), (0, 1)]


def test_the_schema_has_a_number_for_each_option_and_nothing_else():
    schema = make_probabilities_schema(CARDS)
    assert schema["properties"] == {card: {"type": "number"} for card in CARDS}
    assert schema["required"] == list(CARDS)
    assert not schema["additionalProperties"]
    json.dumps(schema)


@pytest.mark.parametrize("options", [
    (), ("a",), ("a", "A"), ("a b", "a_b"), ("a", " "), tuple(map(str, range(MOST_OPTIONS + 1)))])
def test_options_that_cannot_be_told_apart_are_refused(options):
    with pytest.raises(ValueError, match="options"):
        require_options(options)
