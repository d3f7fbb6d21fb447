"""Answers of games in which one number or word is all that a player states."""

import pytest

from tests.support.named_games import after

ANSWERS = [
    # Player 2 is dead.
    ("battle_royale(players=3,lowest_rate=30,rate_step=30)", [2, 1], "target", {" Player_0 ": 0, "miss": 3},
     ["player_2", "player_1", "player_3", "0", 0, ""], "player_0 or miss$"),
    ("beauty_contest", [], "answer", {
        33.3: 3330, " 33.3 ": 3330, 33.33: 3333, "33.33666": 3334, 0.004: 0, 99.999: 10_000, 1.15: 115},
     [100.001, -0.001, "1e9", 10**400, "fifty", "1/3", True, None], "a number from 0 to 100$"),
    ("diners_dilemma", [], "chosen_dish", {"costly": 1, " Cheap ": 0}, ["expensive", 1], "cheap or costly$"),
    ("divide_dollar(gold=60)", [], "bid_amount", {7: 7, "7": 7, 60.0: 60}, [61, -1, 0.5, "7 goals"],
     "a whole number from 0 to 60$"),
    ("el_farol", [], "decision", {" GO ": 1, "stay": 0}, ["home", 1, True, "go or stay"], "stay or go$"),
    ("english_auction(players=2)", [50, 50], "decision", {"STAY": 1, " Drop ": 0}, ["yes", 1, "no valid answer"],
     "drop or stay$"),
    ("guess_two_thirds(low=10,high=60)", [], "chosen_number", {50: 40, " 50 ": 40}, [9, 61, 33.3, "fifty"],
     "a whole number from 10 to 60$"),
    ("public_goods", [], "tokens_contributed", {12: 12, " 12": 12}, [21, -1, 1.5, "all"],
     "a whole number from 0 to 20$"),
    ("sealed_bid_auction(players=2)", [0, 1], "bid", {50: 50, "50": 50}, [201, -1, 2.5, "fifty"],
     "a whole number from 0 to 200$"),
    ("second_price_auction(players=2,grid=5)", [10, 10], "bid", {"50": 10, 52.4: 10, 52.6: 11, 100: 20, 0: 0},
     [100.1, -0.1, "fifty"], "a number from 0 to 100$")]


@pytest.mark.parametrize(("game", "moves", "key", "read", "refused", "allowed"), ANSWERS)
def test_an_answer_is_read_under_its_key_and_refused_with_what_is_allowed(game, moves, key, read, refused, allowed):
    state = after(game, *moves)
    player = max(0, state.current_player())
    for stated, action in read.items():
        assert state.struct_to_actions(player, {"reason": "It is 99.", key: stated}) == [action]
    for stated in refused:
        with pytest.raises(ValueError, match=f'"{key}" must be {allowed}'):
            state.struct_to_actions(player, {key: stated})
