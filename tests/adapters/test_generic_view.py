from types import SimpleNamespace

import pyspiel
import pytest

from adapters.generic_view import GenericView
from tests.support.named_games import after, loaded, prompt_text
from tests.support.playouts import decision_points

VIEW = GenericView()


def test_with_perfect_information_the_observation_is_shown_and_else_the_information_state():
    othello, leduc = after("othello", 19), after("leduc_poker", 0, 1)
    assert VIEW.observe(othello, 1)["text"] == othello.observation_string(1)
    assert VIEW.observe(leduc, 0)["text"] == leduc.information_state_string(0)


def test_the_two_latest_moves_of_each_player_are_told_where_everybody_sees_them():
    state = after("hex(board_size=4)", 0, 1, 2, 3, 4)
    assert VIEW.observe(state, 1)["moves"] == [
        {"player": 1, "move": "b1"}, {"player": 0, "move": "c1"}, {"player": 1, "move": "d1"},
        {"player": 0, "move": "a2"}]


@pytest.mark.parametrize("game_string", ["leduc_poker", "matrix_pd", "2048"])
def test_hidden_moves_joint_moves_and_ones_own_alone_are_not_told(game_string):
    *_, (state, player) = decision_points(game_string, seed=0)
    assert VIEW.observe(state, player)["moves"] == []


def test_openspiels_games_with_moves_of_the_same_name_show_a_number_with_each():
    class Alike:
        """The part of a state that a view uses."""

        def legal_actions(self, player):
            return [3, 5, 8]

        def action_to_string(self, player, action):
            return "pass" if action == 8 else "draw"

    view = GenericView()
    assert view.patterns(Alike(), 0) == ["draw #3", "draw #5", "pass"]
    assert set(view.names(Alike(), 0, 5)) == {"draw", "draw #5"}


def test_colours_for_a_terminal_are_left_out():
    state = after("twixt")
    assert "\x1b" in state.observation_string(0)
    assert "\n     a  b  c  d  e  f  g  h" in prompt_text(state, 0)


def test_a_name_of_several_lines_becomes_one_line_that_is_understood():
    state, player = next(decision_points("chat_game", seed=0))
    assert "\n" in state.action_to_string(player, 2)
    name = loaded("chat_game").view.patterns(state, player)[2]
    assert name == "Action: int: 2 dict: {'tone': 'Angry'}"
    assert loaded("chat_game").parse(f"Answer: {name}", state, player) == [2]


def test_a_game_that_says_nothing_of_what_its_players_know_shows_nothing():
    class Silent:
        """The part of a state that a view uses."""

        def get_game(self):
            kind = SimpleNamespace(
                information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
                provides_information_state_string=False, provides_observation_string=False)
            return SimpleNamespace(get_type=lambda: kind, num_players=lambda: 2)

    assert GenericView().observe(Silent(), 0) == {"text": "", "moves": []}
