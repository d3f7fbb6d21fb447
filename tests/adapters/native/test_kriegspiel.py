import pytest

from adapters.native.kriegspiel import VIEW
from tests.support.read_back import check_answers
from tests.support.svg_pictures import played

BLACK, WHITE = 0, 1
SMALL = "kriegspiel(board_size=4,fen=r1kr/pppp/PPPP/R1KR w - - 0 1)"


def test_a_players_own_pieces_are_drawn_with_the_umpires_word_below():
    text = VIEW.observe(played("kriegspiel", ["e2e4", "d7d5", "e4d5"]), BLACK)["text"]
    assert text.splitlines() == [
        "  a b c d e f g h",
        "8 r n b q k b n r",
        "7 p p p ? p p p p",
        "6 ? ? ? ? ? ? ? ?",
        "5 ? ? ? ? ? ? ? ?",
        "4 ? ? ? ? ? ? ? ?",
        "3 ? ? ? ? ? ? ? ?",
        "2 ? ? ? ? ? ? ? ?",
        "1 ? ? ? ? ? ? ? ?",
        "Castling not lost yet: towards column h and towards column a.",
        "The umpire's word on the latest move: Pawn at d5 captured, black's move.",
        "Black to move."]


def test_the_record_stays_and_castling_is_told_where_kings_castle():
    state = played("kriegspiel", ["e2e4", "e7e5", "h2h3", "e8e7", "e1e2"])
    seen = VIEW.observe(state, BLACK)
    assert seen["record"] == state.information_state_string(BLACK).rstrip()
    assert "Castling not lost yet: none." in seen["text"].splitlines()
    lines = VIEW.observe(played(SMALL), WHITE)["text"].splitlines()
    assert lines[:2] == ["  a b c d", "4 ? ? ? ?"]
    assert lines[5:] == ["The umpire's word on the latest move: none", "White to move."]


def test_what_the_other_player_does_out_of_sight_changes_nothing_that_is_shown():
    one, other = (played("kriegspiel", ["e2e4", move]) for move in ("a7a6", "h7h6"))
    assert VIEW.observe(one, WHITE) == VIEW.observe(other, WHITE)
    assert VIEW.observe(one, BLACK) != VIEW.observe(other, BLACK)


@pytest.mark.parametrize("game_string", ["kriegspiel", SMALL])
def test_moves_are_read_by_the_names_that_are_listed(game_string):
    check_answers(VIEW, game_string, most=5)
