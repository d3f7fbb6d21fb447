import pytest

from adapters.native._native_view import MarksView, NativeView, make_span
from tests.support.named_games import after


class Cells(MarksView):
    def name(self, game, action):
        return f"cell {action}"


class Dice(NativeView):
    def name(self, game, action):
        return ("roll", "stop")[action]


def test_moves_have_shown_names_and_those_so_far_are_of_players_alone():
    assert Cells().names(after("tic_tac_toe"), 0, 4) == ("cell 4",)
    assert Dice().names(after("pig"), 0, 1) == ("stop", "stop")
    # Each roll is followed by chance's die.
    assert Dice().moves(after("pig", 0, 5, 1, 0, 3)) == [
        {"player": 0, "move": "roll"}, {"player": 0, "move": "stop"}, {"player": 1, "move": "roll"}]


@pytest.mark.parametrize(("player", "own", "other"), [(0, "x", "o"), (1, "o", "x")])
def test_a_player_sees_the_board_row_by_row_and_whose_marks_are_whose(player, own, other):
    assert Cells().observe(after("tic_tac_toe", 4, 2), player) == {
        "board": ["..o", ".x.", "..."], "your_mark": own, "opponent_mark": other,
        "moves": [{"player": 0, "move": "cell 4"}, {"player": 1, "move": "cell 2"}]}


@pytest.mark.parametrize(("low", "high", "pattern"), [(0, 6, "0..6"), (1, 2, "1..2"), (3, 3, "3")])
def test_a_span_of_one_number_is_that_number(low, high, pattern):
    assert str(make_span(low, high)) == pattern
