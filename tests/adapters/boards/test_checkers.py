import pytest

from adapters.boards.checkers import draw
from adapters.native.checkers import VIEW
from tests.support.svg_pictures import board, fills, played, texts


def test_men_are_discs_in_the_colours_of_their_sides_and_one_that_is_captured_is_gone():
    svg = board(played("checkers", ["c3d4", "f6e5", "d4f6"]))
    assert [fills(svg).count(colour) for colour in (None, "#fff")] == [11, 12]
    assert texts(svg)[:16] == [*"abcdefgh", *"87654321"]
    assert {"Player 0: White (w)", "Player 1: Black (b)"} <= set(texts(svg))


@pytest.mark.parametrize(("game_string", "pieces"), [
    ("checkers(rows=10,columns=9)", 27), ("checkers(rows=11,columns=6)", 18)])
def test_high_boards_are_drawn_wholly(game_string, pieces):
    svg = board(played(game_string))
    assert len(fills(svg)) == pieces
    assert "10" in texts(svg)


def test_kings_have_capital_letters():
    obs = {**VIEW.observe(played("checkers"), 0), "board": ["W......."] + ["........"] * 6 + [".......B"]}
    assert [text for text in texts(draw(obs, {}).svg("A test")) if text in "WB"] == ["W", "B"]
