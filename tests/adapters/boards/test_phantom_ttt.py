from tests.support.svg_pictures import board, fills, played, texts


def test_marks_that_a_player_has_not_met_are_not_on_its_board():
    state = played("phantom_ttt", ["x(0,0)"])
    assert [len(fills(board(state, seat))) for seat in (0, 1)] == [1, 0]
    assert "seat 1: o" in texts(board(state, 1))
