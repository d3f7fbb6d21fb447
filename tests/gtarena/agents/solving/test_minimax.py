"""Solutions against plain recursion, the theory of nim, and known facts about tic-tac-toe."""

from functools import reduce
from operator import xor

import pyspiel
import pytest

from gtarena.agents.solving import minimax
from tests.support.playouts import states

# A setting of every game that is small enough to look at every history.
TINY = {
    "breakthrough": "breakthrough(rows=4,columns=2)",
    "clobber": "clobber(rows=2,columns=3)",
    "connect_four": "connect_four(rows=3,columns=3,x_in_row=3)",
    "dots_and_boxes": "dots_and_boxes(num_rows=1,num_cols=2)",
    "hex": "hex(num_rows=2,num_cols=3)",
    "mnk": "mnk(m=3,n=2,k=2)",
    "nim": "nim(pile_sizes=2;2;3)",
}


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


def test_boxes_count_as_such_where_the_margin_is_paid():
    game, solution = solved("dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)")
    check_below(game.new_initial_state(), solution, 1)


def test_late_positions_of_tic_tac_toe_are_valued_as_by_plain_recursion():
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
