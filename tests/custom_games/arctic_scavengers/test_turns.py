"""Hand-worked turns, each by its rule of the specification (section 2.3, and 2.7 where the reference is broken)."""

import pytest

from custom_games.arctic_scavengers.cards import NAMES
from custom_games.arctic_scavengers.position import Event, Junkyard
from custom_games.arctic_scavengers.turns import aims, give_prize, skirmish_winner
from tests.support.scavengers import RULES, after, cards, offered, position, tribe, used

NET, JUNK = map(NAMES.index, ("Net", "Junk"))
# The turn of seat 0 with these cards, its moves, and its cards then.
PLAYED = {"DRAW discards its cards and draws as many as their values add up to": (
              tribe(hand="Scavenger, Scout, Junk", deck="Net, Spear, Pills, Medkit"), {},
              ["DRAW with Scavenger and Scout", "Net", "Spear", "Pills"],
              tribe(hand="Junk, Net, Spear, Pills", deck="Medkit", discard="Scavenger, Scout"), ["DRAW"]),
          "DRAW goes on with the discard pile and may bring back the cards used": (
              tribe(hand="Scout, Junk", deck="Net", discard="Pills"), {}, ["DRAW with Scout", "Net", "Scout"],
              tribe(hand="Junk, Net, Scout", deck="Pills"), ["DRAW"]),
          "DRAW ends when there is nothing left to draw": (
              tribe(hand="Scout, Sled Team, Junk"), {}, ["DRAW with Scout and Sled Team", "Scout", "Sled Team"],
              tribe(hand="Junk, Scout, Sled Team"), ["DRAW"]),
          "Group Leaders add to a person's DRAW": (
              tribe(hand="Scavenger, Group Leaders", deck="Net, Spear, Pills, Junk"), {},
              ["DRAW with Scavenger and Group Leaders", "Net", "Spear", "Pills"],
              tribe(hand="Net, Spear, Pills", deck="Junk", discard="Scavenger, Group Leaders"), ["DRAW"]),
          "DIG may keep nothing": (
              tribe(hand="Scavenger, Refugee"), {"junkyard": Junkyard(cards("Junk"))},
              ["DIG with Scavenger", "Junk", "nothing"], tribe(hand="Refugee", discard="Scavenger"), ["DIG"]),
          "DIG takes the cards at the bottom last and ends with the junkyard": (
              tribe(hand="Field Crew, Scavenger, Shovel, Refugee"), {"junkyard": Junkyard(cards("Pills"), (NET, JUNK))},
              ["DIG with Scavenger, Field Crew and Shovel", "Pills", "Net", "Junk", "Junk"],
              tribe(hand="Refugee", discard="Field Crew, Scavenger, Shovel, Junk"), ["DIG"]),
          "DIG in an empty junkyard turns up nothing": (
              tribe(hand="Scavenger, Refugee"), {"junkyard": Junkyard(cards(""))}, ["DIG with Scavenger"],
              tribe(hand="Refugee", discard="Scavenger"), ["DIG"]),
          "DIG with a value of 0 turns up nothing": (
              tribe(hand="Refugee, Scavenger"), {}, ["DIG with Refugee"],
              tribe(hand="Scavenger", discard="Refugee"), ["DIG"]),
          "an action takes place if the reaction is declined": (
              tribe(hand="Scavenger, Junk"), {"other": tribe(hand="Sniper Team")}, ["HUNT with Scavenger", "decline"],
              tribe(hand="Junk", discard="Scavenger"), ["HUNT"]),
          **{f"who has only {hand} is not asked": (
              tribe(hand="Scavenger, Spear, Pills, Brawler"), {"other": tribe(hand=hand)}, ["HUNT with Scavenger"],
              tribe(hand="Spear, Pills, Brawler", discard="Scavenger"), ["HUNT"]) for hand in ("Saboteur", "Refugee")},
          **{f"a {hand} does not react to {move}": (
              tribe(hand="Scavenger, Spear, Pills, Brawler"), {"other": tribe(hand=hand)}, [move], tribe(hand=left),
              ["TRASH"])
             for hand, move, left in (("Saboteur", "TRASH Pills", "Scavenger, Spear, Brawler"),
                                      ("Sniper Team", "TRASH Spear", "Scavenger, Pills, Brawler"))}}


@pytest.mark.parametrize(("own", "more", "moves", "left", "kinds"), PLAYED.values(), ids=PLAYED)
def test_an_action_leaves_these_cards(own, more, moves, left, kinds):
    state = after(position(own, **more), *moves)
    assert (state.phase, state.seat, state.tribes[0], used(state)) == ("turn", 0, left, kinds)


def test_hunt_gets_food_for_this_turn_dig_keeps_one_card_hire_pays_without_change_and_trash_shuffles_all():
    state = position(tribe(hand="Hunter, Scavenger, Net, Junk"), tribe(hand="Scavenger"))
    state = after(state, "HUNT with Hunter, Scavenger and Net")
    assert state.food == 5
    state = after(state, "STOP")
    assert (state.food, state.seat, RULES.current_player(state), state.tribes[0].hand) == (0, 1, 1, cards("Junk"))
    state = position(tribe(hand="Scavenger, Shovel, Refugee"), junkyard=Junkyard(cards("Net, Pills, Junk, Spear")))
    state = after(state, "DIG with Scavenger and Shovel", "Junk", "Pills", "Net")
    assert offered(state) == ["Net", "Pills", "Junk", "nothing"]
    state = after(state, "Pills")
    assert state.junkyard == Junkyard(cards("Spear"), (NAMES.index("Junk"), NAMES.index("Net")))
    assert state.tribes[0] == tribe(hand="Refugee", discard="Scavenger, Shovel, Pills")
    state = position(tribe(hand="Medkit, Pills, Junk"), food=3)
    state = after(state, "HIRE Scout with Medkit")
    assert state.tribes[0] == tribe(hand="Pills, Junk", discard="Medkit, Scout")
    assert (state.food, state.piles[NAMES.index("Scout")], used(state)) == (1, 7, ["HIRE"])
    state = position(tribe(hand="Pills, Junk"), food=2)
    assert "HIRE Scout with Pills" in offered(state)
    assert not any("Sniper Team" in move for move in offered(state))
    with pytest.raises(ValueError, match='"cards" must be Pills, not nothing'):
        after(state, "HIRE Hunter")
    state = position(tribe(hand="Junk, Junk, Refugee", discard="Net"),
                     junkyard=Junkyard(cards("Spear"), (NAMES.index("Pills"),)))
    state = after(state, "TRASH Junk x2")
    assert state.tribes[0] == tribe(hand="Refugee", discard="Net")
    assert state.junkyard == Junkyard(cards("Spear, Pills, Junk, Junk"))


def test_a_turn_ends_by_itself_without_a_hand_or_another_action_and_each_kind_is_there_once():
    empty = after(position(tribe(hand="Junk"), tribe(hand="Scavenger")), "TRASH Junk")
    idle = after(position(tribe(hand="Junk, Spear"), tribe(hand="Scavenger")), "TRASH Junk")
    shot = after(position(tribe(hand="Scavenger"), tribe(hand="Sniper Team, Refugee")),
                 "HUNT with Scavenger", "snipe Scavenger")
    assert (shot.seat, shot.phase) == (1, "turn")
    for state in (empty, idle):
        assert (state.seat, state.log[-1]) == (1, Event(0, "STOP"))
    state = after(position(tribe(hand="Scavenger, Scavenger, Hunter")), "HUNT with Hunter")
    assert not any(move.startswith("HUNT") for move in offered(state))
    with pytest.raises(ValueError, match='"action" must be DRAW or DIG or HIRE or TRASH or STOP'):
        after(state, "HUNT with Scavenger")


def test_a_sniper_team_voids_by_hitting_a_person_a_saboteur_a_tool_and_a_hire_cannot_be_voided():
    state = position(tribe(hand="Scavenger, Spear, Junk"), tribe(hand="Sniper Team, Refugee"))
    state = after(state, "HUNT with Scavenger and Spear")
    assert (RULES.current_player(state), offered(state)) == (1, ["snipe Scavenger", "decline"])
    state = after(state, "snipe Scavenger")
    assert state.tribes == (
        tribe(hand="Spear, Junk", discard="Scavenger"), tribe(hand="Refugee", discard="Sniper Team"))
    assert (state.seat, state.phase, state.food, used(state)) == (0, "turn", 0, [])
    state = position(tribe(hand="Scavenger, Spear, Junk"), tribe(hand="Saboteur"))
    state = after(state, "HUNT with Scavenger and Spear")
    assert offered(state) == ["disarm Spear", "decline"]
    state = after(state, "disarm Spear", "HUNT with Scavenger")
    assert state.tribes == (tribe(hand="Junk", discard="Scavenger, Spear"), tribe(discard="Saboteur"))
    assert (state.food, used(state)) == (1, ["HUNT"])
    state = position(tribe(hand="Pills, Refugee, Junk"), tribe(hand="Sniper Team, Saboteur"))
    assert after(state, "HIRE Hunter with Pills").phase == "turn"
    voided = after(state, "TRASH Refugee and Junk", "snipe Refugee")
    assert (voided.tribes[0], voided.junkyard) == (tribe(hand="Pills, Junk", discard="Refugee"), state.junkyard)


def skirmish(own, other):
    """Returns the position after both have stopped with these hands."""
    return after(position(tribe(hand=own), tribe(hand=other)), *["STOP"] * (bool(own) + bool(other)))


def test_the_higher_fight_total_wins_the_contested_card_onto_the_discard_pile():
    state = skirmish("Scavenger", "Brawler, Refugee")
    assert state.phase == "prize"
    won = give_prize(state, NAMES.index("Field Crew"))
    assert won.tribes == (tribe(hand="Scavenger"), tribe(hand="Brawler, Refugee", discard="Field Crew"))
    assert (won.past[0].winner, won.past[0].card, sum(won.contested)) == (1, NAMES.index("Field Crew"), 4)


@pytest.mark.parametrize(("own", "other", "winner"), [
    ("Brawler", "Scavenger", 0), ("Brawler, Refugee", "Brawler", 0),  # equal totals: more people
    ("Refugee", "Refugee, Refugee", 1), ("Brawler", "Scavenger, Shovel", None),  # 2 against 2, one person each
    ("Refugee, Spear", "Refugee", None),  # a Refugee carries no spear into a fight
    ("Sniper Team", "Refugee", 0), ("Brawler, Spear, Grenade", "Brawler, Grenade", None)])
def test_equal_totals_are_decided_by_people_and_then_by_nobody(own, other, winner):
    assert skirmish_winner(position(tribe(hand=own), tribe(hand=other))) == winner


def test_a_contested_card_that_nobody_wins_is_shuffled_into_the_junkyard():
    state = position(tribe(hand="Refugee"), tribe(hand="Refugee"),
                     junkyard=Junkyard(cards("Junk"), (NAMES.index("Net"),)))
    state = after(state, "STOP", "STOP", "Wolf Pack")
    assert state.junkyard == Junkyard(cards("Junk, Net, Wolf Pack"))
    assert (state.past[0].winner, state.past[0].card) == (None, None)


def test_each_sniper_team_and_each_saboteur_is_used_once_and_stays_in_hand():
    state = skirmish("Sniper Team", "Brawler, Scavenger, Spear")
    assert (RULES.current_player(state), offered(state)) == (0, ["snipe Scavenger", "snipe Brawler", "stop"])
    state = after(state, "snipe Brawler")
    assert (state.phase, state.tribes[0].hand) == ("prize", cards("Sniper Team"))
    assert state.tribes[1] == tribe(hand="Scavenger, Spear", discard="Brawler")
    state = skirmish("Saboteur, Saboteur", "Brawler, Spear, Spear, Net")
    assert offered(state) == ["disarm Net", "disarm Spear", "stop"]
    state = after(state, "disarm Spear", "disarm Net")
    assert (state.phase, state.tribes[1].hand) == ("prize", cards("Brawler, Spear"))


def test_who_goes_second_shoots_with_what_is_left_at_the_hand_and_a_reaction_at_announced_cards():
    state = skirmish("Sniper Team, Refugee", "Sniper Team, Saboteur, Refugee")
    state = after(state, "snipe Sniper Team")
    assert state.phase == "prize"  # a Saboteur finds no tool
    state = after(skirmish("Sniper Team, Spear", "Sniper Team, Saboteur"), "stop")
    assert (RULES.current_player(state), offered(state)) == (1, ["snipe Sniper Team", "disarm Spear", "stop"])
    assert after(state, "disarm Spear", "stop").phase == "prize"
    assert skirmish_winner(after(skirmish("Sniper Team, Scavenger", "Thug"), "snipe Thug")) == 0
    # Nobody is asked who cannot shoot.
    assert skirmish("Sniper Team", "").phase == skirmish("Saboteur", "Brawler, Junk").phase == "prize"
    state = position(tribe(hand="Scavenger, Refugee"), tribe(hand="Sniper Team"))
    assert aims(after(state, "HUNT with Scavenger")) == (NAMES.index("Scavenger"),)
    assert aims(state._replace(phase="skirmish", seat=1)) == (NAMES.index("Refugee"), NAMES.index("Scavenger"))
