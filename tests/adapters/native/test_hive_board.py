import pyspiel
import pytest

from adapters.native._hive_board import (
    PASS,
    PIECES,
    Described,
    Position,
    Step,
    after,
    around,
    beside,
    described,
    without,
)
from tests.support import hive_rules
from tests.support.playouts import states

SIGNS = {"north-east": "{}/", "east": "{}-", "south-east": "{}\\", "south-west": "/{}", "west": "-{}",
         "north-west": "\\{}", "on top": "{}"}
SETTINGS = ["hive", "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)", "hive(board_size=4)"]


def as_uhp(move: Described | None) -> str:
    if move is None:
        return "pass"
    return f"{move.piece} {SIGNS[move.direction].format(move.reference)}" if move.reference else move.piece


@pytest.mark.parametrize("game_string", SETTINGS)
def test_every_action_is_described_as_openspiel_names_it(game_string):
    for state in states(pyspiel.load_game(game_string), 1):
        for action in state.legal_actions():
            assert as_uhp(described(action)) == state.action_to_string(action)


def test_each_player_has_fourteen_pieces_in_the_order_of_the_ids():
    assert PIECES[:14] == ("wQ", "wA1", "wA2", "wA3", "wG1", "wG2", "wG3", "wS1", "wS2", "wB1", "wB2", "wM", "wL", "wP")
    assert [piece[1:] for piece in PIECES[14:]] == [piece[1:] for piece in PIECES[:14]]
    assert {piece[0] for piece in PIECES[14:]} == {"b"}
    assert described(PASS) is None


@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_position_is_that_of_an_independent_reading_of_the_moves(game_string):
    last = list(states(pyspiel.load_game(game_string), 3))[-1]
    names = [last.action_to_string(action) for action in last.history()]
    for number in range(0, len(names) + 1, 7):
        independent = hive_rules.after(names[:number])
        stacks = {((column - row) // 2, row): stack for (column, row), stack in independent.stacks.items()}
        assert after(tuple(last.history()[:number])).stacks == stacks


def test_a_beetle_leaves_what_it_covered_and_the_last_step_is_known():
    state = pyspiel.load_game(SETTINGS[1]).new_initial_state()
    seen = []
    for move in ("wB1", "bG1 wB1-", "wQ -wB1", "bQ bG1-", "wB1 bG1", "bA1 bQ-", "wB1 -bG1"):
        state.apply_action(state.string_to_action(move))
        seen.append(after(tuple(state.history())))
    assert seen[4].stacks == {(-1, 0): ("wQ",), (1, 0): ("bG1", "wB1"), (2, 0): ("bQ",)}
    assert seen[4].last == Step("wB1", (0, 0), (1, 0))
    assert seen[5].last == Step("bA1", None, (3, 0))
    assert seen[6].stacks[1, 0] == ("bG1",)
    assert list(seen[6].cells) == ["wQ", "wB1", "bQ", "bA1", "bG1"]


def test_a_pass_leaves_no_last_step():
    assert after((209, PASS)) == Position({(0, 0): ("wA1",)}, None)


def test_the_reserve_has_the_pieces_of_the_setting():
    parameters = {"uses_mosquito": True, "uses_ladybug": False, "uses_pillbug": True}
    assert after((209,)).reserve(parameters, "white") == [
        "wQ", "wA2", "wA3", "wG1", "wG2", "wG3", "wS1", "wS2", "wB1", "wB2", "wM", "wP"]
    assert len(after((209,)).reserve(dict.fromkeys(parameters, True), "black")) == 14


def test_the_six_neighbours_are_one_step_away_and_opposite_in_pairs():
    assert [cell for _, cell in around((2, -1))] == [(3, -2), (3, -1), (2, 0), (1, 0), (1, -1), (2, -2)]
    for there, back in (("east", "west"), ("north-east", "south-west"), ("south-east", "north-west")):
        assert beside(beside((4, 4), there), back) == (4, 4)


def test_a_described_move_leads_to_the_cell_beside_its_reference():
    position = Position({(2, 1): ("wQ", "bB1")}, None)
    assert position.target(Described("wA1", "bB1", "north-west")) == (2, 0)
    assert position.target(Described("wB1", "wQ", "on top")) == (2, 1)
    assert position.target(Described("wA1")) == (0, 0)


def test_without_a_piece_what_was_below_it_is_on_top():
    position = Position({(0, 0): ("wQ", "bB1"), (1, 0): ("bQ",)}, None)
    assert without(position, "bB1") == {(0, 0): ("wQ",), (1, 0): ("bQ",)}
    assert without(position, "bQ") == {(0, 0): ("wQ", "bB1")}
    assert without(position, "wA1") == position.stacks
