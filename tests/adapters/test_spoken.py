import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adapters import ReplyError, readers, spoken
from custom_games.action_specs import Choice, Fields, Number, Text
from custom_games.alphabets import WORD
from tests.adapters.test_readers import HOSTILE

MESSAGE = Text("message", 200)
CLUE = Fields((Text("clue", 30, WORD, least=1), Number("number", 0, 9)))
VOTE = Fields((Text("reason_why", 200), Choice("vote", ("Ann", "Bob"))))


def said(reply, spec=MESSAGE):
    struct = spoken.stated(reply, spec)
    return spec.values(spec.read(struct))


def text(reply):
    return said(reply)["message"]


def outcome(reply):
    """Returns the text that a reply says, or why it says none."""
    try:
        return text(reply)
    except (ReplyError, ValueError) as error:
        return f"refused: {error}"


@pytest.mark.parametrize(("reply", "expected"), [
    ("Answer: hi\nthere", "hi\nthere"),
    ("Answer: no\n**Answer:** hi there", "hi there"),
    ("Answer: no\nOr rather:\nMy final answer is: hi", "hi"),
    ("Answer:\n\nhi\n\nthere\n", "hi\n\nthere"),
    ("### Answer\nhi", "hi"),
    ("Final answer\nhi", "hi"),
    ("**Answer: hi** ", "hi"),
    ("`Answer: hi`", "hi"),
    ("Answer:*waves*", "*waves*"),
    ("Answer: I want an\nanswer\nnow", "I want an\nanswer\nnow"),
    ("Answer: my plan:\nMove: you go left", "my plan:\nMove: you go left"),
    ("\u200fAnswer: \u0633\u0644\u0627\u0645", "\u0633\u0644\u0627\u0645"),
    ("\uff21\uff4e\uff53\uff57\uff45\uff52\uff1a\uff48\uff49", "\uff48\uff49"),
    ("Answer: <hi>", "<hi>"),
    ("Answer: see ```code```", "see ```code```"),
    ("Answer: ```\nhi\n```", "hi"),
    ("Answer:\n```\nhi", "hi"),
    ("Answer:\n```\na\n```\nand\n```\nb\n```", "```\na\n```\nand\n```\nb\n```"),
])
def test_the_text_of_the_last_answer_label_runs_to_the_end_without_the_dress_around_it(reply, expected):
    assert text(reply) == expected


@pytest.mark.parametrize(("reply", "expected"), [
    ("Answer: no\n{\"message\": \"yes\"}", "yes"),
    ("Answer: {\"message\": \"yes\"}", "yes"),
    ("Answer:\n```json\n{\"message\": \"yes\"}\n```", "yes"),
    ("{\"message\": \"no\"}\nAnswer: yes", "yes"),
    ("Answer: say {\"message\": \"x\"}, ok?", "say {\"message\": \"x\"}, ok?"),
    ("Answer: yes\n{\"sure\": 1}", "yes\n{\"sure\": 1}"),
    ("A set is {\"a\", and so on.\nAnswer: yes", "yes"),
    ("{\"message\": \"no\"} or {\"message\": \"yes\"}", "yes"),
    ("{\"message\":\u00a0\"yes\"}", "yes"),
    ("{\"Message\": \"yes\"}", "yes"),
    ("{\"Message\": \"no\", \"message\": \"yes\"}", "yes"),
    ("{\"answer\": \" yes \"}", " yes "),
    ("{\"answer\": {\"message\": \"yes\"}}", "yes"),
    ("{\"why\": \"Answer: no\", \"message\": \"yes\"}", "yes"),
    ("{\"message\": \"one\nAnswer: two\"}", "one\nAnswer: two"),
    ("The answer is $\\boxed{\\text{yes}}$.", "yes"),
    ("\\boxed{no}\n{\"message\": \"yes\"}", "yes"),
    ("So:\n<answer> yes </answer>", "yes"),
])
def test_json_objects_and_boxes_state_a_text_too(reply, expected):
    assert text(reply) == expected


@pytest.mark.parametrize(("reply", "expected"), [
    ("Message: hi", "hi"),
    ("I know.\n\n**My message is:** hi\nthere", "hi\nthere"),
    ("```\nMessage: hi\n```", "hi"),
    ("Answer:\nMessage: hi", "hi"),
    ("Answer: Message: hi", "Message: hi"),
    ("Message: no\nMessage: hi", "hi"),
    ("My move: hi", "hi"),
])
def test_the_last_paragraph_states_a_text_under_the_decisions_own_key(reply, expected):
    assert text(reply) == expected


@pytest.mark.parametrize("reply", [
    "Message: hi\n\nBut perhaps not.", "> Message: hi", "> Answer: hi", '"Message: hi"', "They said: Message: hi",
    "My messages: hi", "hi", "Answer:", "Answer: ** **", "Answer: ...", "Answer: <move>", "Answer: <message>",
    '{"message": "<message>"}',
    '{"message": "hi', '{"message": "she said "hi""}', '{"note": "hi"}', '{"message": "a"b"\nAnswer: c"}',
    "Answer: hi <think>no</think> there", "Answer: hi\n{\"message\": \"hi",
])
def test_what_states_no_text_is_unparsable(reply):
    with pytest.raises(ReplyError) as caught:
        spoken.stated(reply, MESSAGE)
    assert caught.value.reason == "unparsable"


@pytest.mark.parametrize(("reply", "expected"), [
    ("<think>no</think>Answer: hi", "hi"),
    ("Answer: no</think>Answer: hi", "hi"),
    ("Answer: hi\n<think>Done.</think>\n", "hi"),
    ('<think>{"message": "no</think>{"message": "</think> hi"}', "</think> hi"),
    ('No: {"message": "<think>"}</think>{"message": "hi <think>"}', "hi <think>"),
])
def test_thoughts_are_no_speech_and_tags_in_json_are_no_thoughts(reply, expected):
    assert text(reply) == expected


@pytest.mark.parametrize(("reply", "reason"), [
    ("Answer: hi <think>", "truncated"), ("<think>Answer: hi</think>", "empty"), ("\u200b \n", "empty"),
    ("```\n```", "empty"), ("x" * 200_001, "unparsable"), ("x" * 1_000_001, "unparsable"),
])
def test_a_reply_that_says_nothing_fails_by_name(reply, reason):
    with pytest.raises(ReplyError) as caught:
        spoken.stated(reply, MESSAGE)
    assert caught.value.reason == reason


@pytest.mark.parametrize("reply", [
    "Answer: ocean 2", "Answer: ocean (2)", "**Answer: ocean, 2**", "Answer: ocean 2\nIt joins sea and boat.",
    "Answer: ocean 2. It joins sea and boat.", "Answer:\n\nocean 2", '{"clue": "ocean", "number": 2}',
    '{"Clue": "ocean", "NUMBER": "\uff12"}', '{"answer": "ocean 2"}', "Clue: ocean\nNumber: 2",
    "I see.\n**Clue:** ocean\n\n**Number:** 2\n", "Number: 2\nClue: ocean", "My clue is: ocean\nMy number is: 2.",
    "The clue: ocean\nThe number: 2", "Answer:\nClue: ocean\nNumber: 2", "- Clue: ocean\n- Number: 2",
])
def test_a_clue_and_a_number_are_stated_in_many_ways(reply):
    assert said(reply, CLUE) == {"clue": "ocean", "number": 2}


def test_a_text_among_other_fields_may_have_several_lines_and_a_key_spaces():
    assert said("Vote: bob\nReason why: he lied,\ntwice", VOTE) == {"reason_why": "he lied,\ntwice", "vote": "Bob"}
    assert said("Reason_why: he lied,\ntwice\nVote: Bob", VOTE) == {"reason_why": "he lied,\ntwice", "vote": "Bob"}


def test_what_is_missing_or_not_legal_is_said_by_the_rules():
    for reply, why in [
        ("Number: 2", "clue"), ("Answer: ocean 12", '"number" must be'), ('{"clue": "ocean"}', '"number" is missing'),
        ("Answer: two words 2", "without spaces"), ('{"answer": null}', '"clue"'),
    ]:
        with pytest.raises(ValueError, match=why):
            said(reply, CLUE)


def test_a_text_that_is_too_long_is_never_cut_where_a_sentence_ends():
    with pytest.raises(ValueError, match="226 bytes"):
        said(f"Answer: I agree. {'x' * 217}")


@pytest.mark.parametrize("overlong", ["refuse", "cut"])
def test_bytes_beyond_the_limit_are_counted(overlong):
    spec = Text("message", 5, overlong=overlong)
    assert spoken.overlong_bytes('{"message": "12345\u20ac"}', spec) == 3
    assert spoken.overlong_bytes("Answer: 1234567", spec) == 2
    assert spoken.overlong_bytes("Answer: 12345", spec) == 0
    assert spoken.overlong_bytes("12345678", spec) == 0
    both = Fields((spec, Number("number", 0, 9)))
    assert spoken.overlong_bytes("Answer: 1234567 2", both) == 2
    assert spoken.overlong_bytes("Answer: 1234567 many", both) == 0


@given(st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1, max_size=60))
def test_any_printable_line_is_said_as_it_stands(line):
    assume(line == line.strip() and readers.name_key(line))
    assume("<" not in line and "`" not in line and "{" not in line)
    assert text(f"Answer: {line}") == line


@given(st.text(max_size=60))
def test_any_json_text_is_said_as_it_stands_wherever_the_object_is(words):
    for ascii_only in (True, False):
        stated = json.dumps({"message": words}, ensure_ascii=ascii_only)
        for reply in (stated, f"So:\n```json\n{stated}\n```", f"<think>hm</think>I say {stated}."):
            assert said(reply) == {"message": words}


@given(st.lists(st.sampled_from([
    "Answer:", "Message:", "**", "\n", "\n\n", " ", "hi", '{"message": "', '"}', '"', "{", "}", "```\n", "```",
    "<think>", "</think>", "\\boxed{", "> ", "\r\n", "\u2028", "\u200b", "\\", "[", ",",
]), max_size=15).map("".join))
def test_whatever_is_said_is_a_part_of_the_reply(reply):
    try:
        stated = spoken.stated(reply, MESSAGE)["message"]
    except ReplyError:
        return
    if "{" not in reply:
        assert stated in reply


@pytest.mark.parametrize("name", [*HOSTILE, "labels in a string", "tags", "tags and braces", "own labels"])
def test_no_long_reply_takes_more_than_linear_time(name, monkeypatch):
    # Without the usual limits, quadratic time would not end.
    monkeypatch.setattr(readers, "MAX_TEXT_LENGTH", 20_000_000)
    monkeypatch.setattr(readers, "MAX_REPLY_LENGTH", 20_000_000)
    more = {
        "labels in a string": '{"message": "' + "\nAnswer: x" * 100_000 + '"}',
        "tags": '{"x":"</think>"' * 70_000,
        "tags and braces": '</think>{"a":' * 70_000,
        "own labels": "Message: x\n" * 100_000,
    }
    assert isinstance(outcome({**HOSTILE, **more}[name]), str)
