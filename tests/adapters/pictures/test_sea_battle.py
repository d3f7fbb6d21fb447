from typing import Any

import pyspiel
import pytest

import adapters
from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, Canvas
from adapters.images.shapes import Text
from adapters.images.squares import MARGIN
from adapters.pictures.sea_battle import CELL, WATER, draw
from tests.support.drawn import colour_at
from tests.support.playouts import decision_points

SIZE = 8
OBS = {
    "you": "Ship 1", "turn": 3, "rocks": [[1, 1]], "sunk": {"partners": [], "enemies": []},
    "ship": {"name": "Ship 1", "x": 3, "y": 4, "heading": "north", "damage": 2},
    "partners": [{"name": "Ship 2", "x": 5, "y": 6, "heading": "east"}],
    "enemies": [{"name": "Ship 3", "x": 2, "y": 2, "heading": "west"}]}


def drawn(**changes: Any) -> Canvas:
    return draw(OBS | changes, {"size": SIZE, "max_turns": 200, "ships": 2})


def at(canvas: Canvas, x: int, y: int, right: float = 0, up: float = 0) -> str:
    """The colour in the cell of these coordinates, so many pixels from its middle."""
    return colour_at(canvas, (MARGIN + (x + 0.5) * CELL + right, MARGIN + ((SIZE - 1 - y) + 0.5) * CELL - up))


def test_rocks_water_and_ships_are_where_they_are_with_a_black_edge_around_ones_own():
    canvas = drawn()
    assert {at(canvas, x, y) for x, y in ((0, 0), (7, 3), (2, 7), (1, 1))} == {LEVELS[-1]}
    assert {at(canvas, x, y) for x, y in ((1, 2), (2, 1), (6, 6), (6, 1))} == {WATER}
    canvas = drawn()
    assert (at(canvas, 5, 6, right=5), at(canvas, 2, 2, right=-6)) == (SEAT_COLOURS[0], SEAT_COLOURS[1])
    assert at(canvas, 3, 4, up=6) == SEAT_COLOURS[0]
    assert BLACK in {at(drawn(), 3, 4, right, -16) for right in range(-16, 17)}
    assert BLACK not in {at(drawn(), 5, 6, -16, up) for up in range(-16, 17)}


def test_a_fleet_has_its_colour_whoever_looks_and_the_words_say_which():
    canvas = drawn(you="Ship 3", ship=OBS["enemies"][0] | {"damage": 0}, partners=[],
                   enemies=[OBS["ship"], *OBS["partners"]])
    assert (at(canvas, 5, 6, right=5), at(canvas, 2, 2, right=-6)) == (SEAT_COLOURS[0], SEAT_COLOURS[1])
    said = [shape.text for each in (drawn(), canvas) for shape in each.shapes if isinstance(shape, Text)]
    assert "Blue with a black edge: Ship 1, yours. Blue: your partners. Orange: enemies." in said
    assert "Orange with a black edge: Ship 3, yours. Orange: your partners. Blue: enemies." in said


@pytest.mark.parametrize(("heading", "bow"), [
    ("east", (1, 0)), ("north", (0, 1)), ("west", (-1, 0)), ("south", (0, -1))])
def test_a_ship_is_narrow_where_it_heads_and_broad_at_its_stern(heading, bow):
    canvas = drawn(partners=[{"name": "Ship 2", "x": 5, "y": 5, "heading": heading}])
    right, up = bow
    across = (up * 12, right * 12)
    assert at(canvas, 5, 5, right * 14 + across[0], up * 14 + across[1]) == WATER
    assert at(canvas, 5, 5, -right * 14 + across[0], -up * 14 + across[1]) == SEAT_COLOURS[0]


@pytest.mark.parametrize("changes", [
    {"turn": 4}, {"ship": OBS["ship"] | {"damage": 3}}, {"sunk": {"partners": ["Ship 4"], "enemies": []}},
    {"sunk": {"partners": [], "enemies": ["Ship 4"]}}, {"partners": [OBS["partners"][0] | {"damage": 1}]},
    {"partners": [OBS["partners"][0] | {"name": "Ship 4"}]}, {"rocks": []}])
def test_whatever_changes_changes_the_picture(changes):
    assert drawn(**changes).png() != drawn().png()


@pytest.mark.parametrize("version", adapters.for_game(pyspiel.load_game("sea_battle")).versions())
def test_a_prompt_with_a_picture_leaves_out_what_it_shows(version):
    adapter = adapters.for_game(pyspiel.load_game("sea_battle"))
    state, player = next(decision_points("sea_battle", 0))
    _, text = adapter.prompt(state, player, version)
    _, pictured = adapter.with_pictures().prompt(state, player, version)
    without, with_it = text["content"].splitlines(), pictured["content"].splitlines()
    assert len([line for line in without if line not in with_it]) > 6
    assert ["picture" in line for line in with_it if line not in without] == [True]
    assert with_it[-1] == without[-1]
