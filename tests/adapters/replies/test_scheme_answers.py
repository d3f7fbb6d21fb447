import json
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import ReplyError
from adapters.replies.scheme_answers import (
    LONGEST_TEXT,
    make_option_form,
    make_rows_form,
    make_rows_schema,
    read_listed_actions,
    read_option,
    read_rows,
    read_tagged_text,
)
from custom_games.action_specs.patterns import Parts, Pattern


@pytest.mark.parametrize(("reply", "index"), [
    ("Answer: 2", 1), ("The first is rash.\n\n**Answer: 3**", 2), ("Answer: Candidate 3", 2), ('{"answer": 3}', 2),
    ('{"Answer": "1"}', 0), ("\\boxed{2}", 1), ("2", 1), ("Candidate 2.", 1), ("<think>Answer: 1</think>Answer: 2", 1),
    ("Answer: 2\n{\"answer\": 2}", 1)])
def test_a_candidate_is_stated_in_the_forms_of_a_move(reply, index):
    assert read_option(reply, 3) == index


@pytest.mark.parametrize(("reply", "reason"), [
    ("", "empty"), ("Candidate 2 looks best to me.", "unparsable"), ("They are close.\n\n2", "unparsable"),
    ("Answer:", "illegal"), ("Answer: 4", "illegal"), ("Answer: 0", "illegal"), ("Answer: -1", "illegal"),
    ("Answer: 1 and 2", "illegal"), ('{"bid": 2}', "unparsable"), ("{answer: 2", "illegal"),
    ("Answer: " + "9" * 5000, "illegal"), ("Answer: 1\nNo, on reflection:\nAnswer: 2", "ambiguous"),
    ("Answer: 2\nAnswer: neither", "ambiguous")])
def test_what_names_no_candidate_or_several_is_refused_with_the_reason(reply, reason):
    with pytest.raises(ReplyError) as refused:
        read_option(reply, 3)
    assert refused.value.reason == reason


def test_the_form_is_an_answer_line_with_a_number_from_1_on():
    form = make_option_form(3)
    assert [form.reply({"move": str(move)}) for move in form.moves] == ["Answer: 1", "Answer: 2", "Answer: 3"]


NAMES = ["Player 1", "Player 2", "Player 3"]
ROWS = [[0, 0.5, 0.5], [0.25, 0.5, 0.25], [1, 0, 0]]
STATED = '{"Player 1": [0, 0.5, 0.5], "Player 2": [0.25, 0.5, 0.25], "Player 3": [1, 0, 0]}'


@pytest.mark.parametrize("reply", [
    STATED, f"Player 2 was vague, so:\n```json\n{STATED}\n```", f"<think>{STATED.replace('1', '2')}</think>{STATED}",
    f"{STATED}\n{STATED}",
    '{"player_3": [1, 0, 0], "player 1": [0, 0.5, 0.5], "PLAYER 2": [0.25, 0.5, 0.25], "reason": "vague"}'])
def test_a_row_is_stated_under_each_name(reply):
    assert read_rows(reply, NAMES) == ROWS


@pytest.mark.parametrize("reply", [
    "I do not know.", "[[0, 0.5, 0.5], [0.25, 0.5, 0.25], [1, 0, 0]]", '{"Player 1": [1, 0, 0], "Player 2": [1, 0, 0]}',
    '{"Player 1": [1, 0, 0], "Player 2": [1, 0, 0], "Player 3": [1, 0]}',
    '{"Player 1": [1, 0, 0], "Player 2": [1, 0, 0], "Player 3": [1, 0, true]}',
    '{"Player 1": [1, 0, 0], "Player 2": [1, 0, 0], "Player 3": [1, 0, 1e12]}',
    '{"Player 1": [..., ..., ...], "Player 2": [..., ..., ...], "Player 3": [..., ..., ...]}'])
def test_anything_else_is_no_matrix(reply):
    with pytest.raises(ReplyError, match="no matrix of 3 rows with 3 numbers each") as failed:
        read_rows(reply, NAMES)
    assert failed.value.reason == "unparsable"


@given(st.integers(2, 6).flatmap(
    lambda size: st.lists(st.lists(st.floats(0, 1), min_size=size, max_size=size), min_size=size, max_size=size)))
def test_json_of_any_size_is_read_back(rows):
    names = [f"Player {number}" for number in range(1, len(rows) + 1)]
    assert read_rows(json.dumps(dict(zip(names, rows, strict=True)), indent=1), names) == rows


def test_forms_state_what_is_read_and_two_matrices_that_differ_are_refused():
    form = make_rows_form(NAMES, Pattern(Parts(2, 3)))
    stated = form.reply({key: moves[0].lowest() for key, moves in form.open_values().items()})
    assert read_rows(stated, NAMES) == [[0, 0, 2]] * 3
    assert make_rows_schema(NAMES, [0, 2])["properties"].keys() == set(NAMES)
    with pytest.raises(ReplyError, match="several matrices") as failed:
        read_rows(f"{STATED}\nNo: {STATED.replace('0.25', '0.3')}", NAMES)
    assert failed.value.reason == "ambiguous"


@pytest.mark.parametrize("reply", [
    "<state>It is my turn.</state>", "Here it is:\n<state>\nIt is my turn.\n</state>\nI hope this helps.",
    "<STATE>It is my turn.</State>", "```\n<state>It is my turn.</state>\n```",
    "I put it between <state> and </state>: <state>It is my turn.</state>",
    "<state>It is my turn.",  # cut off, or forgotten
    "<think>They saw <state>nothing</state>.</think><state>It is my turn.</state>"])
def test_a_text_is_found_between_tags(reply):
    assert read_tagged_text(reply, "state") == "It is my turn."


@pytest.mark.parametrize("reply", ["It is my turn.", "<state></state>", "<others>They wait.</others>", "", "<think>x"])
def test_without_a_text_between_tags_nothing_is_predicted(reply):
    with pytest.raises(ReplyError):
        read_tagged_text(reply, "state")


def test_long_texts_and_long_lists_of_actions_are_cut_and_line_breaks_kept():
    assert read_tagged_text("<state>a\nb</state>", "state") == "a\nb"
    assert read_tagged_text(f"<state>{'a' * 9000}</state>", "state") == "a" * LONGEST_TEXT
    long = "\n".join(f"{n} {'go ' * 200}" for n in range(9))
    assert {len(action) for action in read_listed_actions(f"<actions>{long}</actions>", "actions")} == {300}
    many = read_listed_actions("<actions>" + "\n".join(f"go {n}" for n in range(300)) + "</actions>", "actions")
    assert many == [f"go {n}" for n in range(100)]


@pytest.mark.parametrize("reply", [
    "<actions>\nGo left\nGo right\n</actions>", "<actions>\n1) Go left\n2) Go right\n</actions>",
    "<actions>\n- Go left\n\n* Go right\n</actions>", "<actions>\nGo left\nGo right\nGo left\n--\n</actions>",
    "<actions>\n(1) Go   left\n(2) Go right"])
def test_the_different_actions_stand_on_lines_with_or_without_numbers(reply):
    assert read_listed_actions(reply, "actions") == ["Go left", "Go right"]


@pytest.mark.parametrize("action", ["3 of hearts", "10", "2-6", "C1R1", "1.5 coins", "e2-e4"])
def test_a_number_that_begins_an_action_is_no_bullet(action):
    assert read_listed_actions(f"<actions>\n{action}\nPass\n</actions>", "actions") == [action, "Pass"]


@pytest.mark.parametrize("reply", ["I cannot predict actions.", "<actions></actions>", "<actions>\n--\n</actions>", ""])
def test_a_reply_that_lists_nothing_is_refused(reply):
    with pytest.raises(ReplyError):
        read_listed_actions(reply, "actions")


@pytest.mark.parametrize("piece", ["<state>", "</state>", "<state> a </state>", "1. ", "[", "- a\n", "  ", "1) a 2"])
def test_a_hostile_text_takes_linear_time(piece):
    reply, begun = piece * (40_000 // len(piece)), time.process_time()
    for read in (read_tagged_text, read_listed_actions):
        with suppress(ReplyError):
            assert len(read(reply, "state")) <= LONGEST_TEXT
    assert time.process_time() - begun < 10  # quadratic time is far longer
