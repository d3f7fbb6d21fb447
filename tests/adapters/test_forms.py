import pytest

from adapters import forms

MOVE = {
    "type": "object", "properties": {"bid": {"type": "integer"}}, "required": ["bid"], "additionalProperties": False}


def asked(*texts):
    return [{"role": "user", "content": text} for text in texts]


def test_the_form_is_the_line_that_holds_the_move_open_in_the_first_or_the_last_message():
    assert forms.find_form(asked('Rules.\n{"bid": <move>}\nGood luck.', "Now.")) == '{"bid": <move>}'
    assert forms.find_form(asked("Rules.", '{"bid": <move>}', 'Bid.\n{"bid": "<move>"}')) == '{"bid": "<move>"}'
    assert forms.find_form(asked("Rules.", '{"bid": <move>}', "Bid.")) is None
    assert forms.find_form(asked("Answer: <move>")) is None


@pytest.mark.parametrize("form", ['{"bid": <move>}', '{"bid": "<move>"}'])
def test_a_form_with_the_move_alone_leaves_its_schema_as_it_is(form):
    assert forms.schema_of_form(MOVE, form) == MOVE


def test_other_keys_are_texts_or_numbers_and_come_in_the_order_of_the_form():
    schema = forms.schema_of_form(MOVE, '{"previous bid": <a number>, "bid": <move>, "reason": "<why, in brief>"}')
    assert list(schema["properties"].items()) == [
        ("previous bid", {"type": "number"}), ("bid", {"type": "integer"}), ("reason", {"type": "string"})]
    assert schema["required"] == ["previous bid", "bid", "reason"]
    assert schema["additionalProperties"] is False
