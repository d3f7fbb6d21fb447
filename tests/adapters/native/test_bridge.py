import re

import pytest

from adapters.native._cards import list_hand
from adapters.native.bridge import CARDS, VIEW, name_call
from gtarena.checks.playouts import states
from tests.support.card_deals import by_rank, suits_deal
from tests.support.named_games import after, load, loaded
from tests.support.read_back import check_names

PLAYED = "bridge(use_double_dummy_result=False)"
DEAL = suits_deal(by_rank)  # North has the clubs, East the diamonds, South the hearts and West the spades
CALLS = {name_call(CARDS + number): CARDS + number for number in range(38)}


def calls(*names: str) -> list[int]:
    return [CALLS[name] for name in names]


def plays(*cards: str) -> list[int]:
    return [by_rank(card) for card in cards]


def test_calls_are_named_and_listed_in_order():
    assert list(CALLS)[:9] == ["Pass", "Double", "Redouble", "1C", "1D", "1H", "1S", "1NT", "2C"]
    assert list(CALLS)[-1] == "7NT"
    assert VIEW.patterns(after(PLAYED, *DEAL), 0) == ["Pass", *list(CALLS)[3:]]
    state = after(PLAYED, *DEAL, *calls("6H", "Double"))
    assert VIEW.patterns(state, 2) == ["Pass", "Redouble", "6S", "6NT", "7C", "7D", "7H", "7S", "7NT"]


@pytest.mark.parametrize(("made", "bid", "declarer", "doubled"), [
    (["1H", "Pass", "4H", "Pass", "Pass", "Pass"], "4H", 0, None),
    (["Pass", "1S", "2H", "Double", "Pass", "2S", "Pass", "3S", "Pass", "Pass", "Pass"], "3S", 1, None),
    (["1C", "Double", "Redouble", "Pass", "Pass", "Pass"], "1C", 0, "redoubled"),
    (["1C", "Double", "1H", "Double", "Pass", "Pass", "Pass"], "1H", 2, "doubled")])
def test_the_contract_is_the_last_bid_of_who_named_its_suit_first(made, bid, declarer, doubled):
    seen = VIEW.observe(after(PLAYED, *DEAL, *calls(*made)), 0)
    contract = seen["contract"]
    assert (contract["bid"], contract["declarer"], contract["doubled"]) == (bid, declarer, doubled)
    assert contract["target"] == 6 + int(bid[0])
    assert (seen["auction"], seen["dummy"]) == (False, (declarer + 2) % 4)


def test_dummy_is_seen_by_all_after_the_first_card_and_played_by_declarer():
    state = after(PLAYED, *DEAL, *calls("1NT", "Pass", "Pass", "Pass"))
    assert all(VIEW.observe(state, seat)["dummy_hand"] is None for seat in range(4))
    state.apply_action(by_rank("2D"))
    for seat in range(4):
        seen = VIEW.observe(state, seat)
        assert list_hand(seen["dummy_hand"]) == [f"{rank}H" for rank in "AKQJT98765432"]
        assert seen["from_dummy"]
    assert state.current_player() == 0
    for card in plays("3H", "2S", "2C"):
        state.apply_action(card)
    seen = VIEW.observe(state, 1)
    assert [(made["player"], made["card"]) for made in seen["tricks"][0]["cards"]] == [
        (1, "2D"), (2, "3H"), (3, "2S"), (0, "2C")]
    assert (seen["tricks"][0]["winner"], seen["taken"]) == (1, [0, 1])
    assert "2D" not in list_hand(seen["hand"])


def test_vulnerable_pairs_are_those_of_the_dealer_and_the_others():
    for dealer, dealers, others, pairs in ((0, True, False, [True, False]), (1, True, False, [False, True]),
                                           (3, False, True, [True, False])):
        game = f"bridge(dealer={dealer},dealer_vul={dealers},non_dealer_vul={others},use_double_dummy_result=False)"
        seen = VIEW.observe(after(game, *DEAL), 0)
        assert seen["vulnerable"] == pairs
        assert seen["dealer"] == seen["seats"][dealer]


@pytest.mark.parametrize("seed", range(3))
def test_hands_and_tricks_are_those_of_openspiel(seed):
    for state in states(load(PLAYED), seed):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        text, seen = state.observation_string(player), VIEW.observe(state, player)
        hands = [_read_hand(block) for block in re.findall(r"holds?:\n((?:.+\n){4})", text)]
        assert hands == [{*list_hand(hand)} for hand in (seen["hand"], seen["dummy_hand"]) if hand is not None]
        assert re.findall(r"Won by (\w+)", text) == [seen["seats"][trick["winner"]] for trick in seen["tricks"]]
        if seen["tricks"] or seen["table"]:
            assert seen["from_dummy"] == ("dummy's" in text)


def _read_hand(block):
    signs = dict(zip("♠♥♦♣", "SHDC", strict=True))
    return {f"{rank.replace('10', 'T')}{signs[line[0]]}" for line in block.splitlines() for rank in line[2:].split()
            if rank != "none"}


@pytest.mark.parametrize(("moves", "said", "name"), [
    ([], "1♠", "1S"), ([], "3 no trump", "3NT"), ([], "bid 4H", "4H"), ([], "one spade", "1S"), ([], "2 hearts", "2H"),
    (["1C"], "X", "Double"), (["1C"], "Dbl", "Double"), (["1C", "Double"], "XX", "Redouble"), ([], "P", "Pass"),
    ([], "I pass", "Pass"), ([], "I bid two spades", "2S"), ([], "seven clubs", "7C")])
def test_calls_have_other_names(moves, said, name):
    state = after(PLAYED, *DEAL, *calls(*moves))
    assert loaded(PLAYED).parse(f"Answer: {said}", state, state.current_player()) == [CALLS[name]]


@pytest.mark.parametrize("said", ["♦10", "10 of diamonds", "TD", "play the ten of diamonds", "D10",
                                  "lead the ten of diamonds", "I play TD"])
def test_cards_have_other_names(said):
    state = after(PLAYED, *DEAL, *calls("1NT", "Pass", "Pass", "Pass"))
    assert loaded(PLAYED).parse(f"Answer: {said}", state, 1) == [by_rank("TD")]


@pytest.mark.parametrize("game_string", [PLAYED, "bridge"])
def test_names_are_clear(game_string):
    check_names(game_string)
