import random

import pyspiel
import pytest

import adapters
from adapters.generic.generic_view import EMPTY_OBSERVATION, PlainStructView
from adapters.views import BaseView, StructView
from custom_games import GAMES
from tests.support.keepers import started
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


@pytest.mark.parametrize(("game", "moves", "names"), [
    ("kuhn_poker", (), ["Player 0", "Player 1"]), ("hive", (), ["White", "Black"]),
    ("public_good", (), ["Player 1", "Player 2", "Player 3"]),
    ("divide_dollar(players=2)", (), ["Player 0", "Player 1"]),
    ("two_rooms_and_a_boom(cards_per_room=2)", (2, 0, 3, 1), ["Player 3", "Player 1", "Player 4", "Player 2"])])
def test_seats_have_the_names_that_prompts_call_them_by_and_numbers_from_0_where_they_have_none(game, moves, names):
    state = pyspiel.load_game(game).new_initial_state()
    for move in moves:
        state.apply_action(move)
    view = adapters.for_game(state.get_game()).view
    assert [view.seat_name(state, seat) for seat in range(state.num_players())] == names


@pytest.mark.parametrize("name", sorted({*GAMES} - {"are_you_the_traitor"}))  # whose names change every round
def test_a_seat_that_is_told_its_own_name_is_called_by_it(name):
    state = started(pyspiel.load_game(name, dict(GAMES[name].variants[0])))
    view = adapters.for_game(state.get_game()).view
    names = [view.seat_name(state, seat) for seat in range(state.num_players())]
    assert len(set(names)) == len(names)
    told = [state.observation(seat).get("you") for seat in range(state.num_players())]
    assert told == [None] * len(names) or list(map(str.lower, told)) == list(map(str.lower, names))
