import pytest

from adapters.native.rbc import VIEW
from tests.support.read_back import check_answers
from tests.support.svg_pictures import played

BLACK, WHITE = 0, 1
SMALL = "rbc(board_size=4)"
OPENING = ["Sense a1", "e2e4", "Sense a1"]


def test_own_pieces_and_what_was_sensed_are_drawn():
    text = VIEW.observe(played("rbc", [*OPENING, "d7d5", "Sense c5"]), WHITE)["text"]
    assert text.splitlines() == [
        "  a b c d e f g h",
        "8 ? ? ? ? ? ? ? ?",
        "7 ? ? p . p ? ? ?",
        "6 ? ? . . . ? ? ?",
        "5 ? ? . p . ? ? ?",
        "4 ? ? ? ? P ? ? ?",
        "3 ? ? ? ? ? ? ? ?",
        "2 P P P P ? P P P",
        "1 R N B Q K B N R",
        "Castling not lost yet: towards column h and towards column a.",
        "White to move."]


def test_a_capture_and_a_move_that_was_not_possible_are_told_until_the_player_has_sensed():
    captured = [*OPENING, "d7d5", "Sense a1", "e4d5"]
    told = "The latest move was a capture."
    assert VIEW.observe(played("rbc", captured), BLACK)["text"].splitlines()[-2:] == [told, "Black to sense."]
    assert told not in VIEW.observe(played("rbc", [*captured, "Sense a1"]), BLACK)["text"]
    failed = played("rbc", [*OPENING, "a7a6", "Sense a1", "e4d5"])
    told = "The other player's latest move could not be made as chosen."
    assert VIEW.observe(failed, BLACK)["text"].splitlines()[-2:] == [told, "Black to sense."]
    assert told not in VIEW.observe(failed, WHITE)["text"]


def test_castling_is_told_where_kings_castle_and_as_long_as_it_is_not_lost():
    state = played("rbc", ["Sense a1", "a2a4", "Sense a1", "a7a6", "Sense a1", "a1a2"])
    assert "Castling not lost yet: towards column h." in VIEW.observe(state, WHITE)["text"].splitlines()
    assert "Castling" not in VIEW.observe(played(SMALL), WHITE)["text"]


def test_what_the_other_player_does_out_of_sight_changes_nothing_that_is_shown():
    moves = [[*OPENING, "a7a6"], ["Sense a1", "e2e4", "Sense f5", "h7h6"]]
    one, other = (played("rbc", [*made, "Sense c5"]) for made in moves)
    assert VIEW.observe(one, WHITE) == VIEW.observe(other, WHITE)
    assert VIEW.observe(one, BLACK) != VIEW.observe(other, BLACK)


@pytest.mark.parametrize("game_string", ["rbc", SMALL])
def test_moves_are_read_by_the_names_that_are_listed(game_string):
    check_answers(VIEW, game_string, most=5)
