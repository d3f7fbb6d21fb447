"""Observations of a player of universal poker, and how bets are named in every betting abstraction."""

import random

import pytest

import adapters
from adapters.native._poker import name_cards
from adapters.replies.errors import ReplyError
from tests.support.named_games import after
from tests.support.playouts import load

HEADS_UP = (
    "universal_poker(numRounds=4,blind=100 50,firstPlayer=2 1 1 1,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
    "stack=1000 1000,bettingAbstraction={})")
LIMIT = (
    "universal_poker(betting=limit,numRounds=4,blind=10 5,raiseSize=10 10 20 20,maxRaises=3 4 4 4,"
    "firstPlayer=2 1 1 1,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)")
THREE = (
    "universal_poker(numPlayers=3,stack=300 500 1000,blind=50 100 0,firstPlayer=3 1,bettingAbstraction=fullgame,"
    "numRanks=13)")
DEAL = (51, 46, 0, 5)  # ace of spades and king of hearts; 2 of clubs and 3 of diamonds
FLOP = (20, 24, 28)  # 7, 8 and 9 of clubs
FOLD, CALL, POT, ALL_IN, HALF_POT = range(5)


def view_of(state):
    return adapters.for_game(state.get_game()).view


def shown(state):
    return list(view_of(state).patterns(state, state.current_player()))


def seen(state, player=None):
    return view_of(state).observe(state, state.current_player() if player is None else player)


def move_of(state, answer):
    return adapters.for_game(state.get_game()).parse(f'{{"move": "{answer}"}}', state, state.current_player())


def test_cards_are_named_in_words_the_highest_first():
    assert name_cards("2cTdAh") == ["ace of hearts", "10 of diamonds", "2 of clubs"]
    assert name_cards("") == []
    state = after(HEADS_UP.format("fcpa"), *DEAL)
    assert seen(state, 0)["your_cards"] == ["ace of spades", "king of hearts"]
    assert seen(state, 1)["your_cards"] == ["3 of diamonds", "2 of clubs"]


def test_shared_cards_and_moves_belong_to_their_rounds():
    state = after(HEADS_UP.format("fcpa"), *DEAL, CALL, CALL, *FLOP, POT)
    told = seen(state)
    assert told["rounds"] == [
        {"number": 1, "cards": []}, {"number": 2, "cards": ["7 of clubs", "8 of clubs", "9 of clubs"]}]
    assert told["board"] == ["9 of clubs", "8 of clubs", "7 of clubs"]
    assert told["moves"] == [
        {"player": 1, "move": "Call", "round": 1}, {"player": 0, "move": "Check", "round": 1},
        {"player": 0, "move": "Bet 200", "round": 2}]
    assert (told["pot"], told["cost"], told["call_takes_all"]) == (400, 200, False)
    assert told["seats"][0] == {
        "player": 0, "put_in": 300, "in_round": 200, "left": 700, "folded": False, "all_in": False}


@pytest.mark.parametrize(("game_string", "moves", "listed"), [
    (HEADS_UP.format("fc"), (), ["Fold", "Call"]),
    (HEADS_UP.format("fcpa"), (), ["Fold", "Call", "Raise to 300", "All in"]),
    (HEADS_UP.format("fcpa"), (CALL,), ["Check", "Raise to 300", "All in"]),
    (HEADS_UP.format("fcpa"), (POT, POT), ["Fold", "Call", "All in"]),
    (HEADS_UP.format("fcpa"), (ALL_IN,), ["Fold", "Call"]),
    (HEADS_UP.format("fchpa"), (), ["Fold", "Call", "Raise to 300", "All in", "Raise to 200"]),
    (HEADS_UP.format("fullgame"), (), ["Fold", "Call", "Raise to 200..1000"]),
    (HEADS_UP.format("fullgame"), (200,), ["Fold", "Call", "Raise to 300..1000"]),
    (HEADS_UP.format("fullgame"), (CALL, CALL, *FLOP), ["Check", "Bet 100..900"]),
    (HEADS_UP.format("fullgame"), (900,), ["Fold", "Call", "Raise to 1000"]),
    (LIMIT, (), ["Fold", "Call", "Raise to 20"]), (LIMIT, (POT, POT, POT), ["Fold", "Call"]),
    (LIMIT, (CALL, CALL, *FLOP), ["Check", "Bet 10"])])
def test_bets_are_named_by_the_chips_of_the_round_which_count_blinds(game_string, moves, listed):
    assert shown(after(game_string, *DEAL, *moves)) == listed


def test_an_ante_counts_for_no_round():
    state = after("universal_poker", 0, 5)
    assert shown(state) == ["Check", "Bet 200", "All in"]
    state.apply_action(POT)
    assert shown(state) == ["Fold", "Call", "Raise to 800", "All in"]


def test_a_limit_bet_is_fixed_by_its_round():
    state = after(LIMIT, *DEAL, CALL, CALL, *FLOP, CALL, CALL, 10, POT)
    assert [move["move"] for move in seen(state)["moves"]][-1] == "Bet 20"
    assert seen(state)["bets"] == [
        {"name": "Raise to 40", "kind": "fixed", "adds": 40, "round_total": 40, "all_in": False}]
    assert seen(state)["seats"][0]["left"] is None


@pytest.mark.parametrize("answer", ["raise", "raise 10", "raise 20", "raise by 10 chips", "raise to 20"])
def test_a_limit_bet_is_understood_however_its_chips_are_counted(answer):
    assert move_of(after(LIMIT, *DEAL), answer) == [POT]


def test_the_lowest_raise_is_the_largest_sum_of_a_bet_and_its_increase():
    state = after(THREE, 51, 40, 4, 220)
    assert shown(state) == ["Fold", "Call", "Raise to 300"]  # less than the lowest raise, 340, but all that is left
    assert seen(state)["bets"] == [{
        "name": "Raise to 300", "kind": "smallest", "adds": 250, "round_total": 300, "all_in": True}]
    state.apply_action(300)
    assert shown(state) == ["Fold", "Call", "Raise to 380..500"]
    assert [bet["adds"] for bet in seen(state)["bets"]] == [280, 400]


def test_a_call_may_take_all_and_players_win_at_most_their_own_stake_from_each_other():
    state = after(THREE, 51, 40, 4, 1000)
    assert (seen(state)["cost"], seen(state)["call_takes_all"]) == (250, True)
    assert move_of(state, "All in") == [CALL]
    for action in (CALL, CALL, 20):
        state.apply_action(action)
    assert [move["move"] for move in seen(state, 0)["moves"]] == [
        "Raise to 1000 (all in)", "Call (all in)", "Call (all in)"]
    assert list(state.returns()) == [600, -100, -500]


@pytest.mark.parametrize(("moves", "answer", "action"), [
    ((), "fold", FOLD), ((), "call", CALL), ((), "call 50", CALL), ((CALL,), "check", CALL), ((CALL,), "call", CALL),
    ((), "all-in", ALL_IN), ((), "all in", ALL_IN), ((), "AllIn", ALL_IN), ((), "shove", ALL_IN), ((), "raise", POT),
    ((), "raise to 300", POT), ((), "bet 300", POT), ((), "raise to 300 chips", POT), ((), "pot", POT),
    ((), "player=1 move=Bet", POT), ((CALL, CALL, *FLOP), "bet", POT), ((CALL, CALL, *FLOP), "Bet 200", POT),
    ((), "call 50 chips", CALL), ((), "raise to 1000 (all in)", ALL_IN), ((), "Raise to 1,000", ALL_IN)])
def test_moves_are_understood_by_the_words_of_players(moves, answer, action):
    assert move_of(after(HEADS_UP.format("fcpa"), *DEAL, *moves), answer) == [action]


@pytest.mark.parametrize("answer", ["check", "raise 300 more", "bet 250"])
def test_what_is_not_possible_is_not_understood(answer):
    with pytest.raises(ReplyError):
        move_of(after(HEADS_UP.format("fcpa"), *DEAL), answer)


def test_any_allowed_number_is_understood_as_chips_of_the_round():
    state = after(HEADS_UP.format("fullgame"), *DEAL, CALL, CALL, *FLOP)
    assert move_of(state, "Bet 250") == move_of(state, "raise to 250") == [350]
    assert move_of(state, "all in") == move_of(state, "Bet 900") == [1000]


@pytest.mark.parametrize("game_string", [
    HEADS_UP.format("fcpa"), HEADS_UP.format("fchpa"), LIMIT, THREE,
    f"universal_poker(numPlayers=10,stack={'900 ' * 9}900,blind={'10 ' * 9}10)"])
def test_names_are_unique_and_read_back_and_past_bets_are_those_that_were_listed(game_string):
    adapter, rng = adapters.for_game(load(game_string)), random.Random(4)
    for _ in range(3):
        state, listed = adapter.game.new_initial_state(), []
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            player, legal = state.current_player(), state.legal_actions()
            names = [adapter.view.names(state, player, action)[0] for action in legal]
            assert len(set(names)) == len(names)
            chosen = rng.randrange(len(legal))
            assert adapter.parse(f'{{"move": "{names[chosen]}"}}', state, player) == [legal[chosen]]
            listed.append(names[chosen])
            state.apply_action(legal[chosen])
        made = [move["move"] for move in adapter.view.observe(state, 0)["moves"]]
        assert len(made) == len(listed)
        assert all(one in past or "(all in)" in past for one, past in zip(listed, made, strict=True))
