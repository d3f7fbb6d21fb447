import json

from custom_games.arctic_scavengers.cards import NAMES
from custom_games.arctic_scavengers.position import Junkyard
from tests.support.scavengers import RULES, after, cards, position, tribe

OWN, OTHER = tribe(hand="Scavenger, Spear", deck="Refugee", discard="Thug"), tribe(hand="Sniper Team, Brawler")


def seen(state, player):
    return RULES.observation(state, player)


def test_a_player_sees_its_own_cards_and_of_the_opponents_piles_and_digging_only_how_many():
    own = seen(position(OWN, OTHER, food=2, used=1), 0)
    assert (own["hand"], own["deck"], own["discard"]) == ({"Scavenger": 1, "Spear": 1}, {"Refugee": 1}, {"Thug": 1})
    assert own["opponent"] == {"deck": 0, "hand": 2, "discard": 0}
    assert (own["round"], own["rounds"], own["stage"], own["first"], own["turn"]) == (1, 5, "gathering", True, True)
    assert (own["people"], own["food"], own["used"]) == (5, 2, ["DRAW"])
    assert (own["contested"], own["junkyard"]) == (5, 42)
    assert own["mercenaries"][2] == {"name": "Hunter", "food": 0, "medicine": 1, "left": 8}
    told = []
    for dug in ("Medkit", "Junk"):
        state = position(tribe(hand="Scavenger, Refugee"), OTHER, junkyard=Junkyard(cards("Medkit, Junk")))
        digging = after(state, "DIG with Scavenger", "decline", dug)
        assert seen(digging, 0)["dug"] == [dug]
        told.append((seen(digging, 1), seen(after(digging, dug), 1)))
    assert told[0] == told[1]
    assert told[0][1]["log"][-1] == {"by": "opponent", "what": "keep", "cards": [], "target": None, "value": 1}
    assert told[0][1]["opponent"] == {"deck": 0, "hand": 1, "discard": 2}


def test_an_announced_action_is_shown_to_the_reactor_and_a_declined_reaction_leaves_no_trace():
    state = after(position(OWN, OTHER), "HUNT with Scavenger and Spear")
    reactor = seen(state, 1)
    assert reactor["announced"] == {"action": "HUNT", "cards": ["Scavenger", "Spear"]}
    assert reactor["hand"] == {"Brawler": 1, "Sniper Team": 1}
    assert reactor["log"] == [
        {"by": "opponent", "what": "HUNT", "cards": ["Scavenger", "Spear"], "target": None, "value": 2}]
    after_it = seen(after(state, "snipe Scavenger"), 0)
    assert after_it["announced"] is None
    assert after_it["log"][-1] == {
        "by": "opponent", "what": "SNIPER", "cards": [], "target": "Scavenger", "value": None}
    unable = position(OWN, tribe(hand="Junk, Brawler"))
    declined = after(position(OWN, OTHER), "HUNT with Scavenger and Spear", "decline")
    assert seen(declined, 0) == seen(after(unable, "HUNT with Scavenger and Spear"), 0)


def test_hands_are_open_in_the_skirmish_only_the_winner_sees_its_card_and_hires_are_told():
    state = after(position(OWN, OTHER), "STOP", "STOP")
    assert (state.phase, state.seat) == ("skirmish", 1)
    assert seen(state, 1)["skirmish"] == {"own": {"hand": {"Brawler": 1, "Sniper Team": 1}, "fight": 2, "people": 3},
                                          "opponent": {"hand": {"Scavenger": 1, "Spear": 1}, "fight": 3, "people": 1}}
    assert seen(position(OWN, OTHER), 1)["skirmish"] is None
    state = after(position(OWN, OTHER), "STOP", "STOP", "stop", "Sled Team", "Refugee")
    while RULES.current_player(state) < 0:
        state = RULES.apply_action(state, RULES.chance_outcomes(state)[0][0])
    (own,), (other,) = (seen(state, player)["results"] for player in (0, 1))
    assert (own["winner"], own["card"], other["winner"], other["card"]) == ("you", "Sled Team", "opponent", None)
    assert own["skirmish"]["own"] == other["skirmish"]["opponent"]
    assert "Sled Team" not in json.dumps(seen(state, 1))
    state = position(OWN, OTHER, food=3, used=5)
    assert (seen(state, 1)["food"], seen(state, 1)["used"]) == (0, [])
    state = position(tribe(hand="Pills, Junk"), OTHER)
    state = after(state, "HIRE Hunter with Pills")
    assert seen(state, 1)["log"][-1]["target"] == "Hunter"
    assert state.hired_mercenaries == (NAMES.index("Hunter"), None)
