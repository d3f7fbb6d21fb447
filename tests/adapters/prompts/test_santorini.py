import re

import pyspiel
import pytest

from custom_games.santorini import Position
from tests.support.named_games import after, loaded, prompt_text, some_decisions, turn

NAME = "santorini"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())
# Row 2, column 2: A goes east and builds south-east; then X goes west and builds on the cell that it left.
MOVED = after(NAME, 6, 18, 8, 16, 25 + 8 * 2 + 3, 25 + 8 * 6 + 2)


def at(*pawns, turns=4, **levels):
    """A board on which ``r2c3=2`` says a level; pawns are rows and columns."""
    state = pyspiel.load_game(NAME).new_initial_state()
    heights = [0] * 25
    for name, level in levels.items():
        heights[5 * int(name[1]) + int(name[3]) - 6] = level
    cells = tuple(5 * row + column - 6 for row, column in pawns)
    state._node = type(state.node)(state.node.rules, Position(tuple(heights), cells, turns, (0, 0, 0, 0)))
    return state


@every_version
@pytest.mark.parametrize("player", [0, 1])
def test_the_rules_say_all_that_decides_the_game(version, player):
    text = prompt_text(after(NAME, *[6, 18][:player]), player, version)
    for told in (r"A, X, B, Y", r"any number of levels|no limit to stepping down", r"level 4",
                 r"level 3 wins", r"even if that player's other pawn|whatever the owner's second pawn",
                 r"just left", r"no draws|never ends in a draw", r"(?i)north"):
        assert re.search(told, text), told


@every_version
def test_one_pawn_each_is_not_told_of_another_and_a_winning_move_is_offered_without_a_build(version):
    text = prompt_text(after("santorini(size=4,win_level=2,pawns=1)"), 0, version)
    assert not re.search(r"\b[BY]\b|other pawn|second pawn", text)
    assert re.search(r"level 2 wins|level 2 wins on the spot", text)
    assert "level 3" in text
    assert re.search(r"4 rows and 4 columns|4 x 4", text)
    state = at((1, 1), (5, 5), (5, 1), (3, 5), r1c1=2, r1c2=3, r2c1=4, r2c2=4)
    assert turn(state, 0, version).endswith("Legal moves: Move east")


def test_the_first_wording_shows_the_board_and_whose_pawns_stand_where():
    lines = turn(MOVED, 0, "v1").split("\n\nLegal moves")[0].splitlines()
    assert [line.rstrip() for line in lines[1:]] == [
        "  1  2  3  4  5", "1 0. 0. 0. 0. 0.", "2 0. 0. 0A 0B 0.", "3 0. 0. 0. 1. 0.", "4 0. 0Y 0X 1. 0.",
        "5 0. 0. 0. 0. 0.", "Pawn A (yours) is on row 2, column 3, at level 0.",
        "Pawn X (your opponent's) is on row 4, column 3, at level 0.",
        "Pawn B (yours) is on row 2, column 4, at level 0.",
        "Pawn Y (your opponent's) is on row 4, column 2, at level 0.",
        "It is the turn of your pawn B. Choose where it moves, and where it builds from there."]


def test_the_second_wording_shows_the_same_to_the_other_player():
    lines = [line.rstrip() for line in turn(after(NAME, 6, 18, 8, 16, 25 + 8 * 2 + 3), 1, "v2").splitlines()]
    assert lines[2:8] == [
        "  1  2  3  4  5", "1 0. 0. 0. 0. 0.", "2 0. 0. 0A 0B 0.", "3 0. 0. 0. 1. 0.", "4 0. 0Y 0. 0X 0.",
        "5 0. 0. 0. 0. 0."]
    assert "X: row 4, column 4, level 0 (your pawn)" in lines
    assert "B: row 2, column 4, level 0" in lines
    assert "Choose a step and a block for X." in lines


@every_version
def test_directions_of_prompts_lead_where_the_board_shows(version):
    for state, player in some_decisions(NAME, seeds=range(3), most=5):
        rows = [line.split()[1:] for line in turn(state, player, version).splitlines()
                if re.match(r"\d (\d+[.ABXY] ?){5}", line)]
        position = state.node.position
        assert [cell for row in rows for cell in row] == [
            f"{level}{dict(zip(position.pawns, 'AXBY', strict=False)).get(place, '.')}"
            for place, level in enumerate(position.levels)]
