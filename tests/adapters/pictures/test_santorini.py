import re
from typing import Any

import pyspiel
import pytest

import adapters
from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, Canvas
from adapters.images.squares import MARGIN
from adapters.pictures.santorini import CELL, draw
from tests.support.drawn import colour_at, dark_pixels

OBS = {"your_pawns": ["A", "B"], "opponents_pawns": ["X", "Y"], "stage": "move", "pawn": "B", "board": [
    ["0.", "1.", "2."], ["3.", "4.", "0A"], ["1X", "2B", "3Y"]]}
# In a cell, from its middle: left of the letter of a pawn, between its frames and what they enclose, and in its corner.
PAWN, INSIDE, CORNER = (-22, -7), (-16, 18), (-CELL / 2 + 3, -CELL / 2 + 3)


def drawn(**changes: Any) -> Canvas:
    return draw(OBS | changes, {"win_level": 3})


def cell_colours(canvas: Canvas, offset: tuple[float, float]) -> list[list[str]]:
    """The colour at the same place of each cell of a board of three rows."""
    return [[colour_at(canvas, (MARGIN + (column + 0.5) * CELL + offset[0], MARGIN + (row + 0.5) * CELL + offset[1]))
             for column in range(3)] for row in range(3)]


def test_higher_cells_are_darker_complete_ones_have_domes_and_pawns_their_players_colours():
    shades = [[LEVELS[int(cell[:-1])] for cell in row] for row in OBS["board"]]
    assert (cell_colours(drawn(), CORNER), cell_colours(drawn(), INSIDE)[:1]) == (shades, shades[:1])
    assert cell_colours(drawn(), (-14, 0))[1][1] == BLACK
    assert BLACK not in cell_colours(drawn(), (-14, 0))[0]
    expected = {(1, 2): SEAT_COLOURS[0], (2, 0): SEAT_COLOURS[1], (2, 1): SEAT_COLOURS[0], (2, 2): SEAT_COLOURS[1]}
    for mine, yours in (("AB", "XY"), ("XY", "AB")):
        colours = cell_colours(drawn(your_pawns=[*mine], opponents_pawns=[*yours]), PAWN)
        assert {at: colours[at[0]][at[1]] for at in expected} == expected
        assert colours[0] == [LEVELS[0], LEVELS[1], LEVELS[2]]


@pytest.mark.parametrize("changes", [
    {"pawn": "X"}, {"stage": "place"}, {"stage": "over"}, {"your_pawns": ["X", "Y"], "opponents_pawns": ["A", "B"]},
    {"board": [["1.", "1.", "2."], *OBS["board"][1:]]}, {"board": [["0B", "1.", "2."], *OBS["board"][1:]]}])
def test_whatever_changes_changes_the_picture(changes):
    assert drawn(**changes).png() != drawn().png()


def test_played_positions_and_the_most_levels_that_the_rules_allow_are_drawn_in_their_cells():
    adapter = adapters.for_game(pyspiel.load_game("santorini"))
    state = adapter.game.new_initial_state()
    state.apply_action(0)  # pawn A in row 1, column 1
    canvas = draw(adapter.view.observe(state, 1), adapter.parameters)
    assert cell_colours(canvas, PAWN)[0][:2] == [SEAT_COLOURS[0], LEVELS[0]]
    board = [["10.", "9.", "8."], ["7.", "6A", "5."], ["9X", "10.", "0."]]
    canvas = draw(OBS | {"board": board, "your_pawns": ["A"], "opponents_pawns": ["X"], "pawn": "A"}, {"win_level": 9})
    assert cell_colours(canvas, CORNER)[0][0] == LEVELS[4]
    assert all(x <= MARGIN + 3 * CELL + 1 or y < MARGIN for x, y in dark_pixels(canvas) if y < MARGIN + 3 * CELL)


@pytest.mark.parametrize("version", adapters.for_game(pyspiel.load_game("santorini")).versions())
def test_a_prompt_with_a_picture_leaves_out_what_it_shows_and_nothing_else(version):
    adapter = adapters.for_game(pyspiel.load_game("santorini"))
    state = adapter.game.new_initial_state()
    for action in (0, 7, 12, 18):
        state.apply_action(action)
    (rules, text), (same, pictured) = (shown.prompt(state, 0, version) for shown in (adapter, adapter.with_pictures()))
    assert rules == same
    (without, with_it) = (message["content"].splitlines() for message in (text, pictured))
    left_out, added = ([line for line in one if line not in other] for one, other in (
        (without, with_it), (with_it, without)))
    assert len([line for line in left_out if line.count("0.") >= 4]) == 5
    assert len([line for line in left_out if re.search(r", column \d", line)]) == 4
    assert ["picture" in line for line in added] == [True]
