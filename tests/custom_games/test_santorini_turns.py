import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.santorini_turns import DIRECTIONS, placement, placement_name, turn, turn_name

CELLS = 25
SOUTH_WEST_EAST = CELLS + 8 * 5 + 2
WIN_SOUTH_WEST = CELLS + 64 + 5
TURNS = turn("B", CELLS, (CELLS + 8 * 5, SOUTH_WEST_EAST, CELLS + 8 * 6 + 2, CELLS + 64))


def test_turns_are_named_by_the_directions_of_the_move_and_of_the_build():
    assert turn_name(CELLS, SOUTH_WEST_EAST) == "Move south-west, build east"
    assert turn_name(CELLS, CELLS) == "Move north, build north"
    assert turn_name(CELLS, CELLS + 71) == "Move north-west"
    assert TURNS.options == (
        "Move south-west, build north", "Move south-west, build east", "Move west, build east", "Move north")


def test_cells_are_named_by_row_and_column_from_1():
    assert [placement_name("X", 5, place) for place in (0, 9, 24)] == [
        "Place X on row 1, column 1", "Place X on row 2, column 5", "Place X on row 5, column 5"]


@pytest.mark.parametrize("name", [
    "Move south-west, build east", "move southwest, build east", "Move south west and build east",
    "Move B south-west, build east", "move b southwest and build east", "B moves SW and builds E",
    "Move pawn B south-west, build east", "B: Move south-west, build east",
    "Move SW, build E", "SW, E", "sw/e", "south-west, east", "Move south-west, then build east",
    "Move south-west and then build east", "Move south-west; build east", "Move south-west build east",
    "Move to the south-west, build to the east", "I move south-west, build east"])
def test_a_turn_is_known_by_many_names(name):
    assert TURNS.read({"move": name}) == [SOUTH_WEST_EAST]


@pytest.mark.parametrize("struct", [
    {"move": "south-west", "build": "east"}, {"pawn": "B", "move": "SW", "build": "E"},
    {"move": "Move south-west", "build": "Build east"}])
def test_the_build_may_stand_under_a_key_of_its_own(struct):
    assert TURNS.read(struct) == [SOUTH_WEST_EAST]


@pytest.mark.parametrize("struct", [
    {"move": "south-west"}, {"move": "south-west", "build": "up"}, {"build": "east"}, {"move": 5, "build": 2},
    {"move": "Move east, build west"}, {"move": "Move A south-west, build east"}])
def test_half_a_turn_an_impossible_one_and_that_of_another_pawn_are_refused(struct):
    with pytest.raises(ValueError, match="move"):
        TURNS.read(struct)


def test_a_turn_of_another_pawn_is_refused_though_the_name_of_that_pawn_may_be_an_article():
    for stated in ("Move A south-west, build east", "A: SW, E", "move a south-west and build east"):
        with pytest.raises(ValueError, match='"move" is a turn of A, but it is the turn of B'):
            TURNS.read({"move": stated})
    own = turn("A", CELLS, (CELLS + 8 * 5, SOUTH_WEST_EAST))
    assert own.read({"move": "Move A south west, build east"}) == [SOUTH_WEST_EAST]


def test_a_winning_move_is_known_with_any_build_or_none():
    wins = turn("A", CELLS, (CELLS + 8, WIN_SOUTH_WEST))
    for name in ("Move south-west", "Move southwest and win", "SW", "Move A SW", "Move south-west, build north",
                 "southwest, northeast"):
        assert wins.read({"move": name}) == [WIN_SOUTH_WEST]


@pytest.mark.parametrize("name", [
    "Place X on row 2, column 3", "row 2, column 3", "row 2 and column 3", "(2, 3)", "2,3", "r2c3", "X at (2, 3)",
    "place pawn x in row 2, column 3", "X on row 2, column 3"])
def test_a_cell_is_known_by_many_names(name):
    assert placement("X", 5, (0, 7, 24)).read({"move": name}) == [7]


def test_a_cell_that_is_not_free_and_one_beyond_the_board_are_refused():
    for name in ("(1, 2)", "row 6, column 1", "Place B on row 2, column 3", "row 2"):
        with pytest.raises(ValueError, match="Place X on row 1, column 1"):
            placement("X", 5, (0, 7, 24)).read({"move": name})


@given(st.lists(st.integers(0, 71), min_size=1, max_size=40, unique=True), st.sampled_from("AXBY"))
def test_no_two_turns_that_may_be_possible_at_once_share_a_name(places, pawn):
    # A move that wins has no build, so no turn goes in its direction besides.
    wins = {place - 64 for place in places if place >= 64}
    actions = tuple(sorted(CELLS + place for place in places if place >= 64 or place // 8 not in wins))
    possible = turn(pawn, CELLS, actions)
    meant: dict[str, set[int]] = {}
    for name, action in (*zip(possible.options, actions, strict=True), *possible.aliases):
        meant.setdefault(name.casefold().replace("-", " "), set()).add(action)
    assert all(len(known) == 1 for known in meant.values())
    assert all(possible.read({"move": name}) == [action]
               for name, action in zip(possible.options, actions, strict=True))


def test_directions_are_counted_clockwise_from_north():
    assert DIRECTIONS[0::2] == ("north", "east", "south", "west")
