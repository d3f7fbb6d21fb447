from contextlib import suppress

import pytest

from adapters.errors import ReplyError
from adapters.predictions import LONGEST_ACTION, LONGEST_TEXT, listed_actions, tagged
from adapters.readers import MAX_TEXT_LENGTH


@pytest.mark.parametrize(
    "reply",
    [
        "<state>It is my turn.</state>",
        "Here it is:\n<state>\nIt is my turn.\n</state>\nI hope this helps.",
        "<STATE>It is my turn.</State>",
        "<states> It is my turn. </states>",
        "I put it between <state> and </state>: <state>It is my turn.</state>",
        "<state>It is my turn.</state> (between <state> and </state>)",
        "<state>It is my turn.",  # cut off, or forgotten
        "It is my turn.</state>",
        "```\n<state>It is my turn.</state>\n```",
        "<think>They saw <state>nothing</state>.</think><state>It is my turn.</state>",
        r"\<state\>It is my turn.\</state\>",
        "&lt;state&gt;It is my turn.&lt;/state&gt;",
        "[state]It is my turn.[/state]",
        "< state >It is my turn.< / state >",
    ])
def test_a_text_between_tags_is_found_in_all_the_ways_in_which_models_write_them(reply):
    assert tagged(reply, "state") == "It is my turn."


@pytest.mark.parametrize(
    "reply", ["It is my turn.", "<state></state>", "<state> - </state>", "<others>They wait.</others>", "", "<think>x"])
def test_without_a_text_between_tags_nothing_is_predicted(reply):
    with pytest.raises(ReplyError):
        tagged(reply, "state")


def test_a_long_text_is_cut_and_line_breaks_are_kept():
    assert tagged("<state>a\nb</state>", "state") == "a\nb"
    assert tagged(f"<state>{'a' * 9000}</state>", "state") == "a" * LONGEST_TEXT


@pytest.mark.parametrize(
    "reply",
    [
        "<actions>\nGo left\nGo right\n</actions>",
        "<actions>0. Go left 1. Go right</actions>",
        "<action>\n1) Go left\n2) Go right\n</action>",
        "<actions>\n- Go left\n\n* Go right\n</actions>",
        "<actions>1.Go left\n2.Go right",
        '<actions>["Go left", "Go right"]</actions>',
        "I could:\n1. Go left\n2. Go right\nThat is all.",
        "<actions>\nGo left\nGo right\nGo left\n</actions>",
        "<actions>\n(1) Go   left\n(2) Go right\n</actions>",
        "<actions>\nI can do this:\n**1. Go left**\n   because it is near\n**2.** Go right\n</actions>",
    ])
def test_actions_are_read_from_lines_numbers_and_lists(reply):
    assert listed_actions(reply, "actions") == ["Go left", "Go right"]


def test_a_list_in_json_has_only_characters_that_can_be_sent_and_is_read_by_lines_if_it_nests_too_deeply():
    listed = listed_actions(r'<actions>["Go \ud800left", 3, "Go\nright"]</actions>', "actions")
    assert listed == ["Go ?left", "Go right"]
    deep = '[{"a":' * 600
    assert listed_actions(f"<actions>{deep}</actions>", "actions") == [deep[:LONGEST_ACTION]]


@pytest.mark.parametrize("action", ["3 of hearts", "10", "2-6", "C1R1", "1.5 coins", "e2-e4"])
def test_a_number_that_begins_an_action_is_no_bullet(action):
    assert listed_actions(f"<actions>\n{action}\nPass\n</actions>", "actions") == [action, "Pass"]


@pytest.mark.parametrize("reply", ["I cannot predict actions.", "<actions></actions>", "<actions>\n--\n</actions>", ""])
def test_a_reply_that_lists_nothing_is_refused(reply):
    with pytest.raises(ReplyError):
        listed_actions(reply, "actions")


def test_at_most_a_hundred_actions_of_three_hundred_characters_are_read():
    actions = listed_actions("<actions>" + "\n".join(f"{'go ' * 200}{n}" for n in range(300)) + "</actions>", "actions")
    assert {len(action) for action in actions} == {300}
    many = listed_actions("<actions>" + "\n".join(f"go {n}" for n in range(300)) + "</actions>", "actions")
    assert many == [f"go {n}" for n in range(100)]


@pytest.mark.parametrize(
    "piece", ["<state>", "</state>", "<state> a </state>", "1. ", "\\<", "[", "- a\n", "  ", "1) a 2"])
def test_a_hostile_text_takes_linear_time(piece):
    # Anything else would not end.
    reply = piece * (MAX_TEXT_LENGTH // len(piece))
    for read in (tagged, listed_actions):
        with suppress(ReplyError):
            assert len(read(reply, "state")) <= LONGEST_TEXT
