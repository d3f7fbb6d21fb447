from adapters.boards.dark_chess import HIDDEN
from adapters.images.drawing import LEVELS
from adapters.native.dark_chess import VIEW
from tests.support.svg_pictures import board, fills, played, texts


def test_each_player_has_a_board_with_what_it_sees_and_grey_squares_for_the_rest():
    state = played("dark_chess", ["e4", "d5"])
    for seat, colour in ((0, None), (1, "#fff")):
        svg, seen = board(state, seat), "".join(VIEW.observe(state, seat)["board"])
        assert svg.count(LEVELS[3]) > 0
        assert len(fills(svg)) == sum(sign.isalpha() for sign in seen)
        assert fills(svg).count(colour) == 16
        assert HIDDEN in seen
        assert {"Player 0: Black", "Player 1: White"} <= set(texts(svg))
    assert board(state, 0) != board(state, 1)
