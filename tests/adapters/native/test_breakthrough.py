import pytest

from tests.support.named_games import VERSIONS, after, loaded, prompt_text, some_decisions

SMALL = "breakthrough(columns=3)"


def action(state, name):
    return next(legal for legal in state.legal_actions() if state.action_to_string(legal) == name)


def played(game_string, *names):
    state = after(game_string)
    for name in names:
        state.apply_action(action(state, name))
    return state


@pytest.mark.parametrize("game_string", ["breakthrough", SMALL, "breakthrough(rows=5,columns=4)"])
def test_names_are_openspiels_with_an_arrow(game_string):
    view = loaded(game_string).view
    for state, player in some_decisions(game_string):
        for legal in state.legal_actions():
            own = state.action_to_string(legal).rstrip("*")
            assert view.names(state, player, legal)[0] == f"{own[:2]}->{own[2:]}"


def test_rows_beyond_the_ninth_have_numbers():
    names = loaded("breakthrough(rows=11,columns=3)").view.patterns(after("breakthrough(rows=11,columns=3)"), 0)
    assert names[:3] == ["a10->a9", "a10->b9", "b10->a9"]


@pytest.mark.parametrize("reply", ["Answer: b6->c5", "Answer: <b6->c5*>", "Answer: b6c5*", "Answer: B6 → C5"])
def test_a_capture_needs_no_star(reply):
    state = played(SMALL, "b7b6", "c2c3", "a7a6", "c3c4", "a8a7", "c4c5")
    assert loaded(SMALL).parse(reply, state, 0) == [action(state, "b6c5*")]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_board_shows_letters_numbers_and_pieces(version):
    text = prompt_text(played(SMALL, "b7b6"), 1, version)
    assert "  a b c\n8 b b b\n7 b . b\n6 . b .\n5 . . .\n4 . . .\n3 . . .\n2 w w w\n1 w w w\n" in text


@pytest.mark.parametrize(("player", "version", "fact"), [
    (0, "v1", "You play the black pieces, marked b"),
    (0, "v1", "Your pieces start on row 8 and row 7 and move down the board, towards row 1."),
    (1, "v1", "You play the white pieces, marked w"),
    (1, "v1", "Your pieces start on row 1 and row 2 and move up the board, towards row 8."),
    (0, "v2", "You are black (b): from row 8 and row 7 you go down, and you win on row 1."),
    (1, "v2", "You are white (w): from row 1 and row 2 you go up, and you win on row 8."),
])
def test_each_seat_is_told_its_colour_its_direction_and_its_goal(player, version, fact):
    assert fact in prompt_text(played(SMALL, *["b7b6"] * player), player, version)


@pytest.mark.parametrize("game_string", ["breakthrough(rows=5,columns=4)", "breakthrough(rows=6,columns=4)"])
def test_the_starting_rows_are_those_of_the_pieces(game_string):
    state = after(game_string)
    for player, piece in enumerate("bw"):
        seen = loaded(game_string).view.observe(state, player)
        height = len(seen["board"])
        assert sorted(seen["you"]["rows"]) == sorted(
            height - index for index, row in enumerate(seen["board"]) if piece in row)


def test_each_seat_is_told_who_made_which_move():
    state = played(SMALL, "b7b6", "c2c3")
    assert "b7->b6 (you); c2->c3 (your opponent)" in prompt_text(state, 0)
    other_seat = prompt_text(state, 1, "v2")
    assert "Your moves so far (white): c2->c3\nYour opponent's moves so far (black): b7->b6\n" in other_seat
