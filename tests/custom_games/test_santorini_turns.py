import json

import pytest

from custom_games.action_specs import Choice
from custom_games.santorini_turns import DIRECTIONS, placement, turn, turn_name

EVERY = tuple(range(25, 25 + 64))
NORTH_SOUTH_EAST = 25 + 8 * 0 + 3


def test_a_turn_has_a_name_for_each_direction_of_the_move_and_of_the_build():
    assert turn("A", 25, EVERY).action_name((), NORTH_SOUTH_EAST) == "Move north, build south-east"
    assert len(set(turn("A", 25, EVERY).options)) == 64
    assert turn_name("A", 25, 25 + 64 + 7) == "Move north-west"


@pytest.mark.parametrize("pawn", "AXBY")
def test_no_two_turns_that_are_possible_at_once_share_a_name(pawn):
    # A move in one direction either wins or has builds.
    for winning in (range(0), range(8), (0, 3)):
        actions = tuple(action for action in EVERY if (action - 25) // 8 not in winning)
        spec = turn(pawn, 25, (*actions, *(25 + 64 + move for move in winning)))
        assert Choice(spec.key, spec.options, spec.actions, spec.aliases) == Choice(
            "move", spec.options, spec.actions, spec.aliases)


@pytest.mark.parametrize("stated", [
    "Move north, build south-east", "MOVE NORTH, BUILD SOUTH-EAST", "Move north and build southeast",
    "north, south-east", "N, SE", "n/se", "Move A north, build south east", "Move: north, build: south-east", "north and build southeast",
    "move N, build SE"])
def test_a_turn_is_understood_in_other_words_and_abbreviated(stated):
    assert turn("A", 25, EVERY).read({"move": stated}) == [NORTH_SOUTH_EAST]


def test_the_build_may_stand_under_a_key_of_its_own():
    spec = turn("A", 25, EVERY)
    assert spec.read(json.loads('{"move": "north", "build": "south-east"}')) == [NORTH_SOUTH_EAST]
    assert spec.read(json.loads('{"move": "N", "build": "SE"}')) == [NORTH_SOUTH_EAST]
    for unclear in ({"move": "north"}, {"build": "north"}, {"move": "north", "build": 3}, {"move": "up", "build": "N"}):
        with pytest.raises(ValueError, match="move"):
            spec.read(unclear)


@pytest.mark.parametrize("stated", ["NE", "north", "N E", "Move north"])
def test_a_move_without_a_build_is_no_turn_unless_it_wins(stated):
    with pytest.raises(ValueError, match='"move" must be'):
        turn("A", 25, EVERY).read({"move": stated})


@pytest.mark.parametrize("stated", [
    "Place A on row 2, column 3", "row 2, column 3", "2,3", "(2, 3)", "Place A at (2, 3)",
    "place pawn A on row 2, column 3",
])
def test_a_placement_is_understood_by_its_row_and_column(stated):
    assert placement("A", 5, (0, 7, 24)).read({"move": stated}) == [7]


def test_directions_go_clockwise_from_north():
    assert DIRECTIONS[::2] == ("north", "east", "south", "west")
