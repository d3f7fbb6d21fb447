import pytest

from custom_games.santorini import DIRECTIONS, placement, placement_name, turn, turn_name

CELLS = 25
SOUTH_WEST_EAST = CELLS + 8 * 5 + 2
TURNS = turn(CELLS, (CELLS + 8 * 5, SOUTH_WEST_EAST, CELLS + 8 * 6 + 2, CELLS + 64))


def test_turns_are_named_by_the_directions_of_the_move_and_of_the_build():
    assert turn_name(CELLS, SOUTH_WEST_EAST) == "Move south-west, build east"
    assert turn_name(CELLS, CELLS) == "Move north, build north"
    assert turn_name(CELLS, CELLS + 71) == "Move north-west"
    assert TURNS.patterns() == [
        "Move south-west, build north", "Move south-west, build east", "Move west, build east", "Move north"]
    assert TURNS.read({"move": "move southwest, build east"}) == [SOUTH_WEST_EAST]


def test_cells_are_named_by_row_and_column_from_1():
    assert [placement_name("X", 5, place) for place in (0, 9, 24)] == [
        "Place X on row 1, column 1", "Place X on row 2, column 5", "Place X on row 5, column 5"]


@pytest.mark.parametrize("name", ["Move south-west", "Move east, build west", "Move A south-west, build east", "", 5])
def test_half_a_turn_an_impossible_one_and_that_of_a_pawn_are_refused(name):
    with pytest.raises(ValueError, match="move"):
        TURNS.read({"move": name})


def test_a_cell_that_is_not_free_and_one_beyond_the_board_are_refused():
    for name in ("Place X on row 1, column 2", "Place X on row 6, column 1", "Place B on row 2, column 3"):
        with pytest.raises(ValueError, match="Place X on row 1, column 1"):
            placement("X", 5, (0, 7, 24)).read({"move": name})


def test_all_turns_have_different_names_and_equal_choices_are_equal():
    every = tuple(range(CELLS, CELLS + 72))
    names = [turn_name(CELLS, action) for action in every]
    assert [turn(CELLS, every).read({"move": name}) for name in names] == [[action] for action in every]
    assert turn(CELLS, every) == turn(CELLS, every)
    assert placement("X", 5, (0, 7)) == placement("X", 5, (0, 7))
    assert placement("X", 5, (0, 7)) != placement("B", 5, (0, 7))


def test_directions_are_counted_clockwise_from_north():
    assert DIRECTIONS[0::2] == ("north", "east", "south", "west")
