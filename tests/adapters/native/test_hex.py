"""Hex: cells are named by column and row, the drawing has their names, and a swap is one of the moves."""

import pytest

from adapters import ReplyError
from tests.support.named_games import after, loaded, some_decisions

DRAWN = """\
   a b c
 1 . x .
  2 . . .
   3 o . .
    4 . . .
     5 . . .
      6 . . .
       7 . . .
        8 . . .
         9 . . .
         10 . . ."""


def test_the_drawing_names_columns_and_rows_and_the_text_has_the_cells_alone():
    game_string = "hex(num_cols=3,num_rows=10)"
    state = after(game_string, 1, 6)
    obs = loaded(game_string).view.observe(state, 0)
    assert obs["drawing"] == DRAWN
    assert obs["text"].splitlines()[:3] == [". x .", " . . .", "  o . ."]
    assert (obs["rows"], obs["columns"], obs["may_swap"]) == (10, ["a", "b", "c"], False)
    assert obs["moves"] == [{"player": 0, "move": "b1"}, {"player": 1, "move": "a3"}]
    assert loaded(game_string).view.observe(state, 1) == obs


def test_letters_for_connected_stones_are_read_as_stones_and_openspiels_names_as_well():
    game_string = "hex(board_size=3,string_rep=explicit)"
    state = after(game_string, 0, 3, 6, 5, 4)
    adapter = loaded(game_string)
    assert adapter.view.observe(state, 1)["text"] == "x . .\n o x o\n  x . ."
    assert adapter.view.names(state, 1, 1) == ("b1", state.action_to_string(1))
    assert adapter.parse(f'{{"move": "{state.action_to_string(1)}"}}', state, 1) == [1]


def test_the_second_player_may_swap_once_for_the_mirrored_cell():
    game_string = "hex(board_size=3,swap=True)"
    adapter, view = loaded(game_string), loaded(game_string).view
    assert not view.observe(after(game_string), 0)["may_swap"]
    state = after(game_string, 1)
    assert view.observe(state, 1)["may_swap"]
    assert view.patterns(state, 1) == ["a1..3", "b2", "b3", "c1..3", "swap"]
    for said in ("swap", "Swap", "swap sides"):
        assert adapter.parse(f'{{"move": "{said}"}}', state, 1) == [9]
    state = after(game_string, 1, 9)
    obs = view.observe(state, 0)
    assert (obs["text"].splitlines()[:2], obs["may_swap"]) == ([". . .", " o . ."], False)
    assert obs["moves"][1] == {"player": 1, "move": "swap"}
    assert state.current_player() == 0
    assert not view.observe(after("hex(board_size=3)", 1), 1)["may_swap"]


@pytest.mark.parametrize("game_string", ["hex", "hex(board_size=4,swap=True)", "hex(num_cols=5,num_rows=3)"])
def test_names_are_unique_and_read_back(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=3):
        named = {adapter.view.names(state, player, action)[0]: action for action in state.legal_actions()}
        assert list(named.values()) == state.legal_actions()
        for name, action in list(named.items())[::20]:
            assert adapter.parse(f'{{"move": "{name.upper()}"}}', state, player) == [action]
        with pytest.raises(ReplyError):
            adapter.parse('{"move": "a12"}', state, player)
