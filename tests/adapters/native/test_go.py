"""Go: points are named as people write them, the board is read from OpenSpiel's, and a ko is told."""

import pytest

from adapters import ReplyError
from tests.support.named_games import after, loaded, some_decisions

SMALL = "go(board_size=5)"


def put(game_string, *points):
    """Returns the state after stones on these points, Black and White in turn; "pass" is one of them."""
    size = int(game_string.split("board_size=")[1].split(",")[0].rstrip(")"))
    actions = [size * size if point == "pass" else size * (int(point[1:]) - 1) + "abcdefghjklmnopqrst".index(point[0])
               for point in points]
    return after(game_string, *actions)


def seen(state, player=0):
    return loaded(str(state.get_game())).view.observe(state, player)


def test_the_board_has_its_rows_from_the_top_and_seats_have_sides():
    state = put("go(board_size=9)", "c1", "j9", "pass")
    obs = seen(state)
    assert obs["board"] == ["........O", *["........."] * 7, "..X......"]
    assert (obs["columns"], obs["seats"], obs["first"]) == ("ABCDEFGHJ", ["Black (X)", "White (O)"], "Black")
    assert obs["moves"] == [
        {"player": 0, "move": "C1"}, {"player": 1, "move": "J9"}, {"player": 0, "move": "Pass"}]
    assert (obs["moves_made"], obs["passed"], obs["ko"], obs["handicap_stones"]) == (3, True, None, [])
    assert seen(state, 1) == obs
    view = loaded("go").view
    assert [view.seat_name(state, seat) for seat in (0, 1)] == ["Black", "White"]


def test_stones_of_a_handicap_are_told_and_let_white_begin():
    obs = seen(after("go(handicap=5)"), 1)
    assert obs["first"] == "White"
    assert sorted(obs["handicap_stones"]) == ["D16", "D4", "K10", "Q16", "Q4"]
    assert (seen(after("go(handicap=1)"))["first"], seen(after("go(handicap=1)"))["handicap_stones"]) == ("Black", [])
    assert seen(put("go(board_size=5,handicap=12)"), 1)["handicap_stones"] == []


def test_a_stone_that_was_taken_in_a_ko_may_not_be_taken_back_in_the_next_turn():
    # White stands around c2, Black around c3: Black's stone on c2 is taken from c3.
    moves = ["c1", "c4", "b2", "b3", "d2", "d3", "a5", "c2", "c3"]
    state = put(SMALL, *moves)
    assert seen(state)["board"][2:4] == [".OXO.", ".X.X."]
    assert (seen(state)["ko"], 7 in state.legal_actions()) == ("C2", False)
    state.apply_action(0)
    state.apply_action(24)
    assert (seen(state)["ko"], 7 in state.legal_actions()) == (None, True)
    assert seen(put(SMALL, *moves[:-1]))["ko"] is None
    state = put(SMALL, *moves, "pass")
    assert seen(state)["ko"] is None


def test_a_lone_stone_with_one_liberty_is_no_ko():
    assert seen(put(SMALL, "a2", "a1"))["ko"] is None
    assert seen(put(SMALL, "a1", "pass", "b2", "a2"))["ko"] is None


def test_moves_are_listed_column_by_column_with_ranges_and_read_by_any_name():
    state = put(SMALL, "a3", "c1")
    adapter = loaded(SMALL)
    assert adapter.view.patterns(state, 0) == [
        "A1", "A2", "A4", "A5", "B1..5", "C2..5", "D1..5", "E1..5", "Pass"]
    assert adapter.view.names(state, 0, 8) == ("D2", "B d2", "Black D2")
    assert adapter.view.names(state, 1, 25) == ("Pass", "W PASS", "White Pass")
    for name in ("D2", "d2", "B d2", "black d2", "play D2"):
        assert adapter.parse(f'{{"move": "{name}"}}', state, 0) == [8]
    assert adapter.parse('{"move": "pass"}', state, 0) == [25]
    for name in ("A3", "White d2", "A6"):
        with pytest.raises(ReplyError):
            adapter.parse(f'{{"move": "{name}"}}', state, 0)


@pytest.mark.parametrize("game_string", ["go", SMALL, "go(handicap=4)"])
def test_names_are_openspiels_unique_and_read_back(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=3):
        named = {adapter.view.names(state, player, action): action for action in state.legal_actions()}
        assert len({first for first, *_ in named}) == len(named)
        assert {name for _, name, _ in named} == {state.action_to_string(action) for action in named.values()}
        for (first, *_), action in list(named.items())[::40]:
            assert adapter.parse(f'{{"move": "{first}"}}', state, player) == [action]
