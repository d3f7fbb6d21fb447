import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.replies.reply_reader import find_answers, strip_fences


def values(text, labels=("answer",), keys=("move",)):
    return [each.value for each in find_answers(text, labels, keys)]


@pytest.mark.parametrize("line", [
    "Answer: go", "answer:go", "ANSWER : go", "Final answer: go", "**Answer:** go", "**Answer**: go", "**Answer: go**",
    "_Answer:_ go", "### Answer: go", "- Answer: go", "1. Answer: go", "2) **Answer:** go", "> Answer: go",
    '"Answer: go', "`Answer: go`", "Answer：go", "Answer:\ngo", "Answer\n\n  go", "**Answer:**\n\ngo\n\nmore",
    "Answer:\n```\ngo\n```\nmore"])
def test_the_value_of_a_label_stands_on_its_line_or_below_without_the_emphasis_of_the_label(line):
    assert values(f"So.\n{line}") == ["go"]


@pytest.mark.parametrize("line", ["Answers: go", "My answer: go", "I answer: go", "Answer - go", "Answer go", "Q: go"])
def test_other_lines_have_no_label(line):
    assert values(line) == []


def test_labels_are_of_wordings_keys_of_decisions_and_fences_left_out():
    assert values("Action: go", labels=("answer", "action")) == ["go"]
    assert values('{"go": 1} {"Tokens Contributed": 5}', keys=("tokens_contributed",)) == [{"Tokens Contributed": 5}]
    assert (strip_fences("```json\ngo\n```\n"), strip_fences("go ```now```")) == ("go", "go ```now```")


@pytest.mark.parametrize(("text", "expected"), [
    ("<answer> go </answer>", ["go"]), ("<ANSWER>a\nb</ANSWER>", ["a\nb"]), ("<answer>a<answer>go</answer>", ["go"]),
    ("\\boxed{go}", ["go"]), ("$\\boxed {\\text{go}}$", ["go"]), ("\\boxed{a {b} c}", ["a {b} c"]),
    ("\\boxed{pile:2}", ["pile:2"]), ("\\boxed{", []), ("<answer>go", []), ("\\boxed{}", [""])])
def test_a_box_states_what_stands_in_it(text, expected):
    assert values(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ('Answer: {"move": "go"}', [{"move": "go"}]), ('Answer:\n```json\n{\n"move": "go"}\n```', [{"move": "go"}]),
    ("Answer: $\\boxed{go}$", ["go"]), ('<answer>{"move": "go"}</answer>', [{"move": "go"}]),
    ("### Answer\nAnswer: go", ["", "go"]), ("Answer:", [""]), ("Answer:\n\n", [""]),
    ('{"why": "\nAnswer: stay", "move": "go"}', [{"why": "\nAnswer: stay", "move": "go"}]),
    ('{"why": "\\\\boxed{a}", "move": "go"}', [{"why": "\\boxed{a}", "move": "go"}]),
    ('{"cell": "go"}', []), ('{"cell": {"move": "go"}}', []), ("Answer:\na\nb\n\nc", ["a\nb"])])
def test_what_contains_an_answer_only_introduces_it_and_what_is_in_an_object_is_a_part_of_it(text, expected):
    assert values(text) == expected


@pytest.mark.parametrize(("text", "counts"), [
    ('{"move": go}', True), ("{move: go", True), ('{"the move": x y}', True), ('{"remove": x y}', False),
    ("{a: the move}", False), ('{"move": <move>}', False), ("{move: <MOVE>}", False), ('{"move": <go>}', True)])
def test_an_object_that_cannot_be_read_counts_if_it_names_a_key_and_is_not_the_form(text, counts):
    assert values(text) == [None] * counts


@given(st.lists(st.sampled_from(["Answer:", "**", "\n", " ", "go", '{"move": "', '"}', "}", "\\boxed{", "<answer>",
                                 "</answer>", "```\n"]), max_size=12).map("".join))
def test_answers_stand_in_order_inside_the_text(text):
    found = find_answers(text, ("answer",), ("move",))
    assert [each.start for each in found] == sorted(each.start for each in found)
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert all(each.value in text for each in found if each.form == "line" and "```" not in text and "**" not in text)
