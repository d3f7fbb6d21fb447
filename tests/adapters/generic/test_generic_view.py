import itertools
import json
import re
from types import SimpleNamespace

import open_spiel.python.games  # noqa: F401
import pyspiel
import pytest

from adapters.generic.generic_view import EMPTY_OBSERVATION, GenericView
from adapters.replies.move_names import MoveNames
from tests.support.named_games import after, loaded, prompt_text
from tests.support.playouts import decision_points

VIEW = GenericView()


def test_a_player_sees_openspiels_drawing_and_record_with_seats_and_payoffs():
    othello, leduc = after("othello", 19), after("leduc_poker", 0, 1)  # this view can show any game
    assert VIEW.observe(othello, 1)["text"] == othello.observation_string(1).rstrip()
    assert VIEW.observe(othello, 1)["record"] == ""
    assert VIEW.observe(leduc, 0)["text"] == leduc.observation_string(0)
    assert VIEW.observe(leduc, 0)["record"] == leduc.information_state_string(0)
    assert VIEW.observe(after("antichess"), 1)["seats"] == ["Black", "White"]
    assert VIEW.observe(after("matrix_pd"), 0)["payoffs"]["rows"][1] == {
        "moves": [{"player": 0, "move": "Cooperate"}, {"player": 1, "move": "Defect"}], "payoffs": [0.0, 10.0]}
    assert VIEW.observe(after("chess"), 1)["payoffs"] is None
    assert VIEW.observe(after("tiny_hanabi", 0, 1), 0)["payoffs"] is None, "its sheet tells them"


@pytest.mark.parametrize(("state", "at_once", "others"), [
    (after("chess"), False, []),
    (after("matching_pennies_3p"), True, [0, 2]),
    (after("coop_box_pushing"), True, []),  # who else has a choice might be hidden
    (after("pathfinding"), False, []),
])
def test_who_moves_at_the_same_time_is_told_as_far_as_it_is_known(state, at_once, others):
    seen = VIEW.observe(state, 1 if state.num_players() > 1 else 0)
    assert (seen["at_once"], seen["others"]) == (at_once, others)


@pytest.mark.parametrize("game_string", ["matrix_pd", "tiny_hanabi", "hex", "coop_box_pushing", "chess"])
def test_what_is_observed_is_plain_json(game_string):
    state, player = next(decision_points(game_string, seed=0))
    seen = VIEW.observe(state, player)
    assert json.loads(json.dumps(seen)) == seen


@pytest.mark.parametrize(("game_string", "answer", "name"), [
    ("phantom_go(board_size=9)", "d4", "B d4"), ("oshi_zumo", "5", "[P0]Bid: 5"), ("skat", "pass", "unknown/pass"),
    ("crazyhouse", "e2e4", "e4"), ("crazyhouse", "e2-e4", "e4"), ("crazyhouse", "b1c3", "Nc3")])
def test_names_may_be_shortened_and_chess_moves_named_by_their_squares(game_string, answer, name):
    state, player = next(decision_points(game_string, seed=1))
    (action,) = loaded(game_string).parse(f"Answer: {answer}", state, player)
    assert VIEW.names(state, player, action)[0] == name


def test_a_check_needs_no_sign_and_different_moves_that_share_a_part_are_not_one_move():
    state = pyspiel.load_game("chess").new_initial_state("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    (action,) = loaded("chess").parse("Answer: Rh8", state, 1)
    assert VIEW.names(state, 1, action)[0] == "Rh8+"
    state = pyspiel.load_game("chess").new_initial_state("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    moves = MoveNames.of_legal_moves(VIEW, state, 1)
    assert moves.find("a8=Q") == [action for action in state.legal_actions()
                                  if VIEW.names(state, 1, action)[0] == "a8=Q+"]
    assert moves.find("a8") is None


def test_backgammon_needs_no_number_and_two_orders_of_the_same_dice_are_one_move():
    found, numbered = 0, re.compile(r"\d+ - ")
    for state, player in itertools.islice(decision_points("backgammon", seed=1), 30):
        moves = MoveNames.of_legal_moves(VIEW, state, player)
        for action, (name, *_) in moves.names.items():
            meant = moves.find(numbered.sub("", name))
            if meant:
                assert str(state.child(meant[0])) == str(state.child(action))
                found += 1
    assert found > 300


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

        def history_str(self):
            return ""

        def get_game(self):
            return SimpleNamespace(get_type=lambda: SimpleNamespace(short_name="alike"))

    view = GenericView()
    assert view.patterns(Alike(), 0) == ["draw #3", "draw #5", "pass"]
    assert view.names(Alike(), 0, 5) == ("draw #5", "draw")
    assert view.names(Alike(), 0, 8) == ("pass", "pass #8")


def test_colours_are_left_out_and_a_name_of_several_lines_becomes_one_line_that_is_understood():
    state = after("twixt")
    assert "\x1b" in state.observation_string(0)
    assert "\n     a  b  c  d  e  f  g  h" in prompt_text(state, 0)
    state, player = next(decision_points("chat_game", seed=0))
    assert "\n" in state.action_to_string(player, 2)
    name = loaded("chat_game").view.patterns(state, player)[2]
    assert name == "Action: int: 2 dict: {'tone': 'Angry'}"
    assert loaded("chat_game").parse(json.dumps({"move": name}), state, player) == [2]


def test_a_game_that_says_nothing_of_what_its_players_know_shows_nothing():
    kind = SimpleNamespace(
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, short_name="silent",
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        provides_information_state_string=False, provides_observation_string=False)
    game = SimpleNamespace(get_type=lambda: kind, num_players=lambda: 2, get_parameters=dict)
    silent = SimpleNamespace(get_game=lambda: game, is_simultaneous_node=lambda: False)
    assert GenericView().observe(silent, 0) == EMPTY_OBSERVATION
