import pytest

from adapters import ReplyError, thoughts


def kept(text, tags=thoughts.tags):
    return [text[start:end] for start, end in thoughts.outside(text, tags(text))]


@pytest.mark.parametrize(("text", "expected"), [
    ("no tags", ["no tags"]),
    ("<think>a</think>b", ["", "b"]),
    ("a<Thinking>b</THINKING>c<reasoning>d</reasoning>", ["a", "c", ""]),
    ("a</think>b", ["b"]),
    ("<think>a<think>b</think>c", ["", "c"]),
])
def test_blocks_of_thoughts_are_left_out(text, expected):
    assert kept(text) == expected
    assert kept(text, thoughts.tags_outside_objects) == expected


def test_a_block_that_is_never_closed_is_a_truncated_reply():
    with pytest.raises(ReplyError) as caught:
        kept("a<think>b")
    assert caught.value.reason == "truncated"


@pytest.mark.parametrize(("text", "expected"), [
    ('{"a": "<think>"}', ['{"a": "<think>"}']),
    ('<think>{"a": "</think>b', ["", "b"]),
    ('{"a": {"b": "</think>"}} <think>no</think>', ['{"a": {"b": "</think>"}} ', ""]),
    ('{"a": "</think>" broken} b', ['" broken} b']),
    ('{"a": never closed </think>{"b": "x"}', ['{"b": "x"}']),
])
def test_a_tag_in_a_well_formed_object_is_a_word_and_in_a_broken_one_a_tag(text, expected):
    assert kept(text, thoughts.tags_outside_objects) == expected
