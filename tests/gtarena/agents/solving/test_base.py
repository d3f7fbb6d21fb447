from dataclasses import replace

import pyspiel
import pytest

import custom_games  # noqa: F401
from custom_games.framework.spiel import game_class
from gtarena.agents import solving
from gtarena.agents.solving.base import Solution, best_actions, is_deterministic_zero_sum
from tests.support.compound_games import Clue


def test_best_actions_are_all_that_tie_but_for_rounding():
    assert best_actions({3: 0.1 + 0.2, 5: 0.3, 7: 0.29}) == [3, 5]


def test_without_a_policy_of_its_own_a_solution_draws_best_actions_with_equal_probability():
    class Known(Solution):
        def values(self, state, player):
            return {0: 1.0, 1: -1.0, 2: 1.0}

    assert Known().policy(None, 0) == {0: 0.5, 2: 0.5}


@pytest.mark.parametrize(("game", "expected"), [
    ("tic_tac_toe", True),
    ("chess", True),
    ("nim", True),
    ("pig", False),  # dice
    ("kuhn_poker", False),  # hidden cards
    ("phantom_ttt", False),  # hidden, but without chance
    ("matching_pennies_3p", False),  # three players
    ("matrix_rps", False),  # simultaneous
    ("iterated_prisoners_dilemma", False),  # general sum
    ("dots_and_boxes", True),
])
def test_games_that_minimax_could_solve_are_told_from_all_others(game, expected):
    assert is_deterministic_zero_sum(pyspiel.load_game(game)) is expected


def test_no_solver_takes_a_game_in_which_free_texts_are_moves():
    class Quarrel(Clue):
        facts = replace(Clue.facts, utility="zero_sum", information="perfect_information")

    game = game_class(Quarrel)()
    assert is_deterministic_zero_sum(game) is False
    assert solving.solution(game) is None
    assert solving.exact(game) is False
