from dataclasses import replace

import pyspiel
import pytest

import custom_games  # noqa: F401
from custom_games.framework.spiel import game_class
from gtarena.agents import solving
from gtarena.agents.solving import minimax
from gtarena.agents.solving.base import Solution, best_actions, is_deterministic_zero_sum
from tests.support.compound_games import Clue


@pytest.mark.parametrize(("game", "exact"), [
    ("tic_tac_toe", True), ("nim", True), ("kuhn_poker", True), ("pig(winscore=20)", True),
    ("connect_four(rows=4,columns=4,x_in_row=3)", True), ("connect_four", False), ("liars_dice", False)])
def test_what_is_exact_and_what_is_not(game, exact):
    assert solving.exact(pyspiel.load_game(game)) == exact


@pytest.mark.parametrize("game", ["liars_dice", "negotiation", "iterated_prisoners_dilemma", "first_sealed_auction"])
def test_games_that_nothing_is_known_of_have_no_solution(game):
    assert solving.solution(pyspiel.load_game(game)) is None


def test_a_game_is_solved_once_for_each_setting_of_its_parameters(monkeypatch):
    solved = []
    monkeypatch.setattr(solving, "_solutions", {})
    monkeypatch.setattr(solving, "SOLVERS", (lambda game: solved.append(str(game)) or minimax.solve(game),))
    one = pyspiel.load_game("nim(pile_sizes=1;2)")
    assert solving.action_values(one.new_initial_state(), 0) == {0: -1.0, 1: -1.0, 3: 1.0}
    assert solving.action_values(pyspiel.load_game("nim(pile_sizes=1;2)").new_initial_state(), 0)
    solving.solution(pyspiel.load_game("nim(pile_sizes=1;3)"))
    assert len(solved) == 2


def test_best_actions_tie_but_for_rounding_and_without_a_policy_are_drawn_with_equal_probability():
    assert best_actions({3: 0.1 + 0.2, 5: 0.3, 7: 0.29}) == [3, 5]

    class Known(Solution):
        def values(self, state, player):
            return {0: 1.0, 1: -1.0, 2: 1.0}

    assert Known().policy(None, 0) == {0: 0.5, 2: 0.5}


@pytest.mark.parametrize(("game", "expected"), [
    ("tic_tac_toe", True), ("chess", True), ("nim", True), ("pig", False),  # dice
    ("kuhn_poker", False),  # hidden cards
    ("phantom_ttt", False),  # hidden, but without chance
    ("matching_pennies_3p", False),  # three players
    ("matrix_rps", False),  # simultaneous
    ("iterated_prisoners_dilemma", False),  # general sum
    ("dots_and_boxes", True)])
def test_games_that_minimax_could_solve_are_told_from_all_others(game, expected):
    assert is_deterministic_zero_sum(pyspiel.load_game(game)) is expected


def test_no_solver_takes_a_game_in_which_free_texts_are_moves():
    class Quarrel(Clue):
        facts = replace(Clue.facts, utility="zero_sum", information="perfect_information")

    game = game_class(Quarrel)()
    assert is_deterministic_zero_sum(game) is False
    assert solving.solution(game) is None
    assert solving.exact(game) is False
