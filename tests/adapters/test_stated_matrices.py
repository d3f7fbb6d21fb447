import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import ReplyError
from adapters.stated_matrices import MAX_LENGTH, stated_rows

NAMES = ["Player 1", "Player 2", "Player 3"]
ROWS = ((0.0, 0.5, 0.5), (0.25, 0.5, 0.25), (1.0, 0.0, 0.0))
PAPERS = ((0.3, 0.2, 0.5), (0.1, 0.4, 0.5), (0.3, 0.3, 0.4))  # the example of its appendix A.5, with its slip mended


@pytest.mark.parametrize(
    "text",
    [
        '{"Player 1": [0, 0.5, 0.5], "Player 2": [0.25, 0.5, 0.25], "Player 3": [1, 0, 0]}',
        '```json\n{\n  "Player 1": [0.0, .5, .5],\n  "Player 2": [0.25, 0.5, 0.25],\n  "Player 3": [1, 0, 0],\n}\n```',
        "[[0, 0.5, 0.5], [0.25, 0.5, 0.25], [1, 0, 0]]",
        "My row: [0.0 0.5 0.5]\nPlayer 2: [0.25 0.5 0.25]\nPlayer 3: [1.0 0.0 0.0]",
        "**Player 1**: [0%, 50%, 50%]\n**Player 2**: [25 %, 50 %, 25 %]\n**Player 3**: [100%, 0%, 0%]",
        '{"Player 3": [1, 0, 0], "Player 1": [0, 0.5, 0.5], "Player 2": [0.25, 0.5, 0.25]}',
        "{'player_1': [0, 0.5, 0.5], 'player_2': [0.25, 0.5, 0.25], 'player_3': [1, 0, 0]}",
        '{"Player 1": {"Player 1": 0, "Player 2": 0.5, "Player 3": 0.5}, "Player 2": {"Player 3": 0.25, '
        '"Player 2": 0.5, "Player 1": 0.25}, "Player 3": {"Player 1": 1, "Player 2": 0, "Player 3": 0}}',
        '{"beliefs": [[0, 0.5, 0.5], [0.25, 0.5, 0.25], [1, 0, 0]]}',
        "First I had [[1, 0, 0], [1, 0, 0], [1, 0, 0]].\nNow: [[0, 0.5, 0.5], [0.25, 0.5, 0.25], [1, 0, 0]]",
        "The chances [1, 2] do not count. [[0, 0.5, 0.5],\n [0.25, 0.5, 0.25],\n [1, 0, 0]] is what I believe.",
    ],
)
def test_matrices_are_read_however_models_write_them(text):
    assert stated_rows(text, NAMES) == ROWS


def test_the_papers_example_is_a_matrix():
    assert stated_rows("[[0.3,0.2,0.5],[0.1,0.4,0.5],[0.3,0.3,0.4]]", NAMES) == PAPERS


@pytest.mark.parametrize("text", [
    "", "I do not know.", "[[0.3,0.2.0.5],[0.1,0.4,0.5],[0.3,0.3,0.4]]", "[[0.5, 0.5], [0.5, 0.5]]",
    "[[1, 0, 0], [1, 0, 0]]",
    '{"Player 1": [..., ..., ...], "Player 2": [..., ..., ...], "Player 3": [..., ..., ...]}'])
def test_without_enough_rows_the_failure_says_what_is_missing(text):
    with pytest.raises(ReplyError, match="no matrix of 3 rows with 3 probabilities each") as failed:
        stated_rows(text, NAMES)
    assert failed.value.reason == "unparsable"


@given(st.integers(2, 6).flatmap(
    lambda size: st.lists(st.lists(st.floats(0, 1).map(lambda value: round(value, 3)), min_size=size, max_size=size),
                          min_size=size, max_size=size)))
def test_json_of_any_size_is_read_back(rows):
    names = [f"Player {number}" for number in range(1, len(rows) + 1)]
    expected = tuple(map(tuple, rows))
    assert stated_rows(json.dumps(rows), names) == expected
    assert stated_rows(json.dumps(dict(zip(names, rows, strict=True)), indent=1), names) == expected


@given(st.text(alphabet='[]{}:,."0123456789 Player\n%'))
def test_any_text_is_a_matrix_or_a_named_failure(text):
    try:
        lengths = [len(row) for row in stated_rows(text, NAMES)]
    except ReplyError as failed:
        lengths = [3, 3, 3] if failed.reason == "unparsable" else []
    assert lengths == [3, 3, 3]


@pytest.mark.parametrize("piece", ["[", "1 ", "[1 ", "[1, ", '{"a": 1, ', "a", '"', "{", " ", "a: "])
def test_a_hostile_text_takes_linear_time(piece):
    # Anything else would not end.
    with pytest.raises(ReplyError, match="no matrix"):
        stated_rows("[1" + piece * (MAX_LENGTH // len(piece)), NAMES)
