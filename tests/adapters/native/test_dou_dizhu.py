import pyspiel
import pytest

import adapters
from adapters.native.dou_dizhu import is_bidding_over, is_bomb
from tests.support.playouts import decision_points

CARDS = 51  # the action that deals the first card; those of a suit follow each other, and the jokers come last
THREES, ACES_AND_THREE = [0, 13, 26, 39], [11, 24, 37, 0]
VIEW = adapters.views()["dou_dizhu"]


def dealt(order: list[int]) -> pyspiel.State:
    """Returns the state after cards are dealt one to each in turn; the first one lies face up."""
    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    state.apply_action(0)
    for card in order:
        state.apply_action(CARDS + card)
    return state


def played(state: pyspiel.State, *names: str) -> pyspiel.State:
    for name in names:
        adapter, player = adapters.for_game(state.get_game()), state.current_player()
        state.apply_action(adapter.parse(f'{{"move": "{name}"}}', state, player)[0])
    return state


def lines_of(state: pyspiel.State, player: int) -> list[str]:
    return VIEW.observe(state, player)["text"].splitlines()


def test_before_the_first_bid_there_is_neither_landlord_nor_bid():
    state = dealt([*range(3, 54)])
    assert VIEW.observe(state, 1)["record"] == ""
    assert lines_of(state, 1) == [
        "Face up: 6, dealt to player 0", "Landlord: nobody", "Highest bid: none",
        "Cards in hand: player 0: 17; player 1 (you): 17; player 2: 17", "All cards played: none",
        "Your hand: 3 4 5 6 77 8 9 TT J Q KK A 2 (BWJ)"]


def test_bids_tricks_and_what_is_to_be_beaten_are_told():
    state = played(dealt([*range(3, 54)]), "Bid 1", "Pass", "Bid 2", "Pass", "Pass")
    bids = "Bids: player 0: Bid 1; player 1: Pass; player 2 (you): Bid 2; player 0: Pass; player 1: Pass"
    assert VIEW.observe(state, 2)["record"] == bids
    assert lines_of(state, 2)[1:] == [  # the cards left over are a 3, a 4 and a 5
        "Landlord: player 2 (you)", "Stake so far: 2; bombs and rockets played: 0",
        "Cards in hand: player 0: 17; player 1: 17; player 2 (you): 20", "All cards played: none",
        "Your hand: 33 44 55 6 7 88 9 T JJ Q K AA 2 (CJ)", "To be beaten: nothing"]
    played(state, "88", "99")
    assert lines_of(state, 1)[3:] == [
        "Cards in hand: player 0: 15; player 1 (you): 17; player 2: 18", "All cards played: 88 99",
        "Your hand: 3 4 5 6 77 8 9 TT J Q KK A 2 (BWJ)", "To be beaten: 99, played by player 0"]
    played(state, "Pass", "Pass", "3")
    assert VIEW.observe(state, 2)["record"].splitlines() == [
        bids, "Trick 1: player 2 (you): 88; player 0: 99; player 1: Pass; player 2 (you): Pass",
        "Trick 2: player 0: 3"]


def dealt_to_first(cards: list[int]) -> pyspiel.State:
    """Returns the state after a deal in which player 0 is the first to bid and gets these cards among others."""
    others = [card for card in range(54) if card not in cards]
    order = [each for place, card in enumerate(cards) for each in (card, *others[2 * place:2 * place + 2])]
    return dealt([*order, *others[2 * len(cards):CARDS - len(cards)]])


def test_a_bomb_doubles_the_stake_that_is_told():
    state = played(dealt_to_first(THREES), "Bid 3", "3333")
    assert "Stake so far: 6; bombs and rockets played: 1" in lines_of(state, 0)
    assert "To be beaten: 3333, played by player 0 (you)" in lines_of(state, 0)


def test_a_trio_may_be_named_before_its_extra_card():
    state = played(dealt_to_first(ACES_AND_THREE), "Bid 3")
    (action,) = [action for action in state.legal_actions() if state.action_to_string(0, action) == "3AAA"]
    assert VIEW.names(state, 0, action) == ("3AAA", f"3AAA #{action}", "AAA3")


@pytest.mark.parametrize(("name", "expected"), [
    ("4444", True), ("(BWJ)(CJ)", True), ("444", False), ("(CJ)", False), ("3444", False), ("444555", False)])
def test_bombs_and_the_rocket_are_known(name, expected):
    assert is_bomb(name) == expected


@pytest.mark.parametrize(("bids", "expected"), [
    ([], False), ([0, 0, 0], False), ([3], True), ([1, 0], False), ([0, 1, 0, 0], True), ([1, 0, 2, 0], False)])
def test_bidding_ends_with_a_bid_of_three_or_two_passes_after_a_bid(bids, expected):
    assert is_bidding_over(bids) == expected


def test_what_others_hold_and_what_is_left_over_is_not_shown():
    order = [*range(3, 54)]
    moves = ["Bid 1", "Pass", "Pass", "3"]  # by player 0, who is the landlord
    seen = VIEW.observe(played(dealt(order), *moves), 1)
    order[3], order[5] = order[5], order[3]  # cards of players 0 and 2
    order[6], left = 0, order[6]  # a card of player 0 and one left over
    assert left not in order
    assert VIEW.observe(played(dealt(order), *moves), 1) == seen


@pytest.mark.parametrize("seed", range(3))
def test_names_are_read_back_also_with_the_cards_that_are_there_most_often_first(seed):
    for state, player in decision_points("dou_dizhu", seed):
        adapter = adapters.for_game(state.get_game())
        for action in state.legal_actions():
            for name in VIEW.names(state, player, action):
                assert adapter.parse(f'{{"move": "{name}"}}', state, player) == [action]
