import itertools

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.named_games import after

C, D, NO_ANSWER = range(3)
NAME = "three_player_prisoners_dilemma"
# MAgIC's score sets (Figure 10): cooperate, one_defect, two_defect, with 1 for all who defect.
SCORES = [(3, 5, 2), (3, 10, 2), (3, 20, 2), (3, 5, 3), (3, 5, 4), (3, 5, 5), (5, 5, 3)]
# The two matches of Figure 8, with the set (3,5,5), as the actions of the seats in turn.
FIRST = [C, C, C, C, C, C, D, C, C, D, D, D, D, D, D]
SECOND = [C, C, C, C, D, C, D, D, D, C, D, D, D, D, D]


def scored(cooperate, one_defect, two_defect, rounds=5) -> str:
    return f"{NAME}(cooperate={cooperate},one_defect={one_defect},two_defect={two_defect},rounds={rounds})"


@pytest.mark.parametrize(("actions", "totals"), [(FIRST, [13, 8, 8]), (SECOND, [5, 15, 10])])
def test_the_matches_of_figure_8_replayed_from_integers_come_to_its_totals(actions, totals):
    state = after(scored(3, 5, 5), *(actions[start:start + 3] for start in range(0, 15, 3)))
    assert state.is_terminal()
    assert state.returns() == totals
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert (again.history(), again.returns()) == (actions, totals)


def test_the_defaults_are_the_scores_of_figure_8():
    assert after(NAME, *[[C, C, C]] * 5).returns() == after(scored(3, 5, 5), *[[C, C, C]] * 5).returns() == [15] * 3
    assert after(NAME, *[[D, D, D]] * 5).returns() == [5] * 3


@pytest.mark.parametrize(("cooperate", "one_defect", "two_defect"), SCORES)
def test_every_combination_of_moves_scores_by_the_number_who_defect(cooperate, one_defect, two_defect):
    game = scored(cooperate, one_defect, two_defect, rounds=1)
    assert (after(game, [C, C, C]).returns(), after(game, [D, D, D]).returns()) == ([cooperate] * 3, [1] * 3)
    assert after(game, [C, D, C]).returns() == [0, one_defect, 0]
    assert after(game, [D, C, D]).returns() == [two_defect, 0, two_defect]


@pytest.mark.parametrize("scores", SCORES)
def test_with_the_papers_scores_no_move_pays_more_than_defecting_whatever_the_others_choose(scores):
    game = scored(*scores, rounds=1)
    for others in itertools.product((C, D), repeat=2):
        assert after(game, [D, *others]).returns()[0] >= after(game, [C, *others]).returns()[0]
    assert after(game).rational_strategy(0) == [(D, 1.0)]


def test_all_moves_are_told_after_the_round_no_score_ever_and_no_valid_answer_counts_as_defecting():
    state = after(scored(3, 5, 4, rounds=2), [C, NO_ANSWER, C])
    assert state.penalty_action(1) == NO_ANSWER
    assert state.observation(1)["rounds"] == [{"you": "Defect", "moves": ["Cooperate", "Defect", "Cooperate"]}]
    state.apply_actions([D, NO_ANSWER, C])
    assert state.returns() == [4, 9, 0]
    state = after(NAME, [C, D, D], [D, D, C])
    assert state.observation(0) == {"you": "Player 1", "round": 3, "rounds": [
        {"you": "Cooperate", "moves": ["Cooperate", "Defect", "Defect"]},
        {"you": "Defect", "moves": ["Defect", "Defect", "Cooperate"]}]}


@given(st.lists(st.lists(st.sampled_from([C, D, NO_ANSWER]), min_size=3, max_size=3), min_size=5, max_size=5))
def test_all_earn_together_by_the_number_of_cooperators_in_each_round(rounds):
    together = {3: 3 * 3, 2: 5, 1: 2 * 4, 0: 3 * 1}
    returns = after(scored(3, 5, 4), *rounds).returns()
    assert sum(returns) == sum(together[moves.count(C)] for moves in rounds)
    # Nobody earns less than nothing, and who always defects never earns less than another.
    assert min(returns) >= 0
    assert all(returns[seat] == max(returns) for seat in range(3) if all(moves[seat] != C for moves in rounds))
