"""Dots and Boxes: lines join named dots, and boxes show who closed them."""

import pytest

from adapters import ReplyError
from tests.support.named_games import after, loaded, some_decisions
from tests.support.svg_pictures import played

SMALL = "dots_and_boxes(num_rows=1,num_cols=2)"
DRAWN = """\
  a   b   c
1 +---+   +
  | 0 |
2 +---+   +"""


def test_lines_boxes_and_the_turn_that_goes_on_are_observed():
    state = played(SMALL, ["P1(h,0,0)", "P2(h,1,0)", "P1(v,0,1)"])
    obs = loaded(SMALL).view.observe(state, 1)
    assert (obs["boxes"], obs["again"], obs["lines_left"]) == ([0, 0], False, 4)
    state = played(SMALL, ["P1(v,0,0)", "P2(h,1,0)", "P1(v,0,1)", "P2(v,0,2)", "P1(h,0,0)"])
    obs = loaded(SMALL).view.observe(state, 0)
    assert obs["drawing"] == DRAWN.replace("|\n", "|   |\n")
    assert (obs["owners"], obs["boxes"], obs["again"], obs["lines_left"]) == (["0 "], [1, 0], True, 2)
    assert (obs["columns"], obs["rows"]) == (["a", "b", "c"], 2)
    assert obs["across"] == [[True, False], [True, False]]
    assert obs["down"] == [[True, True, True]]
    assert obs["moves"][:2] == [{"player": 0, "move": "a1-a2"}, {"player": 1, "move": "a2-b2"}]
    assert loaded(SMALL).view.observe(state, 1) == obs


def test_ten_rows_of_dots_leave_room_for_their_numbers():
    game_string = "dots_and_boxes(num_rows=9,num_cols=1)"
    drawing = loaded(game_string).view.observe(after(game_string), 0)["drawing"].splitlines()
    assert (drawing[0], drawing[1], drawing[-1]) == ("   a   b", " 1 +   +", "10 +   +")


@pytest.mark.parametrize("said", [
    "b1-b2", "B1-B2", "b2-b1", "b1b2", "b1 - b2", "b1 to b2", "b1 and b2", "connect b1 to b2", "P1(v,0,1)"])
def test_a_line_is_read_by_its_dots_in_any_order(said):
    assert loaded(SMALL).parse(f'{{"move": "{said}"}}', after(SMALL), 0) == [5]


@pytest.mark.parametrize("said", ["a1-c1", "a1", "a1-b2", "b1-b3"])
def test_dots_that_are_not_next_to_each_other_are_no_line(said):
    with pytest.raises(ReplyError):
        loaded(SMALL).parse(f'{{"move": "{said}"}}', after(SMALL), 0)


@pytest.mark.parametrize("game_string", ["dots_and_boxes", "dots_and_boxes(num_rows=4,num_cols=3)"])
def test_names_are_unique_and_read_back(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=4):
        legal = state.legal_actions()
        assert len({name for action in legal for name in adapter.view.names(state, player, action)}) == 5 * len(legal)
        for action in legal:
            name, *_, openspiels = adapter.view.names(state, player, action)
            assert openspiels == state.action_to_string(action)
            assert adapter.parse(f'{{"move": "{name}"}}', state, player) == [action]
