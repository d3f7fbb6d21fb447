"""Hand-worked turns, each by its rule of the specification (section 2.3, and 2.7 where the reference is broken)."""

import pytest

from custom_games.arctic_scavengers.cards import NAMES
from custom_games.arctic_scavengers.position import Event, Junkyard
from tests.support.scavengers import RULES, after, cards, offered, position, tribe, used


def test_draw_discards_its_cards_and_draws_as_many_as_their_values_add_up_to():
    state = position(tribe(hand="Scavenger, Scout, Junk", deck="Net, Spear, Pills, Medkit"))
    state = after(state, "DRAW with Scavenger and Scout", "Net", "Spear", "Pills")
    assert state.tribes[0] == tribe(hand="Junk, Net, Spear, Pills", deck="Medkit", discard="Scavenger, Scout")
    assert (state.phase, used(state)) == ("turn", ["DRAW"])


def test_draw_goes_on_with_the_discard_pile_and_may_bring_back_the_cards_used():
    state = position(tribe(hand="Scout, Junk", deck="Net", discard="Pills"))
    state = after(state, "DRAW with Scout", "Net", "Scout")
    assert state.tribes[0] == tribe(hand="Junk, Net, Scout", deck="Pills")


def test_draw_ends_when_there_is_nothing_left_to_draw():
    state = position(tribe(hand="Scout, Sled Team, Junk"))
    state = after(state, "DRAW with Scout and Sled Team", "Scout", "Sled Team")
    assert state.tribes[0] == tribe(hand="Junk, Scout, Sled Team")


def test_group_leaders_add_to_a_persons_draw():
    state = position(tribe(hand="Scavenger, Group Leaders", deck="Net, Spear, Pills, Junk"))
    assert after(state, "DRAW with Scavenger and Group Leaders").pending == 3


def test_dig_keeps_one_card_on_the_discard_pile_and_the_rest_goes_to_the_bottom_in_order():
    state = position(tribe(hand="Scavenger, Shovel, Refugee"), junkyard=Junkyard(cards("Net, Pills, Junk, Spear")))
    state = after(state, "DIG with Scavenger and Shovel", "Junk", "Pills", "Net")
    assert offered(state) == ["Net", "Pills", "Junk", "nothing"]
    state = after(state, "Pills")
    assert state.junkyard == Junkyard(cards("Spear"), (NAMES.index("Junk"), NAMES.index("Net")))
    assert state.tribes[0] == tribe(hand="Refugee", discard="Scavenger, Shovel, Pills")


def test_dig_may_keep_nothing():
    state = position(tribe(hand="Scavenger, Refugee"), junkyard=Junkyard(cards("Junk")))
    state = after(state, "DIG with Scavenger", "Junk", "nothing")
    assert state.junkyard == Junkyard(cards(""), (NAMES.index("Junk"),))
    assert state.tribes[0] == tribe(hand="Refugee", discard="Scavenger")


def test_dig_takes_the_cards_at_the_bottom_last_and_ends_with_the_junkyard():
    bottom = tuple(map(NAMES.index, ("Net", "Junk")))
    state = position(tribe(hand="Field Crew, Scavenger, Shovel, Refugee"), junkyard=Junkyard(cards("Pills"), bottom))
    state = after(state, "DIG with Scavenger, Field Crew and Shovel", "Pills", "Net", "Junk")
    assert (state.phase, len(state.dug)) == ("keep", 3)


def test_dig_in_an_empty_junkyard_and_with_a_value_of_0_turns_up_nothing():
    empty = position(tribe(hand="Scavenger, Refugee"), junkyard=Junkyard(cards("")))
    nothing = position(tribe(hand="Refugee, Scavenger"))
    for state, move in ((empty, "DIG with Scavenger"), (nothing, "DIG with Refugee")):
        dug = after(state, move)
        assert (dug.phase, used(dug), dug.junkyard) == ("turn", ["DIG"], state.junkyard)


def test_hunt_gets_food_for_this_turn_alone():
    state = position(tribe(hand="Hunter, Scavenger, Net, Junk"), tribe(hand="Scavenger"))
    state = after(state, "HUNT with Hunter, Scavenger and Net")
    assert state.food == 5
    assert after(state, "STOP").food == 0


def test_hire_pays_food_and_medicine_without_change_and_discards_the_mercenary():
    state = position(tribe(hand="Medkit, Pills, Junk"), food=3)
    state = after(state, "HIRE Scout with Medkit")
    assert state.tribes[0] == tribe(hand="Pills, Junk", discard="Medkit, Scout")
    assert (state.food, state.piles[NAMES.index("Scout")], used(state)) == (1, 7, ["HIRE"])


def test_hire_needs_the_whole_price_of_the_pile():
    state = position(tribe(hand="Pills, Junk"), food=2)
    assert "HIRE Scout with Pills" in offered(state)
    assert not any("Sniper Team" in move for move in offered(state))
    with pytest.raises(ValueError, match='"cards" must be Pills, not nothing'):
        after(state, "HIRE Hunter")


def test_trash_takes_cards_out_of_the_tribe_and_shuffles_the_whole_junkyard():
    state = position(tribe(hand="Junk, Junk, Refugee", discard="Net"),
                     junkyard=Junkyard(cards("Spear"), (NAMES.index("Pills"),)))
    state = after(state, "TRASH Junk x2")
    assert state.tribes[0] == tribe(hand="Refugee", discard="Net")
    assert state.junkyard == Junkyard(cards("Spear, Pills, Junk, Junk"))


def test_stop_keeps_the_hand_for_the_skirmish_and_the_other_seat_has_its_turn():
    state = after(position(tribe(hand="Brawler"), tribe(hand="Scavenger")), "STOP")
    assert (state.seat, RULES.current_player(state), state.tribes[0].hand) == (1, 1, cards("Brawler"))


def test_a_turn_ends_by_itself_without_a_hand_or_another_action():
    empty = after(position(tribe(hand="Junk"), tribe(hand="Scavenger")), "TRASH Junk")
    idle = after(position(tribe(hand="Junk, Spear"), tribe(hand="Scavenger")), "TRASH Junk")
    for state in (empty, idle):
        assert state.seat == 1
        assert state.log[-1] == Event(0, "STOP")


def test_each_kind_of_action_is_there_once_a_turn():
    state = after(position(tribe(hand="Scavenger, Scavenger, Hunter")), "HUNT with Hunter")
    assert not any(move.startswith("HUNT") for move in offered(state))
    with pytest.raises(ValueError, match='"action" must be DRAW or DIG or HIRE or TRASH or STOP'):
        after(state, "HUNT with Scavenger")


def test_a_sniper_team_voids_an_action_by_hitting_a_person_and_both_are_discarded():
    state = position(tribe(hand="Scavenger, Spear, Junk"), tribe(hand="Sniper Team, Refugee"))
    state = after(state, "HUNT with Scavenger and Spear")
    assert (RULES.current_player(state), offered(state)) == (1, ["snipe Scavenger", "decline"])
    state = after(state, "snipe Scavenger")
    assert state.tribes == (
        tribe(hand="Spear, Junk", discard="Scavenger"), tribe(hand="Refugee", discard="Sniper Team"))
    assert (state.seat, state.phase, state.food, used(state)) == (0, "turn", 0, [])


def test_a_saboteur_voids_an_action_by_hitting_a_tool_and_the_action_may_be_tried_again():
    state = position(tribe(hand="Scavenger, Spear, Junk"), tribe(hand="Saboteur"))
    state = after(state, "HUNT with Scavenger and Spear")
    assert offered(state) == ["disarm Spear", "decline"]
    state = after(state, "disarm Spear", "HUNT with Scavenger")
    assert state.tribes == (tribe(hand="Junk", discard="Scavenger, Spear"), tribe(discard="Saboteur"))
    assert (state.food, used(state)) == (1, ["HUNT"])


def test_an_action_takes_place_if_the_reaction_is_declined():
    state = position(tribe(hand="Scavenger, Junk"), tribe(hand="Sniper Team"))
    state = after(state, "HUNT with Scavenger", "decline")
    assert (state.food, used(state), state.tribes[1]) == (1, ["HUNT"], tribe(hand="Sniper Team"))


@pytest.mark.parametrize(("hand", "move"), [
    ("Saboteur", "HUNT with Scavenger"), ("Refugee", "HUNT with Scavenger"), ("Saboteur", "TRASH Pills"),
    ("Sniper Team", "TRASH Spear")])
def test_who_has_nothing_to_react_with_is_not_asked(hand, move):
    state = after(position(tribe(hand="Scavenger, Spear, Pills, Brawler"), tribe(hand=hand)), move)
    assert (state.phase, state.seat) == ("turn", 0)


def test_a_hire_cannot_be_voided_and_a_trash_can():
    state = position(tribe(hand="Pills, Refugee, Junk"), tribe(hand="Sniper Team, Saboteur"))
    assert after(state, "HIRE Hunter with Pills").phase == "turn"
    voided = after(state, "TRASH Refugee and Junk", "snipe Refugee")
    assert voided.tribes[0] == tribe(hand="Pills, Junk", discard="Refugee")
    assert voided.junkyard == state.junkyard


def test_a_reaction_that_takes_the_last_card_ends_the_turn():
    state = after(position(tribe(hand="Scavenger"), tribe(hand="Sniper Team, Refugee")),
                  "HUNT with Scavenger", "snipe Scavenger")
    assert (state.seat, state.phase) == (1, "turn")
