"""Observations of a player of Leduc poker, and how its moves are named."""

import random

import pytest

import adapters
from tests.support.named_games import after
from tests.support.playouts import load

FOLD, CALL, RAISE = range(3)


def view_of(state):
    return adapters.for_game(state.get_game()).view


def seen(state, player):
    return view_of(state).observe(state, player)


def shown(state):
    return list(view_of(state).patterns(state, state.current_player()))


def test_a_player_sees_its_own_card_the_public_one_all_chips_and_moves_by_round():
    state = after("leduc_poker", 0, 5, RAISE, RAISE, CALL, 3, CALL, RAISE)
    told = seen(state, 0)
    assert (told["your_card"], told["public_card"]) == ("jack of spades", "queen of hearts")
    assert seen(state, 1)["your_card"] == "king of hearts"
    assert [(move["player"], move["move"], move["round"]) for move in told["moves"]] == [
        (0, "Bet", 1), (1, "Raise", 1), (0, "Call", 1), (0, "Check", 2), (1, "Bet", 2)]
    assert (told["pot"], told["cost"], told["raise_cost"], told["raises_left"]) == (14, 4, 8, 1)
    assert told["seats"] == [
        {"player": 0, "put_in": 5, "folded": False}, {"player": 1, "put_in": 9, "folded": False}]


@pytest.mark.parametrize(("players", "ranks"), [
    (2, ["jack", "queen", "king"]), (3, ["10", "jack", "queen", "king"]),
    (10, ["3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"])])
def test_the_deck_has_one_rank_more_than_players_up_to_the_king(players, ranks):
    told = seen(after(f"leduc_poker(players={players})"), 0)
    assert (told["ranks"], told["your_card"], told["public_card"]) == (ranks, None, None)


def test_without_suits_a_card_is_its_rank():
    state = after("leduc_poker(suit_isomorphism=True)", 0, 2, CALL, CALL, 2)
    assert (seen(state, 0)["your_card"], seen(state, 0)["public_card"]) == ("jack", "king")
    assert seen(state, 0)["suits"] == []


@pytest.mark.parametrize(("moves", "names"), [
    ((), ["Check", "Bet"]), ((CALL,), ["Check", "Bet"]), ((RAISE,), ["Fold", "Call", "Raise"]),
    ((RAISE, RAISE), ["Fold", "Call"]), ((CALL, CALL, 3), ["Check", "Bet"])])
def test_moves_are_named_as_players_do(moves, names):
    assert shown(after("leduc_poker", 0, 5, *moves)) == names


def test_moves_that_count_as_others_are_told_as_what_they_count():
    state = after("leduc_poker(action_mapping=True)", 0, 5, FOLD, RAISE, RAISE)
    assert shown(state) == ["Fold", "Call", "Raise"]
    state.apply_action(RAISE)
    assert [move["move"] for move in seen(state, 0)["moves"]] == ["Check", "Bet", "Raise", "Call"]


@pytest.mark.parametrize(("moves", "answer", "action"), [
    ((), "check", CALL), ((), "call", CALL), ((), "pass", CALL), ((), "raise", RAISE), ((), "bet", RAISE),
    ((), "bet 2", RAISE), ((RAISE,), "raise", RAISE), ((RAISE,), "call", CALL), ((RAISE,), "fold", FOLD),
    ((), "bet 2 chips", RAISE), ((RAISE,), "call 2", CALL), ((RAISE,), "raise to 4", RAISE),
    ((RAISE,), "raise 2 chips", RAISE)])
def test_moves_are_understood_by_the_words_of_players(moves, answer, action):
    state = after("leduc_poker", 0, 5, *moves)
    assert adapters.for_game(state.get_game()).parse(
        f'{{"move": "{answer}"}}', state, state.current_player()) == [action]


@pytest.mark.parametrize("game_string", [
    "leduc_poker", "leduc_poker(players=4,starting_player=2)", "leduc_poker(players=3,action_mapping=True)"])
def test_names_are_unique_and_read_back_and_chips_are_those_that_openspiel_counts(game_string):
    adapter, rng = adapters.for_game(load(game_string)), random.Random(5)
    for _ in range(3):
        state = adapter.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            player, legal = state.current_player(), state.legal_actions()
            names = [adapter.view.names(state, player, action)[0] for action in legal]
            assert len(set(names)) == len(names)
            for action, name in zip(legal, names, strict=True):
                assert adapter.parse(f'{{"move": "{name}"}}', state, player) == [action]
            stakes = state.observation_string(player).split("[Ante: ")[1].rstrip("]")
            assert [seat["put_in"] for seat in adapter.view.observe(state, player)["seats"]] == [
                int(stake) for stake in stakes.split()]
            state.apply_action(rng.choice(legal))
