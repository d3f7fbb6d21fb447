import pyspiel
import pytest

import custom_games  # noqa: F401  registers the games
from custom_games.hive_without_beetles.moves import PASS, PIECES, RelativeMove, decode_action, encode_move
from gtarena.checks.playouts import states

BASE = "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)"


@pytest.mark.parametrize(("action", "name"), [
    (209, RelativeMove("wA1")), (0, RelativeMove("wQ")), (PASS, None),
    (7 * (28 * PIECES.index("bQ") + PIECES.index("wA1")) + 1, RelativeMove("bQ", "wA1", "east")),
    (7 * (28 * PIECES.index("wB2") + PIECES.index("bQ")) + 6, RelativeMove("wB2", "bQ", "on top"))])
def test_an_action_states_a_piece_another_one_and_a_direction(action, name):
    assert decode_action(action) == name


def test_every_action_of_a_match_but_the_pass_is_encoded_as_openspiel_does():
    for state in states(pyspiel.load_game(BASE), 1):
        for action in [] if state.is_terminal() else state.legal_actions():
            move = decode_action(action)
            assert (action == PASS) if move is None else (encode_move(move) == action)
