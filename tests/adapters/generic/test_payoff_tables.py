import pyspiel
import pytest

import custom_games  # noqa: F401
from adapters.generic.payoff_tables import MAX_ROWS, PayoffTable, Row, compute_payoffs
from gtarena import games


def cells(table: PayoffTable) -> dict[tuple[str, ...], tuple[float, ...]]:
    return {tuple(name for _, name in row.moves): row.payoffs for row in table.rows}


def test_a_matrix_is_told_entry_by_entry_and_as_plain_json():
    table = compute_payoffs(pyspiel.load_game("matrix_pd"))
    assert cells(table) == {
        ("Cooperate", "Cooperate"): (5, 5), ("Cooperate", "Defect"): (0, 10),
        ("Defect", "Cooperate"): (10, 0), ("Defect", "Defect"): (1, 1)}
    assert not table.repeated
    assert table.rows[1] == Row(((0, "Cooperate"), (1, "Defect")), (0.0, 10.0))
    rows, columns = [[1, 2, 3], [4, 5, 6]], [[-1, -2, -3], [-4, -5, -6]]
    table = compute_payoffs(pyspiel.create_matrix_game("mine", "Mine", ["a", "b"], ["x", "y", "z"], rows, columns))
    assert cells(table) == {
        (own, other): (rows[row][column], columns[row][column])
        for row, own in enumerate("ab") for column, other in enumerate("xyz")}
    assert compute_payoffs(pyspiel.load_game("matrix_mp")).plain() == {"repeated": False, "rows": [
        {"moves": [{"player": 0, "move": own}, {"player": 1, "move": other}], "payoffs": payoffs}
        for own, other, payoffs in (("Heads", "Heads", [1.0, -1.0]), ("Heads", "Tails", [-1.0, 1.0]),
                                    ("Tails", "Heads", [-1.0, 1.0]), ("Tails", "Tails", [1.0, -1.0]))]}


@pytest.mark.parametrize("game", [
    games.load("python_iterated_prisoners_dilemma", {}),
    pyspiel.load_game("repeated_game(stage_game=matrix_pd(),num_repetitions=10)")])
def test_of_a_repeated_game_the_payoffs_of_a_round_are_told(game):
    table = compute_payoffs(game)
    assert table.repeated
    assert [row.payoffs for row in table.rows] == [(5, 5), (0, 10), (10, 0), (1, 1)]


def test_moves_of_chance_are_those_of_seat_minus_one_and_told_with_their_probabilities():
    table = compute_payoffs(pyspiel.load_game("tiny_hanabi"))
    assert len(table.rows) == 2 * 2 * 3 * 3
    assert table.rows[0] == Row(((-1, "d0 (50%)"), (-1, "d0 (50%)"), (0, "p0a0"), (1, "p1a0")), (10.0, 10.0))
    found = cells(compute_payoffs(pyspiel.load_game("lewis_signaling")))
    assert found["State 2 (33.3%)", "Message 0", "Action 2"] == (1, 1)


@pytest.mark.parametrize("game_string", [
    "blotto", "goofspiel", "chess", "hex(board_size=3)", "oshi_zumo(coins=3)", "deep_sea", "catch", "trade_comm",
    "tarok", "markov_soccer", "coop_box_pushing"])
def test_a_large_game_a_game_of_one_player_and_one_of_positions_have_no_table(game_string):
    assert compute_payoffs(pyspiel.load_game(game_string)) is None


def test_a_table_has_a_limit_of_rows_and_a_cost_of_every_step_is_none():
    small, large = "blotto(coins=6,fields=2)", "blotto(coins=8,fields=2)"
    assert len(compute_payoffs(pyspiel.load_game(small)).rows) == 7 * 7 <= MAX_ROWS
    assert compute_payoffs(pyspiel.load_game(large)) is None  # 9 * 9 rows
    game = pyspiel.load_game("pathfinding", {"players": 2, "grid": "A..a\nB..b\n"})
    state = game.new_initial_state()
    state.apply_actions([0, 0])
    assert state.rewards() == [-0.01, -0.01]
    assert compute_payoffs(game) is None


@pytest.mark.parametrize("game", ["laser_tag(horizon=-1)", "go(max_game_length=-1)"])
def test_a_game_that_states_no_length_is_not_searched_for_all_its_courses(game):
    assert compute_payoffs(pyspiel.load_game(game)) is None
