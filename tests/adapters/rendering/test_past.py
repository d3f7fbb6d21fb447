"""The setting `history`: how much of the past prompts tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.rendering.past import count_told, cut_moves, keep_latest


@pytest.mark.parametrize(("history", "count"), [("all", None), ("none", 0), ("last:1", 1), ("last:250", 250)])
def test_history_says_how_many_are_told(history, count):
    assert count_told(history) == count


@pytest.mark.parametrize("history", ["", "some", "last", "last:", "last:0", "last:-1", "last:x", "last:²", "3", "None"])
def test_any_other_word_is_refused_with_what_is_allowed(history):
    with pytest.raises(ValueError, match=rf"history={history} is not all, last:N with N from 1 on, or none"):
        count_told(history)


@given(st.lists(st.integers()), st.integers(1, 9))
def test_the_latest_are_kept_in_their_order(past, count):
    kept = list(keep_latest(past, f"last:{count}"))
    assert kept == past[-count:]
    assert list(keep_latest(past, "all")) == past
    assert list(keep_latest(past, "none")) == []


def test_moves_of_an_observation_are_cut_and_all_else_stays():
    obs = {"moves": [1, 2, 3], "rounds": [4, 5]}
    assert cut_moves(obs, "last:2") == {"moves": [2, 3], "rounds": [4, 5]}
    assert cut_moves(obs, "all") is obs
    assert cut_moves({"rounds": [4]}, "none") == {"rounds": [4]}
