import pyspiel

import adapters
from adapters.images.drawing import LEVELS, PLAYERS
from adapters.pictures._squares import CELL, MARGIN
from adapters.pictures.connect_four import draw
from tests.support.drawn import colour_at


def test_the_first_discs_of_a_column_lie_at_its_bottom():
    adapter = adapters.for_game(pyspiel.load_game("connect_four"))
    state = adapter.game.new_initial_state()
    for action in (3, 3):
        state.apply_action(action)
    canvas = draw(adapter.view.observe(state, 0), adapter.parameters)
    x = MARGIN + 3.5 * CELL + 20
    found = [colour_at(canvas, (x, MARGIN + (row + 0.5) * CELL)) for row in range(6)]
    assert found[4:] == [PLAYERS[1], PLAYERS[0]]
    assert set(found[:4]) <= {*LEVELS[:2]}
