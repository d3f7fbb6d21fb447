import random

from adapters.generic.generic_view import EMPTY_OBSERVATION, PlainStructView
from adapters.views import BaseView, StructView
from tests.support.named_games import after

VIEW = StructView()


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


def test_by_default_moves_have_openspiels_names_and_a_game_no_json_keys():
    view = BaseView()
    assert view.names(Cards(), 1, 5) == ("card 5 of 1",)
    assert view.patterns(Cards(), 0) == ["card 3 of 0", "card 5 of 0", "card 8 of 0"]
    assert Nicknames().patterns(Cards(), 0) == ["C3", "C8"]
    assert BaseView().action_spec(Cards(), 0) is None
    assert BaseView().are_one_move(Cards(), [3])
    assert not BaseView().are_one_move(Cards(), [3, 5])
    state = after("pirate_game(players=3,gold=4)")
    assert (VIEW.names(state, 0, 4), list(VIEW.patterns(state, 0))) == ((), ["[0..4, 0..4, 0..4] summing to 4"])
    move = VIEW.random_move(state, 0, random.Random(0))
    assert (len(move), sum(move)) == (3, 4)


def test_a_player_observes_what_the_rules_tell_line_by_line_and_a_random_move_is_legal():
    rng = random.Random(0)
    assert {tuple(BaseView().random_move(Cards(), 0, rng)) for _ in range(100)} == {(3,), (5,), (8,)}
    state = after("el_farol(players=3,rounds=2)", [1, 0, 0])
    assert VIEW.observe(state, 1) == state.observation(1)
    assert PlainStructView().observe(after("divide_dollar(players=2,rounds=2)", [3, 4]), 1) == {
        **EMPTY_OBSERVATION,
        "text": '"round": 2\n"rounds": [{"you": 4, "sum": 7, "exceeded": false, "your_payoff": 4}]\n"your_total": 4',
        "at_once": True}
