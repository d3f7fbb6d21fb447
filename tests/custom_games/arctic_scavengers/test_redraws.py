import random
from collections import Counter

import pytest

from custom_games.arctic_scavengers.cards import CARDS, NAMES
from custom_games.arctic_scavengers.position import Event, Junkyard, Outcome
from custom_games.arctic_scavengers.redraws import redraw
from custom_games.framework.cards import union
from tests.support.scavengers import cards, position, tribe

OWN = tribe(hand="Refugee, Scavenger")
OTHER = tribe(hand="Brawler, Spear", deck="Refugee, Refugee, Refugee, Refugee, Scavenger, Scavenger, Scavenger, Shovel")
DRAWS = 600


def drawn(*states, player=0, draws=DRAWS):
    rng = random.Random(1)
    return [redraw(states, player, rng) for _ in range(draws)]


def index(name):
    return NAMES.index(name)


def test_every_card_of_the_opponent_is_equally_often_in_its_hand_and_announced_ones_always():
    held = Counter()
    for state in drawn(position(OWN, OTHER)):
        assert (state.tribes[0], state.tribes[1].pool) == (OWN, OTHER.pool)
        held.update(dict(enumerate(state.tribes[1].hand)))
    # Of ten cards two are in the hand: 120 times each, with a standard deviation of 10.
    for name, number in (("Refugee", 4), ("Scavenger", 3), ("Brawler", 1), ("Spear", 1), ("Shovel", 1)):
        assert held[index(name)] == pytest.approx(120 * number, abs=41 * number ** 0.5)
    announced = (index("Brawler"),)
    state = position(OTHER, OWN, phase="reaction", announced=(1, announced), log=(Event(0, "DIG", announced),))
    assert all(other.tribes[0].hand[index("Brawler")] for other in drawn(state, player=1, draws=100))


def test_cards_left_by_a_voided_action_are_in_the_hand_until_used_and_hands_in_a_skirmish_stay():
    both = (index("Brawler"), index("Spear"))
    voided = (Event(1, "HUNT", both), Event(0, "SABOTEUR", target=index("Spear")))
    left = OTHER._replace(hand=cards("Brawler, Refugee"), deck=cards("Refugee, Scavenger, Shovel"))
    assert all(state.tribes[1].hand[index("Brawler")] for state in drawn(position(OWN, left, log=voided), draws=100))
    used = (*voided, Event(1, "DIG", (index("Brawler"),)))
    hands = [state.tribes[1].hand[index("Brawler")] for state in drawn(position(OWN, left, log=used), draws=100)]
    assert set(hands) == {0, 1}
    state = position(OWN, OTHER, phase="skirmish")
    assert {other.tribes for other in drawn(state, draws=50)} == {state.tribes}


def prized(place):
    """Returns a position in which seat 1 has won a Tribe Family, which is now at a place, and two prizes are left."""
    other = OTHER._replace(**{place: union(getattr(OTHER, place), cards("Tribe Family"))})
    past = (Outcome((None, None), (cards("Refugee"), cards("Refugee")), 1, index("Tribe Family")),)
    return position(OWN, other, contested=cards("Field Crew, Grenade"), past=past)


def test_an_unseen_prize_is_any_of_the_contested_cards_and_a_shown_one_stays_the_opponents():
    state, prizes = prized("discard"), Counter()
    for other in drawn(state):
        won = next(card for card, count in enumerate(other.tribes[1].discard) if count)
        assert other.past[0].card == won
        assert union(other.tribes[1].pool, other.contested) == union(state.tribes[1].pool, state.contested)
        prizes[CARDS[won].name] += 1
    # 200 times each, with a standard deviation of 12.
    assert set(prizes) == {"Tribe Family", "Field Crew", "Grenade"}
    assert all(140 < count < 260 for count in prizes.values())
    shown = prized("hand")._replace(phase="skirmish")
    later = shown._replace(past=(*shown.past, Outcome((None, None), tuple(t.hand for t in shown.tribes))), phase="turn")
    before = shown._replace(phase="turn")
    assert all(other.tribes[1].pool[index("Tribe Family")] for other in drawn(before, shown, later, draws=100))


def test_what_the_opponent_dug_up_unseen_is_exchanged_with_the_junkyard_but_not_with_what_the_player_put_down():
    other = OTHER._replace(discard=cards("Medkit"))
    start = position(OWN, OTHER, junkyard=Junkyard(cards("Junk")))
    own_dig = start._replace(seat=0, phase="keep", dug=(index("Net"),))
    kept = start._replace(junkyard=Junkyard(cards("Junk"), (index("Net"),)), tribes=(OWN, other))
    redraws = drawn(start, own_dig, kept, draws=200)
    assert {state.junkyard.bottom for state in redraws} == {(index("Net"),)}
    assert {state.tribes[1].discard for state in redraws} == {cards("Medkit"), cards("Junk")}
