"""Solutions against plain recursion, the theory of nim, and known facts about tic-tac-toe."""

from functools import reduce
from operator import xor

import pyspiel
import pytest

from gtarena.agents.solving import minimax, search
from gtarena.checks.playouts import states
from tests.support.named_games import after

# A setting of every game that is small enough to look at every history.
TINY = {"breakthrough": "breakthrough(rows=4,columns=2)", "clobber": "clobber(rows=2,columns=3)",
        "connect_four": "connect_four(rows=3,columns=3,x_in_row=3)",
        "dots_and_boxes": "dots_and_boxes(num_rows=1,num_cols=2)", "hex": "hex(num_rows=2,num_cols=3)",
        "mnk": "mnk(m=3,n=2,k=2)", "nim": "nim(pile_sizes=2;2;3)"}


def solved(game_string: str) -> tuple[pyspiel.Game, minimax.Minimax]:
    game = pyspiel.load_game(game_string)
    solution = minimax.solve(game)
    assert solution is not None
    return game, solution


def worth(state: pyspiel.State, player: int) -> float:
    """Returns the value of a state to a player, by recursion over every history that follows."""
    if state.is_terminal():
        return state.returns()[player]
    choose = max if state.current_player() == player else min
    return choose(worth(state.child(action), player) for action in state.legal_actions())


def check_below(state: pyspiel.State, solution: minimax.Minimax, depth: int) -> None:
    """Checks the values in a state, and in all states up to ``depth`` moves later, against plain recursion."""
    if depth < 0 or state.is_terminal():
        return
    player = state.current_player()
    expected = {action: worth(state.child(action), player) for action in state.legal_actions()}
    assert solution.values(state, player) == expected
    for action in expected:
        check_below(state.child(action), solution, depth - 1)


@pytest.mark.parametrize("name", sorted(minimax.TEXT_IS_COMPLETE - {"tic_tac_toe"}))
def test_values_are_those_of_plain_recursion_over_all_histories(name):
    game, solution = solved(TINY[name])
    check_below(game.new_initial_state(), solution, 2)


def test_boxes_count_where_the_margin_is_paid_and_late_tic_tac_toe_is_valued_as_by_plain_recursion():
    game, solution = solved("dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)")
    check_below(game.new_initial_state(), solution, 1)
    game, solution = solved("tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 8, 5):
        state.apply_action(action)
    check_below(state, solution, 3)


@pytest.mark.parametrize(("opening", "draws"), [
    (0, {4}),  # a corner: only the centre holds
    (4, {0, 2, 6, 8}),  # the centre: only corners hold
    (1, {0, 2, 4, 7}),  # an edge: the centre, the corners beside it and the edge opposite hold
])
def test_replies_in_tic_tac_toe_that_do_not_lose_are_the_known_ones(opening, draws):
    game, solution = solved("tic_tac_toe")
    state = game.new_initial_state()
    assert set(solution.values(state, 0).values()) == {0.0}
    state.apply_action(opening)
    assert solution.values(state, 1) == {
        action: 0.0 if action in draws else -1.0 for action in range(9) if action != opening}


def mover_wins(piles: list[int], misere: bool) -> bool:
    """Checks whether the player to move wins, by Bouton's theorem."""
    if misere and max(piles) <= 1:
        return sum(piles) % 2 == 0
    return reduce(xor, piles) != 0


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("sizes", ["1;3;5;7", "2;4;6", "3;1"])
def test_nim_is_won_exactly_where_the_theory_says(sizes, misere):
    game, solution = solved(f"nim(pile_sizes={sizes},is_misere={misere})")
    seen = set()
    for seed in range(30):
        for state in states(game, seed):
            if not state.is_terminal():
                player = state.current_player()
                piles = [int(size) for size in state.observation_string(player).split(":")[1].split()]
                values = solution.values(state, player)
                assert max(values.values()) == (1.0 if mover_wins(piles, misere) else -1.0)
                seen.add(max(values.values()))
    assert seen == {1.0, -1.0}


@pytest.mark.parametrize("game", ["go(board_size=2)", "kuhn_poker", "pig", "matrix_pd", "chess"])
def test_games_of_another_kind_are_not_solved(game):
    assert minimax.solve(pyspiel.load_game(game)) is None


@pytest.mark.parametrize(("limit", "solved"), [(6000, True), (4000, False)])
def test_games_beyond_the_limit_are_not_solved(limit, solved, monkeypatch):
    monkeypatch.setattr(minimax, "MAX_POSITIONS", limit)  # tic-tac-toe has 5478 positions
    assert (minimax.solve(pyspiel.load_game("tic_tac_toe")) is not None) == solved


def values(state: pyspiel.State) -> dict[int, float]:
    return search.solve(state.get_game()).values(state, state.current_player())


@pytest.mark.parametrize(("columns", "won", "lost"), [
    ((0, 1, 0, 1, 0, 1), [0], [2, 3, 4, 5, 6]),  # x has three in column 0 and o three in column 1
    ((0, 3, 0, 3, 0), [], [1, 2, 3, 4, 5, 6]),  # all but the move that blocks
    ((3, 3, 4, 4), [2, 5], []),  # with either, x has three in the bottom row and both ends open
])
def test_wins_and_losses_that_can_be_forced_are_proved(columns, won, lost):
    found = values(after("connect_four", *columns))
    assert [column for column, value in found.items() if value == 1.0] == won
    assert [column for column, value in found.items() if value == -1.0] == lost


def test_late_positions_are_valued_as_the_whole_solution_says_unproved_ones_by_the_mover_and_the_position():
    game = pyspiel.load_game("connect_four(rows=4,columns=4,x_in_row=3)")
    estimates, truth = search.Search(game), minimax.solve(game)
    late = [state for seed in range(40) for state in states(game, seed)
            if not state.is_terminal() and state.move_number() >= 10]
    assert len(late) > 5
    for state in late:
        player = state.current_player()
        assert estimates.values(state, player) == truth.values(state, player)
    # The first player wins in the middle column and loses in the outer ones.
    found = values(after("connect_four"))
    assert found[3] > max(found[0], found[6])
    state = after("connect_four", 3)
    first = values(state)
    assert values(after("connect_four", 3)) == first
    assert str(state) == str(after("connect_four", 3))
    assert all(-1 <= value <= 1 for value in first.values())


@pytest.mark.parametrize("game", ["kuhn_poker", "pig", "matrix_pd", "chess", "connect_four(rows=4,columns=4)"])
def test_games_of_other_kinds_and_very_long_ones_are_not_searched(game):
    expected = game.startswith("connect_four")
    assert (search.solve(pyspiel.load_game(game)) is not None) == expected


def test_a_game_that_states_no_length_is_not_searched():
    assert search.solve(pyspiel.load_game("go(max_game_length=-1)")) is None
