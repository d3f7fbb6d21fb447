"""Hand-worked skirmishes, each by its rule of the specification (sections 2.3 and 2.7)."""

import pytest

from custom_games.arctic_scavengers import skirmish as scavenger_skirmish
from custom_games.arctic_scavengers.cards import NAMES
from custom_games.arctic_scavengers.position import Junkyard
from tests.support.scavengers import RULES, after, cards, offered, position, tribe


def skirmish(own, other):
    """Returns the position after both have stopped with these hands."""
    return after(position(tribe(hand=own), tribe(hand=other)), *["STOP"] * (bool(own) + bool(other)))


def test_the_higher_fight_total_wins_the_contested_card_onto_the_discard_pile():
    state = skirmish("Scavenger", "Brawler, Refugee")
    assert state.phase == "prize"
    won = scavenger_skirmish.prize_given(state, NAMES.index("Field Crew"))
    assert won.tribes == (tribe(hand="Scavenger"), tribe(hand="Brawler, Refugee", discard="Field Crew"))
    assert (won.past[0].winner, won.past[0].card, sum(won.contested)) == (1, NAMES.index("Field Crew"), 4)


@pytest.mark.parametrize(("own", "other", "winner"), [
    ("Brawler", "Scavenger", 0), ("Brawler, Refugee", "Brawler", 0),  # equal totals: more people
    ("Refugee", "Refugee, Refugee", 1), ("Brawler", "Scavenger, Shovel", None),  # 2 against 2, one person each
    ("Refugee, Spear", "Refugee", None),  # a Refugee carries no spear into a fight
    ("Sniper Team", "Refugee", 0), ("Brawler, Spear, Grenade", "Brawler, Grenade", None)])
def test_equal_totals_are_decided_by_people_and_then_by_nobody(own, other, winner):
    assert scavenger_skirmish.winner(position(tribe(hand=own), tribe(hand=other))) == winner


def test_a_contested_card_that_nobody_wins_is_shuffled_into_the_junkyard():
    state = position(tribe(hand="Refugee"), tribe(hand="Refugee"),
                     junkyard=Junkyard(cards("Junk"), (NAMES.index("Net"),)))
    state = after(state, "STOP", "STOP", "Wolf Pack")
    assert state.junkyard == Junkyard(cards("Junk, Net, Wolf Pack"))
    assert (state.past[0].winner, state.past[0].card) == (None, None)


def test_each_sniper_team_is_used_once_and_stays_in_hand():
    state = skirmish("Sniper Team", "Brawler, Scavenger, Spear")
    assert (RULES.current_player(state), offered(state)) == (0, ["snipe Scavenger", "snipe Brawler", "stop"])
    state = after(state, "snipe Brawler")
    assert state.phase == "prize"
    assert state.tribes[0].hand == cards("Sniper Team")
    assert state.tribes[1] == tribe(hand="Scavenger, Spear", discard="Brawler")


def test_each_saboteur_disarms_one_tool():
    state = skirmish("Saboteur, Saboteur", "Brawler, Spear, Spear, Net")
    assert offered(state) == ["disarm Net", "disarm Spear", "stop"]
    state = after(state, "disarm Spear", "disarm Net")
    assert state.phase == "prize"
    assert state.tribes[1].hand == cards("Brawler, Spear")


def test_who_goes_second_shoots_with_what_is_left():
    state = skirmish("Sniper Team, Refugee", "Sniper Team, Saboteur, Refugee")
    state = after(state, "snipe Sniper Team")
    assert state.phase == "prize"  # a Saboteur finds no tool
    state = after(skirmish("Sniper Team, Spear", "Sniper Team, Saboteur"), "stop")
    assert (RULES.current_player(state), offered(state)) == (1, ["snipe Sniper Team", "disarm Spear", "stop"])
    assert after(state, "disarm Spear", "stop").phase == "prize"


def test_snipers_decide_who_wins():
    state = after(skirmish("Sniper Team, Scavenger", "Thug"), "snipe Thug")
    assert scavenger_skirmish.winner(state) == 0


def test_nobody_is_asked_who_cannot_shoot():
    assert skirmish("Sniper Team", "").phase == "prize"
    assert skirmish("Saboteur", "Brawler, Junk").phase == "prize"


def test_a_reaction_is_aimed_at_announced_cards_and_a_shot_at_the_hand():
    state = position(tribe(hand="Scavenger, Refugee"), tribe(hand="Sniper Team"))
    announced = after(state, "HUNT with Scavenger")
    assert scavenger_skirmish.aims(announced) == (NAMES.index("Scavenger"),)
    assert scavenger_skirmish.aims(state._replace(phase="skirmish", seat=1)) == (
        NAMES.index("Refugee"), NAMES.index("Scavenger"))
