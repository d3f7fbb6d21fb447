import pytest

from custom_games.pit.observations import Reports
from custom_games.pit.scoring import Hand
from custom_games.pit.turns import Made

OFFER_3_CORN, OFFER_BULL = 1 + 4 * 2 + 2, 1 + 4 * 4
ACCEPT_3_WITH_WHEAT = 25 + 6 * 2
# Player 4 gives three Wheat for the three Corn that Player 3 has offered.
TRADE = Made(3, ACCEPT_3_WITH_WHEAT, OFFER_3_CORN)
PUBLIC = {"did": "accept", "player": "Player 4", "maker": "Player 3", "number": 3}
KNOWN = {"given": "3 Wheat", "taken": "3 Corn"}


def of(player, trades="blind"):
    return Reports(player, trades, 6)


@pytest.mark.parametrize("player", range(4))
def test_cards_of_offers_and_trades_are_told_to_those_who_make_them_or_to_all_and_the_numbers_always(player):
    known = {"cards": "3 Corn"} if player == 2 else {}
    assert of(player).offer(2, OFFER_3_CORN) == {"player": "Player 3", "number": 3} | known
    assert of(player).turn(Made(2, OFFER_3_CORN)) == {"did": "offer", "player": "Player 3", "number": 3} | known
    assert of(player).turn(TRADE) == PUBLIC | (KNOWN if player in (2, 3) else {})
    assert of(player, "open").turn(TRADE) == PUBLIC | KNOWN
    assert of(player, "open").offer(0, OFFER_BULL) == {"player": "Player 1", "number": 1, "cards": "the Bull"}
    assert of(player).turn(Made(1, 0)) == {"did": "pass", "player": "Player 2"}


def test_a_hand_tells_the_corner_and_who_lost_points():
    assert of(0).hand(Hand((-20, 150, 0, -20), 1, 2)) == {
        "cornered_by": "Player 2", "commodity": "Corn", "points": 150, "lost": {"Player 1": 20, "Player 4": 20}}
    assert of(0).hand(Hand()) == {"cornered_by": None}
