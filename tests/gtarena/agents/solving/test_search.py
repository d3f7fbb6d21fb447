"""Estimates against known values: won and lost positions of connect four, and a small board solved exactly."""

import pyspiel
import pytest

from gtarena.agents.solving import minimax, search
from tests.support.playouts import states


def after(*columns: int) -> pyspiel.State:
    state = pyspiel.load_game("connect_four").new_initial_state()
    for column in columns:
        state.apply_action(column)
    return state


def values(state: pyspiel.State) -> dict[int, float]:
    return search.solve(state.get_game()).values(state, state.current_player())


def test_a_win_at_once_is_found_and_what_lets_the_opponent_win_is_known_to_lose():
    # x has three in column 0 and o three in column 1.
    found = values(after(0, 1, 0, 1, 0, 1))
    assert found[0] == 1.0
    assert [found[column] for column in (2, 3, 4, 5, 6)] == [-1.0] * 5


def test_all_moves_but_the_one_that_blocks_are_known_to_lose():
    found = values(after(0, 3, 0, 3, 0))
    assert [column for column, value in found.items() if value > -1.0] == [0]


def test_a_forced_win_is_proved():
    # With 2 or 5, x has three in the bottom row and both ends open.
    found = values(after(3, 3, 4, 4))
    assert [column for column, value in found.items() if value == 1.0] == [2, 5]


def test_late_positions_are_valued_as_the_whole_solution_says():
    game = pyspiel.load_game("connect_four(rows=4,columns=4,x_in_row=3)")
    estimates, truth = search.Search(game), minimax.solve(game)
    late = [state for seed in range(40) for state in states(game, seed)
            if not state.is_terminal() and state.move_number() >= 10]
    assert len(late) > 5
    for state in late:
        player = state.current_player()
        assert estimates.values(state, player) == truth.values(state, player)


def test_unproved_values_are_the_movers_own():
    # The first player wins in the middle column and loses in the outer ones.
    found = values(after())
    assert found[3] > max(found[0], found[6])


def test_estimates_depend_on_nothing_but_the_position_and_leave_it_as_it_was():
    state = after(3)
    first = values(state)
    assert values(after(3)) == first
    assert str(state) == str(after(3))
    assert all(-1 <= value <= 1 for value in first.values())


@pytest.mark.parametrize("game", ["kuhn_poker", "pig", "matrix_pd", "chess", "connect_four(rows=4,columns=4)"])
def test_games_of_other_kinds_and_very_long_ones_are_not_searched(game):
    expected = game.startswith("connect_four")
    assert (search.solve(pyspiel.load_game(game)) is not None) == expected


def test_a_game_that_states_no_length_is_not_searched():
    assert search.solve(pyspiel.load_game("go(max_game_length=-1)")) is None
