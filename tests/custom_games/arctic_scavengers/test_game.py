import random

import pytest

from custom_games.arctic_scavengers.actions import people
from custom_games.arctic_scavengers.cards import CONTESTED, DECK, JUNKYARD, NAMES, PILES, count_cards
from custom_games.arctic_scavengers.game import ArcticScavengers
from custom_games.framework.cards import union
from custom_games.framework.rules import TERMINAL
from tests.support.playouts import positions
from tests.support.scavengers import RULES, after, cards, position, tribe

PLAYOUTS = 25
SETTINGS = [{}, *ArcticScavengers.variants, {"rounds": 16, "skirmish_from_round": 3}]


def all_cards(state):
    junkyard = union(state.junkyard.shuffled, count_cards(state.junkyard.bottom))
    total = union(state.piles, union(state.contested, junkyard))
    if state.phase == "keep" or state.dug:
        total = union(total, count_cards(state.dug))
    return union(total, union(*(tribe.pool for tribe in state.tribes)))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_no_card_is_ever_lost_or_made_and_the_scores_sum_to_one(setting):
    rules, rng = ArcticScavengers(**setting), random.Random(0)
    contested = count_cards(CONTESTED[:rules.skirmishes])
    total = union(union(DECK, DECK), union(PILES[rules.supply], union(JUNKYARD[rules.supply], contested)))
    for _ in range(PLAYOUTS // (1 + 4 * (rules.rounds > 5))):
        for state in positions(rules, rng):
            assert all_cards(state) == total
            assert min(map(min, (state.piles, state.contested, state.junkyard.shuffled, *(
                pile for tribe in state.tribes for pile in tribe)))) >= 0
        assert sum(rules.returns(state)) == 1
        assert (len(state.past), sum(state.contested)) == (rules.rounds, 0)


def test_hands_are_dealt_from_the_starting_decks_and_after_each_round_unless_a_seat_has_no_card():
    assert dict(RULES.chance_outcomes(RULES.initial_state())) == {
        NAMES.index("Refugee"): 0.4, NAMES.index("Scavenger"): 0.3, NAMES.index("Brawler"): 0.1,
        NAMES.index("Spear"): 0.1, NAMES.index("Shovel"): 0.1}
    state = after(RULES.initial_state(), *["Refugee"] * 4, "Spear", *["Scavenger"] * 3, "Shovel", "Brawler")
    assert state.tribes[0] == tribe(hand="Refugee, Refugee, Refugee, Refugee, Spear", deck=(
        "Scavenger, Scavenger, Scavenger, Brawler, Shovel"))
    assert state.tribes[1].hand == cards("Scavenger, Scavenger, Scavenger, Shovel, Brawler")
    assert (state.phase, RULES.current_player(state)) == ("turn", 0)
    state = position(tribe(hand="Refugee, Junk", deck="Net, Net, Net, Net, Net"), tribe(
        hand="Scavenger", deck="Pills", discard="Junk"))
    state = after(state, "STOP", "STOP", "Field Crew")
    assert state.tribes[0] == tribe(deck="Net, Net, Net, Net, Net", discard="Refugee, Junk")
    state = after(state, *["Net"] * 5)
    # The deck of one card is followed by the discard pile: a hand, the contested card, and what was there before.
    state = after(state, "Pills", "Junk", "Scavenger", "Field Crew")
    assert state.tribes[1] == tribe(hand="Pills, Junk, Scavenger, Field Crew")
    assert (state.initiator, RULES.current_player(state), len(state.past), state.log) == (1, 1, 1, ())
    state = after(position(tribe(), tribe(hand="Scavenger"), seat=1), "STOP", "Wolf Pack")
    assert (state.seat, state.pending) == (1, 5)
    state = after(state, "Wolf Pack", "Scavenger")
    assert (state.phase, RULES.current_player(state)) == ("turn", 1)


@pytest.mark.parametrize(("own", "other", "returns"), [
    (tribe(deck="Tribe Family"), tribe(hand="Field Crew"), [1, 0]),  # deck, hand and discard pile count
    (tribe(hand="Scavenger", deck="Junk"), tribe(discard="Sniper Team"), [0, 1]),
    (tribe(discard="Thug"), tribe(hand="Group Leaders", deck="Refugee"), [0.5, 0.5])])
def test_all_people_of_a_tribe_count_and_a_tie_is_shared(own, other, returns):
    assert RULES.returns(position(own, other, phase="over")) == returns


def test_rounds_before_the_first_skirmish_have_none_and_the_game_ends_with_the_last_contested_card():
    rules = ArcticScavengers(rounds=3, skirmish_from_round=3)
    state = position(tribe(hand="Scavenger", deck="Net"), tribe(hand="Brawler, Sniper Team", deck="Net"),
                     contested=count_cards(CONTESTED[:1]))
    state = after(state, "STOP", "STOP", rules=rules)
    assert (state.phase, state.past[0].hands, state.past[0].winner) == ("deal", None, None)
    assert sum(state.contested) == 1
    rules = ArcticScavengers(rounds=1)
    state = position(tribe(hand="Scavenger"), tribe(hand="Refugee"), contested=count_cards(CONTESTED[:1]))
    state = after(state, "STOP", "STOP", "Tribe Family", rules=rules)
    assert rules.current_player(state) == TERMINAL
    assert [people(each.pool) for each in state.tribes] == [6, 1]
    assert rules.returns(state) == [1, 0]


@pytest.mark.parametrize(("setting", "told"), [
    ({"rounds": 15}, "rounds=15 is not a whole number from 1 to 14 with skirmish_from_round=1"),
    ({"rounds": 2, "skirmish_from_round": 3}, "rounds=2 is not a whole number from 3 to 16")])
def test_there_are_as_many_contested_cards_as_skirmishes_and_14_at_most(setting, told):
    with pytest.raises(ValueError, match=told):
        ArcticScavengers(**setting)


def test_a_search_redraws_no_public_move():
    assert RULES.is_public(position(tribe(hand="Scavenger")))
    assert not RULES.is_public(position(tribe(hand="Scavenger"), phase="keep", dug=(0,)))
