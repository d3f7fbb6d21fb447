import time
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import ReplyError
from adapters.replies import read_visible_text, turns
from adapters.replies.turns import find_echo, split_own_parts, strip_line
from tests.support import ROOT

MARKS = tomllib.loads((ROOT / "adapters" / "replies" / "marks.toml").read_text("utf-8"))
OWN = [mark for mark in (*MARKS["turn"], *MARKS["line"])
       if "/" in mark or not any(word in mark.casefold() for word in MARKS["others"])]


def parts(reply):
    """Returns the parts of a reply without white space around them, or the reason why it has none."""
    try:
        return [part.strip() for part in split_own_parts(reply)]
    except ReplyError as error:
        return error.reason


@pytest.mark.parametrize("mark", [*MARKS["turn"], *MARKS["line"]])
def test_the_reply_ends_at_the_first_mark_of_any_template(mark):
    for spelled in (mark, mark.lower(), mark.upper()):
        assert (parts(f"go\n{spelled}stay\n{spelled}"), parts(f"go\n{spelled}")) == (["go"], ["go"])


@pytest.mark.parametrize("mark", MARKS["turn"])
def test_a_mark_of_a_template_ends_the_turn_inside_a_line_too_and_a_role_does_not(mark):
    assert parts(f"go {mark} stay") == ["go"]
    assert parts("The user: go. Assistant: stay") == ["The user: go. Assistant: stay"]
    assert parts("go\n**User:** stay") == ["go"]


@pytest.mark.parametrize("mark", OWN)
def test_a_mark_in_front_of_a_reply_opens_it_with_the_models_own_role_behind_it(mark):
    assert (parts(f"{mark}go"), parts(f"\n{mark} assistant\ngo")) == (["go"], ["go"])


@pytest.mark.parametrize("reply", [
    *(f"{mark} go" for mark in sorted({*MARKS["turn"], *MARKS["line"]} - {*OWN})),
    *(f"<|im_start|>{role}\ngo<|im_end|>\n<|im_start|>assistant\nstay" for role in MARKS["others"])])
def test_a_reply_that_opens_with_the_mark_or_the_role_of_another_says_nothing(reply):
    assert parts(reply) == "empty"


@pytest.mark.parametrize(("opening", "closing"), MARKS["thoughts"].items())
def test_thoughts_are_left_out_and_never_closed_ones_are_cut_off(opening, closing):
    for start, end in ((opening, closing), (opening.upper(), closing.upper())):
        assert parts(f"{start}stay{end}go") == ["go"]
        assert parts(f"well{start}stay\n{start}x{end}go") == ["well", "go"]
        assert (parts(f"{start}stay"), parts(f"{start}stay{end}")) == ("truncated", "empty")


@pytest.mark.parametrize(("reply", "expected"), [
    ("stay</think>go", ["go"]),  # the template opened the thoughts
    ("<think>a</think>b</think>go", ["go"]),
    ("<think>\n<|im_end|></think>go", "truncated"),  # the turn ended in thoughts
    ("go<|im_end|><think>stay", ["go"]), ("<thinking>stay</think>go", "truncated"),
    ("<|channel|>analysis<|message|>stay<|end|><|start|>assistant<|channel|>final<|message|>go<|return|>", ["go"]),
    ("<|start_header_id|>assistant<|end_header_id|>\n\ngo<|eot_id|>", ["go"]),
    ("[/INST] go </s>", ["go"]), ("<|turn>model\ngo<turn|>", ["go"]), ("### Response:\ngo\n### Instruction:", ["go"]),
    ("", "empty"), (" \n", "empty"), ("<|im_end|>", "empty"), ("<s>", "empty"),
])
def test_marks_of_turns_and_of_thoughts_go_together(reply, expected):
    assert parts(reply) == expected


@pytest.mark.parametrize("piece", [
    "<think>", "</think>", "<think>a</think>", "<think>a</think><s>", "<s>", "\n ", "<s> ", "x<think></think>",
    "{a:<think>", "{a: <think>b</think>} ", "\nUser:", "<|im_start|>assistant\n", '{"a": "<think>"}',
    "<|channel|>analysis<|message|>a<|end|>"])
def test_a_long_reply_takes_linear_time(piece, monkeypatch):
    monkeypatch.setattr(turns, "MAX_TEXT_LENGTH", 30_000)
    begun = time.process_time()
    assert parts(piece * (50_000 // len(piece))) in ("empty", "truncated", "unparsable", [])
    assert time.process_time() - begun < 10  # quadratic time is far longer


@given(st.text(st.characters(exclude_characters="<[#:◁"), min_size=1).filter(str.strip))
def test_a_reply_without_marks_is_the_models_own_to_the_character(reply):
    assert split_own_parts(reply) == [reply]


def test_the_visible_text_has_line_breaks_of_one_kind_and_long_lines_of_the_prompt_are_known():
    assert read_visible_text("<think>a</think>b\r\nc\u2028d") == "b\nc\nd"
    told = {strip_line("  ## Your move, please. "), "short"}.__contains__
    text = "Your move, please.\nC2R2\nshort\n> **Your move, please.**\nC1R1"
    assert text[:find_echo(text, 0, told)] == "Your move, please.\nC2R2\nshort"
    assert find_echo(text, len(text) - 4, told) is None
    assert find_echo("C2R2", 0, told) is None
