import pytest

from custom_games.air_land_sea.actions import DECLINE, FLIP, NUM_ACTIONS, RETURN, WITHDRAW, choice
from custom_games.air_land_sea.game import AirLandSea
from tests.support.air_land_sea_battles import RULES, act, card, named, options, position

TURN = position("A4||", hands=("A3 L3 L2 S6", "S1 S2 S3 S4"))


def spec(state):
    return RULES.action_spec(state, RULES.current_player(state))


def test_there_are_191_actions_and_a_card_keeps_its_ids_in_every_position():
    assert NUM_ACTIONS == AirLandSea(vp_to_win=1).bounds().actions == 191
    names = named(TURN)
    assert names[3 * card("L2") + 1] == "Deploy Ambush (Land 2) to Land"
    assert names[54 + 3 * card("S6")] == "Improvise Super Battleship (Sea 6) to Air"
    assert names[WITHDRAW] == "Withdraw"


@pytest.mark.parametrize("stated", [
    "Deploy Maneuver to Air",      # two Maneuvers are in the hand
    "Play Ambush to Land",         # face up or face down?
    "Deploy Ambush",               # to which of three theaters?
    "Deploy Super Battleship (Sea 6) to Air",
    "Deploy Transport (Sea 1) to Sea",
    "Flip your top card in Air",
    "Decline",
])
def test_what_is_ambiguous_or_not_legal_is_refused(stated):
    with pytest.raises(ValueError, match="action"):
        spec(TURN).read({"action": stated})


def test_flips_are_named_by_side_and_theater():
    state = act(position("A6|l6|", "|S3 l5|s1", ("L2", "S2"), order="ALS"), "Deploy Land 2 to Land")
    assert named(state) == {
        FLIP: "Flip your top card in Air", FLIP + 1: "Flip your top card in Land",
        FLIP + 4: "Flip the opponent's top card in Land", FLIP + 5: "Flip the opponent's top card in Sea"}
    assert choice("flip", [FLIP, FLIP + 4], 1).patterns() == [
        "Flip the opponent's top card in Air", "Flip your top card in Land"]


def test_a_hidden_card_changes_nothing_of_a_choice():
    one, other = (act(position("A6||", f"|{hidden}|", ("L2", "S2")), "Deploy Land 2 to Land")
                  for hidden in ("l5", "s1"))
    assert spec(one) == spec(other)


def test_moves_returns_and_theaters_have_names_and_what_is_optional_can_be_declined():
    state = act(position("A6||", hands=("S1", "S2")), "Deploy Transport to Sea")
    assert "Move Heavy Bombers (Air 6) to Land" in options(state)
    assert options(state)[-1] == "Decline"
    state = act(position("a6||", hands=("S4", "S2")), "Deploy Redeploy to Sea")
    assert named(state) == {RETURN + card("A6"): "Take back Heavy Bombers (Air 6)", DECLINE: "Decline"}
    state = act(position(hands=("L1", "S2")), "Deploy Reinforce to Land", "Heavy Tanks (Land 6)")
    assert options(state) == ("Air", "Sea")


def test_each_decision_is_stated_under_a_key_that_names_it():
    assert [choice(kind, [action], 0).keys for kind, action in (
        ("play", WITHDRAW), ("flip", FLIP), ("move", DECLINE), ("return", DECLINE), ("reinforce", 187))] == [
            ("action",), ("flip",), ("move",), ("card",), ("theater",)]
