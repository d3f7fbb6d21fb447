import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.agents.beliefs import (
    first_beliefs,
    normalised,
    role_by_own_view,
    stated_role,
    suspect,
    target,
    target_of_guesser,
    update_beliefs,
)

THIRD = 1 / 3
EVEN = (THIRD, THIRD, THIRD)

# The matrices of the paper's Figure 5, as printed, with changes that lead to each from the one before it. Nothing is
# known of the texts behind them; where several changes give the same digits, the fewest are listed.
GPT_4_PLAYER_1 = [
    ([[0, 0, 0], [0, 0, 0], [0, 0, 0]], [[0.233, 0.384, 0.384], [0.333, 0.333, 0.333], [0.333, 0.333, 0.333]]),
    ([[0, 1, 0], [-1, 0, 0], [-1, 1, 0]], [[0.297, 0.358, 0.345], [0.326, 0.337, 0.337], [0.322, 0.345, 0.333]]),
    ([[0, 1, -1], [0, 1, 0], [-1, 1, 0]], [[0.321, 0.354, 0.325], [0.327, 0.342, 0.331], [0.319, 0.348, 0.333]])]
GPT_4_PLAYER_3 = [
    ([[0, 0, 0], [-1, 0, 0], [-1, 0, 0]], [[0.333, 0.333, 0.333], [0.326, 0.337, 0.337], [0.372, 0.391, 0.237]]),
    ([[0, 1, 0], [-1, 0, 0], [-1, 1, 0]], [[0.330, 0.341, 0.330], [0.324, 0.338, 0.338], [0.333, 0.366, 0.302]]),
    ([[0, 1, -1], [0, 0, -1], [-1, 1, 0]], [[0.332, 0.347, 0.321], [0.334, 0.339, 0.327], [0.321, 0.356, 0.322]])]
LLAMA_2_PLAYER_3 = [
    ([[0, -1, 0], [0, 0, 1], [1, -1, 0]], [[0.337, 0.326, 0.337], [0.330, 0.330, 0.341], [0.403, 0.365, 0.232]]),
    ([[0, 1, 0], [0, 0, 1], [-1, 1, 0]], [[0.331, 0.338, 0.331], [0.328, 0.328, 0.343], [0.343, 0.356, 0.301]]),
    ([[0, 1, 0], [0, 0, 1], [-1, 1, 0]], [[0.329, 0.343, 0.329], [0.328, 0.328, 0.344], [0.325, 0.353, 0.322]])]
LLAMA_2_FIRST = ([[0, -1, 0], [0, 0, 0], [1, -1, 0]],
                 [[0.237, 0.372, 0.391], [0.333, 0.333, 0.333], [0.345, 0.322, 0.333]])
# The second matrix of Llama-2 as player 1 does not follow from the first one printed, but from another.
LLAMA_2_PLAYER_1 = [
    ([[0, -1, 0], [0, 0, 1], [0, -1, 0]], [[0.237, 0.372, 0.391], [0.330, 0.330, 0.341], [0.337, 0.326, 0.337]]),
    ([[0, -1, 0], [0, 0, 0], [0, -1, 0]], [[0.306, 0.337, 0.357], [0.332, 0.332, 0.336], [0.338, 0.324, 0.338]]),
    ([[0, 1, 0], [0, 0, 1], [0, 1, 0]], [[0.321, 0.342, 0.337], [0.329, 0.329, 0.342], [0.331, 0.337, 0.331]])]


def printed(matrix) -> list[list[float]]:
    return [[round(value, 3) for value in row] for row in matrix]


@pytest.mark.parametrize(
    ("owner", "history"),
    [(0, GPT_4_PLAYER_1), (2, GPT_4_PLAYER_3), (2, LLAMA_2_PLAYER_3), (0, [LLAMA_2_FIRST]), (0, LLAMA_2_PLAYER_1)])
def test_the_matrices_of_figure_5_follow_from_the_first_beliefs(owner, history):
    matrix = first_beliefs(3, owner, "innocent")
    for changes, shown in history:
        matrix = update_beliefs(matrix, changes)
        assert printed(matrix) == shown


def test_no_two_updates_lead_from_llama_2s_first_printed_matrix_to_its_second():
    changes, _ = LLAMA_2_FIRST
    row = update_beliefs(first_beliefs(3, 0, "innocent"), changes)[2]
    every = list(itertools.product((-1, 0, 1), repeat=3))

    def after(row, change):
        return update_beliefs((row, EVEN, EVEN), (change, (0, 0, 0), (0, 0, 0)))[0]

    reached = {tuple(round(value, 3) for value in after(once, second))
               for once in (after(row, first) for first in every) for second in every}
    reached |= {tuple(round(value, 3) for value in after(row, first)) for first in every}
    assert (0.338, 0.324, 0.338) not in reached


def test_the_softmax_is_over_the_probabilities_themselves():
    matrix = update_beliefs([[0, 0.5, 0.5], EVEN, EVEN], [[0, 1, -1], [0, 0, 0], [0, 0, 0]])
    total = 1 + math.exp(0.55) + math.exp(0.45)
    assert matrix[0] == pytest.approx((1 / total, math.exp(0.55) / total, math.exp(0.45) / total))
    assert matrix[1] == pytest.approx(EVEN)


@given(st.integers(2, 6).flatmap(lambda size: st.lists(
    st.tuples(*[st.tuples(*[st.sampled_from((-1, 0, 1))] * size)] * size), max_size=5)))
def test_rows_stay_probabilities_however_often_they_are_updated(analyses):
    size = len(analyses[0]) if analyses else 3
    matrix = first_beliefs(size, 0, "culprit")
    for changes in analyses:
        matrix = update_beliefs(matrix, changes)
    assert all(sum(row) == pytest.approx(1) and min(row) >= 0 for row in matrix)


@given(st.sampled_from((-1, 1)), st.integers(0, 2))
def test_a_judgement_moves_the_belief_in_its_direction(change, column):
    changes = [[change * (other == column) for other in range(3)], [0, 0, 0], [0, 0, 0]]
    assert (update_beliefs([EVEN, EVEN, EVEN], changes)[0][column] > THIRD) == (change == 1)


@pytest.mark.parametrize(("matrix", "changes", "told"), [
    ([EVEN, EVEN], [[0, 0, 0]] * 3, "not a square matrix"),
    ([EVEN] * 3, [[0, 0], [0, 0]], "the changes are for 2 players, and the beliefs for 3"),
    ([EVEN, EVEN, (0.5, 0.6, 0.1)], [[0, 0, 0]] * 3, "not a row of probabilities"),
    ([EVEN, EVEN, (1.5, -0.5, 0)], [[0, 0, 0]] * 3, "not a row of probabilities"),
    ([EVEN, EVEN, (math.nan, 0.5, 0.5)], [[0, 0, 0]] * 3, "not a row of probabilities"),
    ([EVEN] * 3, [[0, 0, 2], [0, 0, 0], [0, 0, 0]], "a change of 2"),
    ([EVEN] * 3, [[0, 0, 0.5], [0, 0, 0], [0, 0, 0]], "a change of 0.5")])
def test_what_is_no_matrix_or_no_change_is_refused(matrix, changes, told):
    with pytest.raises(ValueError, match=told):
        update_beliefs(matrix, changes)


def test_the_first_beliefs_are_those_of_the_published_program_and_arrays_are_updated_as_lists_are() -> None:
    np.testing.assert_array_equal(first_beliefs(3, 1, "innocent"), (EVEN, (0.5, 0, 0.5), EVEN))
    np.testing.assert_array_equal(first_beliefs(3, 1, "culprit"), ((0, 0.5, 0.5), (0, 1, 0), (0.5, 0.5, 0)))
    np.testing.assert_array_equal(first_beliefs(3, 1, "unknown"), (EVEN, EVEN, EVEN))
    np.testing.assert_array_equal(first_beliefs(5, 0, "innocent")[0], (0, 0.25, 0.25, 0.25, 0.25))
    matrix, changes = [[0, 0.5, 0.5], EVEN, EVEN], [[0, 1, -1], [0, 0, 0], [1, 0, 0]]
    updated = update_beliefs(np.array(matrix), np.array(changes))
    assert updated.shape == (3, 3)
    np.testing.assert_array_equal(updated, update_beliefs(matrix, changes))


@pytest.mark.parametrize(("players", "owner"), [(1, 0), (3, 3), (3, -1)])
def test_beliefs_need_others_and_an_owner_among_the_players(players, owner):
    with pytest.raises(ValueError, match="no beliefs"):
        first_beliefs(players, owner, "unknown")


@pytest.mark.parametrize(
    ("row", "owner", "chosen"),
    [((0.2, 0.3, 0.5), 0, 2), ((0.2, 0.4, 0.4), 0, 2), ((0.4, 0.2, 0.4), 2, 0), ((0.9, 0.05, 0.05), 0, 2),
     ((0.2, 0.3, 0.5), 2, 1), (EVEN, 0, 2), (EVEN, 1, 2), (EVEN, 2, 1)])
def test_the_vote_is_for_the_one_suspected_most_of_equals_the_last_and_never_for_oneself(row, owner, chosen):
    assert suspect([row if player == owner else EVEN for player in range(3)], owner) == chosen


def test_a_clue_is_aimed_at_a_player_by_its_suspicions_and_the_role_of_the_speaker() -> None:
    with pytest.raises(ValueError, match="player 3 is none of the 3 players"):
        suspect([EVEN] * 3, 3)
    matrix = [(0.0, 0.5, 0.5), (0.2, 0.3, 0.5), (0.6, 0.2, 0.2)]
    assert target(matrix, 0, "innocent") == 2
    assert target(matrix, 0, "culprit") == 1
    assert (target([EVEN] * 3, 0, "innocent"), target([EVEN] * 3, 0, "culprit")) == (2, 1)
    assert target(matrix, 0, "unknown") is None


def test_who_is_not_told_its_role_aims_its_clue_by_the_role_that_it_takes_itself_to_have() -> None:
    matrix = [(0.2, 0.5, 0.3), (0.3, 0.4, 0.3), (0.2, 0.3, 0.5)]
    assert [target_of_guesser(matrix, 0, guessed) for guessed in ("innocent", "culprit", "unknown")] == [1, 1, None]
    assert [target_of_guesser([EVEN] * 3, 2, guessed) for guessed in ("innocent", "culprit", "unknown")] == [1, 1, None]
    assert [role_by_own_view([row] * 3, 1) for row in (EVEN, (0.2, 0.5, 0.3), (0.2, 0.3, 0.5), (0.2, 0.4, 0.4))] == [
        "unknown", "culprit", "innocent", "culprit"]
    assert role_by_own_view([(0.4, 0.4, 0.2)] * 3, 1) == "innocent"
    assert [stated_role([[0, 0, 0], [1, own, 0], [0, 0, 0]], 1) for own in (-1, 0, 1)] == [
        "innocent", "unknown", "culprit"]


@given(st.lists(st.lists(st.floats(0, 100), min_size=3, max_size=3), min_size=3, max_size=3))
def test_stated_rows_are_divided_by_their_sums(rows):
    if all(sum(row) > 0 for row in rows):
        for row, stated in zip(normalised(rows), rows, strict=True):
            assert row == pytest.approx([value / sum(stated) for value in stated])


@pytest.mark.parametrize("row", [(0, 0, 0), (-1, 1, 1), (math.nan, 1, 1), (math.inf, 1, 1)])
def test_rows_that_are_no_probabilities_are_not_normalised(row):
    with pytest.raises(ValueError, match="cannot be read as probabilities"):
        normalised([row, EVEN, EVEN])
