import pyspiel
import pytest

import custom_games  # noqa: F401
from gtarena.agents import solving
from gtarena.agents.solving import minimax


@pytest.mark.parametrize(("game", "exact"), [
    ("tic_tac_toe", True), ("nim", True), ("kuhn_poker", True), ("pig(winscore=20)", True),
    ("connect_four(rows=4,columns=4,x_in_row=3)", True), ("connect_four", False), ("liars_dice", False),
])
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
