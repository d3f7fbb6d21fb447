import random

from adapters.generic.generic_view import EMPTY_OBSERVATION, PlainStructView
from adapters.views import BaseView, StructView
from tests.support.named_games import after


class Cards:
    """The part of a state that a view uses."""

    def legal_actions(self, player):
        return [3, 5, 8]

    def action_to_string(self, player, action):
        return f"card {action} of {player}"


class Nicknames(BaseView):
    """Gives moves a second name, and one move no name at all."""

    def names(self, state, player, action):
        return () if action == 5 else (f"C{action}", f"number {action}")


def test_by_default_a_move_has_openspiels_name_and_all_legal_moves_are_listed():
    view = BaseView()
    assert view.names(Cards(), 1, 5) == ("card 5 of 1",)
    assert view.patterns(Cards(), 0) == ["card 3 of 0", "card 5 of 0", "card 8 of 0"]


def test_the_first_name_is_the_listed_one_and_a_move_without_a_name_is_not_listed():
    assert Nicknames().patterns(Cards(), 0) == ["C3", "C8"]


def test_by_default_a_game_has_no_json_keys():
    assert BaseView().action_spec(Cards(), 0) is None


def test_by_default_moves_of_one_name_are_several():
    assert BaseView().are_one_move(Cards(), [3])
    assert not BaseView().are_one_move(Cards(), [3, 5])


def test_a_random_move_is_one_legal_action():
    rng = random.Random(0)
    assert {tuple(BaseView().random_move(Cards(), 0, rng)) for _ in range(100)} == {(3,), (5,), (8,)}


VIEW = StructView()
PLAN = "pirate_game(players=3,gold=4)"


def test_a_player_observes_what_the_rules_tell_it():
    state = after("el_farol(players=3,rounds=2)", [1, 0, 0])
    assert VIEW.observe(state, 1) == state.observation(1)


def test_parts_of_a_compound_move_have_no_names():
    state = after(PLAN)
    assert VIEW.names(state, 0, 4) == ()
    assert list(VIEW.patterns(state, 0)) == ["[0..4, 0..4, 0..4] summing to 4"]
    move = VIEW.random_move(state, 0, random.Random(0))
    assert (len(move), sum(move)) == (3, 4)


def test_without_wordings_of_its_own_a_game_shows_its_observation_line_by_line():
    assert PlainStructView().observe(after("divide_dollar(players=2,rounds=2)", [3, 4]), 1) == {
        **EMPTY_OBSERVATION,
        "text": '"round": 2\n"rounds": [{"you": 4, "sum": 7, "exceeded": false, "your_payoff": 4}]\n"your_total": 4',
        "at_once": True}
