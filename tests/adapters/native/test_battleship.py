import pytest

from adapters.native.battleship import VIEW, name_row
from tests.support.named_games import after, loaded
from tests.support.read_back import check_names

SMALL = "battleship(board_width=4,board_height=3,ship_sizes=[1;2],ship_values=[1;2.5],num_shots=9,loss_multiplier=2.0)"
CELLS = 12
ACROSS, DOWN = CELLS, 2 * CELLS  # the first action that places a ship in either way
# Player 0 has ships at A1 and at A2 and A3, player 1 at C4 and at B1 and C1.
PLACED = [ACROSS, ACROSS + 11, ACROSS + 1, DOWN + 4]


def test_a_player_sees_its_own_ships_and_where_the_opponent_shot():
    seen = VIEW.observe(after(SMALL, *PLACED, 4, 1, 8, 11), 0)
    assert seen["own"] == ["SXS.", "....", "...o"]
    assert seen["other"] == ["....", "X...", "#..."]
    assert seen["moves"] == [
        {"player": 0, "move": "B1", "result": "hit"}, {"player": 1, "move": "A2", "result": "hit"},
        {"player": 0, "move": "C1", "result": "sunk"}, {"player": 1, "move": "C4", "result": "miss"}]
    assert (seen["sunk"], seen["lost"], seen["placing"]) == (1, [], False)
    assert seen["shots_left"] == {"you": 7, "opponent": 7}
    other = VIEW.observe(after(SMALL, *PLACED, 4, 1, 8, 11), 1)
    assert (other["own"], other["other"]) == (["....", "X...", "X..S"], [".X..", "....", "...o"])
    assert (other["sunk"], other["lost"]) == (0, [1])


def test_a_ship_that_is_shot_at_again_is_sunk_once():
    seen = VIEW.observe(after(SMALL, *PLACED, 11, 0, 11, 0), 0)
    assert [shot["result"] for shot in seen["moves"]] == ["sunk"] * 4
    assert (seen["sunk"], seen["lost"]) == (1, [0])


def test_ships_of_the_opponent_are_hidden_while_they_are_placed():
    seen = VIEW.observe(after(SMALL, *PLACED[:2]), 0)
    assert (seen["own"], seen["other"]) == (["S...", "....", "...."], ["....", "....", "...."])
    assert (seen["placing"], seen["placed"], seen["sizes"], seen["worths"]) == (True, 1, [1, 2], [1.0, 2.5])
    assert VIEW.patterns(after(SMALL, *PLACED[:2]), 0) == [
        "Across A2", "Across A3", "Across B1..3", "Across C1..3", "Down A2..4", "Down B1..4"]


def test_cells_are_named_by_row_and_column():
    assert [name_row(row) for row in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]
    state = after("battleship")
    assert VIEW.names(state, 0, 100 + 35)[0] == "Across D6"
    assert VIEW.names(state, 0, 200 + 9)[0] == "Down A10"
    assert VIEW.names(state, 0, 35)[0] == "D6"


@pytest.mark.parametrize(("moves", "said", "action"), [
    ([], "B1 horizontally", ACROSS + 4), (PLACED, "fire at B3", 6), (PLACED, "b3", 6), (PLACED[:2], "B2 vertical", 29),
    (PLACED, "row B, column 3", 6), (PLACED, "B, 3", 6), (PLACED[:2], "vertically at B2", 29)])
def test_other_names_are_understood(moves, said, action):
    assert loaded(SMALL).parse(f"Answer: {said}", after(SMALL, *moves), len(moves) % 2) == [action]


@pytest.mark.parametrize("game_string", ["battleship(num_shots=5)", SMALL])
def test_names_are_clear(game_string):
    check_names(game_string)
