import pyspiel
import pytest

from adapters.native.crazyhouse import VIEW
from tests.support.named_games import loaded, some_decisions
from tests.support.svg_pictures import played

BLACK, WHITE = 0, 1
CAPTURES = ["e4", "d5", "exd5", "Qxd5"]
SHUFFLED = "crazyhouse(chess960=True)"
NO_DROPS = "crazyhouse(insanity=0)"


def test_the_position_is_drawn_and_kept_pieces_are_named():
    text = VIEW.observe(played("crazyhouse", [*CAPTURES, "P@e4"]), BLACK)["text"]
    assert text.splitlines() == [
        "  a b c d e f g h",
        "8 r n b . k b n r",
        "7 p p p . p p p p",
        "6 . . . . . . . .",
        "5 . . . q . . . .",
        "4 . . . . P . . .",
        "3 . . . . . . . .",
        "2 P P P P . P P P",
        "1 R N B Q K B N R",
        "Kept by White: none.",
        "Kept by Black: pawn.",
        "Castling not lost yet: White O-O and O-O-O, Black O-O and O-O-O.",
        "Turn 3, Black to move."]


def test_several_kept_pieces_have_their_number_and_lost_castlings_are_left_out():
    state = played("crazyhouse", [*CAPTURES, "Nc3", "Qxg2", "Bxg2", "Kd8"])
    assert VIEW.observe(state, WHITE)["text"].splitlines()[9:12] == [
        "Kept by White: queen, pawn.", "Kept by Black: 2 pawns.",
        "Castling not lost yet: White O-O and O-O-O, Black none."]


def test_where_nothing_is_dropped_the_moves_that_count_towards_a_draw_are_told_in_place_of_kept_pieces():
    lines = VIEW.observe(played(NO_DROPS, [*CAPTURES, "Nc3"]), BLACK)["text"].splitlines()
    assert lines[9] == "Moves in a row without a capture or a move of a pawn: 1."
    assert not [line for line in lines if line.startswith("Kept")]


def test_castling_from_a_shuffled_start_has_the_names_of_its_moves():
    state = pyspiel.load_game(SHUFFLED).new_initial_state()
    state.apply_action(0)
    lines = VIEW.observe(state, WHITE)["text"].splitlines()
    assert lines[-2] == "Castling not lost yet: White O-O and O-O-O, Black O-O and O-O-O."


@pytest.mark.parametrize("game_string", ["crazyhouse", SHUFFLED, NO_DROPS])
def test_moves_are_read_by_the_names_that_are_listed(game_string):
    for state, player in some_decisions(game_string, most=4):
        assert len(VIEW.observe(state, player)["text"].splitlines()) >= 12
        for action in state.legal_actions()[::3]:
            shown = VIEW.names(state, player, action)[0]
            assert loaded(game_string).parse(f"Answer: {shown}", state, player) == [action]
