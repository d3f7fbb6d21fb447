import pytest

from adapters.native._cards import list_hand
from adapters.native.spades import CARDS, VIEW
from gtarena.checks.playouts import states
from tests.support.card_deals import by_suit, suits_deal
from tests.support.named_games import after, load, loaded
from tests.support.read_back import check_names

DEAL = suits_deal(by_suit)  # North has the clubs, East the diamonds, South the hearts and West the spades
BIDS = [CARDS + tricks for tricks in (4, 0, 6, 13)]


def plays(*cards: str) -> list[int]:
    return [by_suit(card) for card in cards]


def test_bids_tricks_and_the_table_are_told():
    seen = VIEW.observe(after("spades", *DEAL, *BIDS, *plays("AC", "2D", "3H", "2S", "AS")), 1)
    assert seen["bids"] == [4, 0, 6, 13]
    assert [trick["winner"] for trick in seen["tricks"]] == [3]
    assert (seen["taken"], seen["table"]) == ([0, 0, 0, 1], [{"player": 3, "card": "AS"}])
    assert list_hand(seen["hand"]) == [f"{rank}D" for rank in "AKQJT9876543"]
    assert (seen["partner"], seen["bidding"]) == ("West", False)


def test_bonuses_are_told_where_they_can_be_reached():
    seen = VIEW.observe(after("spades", *DEAL), 0)
    assert (seen["win_threshold"], seen["mercy_threshold"], seen["bidding"]) == (None, None, True)
    seen = VIEW.observe(after("spades(win_threshold=230,mercy_threshold=-287)", *DEAL), 0)
    assert (seen["win_threshold"], seen["mercy_threshold"], seen["bonus"]) == (230, -287, 200)
    assert VIEW.observe(after("spades(mercy_threshold=0)", *DEAL), 0)["mercy_threshold"] is None


def test_bids_are_ranges_and_cards_are_sorted_like_hands():
    assert VIEW.patterns(after("spades", *DEAL), 0) == ["Bid 1..13", "Nil"]
    assert VIEW.patterns(after("spades", *DEAL, *BIDS[:1], *BIDS[:1]), 2) == ["Bid 1..9", "Nil"]
    assert VIEW.patterns(after("spades", *DEAL, *BIDS), 0) == [f"{rank}C" for rank in "AKQJT98765432"]


@pytest.mark.parametrize(("moves", "said", "action"), [
    ([], "4", CARDS + 4), ([], "bid nil", CARDS), ([], "five tricks", CARDS + 5), (BIDS, "CQ", 10),
    (BIDS, "play the queen of clubs", 10), (BIDS, "10 of clubs", 8)])
def test_other_names_are_understood(moves, said, action):
    assert loaded("spades").parse(f"Answer: {said}", after("spades", *DEAL, *moves), 0) == [action]


@pytest.mark.parametrize("seed", range(3))
def test_hand_and_tricks_are_those_of_openspiel_and_spades_are_led_by_hands_of_spades_alone(seed):
    for state in states(load("spades"), seed):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        text, seen = state.observation_string(player), VIEW.observe(state, player)
        assert {f"{rank}{line[0]}" for line in text.splitlines()[:4] if "none" not in line for rank in line[2:]} == {
            *list_hand(seen["hand"])}
        if "Tricks taken" in text:
            assert list(map(int, text.split()[-4:])) == seen["taken"]
        if not seen["bidding"] and not seen["table"] and seen["hand"][-1]["suit"] != "spades":
            assert not [name for name in VIEW.patterns(state, player) if name[1] == "S"]


def test_names_are_clear():
    check_names("spades")
