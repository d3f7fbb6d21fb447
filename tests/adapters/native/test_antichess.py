from adapters.native.antichess import VIEW
from tests.support.read_back import check_answers
from tests.support.svg_pictures import played

BLACK, WHITE = 0, 1


def test_the_position_is_drawn_and_told_in_words():
    text = VIEW.observe(played("antichess", ["a4", "h5", "Nf3"]), BLACK)["text"]
    assert text.splitlines() == [
        "  a b c d e f g h",
        "8 r n b q k b n r",
        "7 p p p p p p p .",
        "6 . . . . . . . .",
        "5 . . . . . . . p",
        "4 P . . . . . . .",
        "3 . . . . . N . .",
        "2 . P P P P P P P",
        "1 R N B Q K B . R",
        "Moves in a row without a capture or a move of a pawn: 1.",
        "Turn 2, Black to move."]


def test_a_capture_en_passant_is_told_and_seats_and_moves_stay_those_of_the_generic_view():
    seen = VIEW.observe(played("antichess", ["a4", "h5", "a5", "b5"]), WHITE)
    assert seen["text"].splitlines()[-2:] == [
        "Turn 3, White to move.", "Square where a pawn could capture en passant: b6."]
    assert (seen["record"], seen["seats"], seen["made"]) == ("", ["Black", "White"], 4)
    assert [made["move"] for made in seen["moves"]] == ["a4", "h5", "a5", "b5"]


def test_moves_are_read_by_the_names_that_are_listed():
    check_answers(VIEW, "antichess", most=6)
