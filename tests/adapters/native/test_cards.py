import pytest

from adapters.native._cards import (
    is_card,
    list_hand,
    list_tricks,
    other_names,
    sort_hand,
    split_table,
    strength_with,
)


def test_cards_have_names_in_words_and_the_ten_has_its_number():
    assert other_names("QS") == ["SQ", "♠Q", "Q♠", "Q of spades", "queen of spades"]
    assert other_names("2C") == ["C2", "♣2", "2♣", "2 of clubs"]
    assert {"10H", "HT", "♥10", "10♥", "10 of hearts", "ten of hearts"} <= {*other_names("TH")}
    assert [name for name in ("QS", "TC", "Nil", "1S", "Q", "QSS") if is_card(name)] == ["QS", "TC"]


def test_a_hand_is_sorted_by_suit_and_rank():
    hand = sort_hand(["2C", "TS", "AC", "AS", "9H"])
    assert hand == [{"suit": "spades", "cards": ["AS", "TS"]}, {"suit": "hearts", "cards": ["9H"]},
                    {"suit": "clubs", "cards": ["AC", "2C"]}]
    assert list_hand(hand) == ["AS", "TS", "9H", "AC", "2C"]


@pytest.mark.parametrize(("trump", "cards", "winner"), [
    (None, ["2C", "9C", "AS", "8C"], 3), ("S", ["2C", "9C", "2S", "AC"], 0), ("H", ["TD", "3S", "4S", "9D"], 2),
    ("H", ["TD", "3H", "JH", "AD"], 0)])
def test_a_trick_is_won_by_the_highest_trump_or_else_card_of_the_suit_led(trump, cards, winner):
    plays = list(zip((2, 3, 0, 1), cards, strict=True))
    [trick] = list_tricks(plays, strength_with(trump))
    assert trick["winner"] == winner
    assert [made["card"] for made in trick["cards"]] == cards
    assert split_table([trick]) == ([trick], [])
    started = list_tricks([*plays, (winner, "2D")], strength_with(trump))
    assert split_table(started) == ([trick], [{"player": winner, "card": "2D"}])
