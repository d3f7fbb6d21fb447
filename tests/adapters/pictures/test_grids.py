"""Pictures of games on squares: which colour is where."""

import pytest

import adapters
from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, WHITE
from adapters.images.squares import CELL, MARGIN
from adapters.pictures import breakthrough, connect_four, tic_tac_toe
from tests.support.drawn import colour_at
from tests.support.named_games import after

ONE, TWO = SEAT_COLOURS[:2]
FREE, OTHER = LEVELS[:2]


@pytest.mark.parametrize(("module", "state", "column", "offset", "colours"), [
    # x in C1R1, o in C3R2
    (tic_tac_toe, after("tic_tac_toe", 0, 5), 0, (17, 17), [ONE, OTHER, FREE]),
    (tic_tac_toe, after("tic_tac_toe", 0, 5), 2, (17, 17), [FREE, TWO, FREE]),
    (connect_four, after("connect_four", 3, 3), 3, (20, 0), [OTHER, FREE, OTHER, FREE, TWO, ONE]),
    (breakthrough, after("breakthrough(rows=6,columns=5)"), 0, (-20, 0), [BLACK, BLACK, FREE, OTHER, WHITE, WHITE])])
def test_pieces_lie_in_their_cells_from_the_top_down(module, state, column, offset, colours):
    adapter = adapters.for_game(state.get_game())
    canvas = module.draw(adapter.view.observe(state, 0), adapter.parameters)
    x = MARGIN + (column + 0.5) * CELL + offset[0]
    assert [colour_at(canvas, (x, MARGIN + (row + 0.5) * CELL + offset[1])) for row in range(len(colours))] == colours
