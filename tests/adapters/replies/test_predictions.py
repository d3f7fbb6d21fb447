from contextlib import suppress

import pytest

from adapters.replies.errors import ReplyError
from adapters.replies.predictions import LONGEST_TEXT, listed_actions, tagged
from adapters.replies.turns import MAX_TEXT_LENGTH


@pytest.mark.parametrize("reply", [
    "<state>It is my turn.</state>",
    "Here it is:\n<state>\nIt is my turn.\n</state>\nI hope this helps.",
    "<STATE>It is my turn.</State>",
    "I put it between <state> and </state>: <state>It is my turn.</state>",
    "<state>It is my turn.",  # cut off, or forgotten
    "```\n<state>It is my turn.</state>\n```",
    "<think>They saw <state>nothing</state>.</think><state>It is my turn.</state>",
])
def test_a_text_is_found_between_tags(reply):
    assert tagged(reply, "state") == "It is my turn."


@pytest.mark.parametrize("reply", ["It is my turn.", "<state></state>", "<others>They wait.</others>", "", "<think>x"])
def test_without_a_text_between_tags_nothing_is_predicted(reply):
    with pytest.raises(ReplyError):
        tagged(reply, "state")


def test_a_long_text_is_cut_and_line_breaks_are_kept():
    assert tagged("<state>a\nb</state>", "state") == "a\nb"
    assert tagged(f"<state>{'a' * 9000}</state>", "state") == "a" * LONGEST_TEXT


@pytest.mark.parametrize("reply", [
    "<actions>\nGo left\nGo right\n</actions>",
    "<actions>\n1) Go left\n2) Go right\n</actions>",
    "<actions>\n- Go left\n\n* Go right\n</actions>",
    "<actions>\nGo left\nGo right\nGo left\n--\n</actions>",
    "<actions>\n(1) Go   left\n(2) Go right",
])
def test_the_different_actions_stand_on_lines_with_or_without_numbers(reply):
    assert listed_actions(reply, "actions") == ["Go left", "Go right"]


@pytest.mark.parametrize("action", ["3 of hearts", "10", "2-6", "C1R1", "1.5 coins", "e2-e4"])
def test_a_number_that_begins_an_action_is_no_bullet(action):
    assert listed_actions(f"<actions>\n{action}\nPass\n</actions>", "actions") == [action, "Pass"]


@pytest.mark.parametrize("reply", ["I cannot predict actions.", "<actions></actions>", "<actions>\n--\n</actions>", ""])
def test_a_reply_that_lists_nothing_is_refused(reply):
    with pytest.raises(ReplyError):
        listed_actions(reply, "actions")


def test_at_most_a_hundred_actions_of_three_hundred_characters_are_read():
    actions = listed_actions("<actions>" + "\n".join(f"{n} {'go ' * 200}" for n in range(9)) + "</actions>", "actions")
    assert {len(action) for action in actions} == {300}
    many = listed_actions("<actions>" + "\n".join(f"go {n}" for n in range(300)) + "</actions>", "actions")
    assert many == [f"go {n}" for n in range(100)]


@pytest.mark.parametrize("piece", ["<state>", "</state>", "<state> a </state>", "1. ", "[", "- a\n", "  ", "1) a 2"])
def test_a_hostile_text_takes_linear_time(piece):
    # Anything else would not end.
    reply = piece * (MAX_TEXT_LENGTH // len(piece))
    for read in (tagged, listed_actions):
        with suppress(ReplyError):
            assert len(read(reply, "state")) <= LONGEST_TEXT
