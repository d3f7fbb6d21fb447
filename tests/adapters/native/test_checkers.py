import pytest

from adapters.native.checkers import VIEW
from tests.support.named_games import loaded, some_decisions
from tests.support.svg_pictures import played

WHITE, BLACK = 0, 1
SETTINGS = ("checkers", "checkers(rows=10,columns=9)", "checkers(rows=7,columns=5)")


def test_the_board_is_seen_with_letters_of_sides_and_moves_have_their_squares():
    seen = VIEW.observe(played("checkers", ["a3b4"]), BLACK)
    assert seen["board"] == [
        ".b.b.b.b", "b.b.b.b.", ".b.b.b.b", "........", ".w......", "..w.w.w.", ".w.w.w.w", "w.w.w.w."]
    assert (seen["files"], seen["ranks"]) == (list("abcdefgh"), list("87654321"))
    assert (seen["you"], seen["opponent"], seen["seats"]) == ("Black", "White", ["White (w)", "Black (b)"])
    assert (seen["moves"], seen["quiet"], seen["goes_on"]) == ([{"player": WHITE, "move": "a3-b4"}], 1, "")
    assert [VIEW.seat_name(played("checkers"), seat) for seat in (WHITE, BLACK)] == ["White", "Black"]
    seen = VIEW.observe(played("checkers(rows=10,columns=10)"), WHITE)
    assert (seen["board"][0], seen["board"][-1], seen["ranks"][0]) == (".b.b.b.b.b", "w.w.w.w.w.", "10")


def test_captures_are_compulsory_named_with_an_x_and_start_the_count_anew():
    state = played("checkers", ["c3d4", "f6e5"])
    assert VIEW.patterns(state, WHITE) == ["d4xf6"]
    assert VIEW.names(state, WHITE, state.legal_actions()[0]) == ("d4xf6", "d4f6", "d4-f6", "d4xe5", "d4xe5xf6")
    assert VIEW.observe(state, WHITE)["quiet"] == 2
    state.apply_action(state.legal_actions()[0])
    assert (VIEW.observe(state, BLACK)["quiet"], VIEW.observe(state, BLACK)["goes_on"]) == (0, "")


def test_a_piece_that_has_to_jump_again_is_told_and_no_other_may_move():
    found = [(state, player) for seed in range(6) for state, player in some_decisions("checkers", (seed,), 60)
             if VIEW.observe(state, player)["goes_on"]]
    assert found
    for state, player in found:
        square = VIEW.observe(state, player)["goes_on"]
        assert VIEW.observe(state, player)["moves"][-1]["move"].endswith(f"x{square}")
        assert all(entry.startswith(f"{square}x") for entry in VIEW.patterns(state, player))


@pytest.mark.parametrize("said", ["c3-d4", "c3d4", "C3-D4", "c3 to d4", "c3->d4", "1. c3-d4"])
def test_a_step_is_understood(said):
    state = played("checkers")
    (action,) = loaded("checkers").parse(f"Answer: {said}", state, WHITE)
    assert state.action_to_string(action) == "c3d4"


@pytest.mark.parametrize("said", ["d4xf6", "d4f6", "d4-f6", "d4 x f6", "d4 takes f6", "d4 jumps to f6", "d4 to f6",
                                  "d4 takes e5", "d4 jumps over e5 to f6"])
def test_a_jump_is_understood(said):
    state = played("checkers", ["c3d4", "f6e5"])
    (action,) = loaded("checkers").parse(f"Answer: {said}", state, WHITE)
    assert state.action_to_string(action) == "d4f6"


@pytest.mark.parametrize("game_string", SETTINGS)
def test_moves_have_different_names_one_of_them_openspiels_by_which_they_are_read(game_string):
    for state, player in some_decisions(game_string, most=6):
        names = [VIEW.names(state, player, action) for action in state.legal_actions()]
        spelled = [name for known in names for name in known]
        assert len(set(spelled)) == len(spelled)
        for known, action in zip(names, state.legal_actions(), strict=True):
            assert state.action_to_string(action) in known
            assert loaded(game_string).parse(f"Answer: {known[0]}", state, player) == [action]
