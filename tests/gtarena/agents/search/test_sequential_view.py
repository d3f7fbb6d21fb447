"""Simultaneous nodes as sequences, in which the searcher chooses first and sees nobody's move."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import custom_games  # noqa: F401
from gtarena.agents.search.sequential_view import SequentialView


def start(game: str, searcher: int) -> SequentialView:
    return SequentialView(pyspiel.load_game(game).new_initial_state(), searcher)


def test_the_searcher_chooses_first_and_the_others_in_the_order_of_their_seats() -> None:
    state, order = start("el_farol(players=4,rounds=1)", searcher=2), []
    while not state.is_terminal():
        order.append(state.current_player())
        state.apply_action(1 if state.current_player() in (0, 2) else 0)
    assert order == [2, 0, 1, 3]
    assert state.history() == [1, 0, 1, 0]


def test_nothing_happens_in_the_game_before_everybody_has_chosen() -> None:
    state = start("matrix_rps", searcher=1)
    state.apply_action(2)
    assert state.history() == []
    state.apply_action(1)
    assert state.history() == [1, 2]
    assert state.returns() == [-1, 1]  # scissors, chosen by player 1, cut paper


def test_a_clone_goes_its_own_way_from_the_middle_of_a_node() -> None:
    state = start("matrix_rps", searcher=0)
    state.apply_action(0)
    clone = state.clone()
    clone.apply_action(1)
    assert clone.is_terminal()
    assert not state.is_terminal()
    state.apply_action(2)
    assert state.history() == [0, 2]


def test_sequential_and_chance_nodes_pass_through() -> None:
    state = start("iterated_prisoners_dilemma(max_rounds=2)", searcher=1)
    state.apply_action(0)
    state.apply_action(1)
    assert state.is_chance_node()
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    state.apply_action(0)
    assert state.current_player() == 1


def test_seats_with_nothing_to_decide_are_passed_over_and_filled_with_zero() -> None:
    class Node:
        joint: list[int] | None = None

        def is_simultaneous_node(self) -> bool:
            return True

        def num_players(self) -> int:
            return 4

        def legal_actions(self, seat: int) -> list[int]:
            return [] if seat in (0, 2) else [5, 6]

        def apply_actions(self, joint: list[int]) -> None:
            self.joint = joint

    node = Node()
    state = SequentialView(node, searcher=3)
    assert state.current_player() == 3
    state.apply_action(6)
    assert state.current_player() == 1
    assert state.legal_actions() == [5, 6]
    state.apply_action(5)
    assert node.joint == [0, 5, 0, 6]


@pytest.mark.parametrize("searcher", [0, 1])
def test_the_search_of_matching_pennies_expects_to_be_answered_so_it_has_not_seen_the_other_move(
    searcher: int
) -> None:
    turn_based = pyspiel.convert_to_turn_based(pyspiel.load_game("matrix_mp"))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(turn_based, 2.0, 200, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    root = bot.mcts_search(start("matrix_mp", searcher))
    # Who sees the other's move wins; who does not, and is seen, loses, whatever it does.
    assert [child.outcome[searcher] for child in root.children] == [-1, -1]
