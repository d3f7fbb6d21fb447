import random
from collections import Counter

from custom_games.air_land_sea.battle import DECK, Event
from custom_games.air_land_sea.cards import AMBUSH, REDEPLOY
from custom_games.air_land_sea.redraws import redraw
from tests.support.air_land_sea_battles import card, cards, position

DRAWS = 3000


def drawn(battle, player=0, draws=DRAWS):
    rng = random.Random(1)
    return [redraw(battle, player, rng) for _ in range(draws)]


def test_every_unseen_card_is_equally_often_face_down_in_the_hand_and_in_the_deck():
    battle = position("A1||", "s4||", ("L1 S1", "A3 L2")).battle
    unseen = DECK - set(cards("A1 L1 S1"))  # 15 cards: one face down, two in the hand, twelve in the deck
    redraws = drawn(battle)
    lying = Counter(other.pile(1, 0)[0].card for other in redraws)
    held = Counter(number for other in redraws for number in other.hands[1])
    assert set(lying) == set(held) == unseen
    # 200 and 400 of each are expected, with standard deviations of 14 and 19.
    assert all(140 < count < 260 for count in lying.values())
    assert all(320 < count < 480 for count in held.values())


def test_what_the_player_sees_stays_and_so_does_a_card_that_was_turned_face_down():
    battle = position("a1 A5|L4|", "S1 s4||", ("L1", "A3 L2")).battle
    for other in drawn(battle, draws=50):
        assert (other.piles[:3], other.hands[0], other.pile(1, 0)[0]) == (
            battle.piles[:3], battle.hands[0], battle.pile(1, 0)[0])
        everywhere = [*(placed.card for pile in other.piles for placed in pile), *other.hands[0], *other.hands[1]]
        assert sorted([*everywhere, *other.unseen_cards()]) == sorted(DECK)
    battle = position("||", "s4||", ("L1", "A3")).battle._replace(
        log=(Event("flip", 0, AMBUSH, card("S4"), 1, 0, False),))
    assert {other.pile(1, 0)[0].card for other in drawn(battle, draws=50)} == {card("S4")}


def test_a_seen_card_that_was_taken_back_is_in_the_hand_or_played_and_a_destroyed_one_is_redrawn_unless_seen():
    back, later, early = card("L3"), card("A2"), card("A6")
    battle = position("||", "a6|a2|", ("L1", "L3 S5")).battle._replace(log=(
        Event("play", 1, None, early, 1, 0, False), Event("play", 1, None, back, 1, 2, True),
        Event("flip", 0, AMBUSH, back, 1, 2, False), Event("return", 1, REDEPLOY, back, 1, source=2, place=1),
        Event("play", 1, REDEPLOY, later, 1, 1, False)))
    redraws = drawn(battle)
    played = sum(other.pile(1, 1)[0].card == back for other in redraws)
    assert all(other.pile(1, 1)[0].card == back or back in other.hands[1] for other in redraws)
    assert 900 < played < 1100  # one of the three cards in question, 1000 times with a standard deviation of 26
    # The opponent remembers a match in which that card was seen, and its own cards are those on the table.
    assert all([event.card for event in other.log] == [
        other.pile(1, 0)[0].card, back, back, back, other.pile(1, 1)[0].card] for other in redraws)
    hidden = position("||", "||", ("L1", "S5"), under="A2").battle
    assert len({other.under[0].card for other in drawn(hidden, draws=500)}) == 17
    seen = hidden._replace(under=(hidden.under[0]._replace(seen=True),),
                           log=(Event("play", 1, None, card("A2"), 1, 0, True),))
    assert {other.under for other in drawn(seen, draws=50)} == {seen.under}
