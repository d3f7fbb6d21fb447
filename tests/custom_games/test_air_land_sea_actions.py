import pytest

from custom_games.air_land_sea import AirLandSea
from custom_games.air_land_sea_actions import DECLINE, FLIP, NUM_ACTIONS, WITHDRAW, choice
from tests.support.air_land_sea_battles import RULES, act, card, options, position

TURN = position("A4||", hands=("A3 L3 L2 S6", "S1 S2 S3 S4"))


def spec(state):
    return RULES.action_spec(state, RULES.current_player(state))


def test_there_are_191_actions_and_a_card_keeps_its_ids_in_every_position():
    assert NUM_ACTIONS == AirLandSea(vp_to_win=1).bounds().actions == 191
    names = dict(zip(spec(TURN).legal_actions(), options(TURN), strict=True))
    assert names[3 * card("L2") + 1] == "Deploy Ambush (Land 2) to Land"
    assert names[54 + 3 * card("S6")] == "Improvise Super Battleship (Sea 6) to Air"
    assert names[WITHDRAW] == "Withdraw"


@pytest.mark.parametrize(("stated", "name"), [
    ("deploy ambush (land 2) to land", "Deploy Ambush (Land 2) to Land"),
    ("Deploy Land 2 to Land", "Deploy Ambush (Land 2) to Land"),
    ("Deploy Ambush to Land", "Deploy Ambush (Land 2) to Land"),
    ("Play Ambush face up to Land", "Deploy Ambush (Land 2) to Land"),
    ("Play Land 2 (Ambush) to Air face up", "Deploy Ambush (Land 2) to Air"),
    ("Deploy Super Battleship", "Deploy Super Battleship (Sea 6) to Sea"),
    ("Deploy Sea 6 in the Sea theater", "Deploy Super Battleship (Sea 6) to Sea"),
    ("Deploy Air 3 to Sea", "Deploy Maneuver (Air 3) to Sea"),
    ("Improvise Ambush to Sea", "Improvise Ambush (Land 2) to Sea"),
    ("Play Land 3 Maneuver face down to Air", "Improvise Maneuver (Land 3) to Air"),
    ("Improvise with Sea 6 in Land", "Improvise Super Battleship (Sea 6) to Land"),
    ("withdraw from the battle", "Withdraw"),
])
def test_a_play_is_understood_as_people_say_it(stated, name):
    assert spec(TURN).read_line(stated) == spec(TURN).read_line(name)


@pytest.mark.parametrize("stated", [
    "Deploy Maneuver to Air",      # two Maneuvers are in the hand
    "Play Ambush to Land",         # face up or face down?
    "Deploy Ambush",               # to which of three theaters?
    "Improvise Ambush",
    "Deploy Super Battleship (Sea 6) to Air",
    "Deploy Transport (Sea 1) to Sea",
    "Flip my top card in Air",
    "Decline",
])
def test_what_is_ambiguous_or_not_legal_is_refused(stated):
    with pytest.raises(ValueError, match="action"):
        spec(TURN).read_line(stated)


def test_flips_are_named_by_side_and_theater_and_known_cards_by_their_names_too():
    state = act(position("A6|l6|", "|S3 l5|s1", ("L2", "S2"), order="ALS"), "Deploy Land 2 to Land")
    assert options(state) == ("Flip your top card in Air", "Flip your top card in Land",
                              "Flip the opponent's top card in Land", "Flip the opponent's top card in Sea")
    for stated, action in [
            ("the opponent's top card in Sea", FLIP + 5), ("Flip opponent's card in Land", FLIP + 4),
            ("Flip Heavy Bombers", FLIP), ("Flip Ambush (Land 2)", FLIP + 1), ("my own top card in Air", FLIP)]:
        assert spec(state).read_line(stated) == [action]


@pytest.mark.parametrize("stated", ["Flip Disrupt", "Flip Transport (Sea 1)", "Flip Heavy Tanks"])
def test_a_card_that_is_hidden_or_covered_cannot_be_flipped_by_its_name(stated):
    state = act(position("A6|l6|", "|S3 l5|s1", ("L2", "S2")), "Deploy Land 2 to Land")
    with pytest.raises(ValueError, match="flip"):
        spec(state).read_line(stated)


def test_a_hidden_card_changes_nothing_of_a_choice():
    one, other = (act(position("A6||", f"|{hidden}|", ("L2", "S2")), "Deploy Land 2 to Land")
                  for hidden in ("l5", "s1"))
    assert spec(one) == spec(other)


@pytest.mark.parametrize(("stated", "name"), [
    ("Transport Air 6 to Sea", "Move Heavy Bombers (Air 6) to Sea"),
    ("Heavy Bombers to Land", "Move Heavy Bombers (Air 6) to Land"),
    ("none", "Decline"), ("pass", "Decline"),
])
def test_moves_of_transport(stated, name):
    state = act(position("A6||", hands=("S1", "S2")), "Deploy Transport to Sea")
    assert options(state)[-1] == "Decline"
    assert spec(state).read_line(stated) == spec(state).read_line(name)


def test_returns_of_redeploy():
    state = act(position("a6||", hands=("S4", "S2")), "Deploy Redeploy to Sea")
    assert options(state) == ("Take back Heavy Bombers (Air 6)", "Decline")
    for stated in ("Air 6", "Take Heavy Bombers back into my hand", "Return Air 6 to hand"):
        assert spec(state).read_line(stated) == [169 + card("A6")]
    assert spec(state).read_line("I decline") == [DECLINE]


@pytest.mark.parametrize("stated", [
    "Sea", "to Sea", "the Sea theater", "Play it face down to Sea", "Play Heavy Tanks face down to Sea",
    "Improvise Land 6 to Sea", "Reinforce Sea"])
def test_theaters_of_reinforce(stated):
    state = act(position(hands=("L1", "S2")), "Deploy Reinforce to Land", "Heavy Tanks (Land 6)")
    assert options(state) == ("Air", "Sea")
    assert spec(state).read_line(stated) == [189]


def test_each_decision_is_stated_under_a_key_that_names_it():
    assert [choice(kind, [action], 0, known).keys for kind, action, known in (
        ("play", WITHDRAW, ()), ("flip", FLIP, [None] * 6), ("move", DECLINE, ()), ("return", DECLINE, ()),
        ("reinforce", 187, [4]))] == [("action",), ("flip",), ("move",), ("card",), ("theater",)]
