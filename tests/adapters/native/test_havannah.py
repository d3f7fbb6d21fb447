"""Havannah: the drawing is OpenSpiel's without colours, and a swap has a name of its own."""

import pytest

from adapters import ReplyError
from tests.support.named_games import after, loaded, some_decisions

SMALL = "havannah(board_size=2,swap=True)"
DRAWN = "      a b\n   1 . O c\n  2[@]. .\n   3 . ."


@pytest.mark.parametrize("colours", [False, True])
def test_the_drawing_has_no_colours_and_the_stones_of_both_players(colours):
    game_string = f"havannah(board_size=2,ansi_color_output={colours})"
    state = after(game_string, 1, 3)
    obs = loaded(game_string).view.observe(state, 0)
    assert obs == {
        "text": DRAWN, "columns": ["a", "b", "c"], "seats": ["O", "@"], "may_swap": False, "moves": [
            {"player": 0, "move": "b1"}, {"player": 1, "move": "a2"}]}
    assert loaded(game_string).view.observe(state, 1) == obs


def test_a_swap_is_the_first_cell_again_and_is_possible_once():
    adapter, view = loaded(SMALL), loaded(SMALL).view
    assert not view.observe(after(SMALL), 0)["may_swap"]
    state = after(SMALL, 1)
    assert view.observe(state, 1)["may_swap"]
    assert view.patterns(state, 1) == ["a1", "a2", "b2", "b3", "c2", "c3", "swap"]
    for said in ("swap", "Swap", "swap stones", "b1"):
        assert adapter.parse(f'{{"move": "{said}"}}', state, 1) == [1]
    state = after(SMALL, 1, 1)
    obs = view.observe(state, 0)
    assert (obs["may_swap"], "[@]" in obs["text"], obs["moves"][1]) == (False, True, {"player": 1, "move": "swap"})
    assert (state.current_player(), 1 in state.legal_actions()) == (0, False)
    state = after("havannah(board_size=2)", 1)
    assert not loaded("havannah(board_size=2)").view.observe(state, 1)["may_swap"]
    assert [move["move"] for move in view.moves(after(SMALL, 0, 1))] == ["a1", "b1"]


def test_cells_outside_the_board_and_taken_ones_are_no_moves():
    for said in ("a3", "c1", "a1", "d2"):
        with pytest.raises(ReplyError):
            loaded(SMALL).parse(f'{{"move": "{said}"}}', after(SMALL, 0, 1), 0)


@pytest.mark.parametrize("game_string", ["havannah", "havannah(board_size=3,swap=True)"])
def test_names_are_openspiels_unique_and_read_back(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=3):
        named = {adapter.view.names(state, player, action): action for action in state.legal_actions()}
        assert len({first for first, *_ in named}) == len(named)
        assert {last: action for (*_, last), action in named.items()} == {
            state.action_to_string(action): action for action in state.legal_actions()}
        for (name, *_), action in list(named.items())[::30]:
            assert adapter.parse(f'{{"move": "{name}"}}', state, player) == [action]
