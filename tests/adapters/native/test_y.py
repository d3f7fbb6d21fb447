"""Y: the drawing is OpenSpiel's without colours, and cells are named by column and row."""

import pytest

from adapters import ReplyError
from tests.support.named_games import after, loaded, some_decisions

DRAWN = "  a b c d\n 1 . O . .\n  2[@]. .\n   3 . .\n    4 ."


@pytest.mark.parametrize("colours", [False, True])
def test_the_drawing_has_no_colours_and_the_stones_of_both_players(colours):
    game_string = f"y(board_size=4,ansi_color_output={colours})"
    state = after(game_string, 1, 4)
    obs = loaded(game_string).view.observe(state, 0)
    assert obs == {"text": DRAWN, "last_column": "d", "seats": ["O", "@"], "moves": [
        {"player": 0, "move": "b1"}, {"player": 1, "move": "a2"}]}
    assert loaded(game_string).view.observe(state, 1) == obs


def test_moves_are_listed_column_by_column_with_ranges_and_read_in_any_case():
    adapter, state = loaded("y(board_size=4)"), after("y(board_size=4)", 1, 4)
    assert adapter.view.patterns(state, 0) == ["a1", "a3", "a4", "b2", "b3", "c1", "c2", "d1"]
    assert adapter.view.patterns(after("y(board_size=4)"), 0) == ["a1..4", "b1..3", "c1", "c2", "d1"]
    for said in ("c2", "C2", "play c2"):
        assert adapter.parse(f'{{"move": "{said}"}}', state, 0) == [6]
    for said in ("b1", "d2", "swap"):
        with pytest.raises(ReplyError):
            adapter.parse(f'{{"move": "{said}"}}', state, 0)


@pytest.mark.parametrize("game_string", ["y", "y(board_size=5)"])
def test_names_are_openspiels_unique_and_read_back(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=3):
        named = {adapter.view.names(state, player, action)[0]: action for action in state.legal_actions()}
        assert named == {state.action_to_string(action): action for action in state.legal_actions()}
        for name, action in list(named.items())[::30]:
            assert adapter.parse(f'{{"move": "{name}"}}', state, player) == [action]
