import json

from tests.support.air_land_sea_battles import RULES, act, position

# Seat 0 gets A1 A2 A3 A4 A5 A6, seat 1 L1 ... L6, one card at a time.
DEAL = [number for pair in zip(range(6), range(6, 12), strict=True) for number in pair]


def seen(state, player):
    return RULES.observation(state, player)


def test_a_player_sees_its_hand_both_sides_of_the_table_and_who_is_first():
    state = position("A1 s4||", "a2|L6|", ("L2", "S1 S2"), order="LAS", first=1, points=(3, 8), drops=(False, True))
    mine, theirs = seen(state, 0), seen(state, 1)
    assert mine["hand"] == [{
        "card": "Ambush (Land 2)", "name": "Ambush", "theater": "Land", "strength": 2, "kind": "instant",
        "ability": "Flip one uncovered card, yours or the opponent's, in any theater."}]
    assert [area["theater"] for area in mine["theaters"]] == ["Land", "Air", "Sea"]
    assert mine["theaters"][1]["you"] == {"total": 3, "support": 0, "cards": [
        {"card": "Support (Air 1)", "up": True, "strength": 1},
        {"card": "Redeploy (Sea 4)", "up": False, "strength": 2}]}
    assert mine["theaters"][1]["opponent"] == {"total": 2, "support": 0, "cards": [
        {"card": None, "up": False, "strength": 2}]}
    assert mine["theaters"][0]["you"] == {"total": 3, "support": 3, "cards": []}
    assert mine["theaters"][0]["controller"] == "opponent"
    assert (mine["points"], mine["hands"]) == ({"you": 3, "opponent": 8}, {"you": 1, "opponent": 2})
    assert (mine["is_first"], theirs["is_first"]) == (False, True)
    assert (mine["free_play"], mine["deck"]) == ({"you": False, "opponent": True}, 11)
    assert theirs["theaters"][1]["opponent"]["cards"][1]["card"] is None
    assert theirs["theaters"][1]["you"]["cards"][0]["card"] == "Air Drop (Air 2)"


def test_a_player_is_told_the_price_of_a_withdrawal_the_card_that_asks_and_alone_what_reinforce_draws():
    state = position(hands=("L2 L3", "S1 S2"), first=1)
    assert seen(state, 0)["withdrawal"] == {
        "now": 4,
        "you": [{"points": 2, "left": [6, 5]}, {"points": 3, "left": [4, 3]}, {"points": 4, "left": [2]},
                {"points": 6, "left": [1]}],
        "opponent": [{"points": 2, "left": [6, 5, 4]}, {"points": 3, "left": [3, 2]}, {"points": 4, "left": [1]}]}
    state = act(position("|l2|", "A6||", ("S6", "A3"), turn=1), "Deploy Air 3 to Air",
                "Flip the opponent's card in Land")
    assert seen(state, 0)["asked"] == {
        "of": "you", "key": "flip", "because": "Ambush (Land 2)", "drawn": None, "owner": "you", "theater": "Land"}
    assert (seen(state, 0)["turn_of"], seen(state, 1)["asked"]["of"]) == ("opponent", "opponent")
    state = act(position(hands=("L1", "S1")), "Deploy Land 1 to Land", "Heavy Tanks (Land 6)")
    assert seen(state, 0)["asked"]["drawn"] == "Heavy Tanks (Land 6)"
    assert "Heavy Tanks" not in json.dumps(seen(state, 1))
    assert seen(state, 0)["known"][-1]["card"] == "Heavy Tanks (Land 6)"


def test_pending_choices_are_told_in_order_and_a_face_is_known_to_those_who_have_seen_it():
    state = act(position("s3||", "|l2|", ("L5", "S1")), "Deploy Land 5 to Land", "Flip your top card in Air")
    assert seen(state, 1)["asked"]["because"] == "Disrupt (Land 5)"
    assert seen(state, 1)["asked"]["owner"] == "opponent"
    assert seen(state, 1)["waiting"] == [{"card": "Maneuver (Sea 3)", "of": "opponent"}]
    state = act(position("|l6|", "A6||", ("A3 S6 L1", "S4 S5 L3")), "Improvise Air 3 to Air", "Deploy Sea 4 to Sea",
                "Improvise Sea 6 to Air", "Improvise Sea 5 to Sea")
    told = [[event["card"] for event in seen(state, player)["log"][1:]] for player in (0, 1)]
    assert told == [["Maneuver (Air 3)", "Redeploy (Sea 4)", None, "Super Battleship (Sea 6)", None],
                    [None, "Redeploy (Sea 4)", None, None, "Blockade (Sea 5)"]]
    assert [event["event"] for event in seen(state, 0)["log"][1:]] == ["play", "play", "nothing", "play", "play"]
    state = act(position("|L6|", "||", ("S6", "A3 S1"), turn=1), "Deploy Air 3 to Air",
                "Flip the opponent's card in Land")
    assert seen(state, 1)["log"][-1] == {
        "event": "flip", "of": "you", "card": "Heavy Tanks (Land 6)", "up": False, "owner": "opponent", "place": None,
        "theater": "Land", "source": None, "by": "Maneuver (Air 3)", "destroyer": None}
    assert seen(state, 1)["theaters"][1]["opponent"]["cards"] == [{"card": None, "up": False, "strength": 2}]
    state = act(position("|l1 l3 s6|S5", "A5||", ("L6", "L4 A6")), "Deploy Land 6 to Land", "Improvise Land 4 to Sea")
    names = [[(gone["of"], gone["card"]) for gone in seen(state, player)["destroyed"]] for player in (0, 1)]
    assert names == [[("you", "Heavy Tanks (Land 6)"), ("opponent", None)],
                     [("opponent", "Heavy Tanks (Land 6)"), ("you", "Cover Fire (Land 4)")]]


def test_finished_battles_are_told_with_totals_or_withdrawal_and_after_the_end_nothing_is_asked():
    state = act(position("A6||", "A3|L6|", ("L1", "S6")), "Improvise Land 1 to Land", "Deploy Sea 6 to Sea")
    for number in DEAL:
        state = RULES.apply_action(state, number)
    state = act(state, "Withdraw")
    for number in DEAL:
        state = RULES.apply_action(state, number)
    won, withdrawn = seen(state, 0)["results"]
    assert (won["winner"], won["points"], won["is_first"], won["withdrew"]) == ("opponent", 6, True, None)
    assert won["theaters"] == [{"theater": "Air", "controller": "you", "you": 6, "opponent": 3},
                               {"theater": "Land", "controller": "opponent", "you": 2, "opponent": 6},
                               {"theater": "Sea", "controller": "opponent", "you": 0, "opponent": 6}]
    assert (withdrawn["withdrew"], withdrawn["left"], withdrawn["points"]) == ("opponent", 6, 2)
    assert (seen(state, 1)["results"][1]["withdrew"], seen(state, 1)["battle"]) == ("you", 3)
    state = act(position(hands=("L2", "S6"), points=(0, 8)), "Withdraw")
    assert (seen(state, 0)["asked"], seen(state, 0)["battle"]) == (None, 1)
