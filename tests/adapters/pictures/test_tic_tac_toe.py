import pyspiel

import adapters
from adapters.images.drawing import LEVELS, PLAYERS
from adapters.pictures._squares import CELL, MARGIN
from adapters.pictures.tic_tac_toe import draw
from tests.support.drawn import colour_at


def test_marks_stand_in_their_cells():
    adapter = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
    state = adapter.game.new_initial_state()
    for action in (0, 5):  # x in C1R1, o in C3R2
        state.apply_action(action)
    canvas = draw(adapter.view.observe(state, 0), adapter.parameters)
    corner = MARGIN + CELL / 2 + 17
    assert colour_at(canvas, (corner, corner)) == PLAYERS[0]
    assert colour_at(canvas, (corner + 2 * CELL, corner + CELL)) == PLAYERS[1]
    assert colour_at(canvas, (corner + CELL, corner + CELL)) == LEVELS[0]
