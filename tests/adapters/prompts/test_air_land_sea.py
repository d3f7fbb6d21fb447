import re

import pytest

import adapters
from tests.support.air_land_sea_battles import meant
from tests.support.named_games import after, loaded, prompt_text, some_decisions

GAME = "air_land_sea(theaters=fixed)"
DEAL = [number for pair in zip(range(6), range(6, 12), strict=True) for number in pair]
HEADINGS = [
    "Supreme Commander cards", "ability key terms", "battle cards", "battle structure", "card types", "covered cards",
    "ending battles", "face-down cards", "instant abilities", "ongoing abilities", "possible actions",
    "resolving a battle", "scoring VPs", "setting up battles", "tactical abilities", "theaters"]
every_version = pytest.mark.parametrize("version", loaded(GAME).versions())


def played(*names, game=GAME, deal=DEAL):
    """Returns the state after seat 0 is first, the deal A1 to A6 and L1 to L6, and moves by their names."""
    state = after(game, 0, *deal)
    for name in names:
        if state.is_chance_node():
            (action,) = (outcome for outcome in state.legal_actions() if state.action_to_string(outcome) == name)
        else:
            action = meant(state.action_spec(state.current_player()), name)
        state.apply_action(action)
    return state


def turn(state, version="v1"):
    return adapters.for_game(state.get_game()).prompt(state, state.current_player(), version)[1]["content"]


@every_version
def test_the_rules_tell_points_cards_and_score_and_nothing_of_abilities_without_them(version):
    text = prompt_text(played(game="air_land_sea(theaters=fixed,vp_to_win=7)"), 0, version)
    assert re.search(r"7 (VP|or more)|has 7 VP", text)
    assert "share of all VP" in text or "your VP divided by the VP of both sides" in text
    assert "6 cards" in text or "each commander: 6" in text
    text = prompt_text(played(game="air_land_sea(theaters=fixed,abilities=off)"), 0, version)
    assert re.search(r"no abilities|No card has an ability", text)
    assert not re.search(r"[Ii]nstant|[Oo]ngoing|Draw the top|adjacent", text)


def test_the_first_wording_tells_hands_ties_and_both_sides():
    text = turn(played())
    assert "This is battle 1. You have 0 VP.\nYou are the first player of this battle, so you win ties.\n" in text
    assert "- Air Drop (Air 2), strength 2, instant: You may play your next card face up to a theater" in text
    assert "- Heavy Bombers (Air 6), strength 6, no ability\nYou have 6 cards in hand, and your opponent has 6." in text
    assert "deploy a card, improvise, or withdraw." in text
    state = played("Deploy Air 1 to Air", "Improvise Land 6 to Land", "Improvise Air 6 to Air", "Deploy Land 1 to Land",
                   "Transport (Sea 1)", "Air")
    text = turn(state)
    assert "\n".join([
        "Air (at the moment controlled by you)",
        "- Your side, total 3: Support (Air 1), strength 1, covered; Heavy Bombers (Air 6), face down, strength 2, "
        "uncovered", "- The opponent's side, total 2: a card, face down, strength 2, uncovered",
        "Land (at the moment controlled by you)", "- Your side, total 3, 3 of it from Support: no cards",
        "- The opponent's side, total 3: a card, face down, strength 2, covered; Reinforce (Land 1), strength 1, "
        "uncovered"]) in text


def test_the_second_wording_tells_the_same():
    text = turn(played("Deploy Air 1 to Air", "Improvise Land 6 to Land"), "v2")
    assert "Your VP: 0. Battle number 1; you are 1st, so tied theaters are yours." in text
    assert "- you: [Support (Air 1): 1] = 1\n- opponent: empty = 0" in text
    assert "- you: empty = 3 (with +3 for Support)\n- opponent: [face down, unknown: 2] = 2" in text
    assert '{"action": "<action>"}' in text


@every_version
def test_drawn_cards_and_choices_in_the_opponents_turn_are_told(version):
    state = played("Deploy Air 6 to Air", "Deploy Land 1 to Land", "Transport (Sea 1)")
    assert re.search(r"you drew Transport \(Sea 1\)|made you draw Transport \(Sea 1\)", turn(state, version))
    state = played("Deploy Air 6 to Air", "Deploy Land 5 to Land", "Flip your top card in Land")
    assert state.current_player() == 0
    text = turn(state, version)
    assert re.search(r"It is your opponent's turn, but this choice is yours\.|The opponent is on turn; still,", text)
    assert re.search(r"Disrupt \(Land 5\), which is your opponent's|Disrupt \(Land 5\) \(the opponent's\)", text)


@every_version
def test_what_happened_before_and_the_opponents_points_are_not_told(version):
    state = after(GAME, 0, *DEAL, 108, *DEAL)
    text = turn(state, version)
    assert re.search(r"battle (number )?2\b", text, re.IGNORECASE)
    assert not re.search(r"withdrew|opponent( has)? 2\b", text)
    destroyed = turn(played("Deploy Air 5 to Air", "Improvise Land 6 to Sea"), version)
    assert not re.search(r"Land 6|under the deck|Course of|has happened", destroyed)


def test_there_are_the_sixteen_topics_of_the_benchmark():
    assert sorted(loaded(GAME).topics()) == HEADINGS


@pytest.mark.parametrize("game_string", [
    GAME, "air_land_sea(abilities=off,hand_size=9,vp_to_win=3)", "air_land_sea(hand_size=1)"])
def test_every_topic_is_filled_in_and_true_to_the_parameters(game_string):
    adapter, (state, player) = loaded(game_string), some_decisions(game_string, seeds=(0,), most=0)[0]
    texts = {heading: adapter.topic(heading, state, player) for heading in adapter.topics()}
    for text in texts.values():
        assert text
        assert not re.search(r"\{\{|\{%|None|True|False|\n\n", text)
    parameters = state.node.rules
    assert f"reached {parameters.vp_to_win} VP" in texts["scoring VPs"]
    assert f"is dealt {parameters.hand_size} of them" in texts["setting up battles"]
    mentions = any(re.search("Escalation|Air Drop|Redeploy", text) for text in texts.values())
    assert mentions == (parameters.abilities == "on")


def explained(state, move):
    return adapters.for_game(state.get_game()).explanation(move, state, state.current_player())


def test_an_offered_move_is_explained_by_its_ability_and_the_cards_that_are_known():
    shown, text = explained(played(), "Deploy Maneuver")
    assert shown == "Deploy Maneuver (Air 3) to Air"
    assert text.splitlines() == [
        "The card is played face up. If it is destroyed as it is played, its ability has no effect.",
        "Maneuver (Air 3) is an Air card of strength 3. Its ability is instant. Flip one uncovered card, yours or the "
        "opponent's, in a theater adjacent to this card."]
    assert "gets 2 VP, because you have 6 cards left." in explained(played(), "Withdraw")[1]
    assert "Heavy Bombers (Air 6) is an Air card of strength 6. It has no ability." in explained(
        played(), "Improvise Heavy Bombers (Air 6) to Land")[1]
    state = played("Improvise Air 6 to Air", "Deploy Land 2 to Land")
    assert "Heavy" not in explained(state, "the opponent's top card in Air")[1]
    assert "Ambush (Land 2) is a Land card" in explained(state, "your top card in Land")[1]
    state = played("Deploy Air 6 to Air", "Deploy Land 1 to Land", "Transport (Sea 1)")
    assert "Transport (Sea 1) is a Sea card of strength 1." in explained(state, "Sea")[1]
