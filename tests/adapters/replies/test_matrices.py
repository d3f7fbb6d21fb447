import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import ReplyError
from adapters.replies.matrices import form_of_rows, schema_of_rows, stated_rows
from custom_games.action_specs.patterns import Parts, Pattern

NAMES = ["Player 1", "Player 2", "Player 3"]
ROWS = [[0, 0.5, 0.5], [0.25, 0.5, 0.25], [1, 0, 0]]
STATED = '{"Player 1": [0, 0.5, 0.5], "Player 2": [0.25, 0.5, 0.25], "Player 3": [1, 0, 0]}'


@pytest.mark.parametrize("reply", [
    STATED,
    f"Player 2 was vague, so:\n```json\n{STATED}\n```",
    f"<think>{STATED.replace('1', '2')}</think>{STATED}",
    f"{STATED}\n{STATED}",
    '{"player_3": [1, 0, 0], "player 1": [0, 0.5, 0.5], "PLAYER 2": [0.25, 0.5, 0.25], "reason": "vague"}'])
def test_a_row_is_stated_under_each_name(reply):
    assert stated_rows(reply, NAMES) == ROWS


@pytest.mark.parametrize("reply", [
    "I do not know.", "[[0, 0.5, 0.5], [0.25, 0.5, 0.25], [1, 0, 0]]",
    '{"Player 1": [1, 0, 0], "Player 2": [1, 0, 0]}',
    '{"Player 1": [1, 0, 0], "Player 2": [1, 0, 0], "Player 3": [1, 0]}',
    '{"Player 1": [1, 0, 0], "Player 2": [1, 0, 0], "Player 3": [1, 0, true]}',
    '{"Player 1": [1, 0, 0], "Player 2": [1, 0, 0], "Player 3": [1, 0, 1e12]}',
    '{"Player 1": [..., ..., ...], "Player 2": [..., ..., ...], "Player 3": [..., ..., ...]}'])
def test_anything_else_is_no_matrix(reply):
    with pytest.raises(ReplyError, match="no matrix of 3 rows with 3 numbers each") as failed:
        stated_rows(reply, NAMES)
    assert failed.value.reason == "unparsable"


def test_two_matrices_that_differ_are_refused():
    with pytest.raises(ReplyError, match="several matrices") as failed:
        stated_rows(f"{STATED}\nNo: {STATED.replace('0.25', '0.3')}", NAMES)
    assert failed.value.reason == "ambiguous"


@given(st.integers(2, 6).flatmap(
    lambda size: st.lists(st.lists(st.floats(0, 1), min_size=size, max_size=size), min_size=size, max_size=size)))
def test_json_of_any_size_is_read_back(rows):
    names = [f"Player {number}" for number in range(1, len(rows) + 1)]
    assert stated_rows(json.dumps(dict(zip(names, rows, strict=True)), indent=1), names) == rows


def test_the_form_states_what_is_read():
    form = form_of_rows(NAMES, Pattern(Parts(2, 3)))
    stated = form.reply({key: moves[0].lowest() for key, moves in form.open_values().items()})
    assert stated_rows(stated, NAMES) == [[0, 0, 2]] * 3
    assert schema_of_rows(NAMES, [0, 2])["properties"].keys() == set(NAMES)
