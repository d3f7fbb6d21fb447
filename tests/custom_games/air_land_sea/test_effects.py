"""Hand-worked positions of Air, Land & Sea, each named by its rule. Seat 0 is to move unless it is said otherwise.

The notation of piles is that of ``tests/support/battles.py``.
"""

import pytest

from custom_games.air_land_sea.battle import Destroyed, Pending
from custom_games.air_land_sea.cards import REDEPLOY
from custom_games.air_land_sea.game import AirLandSea
from custom_games.framework.rules import CHANCE
from tests.support.air_land_sea_battles import RULES, act, card, options, pending, position, sides, totals

MINE = "Flip your top card in {}".format
THEIRS = "Flip the opponent's top card in {}".format


def to_move(state, rules=RULES):
    return rules.current_player(state)


def plays(state):
    """Returns the plays of the player to move, without the names of the cards in front of their places."""
    return [name for name in options(state) if name.startswith(("Deploy", "Improvise"))]


def test_a_card_is_deployed_to_the_theater_of_its_type_and_improvised_to_any():
    state = position(hands=("L6", "S1"))
    assert options(state) == (
        "Deploy Heavy Tanks (Land 6) to Land", "Improvise Heavy Tanks (Land 6) to Air",
        "Improvise Heavy Tanks (Land 6) to Land", "Improvise Heavy Tanks (Land 6) to Sea", "Withdraw")
    assert sides(act(state, "Deploy Land 6 to Land")) == ("|L6|", "||")
    assert sides(act(state, "Improvise Land 6 to Sea")) == ("||l6", "||")


def test_a_card_covers_those_that_are_already_there():
    assert sides(act(position("|s1|", hands=("L6", "S2")), "Deploy Land 6 to Land")) == ("|s1 L6|", "||")


def test_an_improvised_card_triggers_no_ability():
    state = act(position("|s1|", hands=("L2 A1", "S2")), "Improvise Ambush to Land")
    assert (pending(state), to_move(state)) == ([], 1)


# Support, Heavy Bombers and the other cards without a choice: see test_battle_theaters.py

def test_air_drop_lets_the_next_card_be_deployed_anywhere_once():
    state = act(position(hands=("A2 L6 S6", "S1 S2 S3")), "Deploy Air Drop to Air", "Improvise Sea 1 to Sea")
    assert "Deploy Heavy Tanks (Land 6) to Air" in options(state)
    state = act(state, "Deploy Land 6 to Air", "Improvise Sea 2 to Sea")
    assert sides(state)[0] == "A2 L6||"
    assert [name for name in options(state) if name.startswith("Deploy")] == ["Deploy Super Battleship (Sea 6) to Sea"]


@pytest.mark.parametrize("other", ["Deploy Land 6 to Land", "Improvise Land 6 to Sea"])
def test_air_drop_is_used_up_by_the_next_card_even_if_it_was_not_needed(other):
    state = act(position(hands=("A2 L6 S6", "S1 S2 S4")), "Deploy Air Drop to Air", "Improvise Sea 1 to Sea", other,
                "Improvise Sea 2 to Sea")
    assert "Deploy Super Battleship (Sea 6) to Air" not in options(state)


def test_air_drop_stays_valid_if_it_is_flipped_face_down_again():
    state = act(position(hands=("A2 L6", "L3 S2")), "Deploy Air Drop to Air", "Deploy Maneuver to Land", THEIRS("Air"))
    assert sides(state) == ("a2||", "|L3|")
    assert "Deploy Heavy Tanks (Land 6) to Sea" in options(state)


def test_air_drop_is_not_for_the_opponent():
    state = act(position(hands=("A2 L6", "L3 S2")), "Deploy Air Drop to Air")
    assert "Deploy Maneuver (Land 3) to Air" not in options(state)


def test_air_drop_that_is_flipped_up_by_the_opponent_is_its_owners():
    state = act(position("a2||", hands=("S6 S5", "L3 L1"), turn=1), "Deploy Maneuver to Land", THEIRS("Air"))
    assert state.battle.drops == (True, False)
    assert to_move(state) == 0
    assert "Deploy Super Battleship (Sea 6) to Land" in options(state)


def test_air_drop_is_used_up_by_redeploy_and_comes_back_if_redeploy_brings_it_into_play_again():
    state = act(position("a6|a2|", hands=("S4", "L3"), drops=(True, False)), "Deploy Redeploy to Land")
    assert state.battle.drops == (False, False)
    assert act(state, "Take back Air 2", "Deploy Air Drop to Air").battle.drops == (True, False)


@pytest.mark.parametrize(("order", "flippable"), [
    ("ALS", [MINE("Land"), THEIRS("Land")]),
    ("LAS", [MINE("Land"), MINE("Sea"), THEIRS("Land")]),
])
def test_maneuver_flips_an_uncovered_card_of_either_side_in_an_adjacent_theater(order, flippable):
    state = position("a1|S6 l1|s1", "A6|L6|", ("A3", "S2"), order=order)
    state = act(state, "Deploy Air 3 to Air")
    assert sorted(options(state)) == sorted(flippable)
    assert sides(act(state, THEIRS("Land"))) == ("a1 A3|S6 l1|s1", "A6|l6|")


@pytest.mark.parametrize(("short", "theater", "order", "middle"), [
    ("A3", "Air", "ALS", "Land"), ("L3", "Land", "LSA", "Sea"), ("S3", "Sea", "ALS", "Land")])
def test_each_maneuver_works_alike(short, theater, order, middle):
    state = act(position(theirs="A6|L6|S6", hands=(short, "S2"), order=order), f"Deploy {theater} 3")
    assert options(state) == (THEIRS(middle),)


def test_maneuver_has_no_effect_if_no_card_lies_in_an_adjacent_theater():
    state = act(position("A6||S6", hands=("A3", "S2")), "Deploy Air 3 to Air")
    assert (pending(state), to_move(state)) == ([], 1)
    assert state.battle.log[-1].kind == "nothing"


def test_maneuver_has_to_flip_even_if_only_own_cards_can_be_flipped():
    assert options(act(position("|L6|", hands=("A3", "S2")), "Deploy Air 3 to Air")) == (MINE("Land"),)


def test_a_flipped_card_keeps_covering_and_counts_2():
    state = act(position(theirs="|s1 L6|", hands=("A3", "S2")), "Deploy Air 3 to Air", THEIRS("Land"))
    assert sides(state)[1] == "|s1 l6|"
    assert totals(state, 1) == (0, 4, 0)


def test_aerodrome_lets_its_owner_deploy_cards_up_to_strength_3_anywhere():
    state = position("A4 l1||", hands=("L3 L4 S2", "L2"))
    assert [name for name in plays(state) if name.startswith("Deploy")] == [
        "Deploy Maneuver (Land 3) to Air", "Deploy Maneuver (Land 3) to Land", "Deploy Maneuver (Land 3) to Sea",
        "Deploy Cover Fire (Land 4) to Land", "Deploy Escalation (Sea 2) to Air", "Deploy Escalation (Sea 2) to Land",
        "Deploy Escalation (Sea 2) to Sea"]


@pytest.mark.parametrize(("mine", "theirs"), [("a4||", "||"), ("||", "A4||")])
def test_aerodrome_does_nothing_face_down_or_for_the_opponent(mine, theirs):
    assert "Deploy Ambush (Land 2) to Air" not in options(position(mine, theirs, ("L2", "S1")))


def test_containment_destroys_every_face_down_play_of_either_player_and_puts_it_under_the_deck():
    state = act(position("A5||", hands=("L6 S5", "S1 S6")), "Improvise Land 6 to Sea", "Improvise Sea 1 to Land")
    assert sides(state) == ("A5||", "||")
    assert state.battle.under == (Destroyed(card("L6"), 0, False), Destroyed(card("S1"), 1, False))
    assert state.battle.hands == ((card("S5"),), (card("S6"),))


def test_containment_destroys_nothing_that_is_already_on_the_table():
    assert sides(act(position("|l1|", "||s1", ("A5", "S2")), "Deploy Air 5 to Air")) == ("A5|l1|", "||s1")


def test_containment_played_face_down_is_not_destroyed_by_itself():
    assert sides(act(position(hands=("A5", "S2")), "Improvise Air 5 to Land"))[0] == "|a5|"


def test_reinforce_draws_the_top_card_and_plays_it_face_down_to_an_adjacent_theater():
    state = act(position("L6||", hands=("L1 A3", "S1 S2")), "Deploy Land 1 to Land")
    assert to_move(state) == CHANCE
    assert len(RULES.chance_outcomes(state)) == 13
    state = act(state, "Heavy Bombers (Air 6)")
    assert (to_move(state), options(state)) == (0, ("Air", "Sea"))
    state = act(state, "Air")
    assert sides(state)[0] == "L6 a6|L1|"
    assert (to_move(state), state.battle.hands, state.battle.deck_size()) == (1, ((card("A3"),), (12, 13)), 12)


def test_reinforce_has_one_theater_to_choose_at_the_end_of_the_row():
    assert options(act(position(hands=("L1", "S1"), order="LAS"), "Deploy Land 1", "Heavy Tanks (Land 6)")) == ("Air",)


def test_containment_destroys_the_card_that_reinforce_plays():
    state = act(position(theirs="A5||", hands=("L1", "S1")), "Deploy Land 1 to Land", "Heavy Tanks (Land 6)", "Sea")
    assert sides(state) == ("|L1|", "A5||")
    assert state.battle.under == (Destroyed(card("L6"), 0, False),)


def test_blockade_destroys_the_card_that_reinforce_plays():
    state = position("a1 a2||", "a3|S5|", ("L1", "S1"))
    state = act(state, "Deploy Land 1 to Land", "Heavy Tanks (Land 6)", "Air")
    assert sides(state) == ("a1 a2|L1|", "a3|S5|")


def test_reinforce_uses_up_air_drop():
    state = act(position("|l1|", hands=("A6", "A3"), drops=(True, False), turn=1), "Deploy Air 3 to Air",
                THEIRS("Land"), "Heavy Tanks (Land 6)", "Sea")
    assert state.battle.drops == (False, False)


def everything(*apart):
    """Returns the short names of all cards but some, as text."""
    return " ".join(short for letter in "ALS" for number in range(1, 7)
                    if (short := f"{letter}{number}") not in apart)


def test_reinforce_has_no_effect_if_the_deck_is_empty():
    state = act(position(hands=("L1", everything("L1"))), "Deploy Land 1 to Land")
    assert (pending(state), to_move(state)) == ([], 1)


def test_reinforce_draws_destroyed_cards_last_and_the_one_that_was_destroyed_first_before_the_others():
    rest = everything("L1", "A6", "S6", "L6")
    state = act(position(hands=("L1", rest), under="A6 S6"), "Deploy Land 1 to Land")
    assert RULES.chance_outcomes(state) == [(card("L6"), 1)]
    state = act(position(hands=("L1 L6", rest), under="S6 A6"), "Deploy Land 1 to Land")
    assert RULES.chance_outcomes(state) == [(card("A6"), 1)]  # `under` is listed by number here: A6 first
    state = act(state, "Heavy Bombers (Air 6)", "Sea")
    assert [gone.card for gone in state.battle.under] == [card("S6")]
    assert sides(state)[0] == "|L1|a6"


def test_ambush_flips_any_uncovered_card_and_may_flip_itself():
    state = act(position("A6|l1|", "a1 A2||S6", ("L2", "S1")), "Deploy Land 2 to Land")
    assert options(state) == (MINE("Air"), MINE("Land"), THEIRS("Air"), THEIRS("Sea"))
    assert sides(act(state, MINE("Land")))[0] == "A6|l1 l2|"
    assert sides(act(state, THEIRS("Sea")))[1] == "a1 A2||s6"


def test_ambush_on_an_empty_table_has_to_flip_itself():
    assert options(act(position(hands=("L2", "S1")), "Deploy Land 2 to Land")) == (MINE("Land"),)


def test_cover_fire_covers_what_it_is_deployed_on():
    assert totals(act(position("|s1 a6|", hands=("L4", "S1")), "Deploy Land 4 to Land")) == (0, 12, 0)


def test_disrupt_asks_first_its_owner_and_then_the_opponent_for_a_card_of_their_own():
    state = act(position("A6||", "|L6|s6", ("L5", "S1")), "Deploy Land 5 to Land")
    assert (to_move(state), options(state)) == (0, (MINE("Air"), MINE("Land")))
    state = act(state, MINE("Air"))
    assert (to_move(state), options(state)) == (1, (MINE("Land"), MINE("Sea")))
    state = act(state, MINE("Sea"))
    assert sides(state) == ("a6|L5|", "|L6|S6")
    assert to_move(state) == 1


def test_disrupt_may_flip_itself_and_is_resolved_to_the_end_all_the_same():
    state = act(position(theirs="|L6|", hands=("L5", "S1")), "Deploy Land 5 to Land", MINE("Land"))
    assert (sides(state)[0], to_move(state)) == ("|l5|", 1)
    assert sides(act(state, MINE("Land"))) == ("|l5|", "|l6|")


def test_disrupt_skips_a_player_without_cards():
    state = act(position(hands=("L5", "S1")), "Deploy Land 5 to Land", MINE("Land"))
    assert (pending(state), to_move(state)) == ([], 1)
    assert options(state)[-1] == "Withdraw"


def test_transport_moves_any_own_card_on_top_of_another_pile_as_it_is():
    state = act(position("A6 l1|s6|", "|L6|", ("S1", "S2")), "Deploy Sea 1 to Sea")
    assert len(options(state)) == 4 * 2 + 1
    assert sides(act(state, "Move Air 6 to Land"))[0] == "l1|s6 A6|S1"      # covered and face up
    assert sides(act(state, "Move Land 1 to Sea"))[0] == "A6|s6|S1 l1"      # face down
    assert sides(act(state, "Move Sea 1 to Air"))[0] == "A6 l1 S1|s6|"      # Transport itself


def test_transport_may_be_declined():
    state = act(position("A6||", hands=("S1", "S2")), "Deploy Sea 1 to Sea", "Decline")
    assert (sides(state)[0], to_move(state)) == ("A6||S1", 1)


def test_a_moved_card_is_not_played_so_neither_containment_nor_blockade_destroys_it():
    state = act(position("a6|l1 l2|", "A5|l3|S5", ("S1", "S2")), "Deploy Sea 1 to Sea", "Move Air 6 to Land")
    assert sides(state)[0] == "|l1 l2 a6|S1"


def test_a_card_moved_away_from_below_cover_fire_counts_its_own_strength_again():
    state = act(position("|L1 s6 L4|", hands=("S1", "S2")), "Deploy Sea 1 to Sea")
    assert totals(act(state, "Move Land 1 to Air")) == (1, 8, 1)
    assert totals(act(state, "Move Sea 6 to Air")) == (2, 8, 1)


def test_a_moved_card_does_not_trigger_its_ability_again():
    state = act(position("|L2|", "|L6|", ("S1", "S2")), "Deploy Sea 1 to Sea", "Move Land 2 to Air")
    assert (pending(state), to_move(state)) == ([], 1)


def test_escalation_counts_at_once_for_cards_played_before_and_after_it():
    state = act(position("a6||", hands=("S2 L6", "A1 A2")), "Deploy Sea 2 to Sea", "Improvise Air 1 to Air",
                "Improvise Land 6 to Land")
    assert totals(state) == (4, 4, 2)
    assert totals(state, 1) == (2, 0, 0)


def test_redeploy_takes_a_face_down_card_back_covered_or_not_and_its_owner_plays_at_once():
    state = act(position("a6 L1|s6|", "|l6|", ("S4 L2", "S1 S2")), "Deploy Sea 4 to Sea")
    assert options(state) == ("Take back Heavy Bombers (Air 6)", "Take back Super Battleship (Sea 6)", "Decline")
    state = act(state, "Take back Air 6")
    assert sides(state)[0] == "L1|s6|S4"
    assert to_move(state) == 0
    assert "Withdraw" not in options(state)
    assert len(options(state)) == 2 + 2 * 3  # both cards in hand, deployed or improvised
    state = act(state, "Deploy Air 6 to Air")
    assert (sides(state)[0], to_move(state), state.battle.hands[0]) == ("L1 A6|s6|S4", 1, (card("L2"),))


def test_redeploy_may_be_declined_and_then_nothing_has_to_be_played():
    state = act(position("a6||", hands=("S4 L2", "S1 S2")), "Deploy Sea 4 to Sea", "Decline")
    assert (sides(state)[0], to_move(state)) == ("a6||S4", 1)


def test_redeploy_has_no_effect_without_a_face_down_card_of_ones_own():
    state = act(position("A6||", "a1||", ("S4 L2", "S1 S2")), "Deploy Sea 4 to Sea")
    assert (pending(state), to_move(state)) == ([], 1)


def test_the_card_played_for_redeploy_triggers_its_ability_and_can_be_destroyed():
    state = act(position("l2||", "|L6|", ("S4", "S1")), "Deploy Sea 4 to Sea", "Take back Land 2",
                "Deploy Land 2 to Land")
    assert pending(state) == [("Ambush (Land 2)", 0)]
    state = act(position("l2||", "A5||", ("S4", "S1")), "Deploy Sea 4 to Sea", "Take back Land 2",
                "Improvise Land 2 to Air")
    assert sides(state) == ("||S4", "A5||")


def test_redeploy_is_used_by_its_owner_in_the_opponents_turn_too_and_hands_stay_balanced():
    state = act(position("a6|s4|", hands=("A1 A2", "A3 L1"), turn=1), "Deploy Air 3 to Air", THEIRS("Land"))
    assert (to_move(state), pending(state)) == (0, [("Redeploy (Sea 4)", 0)])
    state = act(state, "Take back Air 6", "Deploy Air 6 to Air")
    assert [len(hand) for hand in state.battle.hands] == [2, 1]
    assert (to_move(state), options(state)[-1]) == (0, "Withdraw")


@pytest.mark.parametrize(("theirs", "destroyed"), [("|l1|S5", False), ("|l1 l2|S5", True)])
def test_blockade_counts_the_cards_of_both_players_without_the_new_one(theirs, destroyed):
    state = act(position("|s6|", theirs, ("L6", "S1")), "Deploy Land 6 to Land")
    assert (sides(state)[0] == "|s6|") == destroyed
    assert state.battle.under == ((Destroyed(card("L6"), 0, True),) if destroyed else ())


def test_a_card_that_is_destroyed_does_not_use_its_ability():
    state = act(position("|s6|", "|l1 l6|S5", ("L2", "S1")), "Deploy Land 2 to Land")
    assert (pending(state), to_move(state)) == ([], 1)


def test_blockade_works_against_its_owner_too():
    assert sides(act(position("|l1 l3 s6|S5", hands=("L6", "S1")), "Deploy Land 6 to Land"))[0] == "|l1 l3 s6|S5"


def test_blockade_flipped_face_down_destroys_nothing():
    assert sides(act(position("|l1 l3 s6|s5", hands=("L6", "S1")), "Deploy Land 6 to Land"))[0] == "|l1 l3 s6 L6|s5"


def test_cards_of_strength_6_do_nothing():
    for short, theater in (("A6", "Air"), ("L6", "Land"), ("S6", "Sea")):
        state = act(position("a1||", "|l1|", (short, "S1")), f"Deploy {theater} 6 to {theater}")
        assert (pending(state), to_move(state)) == ([], 1)


def test_the_owner_of_a_card_that_the_opponent_flips_up_makes_its_choices():
    state = act(position("|l2|", "A6||", ("S6", "A3"), turn=1), "Deploy Air 3 to Air", THEIRS("Land"))
    assert (to_move(state), pending(state)) == (0, [("Ambush (Land 2)", 0)])
    state = act(state, THEIRS("Air"))
    assert sides(state) == ("|L2|", "A6 a3||")
    assert to_move(state) == 0


def test_abilities_are_resolved_in_the_order_of_their_triggers_after_both_flips_of_disrupt():
    """Both of Disrupt's flips trigger: Maneuver, then Ambush; what Maneuver triggers comes after Ambush, not before."""
    state = position("A3 s3||", "|l1|L6 l2", ("L5", "S1"), order="ALS")
    state = act(state, "Deploy Land 5 to Land", MINE("Air"))
    assert pending(state) == [("Disrupt (Land 5)", 1), ("Maneuver (Sea 3)", 0)]
    state = act(state, MINE("Sea"))
    assert pending(state) == [("Maneuver (Sea 3)", 0), ("Ambush (Land 2)", 1)]
    state = act(state, THEIRS("Land"))  # flips the opponent's Reinforce up
    assert pending(state) == [("Ambush (Land 2)", 1), ("Reinforce (Land 1)", 1)]
    assert (to_move(state), len(options(state))) == (1, 4)
    state = act(state, MINE("Land"))  # and down again; it is resolved nevertheless
    assert sides(state) == ("A3 S3|L5|", "|l1|L6 L2")
    assert to_move(state) == CHANCE
    state = act(state, "Air Drop (Air 2)")
    assert (to_move(state), options(state)) == (1, ("Air", "Sea"))


def test_an_ability_is_resolved_from_where_its_card_lies_by_then():
    """The opponent's Disrupt: Ambush, then Transport; Ambush triggers Maneuver, which Transport moves first."""
    state = position("s1|a3|", "l2|L6|A6", ("L3", "L5"), turn=1)
    state = act(state, "Deploy Land 5 to Land", MINE("Air"), MINE("Air"))
    assert pending(state) == [("Ambush (Land 2)", 1), ("Transport (Sea 1)", 0)]
    state = act(state, THEIRS("Land"))
    assert pending(state) == [("Transport (Sea 1)", 0), ("Maneuver (Air 3)", 0)]
    state = act(state, "Move Air 3 to Sea")
    assert sides(state)[0] == "S1||A3"
    assert options(state) == (THEIRS("Land"),)  # beside Sea, where Maneuver lies now


def test_an_ability_whose_card_is_back_in_the_hand_has_no_effect_if_it_needs_a_place():
    state = position("|a3|", "|l1|", ("A1", "A2"))
    waiting = Pending("return", REDEPLOY, 0), Pending("flip", card("A3"), 0)  # Maneuver lies face down again by now
    state = state._replace(battle=state.battle._replace(queue=waiting))
    state = act(state, "Take back Air 3", "Improvise Air 1 to Air")
    assert pending(state) == []
    assert state.battle.log[-1].kind == "nothing"


def test_a_flip_may_trigger_a_chain_in_which_both_players_choose():
    state = act(position("|l3|", "s3|l2|", ("A3", "S6")), "Deploy Air 3 to Air", MINE("Land"))
    assert (to_move(state), pending(state)) == (0, [("Maneuver (Land 3)", 0)])
    state = act(state, THEIRS("Air"))
    assert (to_move(state), pending(state)) == (1, [("Maneuver (Sea 3)", 1)])
    state = act(state, MINE("Land"))
    assert (to_move(state), pending(state)) == (1, [("Ambush (Land 2)", 1)])
    state = act(state, THEIRS("Air"))
    assert (sides(state), to_move(state)) == (("a3|L3|", "S3|L2|"), 1)


def test_nothing_is_triggered_or_destroyed_when_abilities_are_off():
    rules = AirLandSea(abilities="off")
    state = position("A5|l1 l3 S5|", "s3||", ("A3", "L5"), order="ALS", rules=rules)
    state = act(state, "Improvise Air 3 to Land", "Deploy Land 5 to Land", rules=rules)
    assert state.results[-1].totals == ((5, 2), (11, 5), (0, 0))
