import pytest

from tests.support.named_games import VERSIONS, after, loaded, prompt_text

CENTRE, TOP_RIGHT, LEFT_MIDDLE = 4, 2, 3


def test_cells_are_named_column_first_from_the_top_left():
    adapter, state = loaded("tic_tac_toe"), after("tic_tac_toe")
    named = {name: adapter.parse(f"Answer: {name}", state, 0) for name in ("C1R1", "C3R1", "C1R2", "C3R3")}
    assert named == {"C1R1": [0], "C3R1": [TOP_RIGHT], "C1R2": [LEFT_MIDDLE], "C3R3": [8]}


def test_gtbench_tokens_are_understood():
    assert loaded("tic_tac_toe").parse("Action:\n<C2R2>", after("tic_tac_toe"), 0) == [CENTRE]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_board_is_drawn_with_rows_and_columns(version):
    text = prompt_text(after("tic_tac_toe", CENTRE, TOP_RIGHT), 0, version)
    assert "   C1 C2 C3\nR1  .  .  o\nR2  .  x  .\nR3  .  .  .\n" in text


@pytest.mark.parametrize(("player", "v1", "v2"), [
    (0, "C2R2 (you); C3R1 (your opponent); C1R2 (you)", "Your marks (x): C2R2, C1R2"),
    (1, "C2R2 (your opponent); C3R1 (you); C1R2 (your opponent)", "Your marks (o): C3R1"),
])
def test_each_seat_is_told_who_made_which_move(player, v1, v2):
    state = after("tic_tac_toe", CENTRE, TOP_RIGHT, LEFT_MIDDLE)
    assert f"The moves so far, in order: {v1}." in prompt_text(state, player, "v1")
    assert v2 in prompt_text(state, player, "v2")


@pytest.mark.parametrize(("player", "v1", "v2"), [
    (0, "You place the mark x and your opponent places the mark o", "You are x."),
    (1, "You place the mark o and your opponent places the mark x", "You are o."),
])
def test_each_seat_is_told_its_own_mark(player, v1, v2):
    assert v1 in prompt_text(after("tic_tac_toe"), player, "v1")
    assert v2 in prompt_text(after("tic_tac_toe"), player, "v2")
