import pyspiel

import adapters
from adapters.images.drawing import BLACK, LEVELS, WHITE
from adapters.pictures._squares import CELL, MARGIN
from adapters.pictures.breakthrough import draw
from tests.support.drawn import colour_at


def test_black_starts_at_the_top_and_white_at_the_bottom():
    adapter = adapters.for_game(pyspiel.load_game("breakthrough(rows=6,columns=5)"))
    canvas = draw(adapter.view.observe(adapter.game.new_initial_state(), 0), adapter.parameters)
    x = MARGIN + CELL / 2 - 20
    found = [colour_at(canvas, (x, MARGIN + (row + 0.5) * CELL)) for row in range(6)]
    assert found[:2] == [BLACK, BLACK]
    assert found[2:4] == [LEVELS[0], LEVELS[1]]
    assert found[4:] == [WHITE, WHITE]
