import pytest

from custom_games.air_land_sea.actions import FLIP, NUM_ACTIONS, WITHDRAW, action_name
from custom_games.air_land_sea.battle import Destroyed, Pending
from custom_games.air_land_sea.cards import REDEPLOY
from custom_games.air_land_sea.game import AirLandSea
from custom_games.framework.rules import CHANCE
from tests.support.air_land_sea_battles import RULES, act, card, named, options, pending, position, sides, totals

TURN = position("A4||", hands=("A3 L3 L2 S6", "S1 S2 S3 S4"))


def spec(state):
    return RULES.action_spec(state, RULES.current_player(state))


def test_there_are_191_actions_and_a_card_keeps_its_ids_in_every_position():
    assert NUM_ACTIONS == AirLandSea(vp_to_win=1).bounds().actions == 191
    assert [action_name(1, action) for action in (FLIP, FLIP + 4)] == [
        "Flip the opponent's top card in Air", "Flip your top card in Land"]
    names = named(TURN)
    assert names[3 * card("L2") + 1] == "Deploy Ambush (Land 2) to Land"
    assert names[54 + 3 * card("S6")] == "Improvise Super Battleship (Sea 6) to Air"
    assert names[WITHDRAW] == "Withdraw"


@pytest.mark.parametrize("stated", [
    "Deploy Maneuver to Air",      # two Maneuvers are in the hand
    "Play Ambush to Land",         # face up or face down?
    "Deploy Ambush",               # to which of three theaters?
    "Deploy Super Battleship (Sea 6) to Air", "Deploy Transport (Sea 1) to Sea", "Flip your top card in Air", "Decline",
])
def test_what_is_ambiguous_or_not_legal_is_refused(stated):
    with pytest.raises(ValueError, match="action"):
        spec(TURN).read({"action": stated})


def test_each_decision_is_stated_under_a_key_that_names_it_and_shows_no_hidden_card():
    one, other = (act(position("A6||", f"|{hidden}|", ("L2", "S2")), "Deploy Land 2 to Land")
                  for hidden in ("l5", "s1"))
    assert spec(one) == spec(other)
    asked = {"Ambush": position("A6||", hands=("L2", "S2")), "Transport": position("A6||", hands=("S1", "S2")),
             "Redeploy": position("a6||", hands=("S4", "S2"))}
    assert spec(TURN).keys == ("action",)
    assert [spec(act(state, f"Deploy {name} to {'Land' if name == 'Ambush' else 'Sea'}")).keys
            for name, state in asked.items()] == [("flip",), ("move",), ("card",)]
    drawn = act(position(hands=("L1", "S2")), "Deploy Reinforce to Land", "Heavy Tanks (Land 6)")
    assert spec(drawn).keys == ("theater",)


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


def after(*moves, **of):
    return act(position(**of), *moves)


# Moves from a position, and what the player to move can do then.
OPTIONS = {
    "flips are named by side and theater": (
        ["Deploy Land 2 to Land"], {"mine": "A6|l6|", "theirs": "|S3 l5|s1", "hands": ("L2", "S2")},
        (MINE("Air"), MINE("Land"), THEIRS("Land"), THEIRS("Sea"))),
    "what is optional can be declined": (["Deploy Redeploy to Sea"], {"mine": "a6||", "hands": ("S4", "S2")},
                                         ("Take back Heavy Bombers (Air 6)", "Decline")),
    "Maneuver flips an uncovered card of either side in an adjacent theater": (
        ["Deploy Air 3 to Air"], {"mine": "a1|S6 l1|s1", "theirs": "A6|L6|", "hands": ("A3", "S2")},
        (MINE("Land"), THEIRS("Land"))),
    "Maneuver has two neighbours in the middle": (
        ["Deploy Air 3 to Air"], {"mine": "a1|S6 l1|s1", "theirs": "A6|L6|", "hands": ("A3", "S2"), "order": "LAS"},
        (MINE("Land"), MINE("Sea"), THEIRS("Land"))),
    **{f"Maneuver ({theater} 3) works like the others": (
        [f"Deploy {theater} 3"], {"theirs": "A6|L6|S6", "hands": (short, "S2"), "order": order}, (THEIRS(middle),))
       for short, theater, order, middle in (
           ("A3", "Air", "ALS", "Land"), ("L3", "Land", "LSA", "Sea"), ("S3", "Sea", "ALS", "Land"))},
    "Maneuver has to flip even if only own cards can be flipped": (
        ["Deploy Air 3 to Air"], {"mine": "|L6|", "hands": ("A3", "S2")}, (MINE("Land"),)),
    "Reinforce has two theaters to choose from in the middle": (
        ["Deploy Reinforce to Land", "Heavy Tanks (Land 6)"], {"hands": ("L1", "S2")}, ("Air", "Sea")),
    "Reinforce has one theater to choose at the end of the row": (
        ["Deploy Land 1", "Heavy Tanks (Land 6)"], {"hands": ("L1", "S1"), "order": "LAS"}, ("Air",)),
    "Ambush flips any uncovered card and may flip itself": (
        ["Deploy Land 2 to Land"], {"mine": "A6|l1|", "theirs": "a1 A2||S6", "hands": ("L2", "S1")},
        (MINE("Air"), MINE("Land"), THEIRS("Air"), THEIRS("Sea"))),
    "Ambush on an empty table has to flip itself": (
        ["Deploy Land 2 to Land"], {"hands": ("L2", "S1")}, (MINE("Land"),))}


@pytest.mark.parametrize(("moves", "start", "possible"), OPTIONS.values(), ids=OPTIONS)
def test_a_player_chooses_among(moves, start, possible):
    assert options(after(*moves, **start)) == possible


TRANSPORT = {"mine": "A6 l1|s6|", "theirs": "|L6|", "hands": ("S1", "S2")}
# Moves from a position, and both sides of the table then.
SIDES = {
    "a card covers those that are already there": (
        ["Deploy Land 6 to Land"], {"mine": "|s1|", "hands": ("L6", "S2")}, ("|s1 L6|", "||")),
    "Maneuver flips a card that keeps covering": (
        ["Deploy Air 3 to Air", THEIRS("Land")], {"theirs": "|s1 L6|", "hands": ("A3", "S2")}, ("A3||", "|s1 l6|")),
    "Containment destroys nothing that is already on the table": (
        ["Deploy Air 5 to Air"], {"mine": "|l1|", "theirs": "||s1", "hands": ("A5", "S2")}, ("A5|l1|", "||s1")),
    "Containment played face down is not destroyed by itself": (
        ["Improvise Air 5 to Land"], {"hands": ("A5", "S2")}, ("|a5|", "||")),
    "Containment destroys the card that Reinforce plays": (
        ["Deploy Land 1 to Land", "Heavy Tanks (Land 6)", "Sea"], {"theirs": "A5||", "hands": ("L1", "S1")},
        ("|L1|", "A5||")),
    "Blockade destroys the card that Reinforce plays": (
        ["Deploy Land 1 to Land", "Heavy Tanks (Land 6)", "Air"],
        {"mine": "a1 a2||", "theirs": "a3|S5|", "hands": ("L1", "S1")}, ("a1 a2|L1|", "a3|S5|")),
    "Blockade works against its owner too": (
        ["Deploy Land 6 to Land"], {"mine": "|l1 l3 s6|S5", "hands": ("L6", "S1")}, ("|l1 l3 s6|S5", "||")),
    "Blockade flipped face down destroys nothing": (
        ["Deploy Land 6 to Land"], {"mine": "|l1 l3 s6|s5", "hands": ("L6", "S1")}, ("|l1 l3 s6 L6|s5", "||")),
    "Ambush may flip itself": (
        ["Deploy Land 2 to Land", MINE("Land")], {"mine": "A6|l1|", "hands": ("L2", "S1")}, ("A6|l1 l2|", "||")),
    "Disrupt may flip itself and is resolved to the end all the same": (
        ["Deploy Land 5 to Land", MINE("Land"), MINE("Land")], {"theirs": "|L6|", "hands": ("L5", "S1")},
        ("|l5|", "|l6|")),
    "Transport moves a covered card that lies face up": (
        ["Deploy Sea 1 to Sea", "Move Air 6 to Land"], TRANSPORT, ("l1|s6 A6|S1", "|L6|")),
    "Transport moves a card that lies face down": (
        ["Deploy Sea 1 to Sea", "Move Land 1 to Sea"], TRANSPORT, ("A6|s6|S1 l1", "|L6|")),
    "Transport moves itself": (["Deploy Sea 1 to Sea", "Move Sea 1 to Air"], TRANSPORT, ("A6 l1 S1|s6|", "|L6|")),
    "a moved card is not played so neither Containment nor Blockade destroys it": (
        ["Deploy Sea 1 to Sea", "Move Air 6 to Land"],
        {"mine": "a6|l1 l2|", "theirs": "A5|l3|S5", "hands": ("S1", "S2")}, ("|l1 l2 a6|S1", "A5|l3|S5"))}


@pytest.mark.parametrize(("moves", "start", "both"), SIDES.values(), ids=SIDES)
def test_cards_lie_where_they_should(moves, start, both):
    assert sides(after(*moves, **start)) == both


def everything(*apart):
    """Returns the short names of all cards but some, as text."""
    return " ".join(short for letter in "ALS" for number in range(1, 7) if (short := f"{letter}{number}") not in apart)


# Moves after which nothing is left to be decided.
SETTLED = {
    "an improvised card triggers no ability": (
        ["Improvise Ambush to Land"], {"mine": "|s1|", "hands": ("L2 A1", "S2")}),
    "Maneuver has no effect if no card lies in an adjacent theater": (
        ["Deploy Air 3 to Air"], {"mine": "A6||S6", "hands": ("A3", "S2")}),
    "Reinforce has no effect if the deck is empty": (["Deploy Land 1 to Land"], {"hands": ("L1", everything("L1"))}),
    "Disrupt skips a player without cards": (["Deploy Land 5 to Land", MINE("Land")], {"hands": ("L5", "S1")}),
    "Transport may be declined": (["Deploy Sea 1 to Sea", "Decline"], {"mine": "A6||", "hands": ("S1", "S2")}),
    "a moved card does not trigger its ability again": (
        ["Deploy Sea 1 to Sea", "Move Land 2 to Air"], {"mine": "|L2|", "theirs": "|L6|", "hands": ("S1", "S2")}),
    "Redeploy may be declined and then nothing has to be played": (
        ["Deploy Sea 4 to Sea", "Decline"], {"mine": "a6||", "hands": ("S4 L2", "S1 S2")}),
    "Redeploy has no effect without a face-down card of one's own": (
        ["Deploy Sea 4 to Sea"], {"mine": "A6||", "theirs": "a1||", "hands": ("S4 L2", "S1 S2")}),
    "a card that is destroyed does not use its ability": (
        ["Deploy Land 2 to Land"], {"mine": "|s6|", "theirs": "|l1 l6|S5", "hands": ("L2", "S1")}),
    **{f"{theater} 6 does nothing": (
        [f"Deploy {theater} 6 to {theater}"], {"mine": "a1||", "theirs": "|l1|", "hands": (f"{theater[0]}6", "S1")})
       for theater in ("Air", "Land", "Sea")}}


@pytest.mark.parametrize(("moves", "start"), SETTLED.values(), ids=SETTLED)
def test_the_turn_is_over(moves, start):
    state = after(*moves, **start)
    assert (pending(state), to_move(state), options(state)[-1]) == ([], 1, "Withdraw")


# Moves from a position, and the totals of both players then.
TOTALS = {
    "a flipped card counts 2": (
        ["Deploy Air 3 to Air", THEIRS("Land")], {"theirs": "|s1 L6|", "hands": ("A3", "S2")}, (3, 0, 0), (0, 4, 0)),
    "Cover Fire covers what it is deployed on": (
        ["Deploy Land 4 to Land"], {"mine": "|s1 a6|", "hands": ("L4", "S1")}, (0, 12, 0), (0, 0, 0)),
    "Escalation counts at once for cards played before and after it": (
        ["Deploy Sea 2 to Sea", "Improvise Air 1 to Air", "Improvise Land 6 to Land"],
        {"mine": "a6||", "hands": ("S2 L6", "A1 A2")}, (4, 4, 2), (2, 0, 0)),
    **{f"{card} moved away from below Cover Fire counts its own strength again": (
        ["Deploy Sea 1 to Sea", f"Move {card} to Air"], {"mine": "|L1 s6 L4|", "hands": ("S1", "S2")}, (own, 8, 1),
        (0, 0, 0)) for card, own in (("Land 1", 1), ("Sea 6", 2))}}


@pytest.mark.parametrize(("moves", "start", "mine", "theirs"), TOTALS.values(), ids=TOTALS)
def test_cards_count(moves, start, mine, theirs):
    state = after(*moves, **start)
    assert (totals(state), totals(state, 1)) == (mine, theirs)


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


def test_air_drop_is_its_owners_and_used_up_by_redeploy_and_aerodrome_lets_its_owner_deploy_anywhere():
    state = act(position("a2||", hands=("S6 S5", "L3 L1"), turn=1), "Deploy Maneuver to Land", THEIRS("Air"))
    assert state.battle.drops == (True, False)
    assert "Deploy Super Battleship (Sea 6) to Land" in options(state)
    state = act(position(hands=("A2 L6", "L3 S2")), "Deploy Air Drop to Air")
    assert "Deploy Maneuver (Land 3) to Air" not in options(state)
    state = act(state, "Deploy Maneuver to Land", THEIRS("Air"))
    assert sides(state) == ("a2||", "|L3|")
    assert "Deploy Heavy Tanks (Land 6) to Sea" in options(state)
    state = act(position("a6|a2|", hands=("S4", "L3"), drops=(True, False)), "Deploy Redeploy to Land")
    assert state.battle.drops == (False, False)
    assert act(state, "Take back Air 2", "Deploy Air Drop to Air").battle.drops == (True, False)
    state = position("A4 l1||", hands=("L3 L4 S2", "L2"))
    assert [name for name in plays(state) if name.startswith("Deploy")] == [
        "Deploy Maneuver (Land 3) to Air", "Deploy Maneuver (Land 3) to Land", "Deploy Maneuver (Land 3) to Sea",
        "Deploy Cover Fire (Land 4) to Land", "Deploy Escalation (Sea 2) to Air", "Deploy Escalation (Sea 2) to Land",
        "Deploy Escalation (Sea 2) to Sea"]


@pytest.mark.parametrize(("mine", "theirs"), [("a4||", "||"), ("||", "A4||")])
def test_aerodrome_does_nothing_face_down_or_for_the_opponent(mine, theirs):
    assert "Deploy Ambush (Land 2) to Air" not in options(position(mine, theirs, ("L2", "S1")))


def test_containment_destroys_every_face_down_play_and_reinforce_plays_the_top_card_face_down():
    state = act(position("A5||", hands=("L6 S5", "S1 S6")), "Improvise Land 6 to Sea", "Improvise Sea 1 to Land")
    assert sides(state) == ("A5||", "||")
    assert state.battle.under == (Destroyed(card("L6"), 0, False), Destroyed(card("S1"), 1, False))
    assert state.battle.hands == ((card("S5"),), (card("S6"),))
    state = act(position("L6||", hands=("L1 A3", "S1 S2"), drops=(True, False)), "Deploy Land 1 to Land")
    assert to_move(state) == CHANCE
    assert len(RULES.chance_outcomes(state)) == 13
    state = act(state, "Heavy Bombers (Air 6)", "Air")
    assert (sides(state)[0], state.battle.drops) == ("L6 a6|L1|", (False, False))
    assert (to_move(state), state.battle.hands, state.battle.deck_size()) == (1, ((card("A3"),), (12, 13)), 12)


def test_reinforce_draws_destroyed_cards_last_and_the_one_that_was_destroyed_first_before_the_others():
    rest = everything("L1", "A6", "S6", "L6")
    state = act(position(hands=("L1", rest), under="A6 S6"), "Deploy Land 1 to Land")
    assert RULES.chance_outcomes(state) == [(card("L6"), 1)]
    state = act(position(hands=("L1 L6", rest), under="S6 A6"), "Deploy Land 1 to Land")
    assert RULES.chance_outcomes(state) == [(card("A6"), 1)]  # `under` is listed by number here: A6 first
    state = act(state, "Heavy Bombers (Air 6)", "Sea")
    assert [gone.card for gone in state.battle.under] == [card("S6")]
    assert sides(state)[0] == "|L1|a6"


def test_disrupt_asks_both_players_and_redeploy_takes_back_a_face_down_card_covered_or_not():
    state = act(position("A6||", "|L6|s6", ("L5", "S1")), "Deploy Land 5 to Land")
    assert (to_move(state), options(state)) == (0, (MINE("Air"), MINE("Land")))
    state = act(state, MINE("Air"))
    assert (to_move(state), options(state)) == (1, (MINE("Land"), MINE("Sea")))
    state = act(state, MINE("Sea"))
    assert (sides(state), to_move(state)) == (("a6|L5|", "|L6|S6"), 1)
    state = act(position("a6 L1|s6|", "|l6|", ("S4 L2", "S1 S2")), "Deploy Sea 4 to Sea")
    assert options(state) == ("Take back Heavy Bombers (Air 6)", "Take back Super Battleship (Sea 6)", "Decline")
    state = act(state, "Take back Air 6")
    assert (sides(state)[0], to_move(state)) == ("L1|s6|S4", 0)
    assert "Withdraw" not in options(state)
    assert len(options(state)) == 2 + 2 * 3  # both cards in hand, deployed or improvised
    state = act(state, "Deploy Air 6 to Air")
    assert (sides(state)[0], to_move(state), state.battle.hands[0]) == ("L1 A6|s6|S4", 1, (card("L2"),))


def test_the_card_played_for_redeploy_triggers_its_ability_and_redeploy_works_in_the_opponents_turn_too():
    state = act(position("l2||", "|L6|", ("S4", "S1")), "Deploy Sea 4 to Sea", "Take back Land 2",
                "Deploy Land 2 to Land")
    assert pending(state) == [("Ambush (Land 2)", 0)]
    state = act(position("l2||", "A5||", ("S4", "S1")), "Deploy Sea 4 to Sea", "Take back Land 2",
                "Improvise Land 2 to Air")
    assert sides(state) == ("||S4", "A5||")
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


def test_the_owner_of_a_flipped_card_chooses_and_abilities_are_resolved_in_the_order_of_their_triggers():
    state = act(position("|l2|", "A6||", ("S6", "A3"), turn=1), "Deploy Air 3 to Air", THEIRS("Land"))
    assert (to_move(state), pending(state)) == (0, [("Ambush (Land 2)", 0)])
    state = act(state, THEIRS("Air"))
    assert (sides(state), to_move(state)) == (("|L2|", "A6 a3||"), 0)
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
    assert (sides(state), to_move(state)) == (("A3 S3|L5|", "|l1|L6 L2"), CHANCE)
    state = act(state, "Air Drop (Air 2)")
    assert (to_move(state), options(state)) == (1, ("Air", "Sea"))


def test_an_ability_is_resolved_from_where_its_card_lies_by_then_and_in_the_hand_has_no_effect():
    """The opponent's Disrupt: Ambush, then Transport; Ambush triggers Maneuver, which Transport moves first."""
    state = position("s1|a3|", "l2|L6|A6", ("L3", "L5"), turn=1)
    state = act(state, "Deploy Land 5 to Land", MINE("Air"), MINE("Air"))
    assert pending(state) == [("Ambush (Land 2)", 1), ("Transport (Sea 1)", 0)]
    state = act(state, THEIRS("Land"))
    assert pending(state) == [("Transport (Sea 1)", 0), ("Maneuver (Air 3)", 0)]
    state = act(state, "Move Air 3 to Sea")
    assert sides(state)[0] == "S1||A3"
    assert options(state) == (THEIRS("Land"),)  # beside Sea, where Maneuver lies now
    state = position("|a3|", "|l1|", ("A1", "A2"))
    waiting = Pending("return", REDEPLOY, 0), Pending("flip", card("A3"), 0)  # Maneuver lies face down again by now
    state = state._replace(battle=state.battle._replace(queue=waiting))
    state = act(state, "Take back Air 3", "Improvise Air 1 to Air")
    assert (pending(state), state.battle.log[-1].kind) == ([], "nothing")


def test_a_flip_may_trigger_a_chain_of_both_players_choices_but_nothing_when_abilities_are_off():
    state = act(position("|l3|", "s3|l2|", ("A3", "S6")), "Deploy Air 3 to Air", MINE("Land"))
    assert (to_move(state), pending(state)) == (0, [("Maneuver (Land 3)", 0)])
    state = act(state, THEIRS("Air"))
    assert (to_move(state), pending(state)) == (1, [("Maneuver (Sea 3)", 1)])
    state = act(state, MINE("Land"))
    assert (to_move(state), pending(state)) == (1, [("Ambush (Land 2)", 1)])
    state = act(state, THEIRS("Air"))
    assert (sides(state), to_move(state)) == (("a3|L3|", "S3|L2|"), 1)
    rules = AirLandSea(abilities="off")
    state = position("A5|l1 l3 S5|", "s3||", ("A3", "L5"), order="ALS", rules=rules)
    state = act(state, "Improvise Air 3 to Land", "Deploy Land 5 to Land", rules=rules)
    assert state.results[-1].totals == ((5, 2), (11, 5), (0, 0))
