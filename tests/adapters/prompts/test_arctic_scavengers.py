import random
import re
from dataclasses import replace
from functools import partial

import pyspiel
import pytest

from adapters.rendering import templates
from custom_games.arctic_scavengers.cards import CARDS, CONTESTED, NAMES
from tests.support.named_games import loaded, prompt_parts, some_decisions
from tests.support.scavengers import after, position, tribe

GAME = "arctic_scavengers"
DEAL = [*["Scavenger", "Scavenger", "Refugee", "Brawler", "Spear"], *["Refugee", "Refugee", "Scavenger", "Shovel",
                                                                  "Brawler"]]
every_version = pytest.mark.parametrize("version", loaded(GAME).versions())


def started(*lines, game=GAME):
    """Returns the state after a deal, and moves and cards as lines."""
    state = pyspiel.load_game(game).new_initial_state()
    for line in (*DEAL, *lines):
        player = state.current_player()
        actions = [NAMES.index(line)] if state.is_chance_node() else state.action_spec(player).read_line(line)
        for action in actions:
            state.apply_action(action)
    return state


@every_version
def test_the_rules_state_every_card_with_its_values(version):
    rules, _ = prompt_parts(started(), 0, version)
    for card in CARDS:
        (line,) = [line for line in rules.splitlines() if re.match(rf"(- )?{card.name}(:| \()", line)]
        for action in ("draw", "dig", "hunt", "fight"):
            value = getattr(card, action)
            sign = r"(\+|adds )" if card.kind == "tool" or card.name == "Group Leaders" else ""
            assert (value is not None) == (action.upper() in line)
            assert value is None or re.search(rf"{action.upper()} {sign}{value}\b", line)
        assert not card.people or f"{card.people} {'person' if card.people == 1 else 'people'}" in line
        assert not card.medicine or str(card.medicine) in line


@every_version
@pytest.mark.parametrize(("setting", "words"), [
    ("rounds=5", ["5 rounds", "Tribe Family, Field Crew, Sled Team, Grenade, Wolf Pack", "in rounds 1, 3 and 5"]),
    ("rounds=1", ["1 round", ": Tribe Family", "You go first."]),
    ("rounds=2", ["2 rounds", "Tribe Family, Field Crew", "in round 1."]),
    ("rounds=7", ["7 rounds", "Tribe Family x2, Field Crew x2, Sled Team, Grenade, Wolf Pack"]),
    ("rounds=16,skirmish_from_round=3", [
        "16 rounds", "Tribe Family x6, Field Crew x2, Sled Team x2, Grenade x2, Wolf Pack x2", "round 3"]),
    ("hand_size=3", ["3 cards"]), ("supply=small", ["Junk, Multitool, Net"])])
def test_the_rules_tell_rounds_piles_and_who_goes_first(version, setting, words):
    rules, _ = prompt_parts(started(game=f"{GAME}({setting})") if "hand" not in setting else some_decisions(
        f"{GAME}({setting})", (0,), 0)[0][0], 0, version)
    for word in words:
        assert word in rules


@every_version
def test_the_contested_cards_are_told_as_the_rules_have_them(version):
    for number in range(1, 15):
        rules, _ = prompt_parts(started(game=f"{GAME}(rounds={number})"), 1, version)
        first = CONTESTED[:number]
        names = ", ".join(f"{NAMES[card]} x{first.count(card)}" if first.count(card) > 1 else NAMES[card]
                          for card in dict.fromkeys(first))
        assert re.search(rf": {names}\.?( |$)", rules, re.MULTILINE)


def test_a_turn_of_the_first_wording_tells_all_that_one_may_know():
    _, turn = prompt_parts(started("HUNT with Scavenger and Spear"), 0, "v1")
    assert turn.split("\n\n")[0] == "\n".join([
        "It is round 1 of 5, in which you go first.",
        "Your hand: Refugee, Scavenger, Brawler", "Your deck, in unknown order: Refugee x3, Scavenger, Shovel",
        "Your discard pile: Scavenger, Spear", "Your tribe has 8 people in all.",
        "Your opponent has 5 cards in hand, 5 in the deck and 0 in the discard pile.",
        "The junkyard has 42 cards, the contested pile 5.",
        "Mercenaries, with their costs and how many are left: Scavenger (1 food) 14, Brawler (2 food) 8, Hunter (1 "
        "medicine) 8, Saboteur (1 food and 1 medicine) 8, Scout (2 food and 1 medicine) 8, Group Leaders (2 food and 2 "
        "medicine) 5, Sniper Team (2 food and 2 medicine) 5, Thug (6 food) 5.",
        "You have 2 food. Actions that you have used in this turn: HUNT.", "Which action do you take?"])
    assert turn.splitlines()[-1] == (
        "Legal moves: DRAW with Scavenger | DIG with Refugee | DIG with Refugee and Scavenger | "
        "DIG with Refugee, Scavenger and Brawler | DIG with Refugee and Brawler | DIG with Scavenger | "
        "DIG with Scavenger and Brawler | DIG with Brawler | HIRE Scavenger | HIRE Brawler | "
        "TRASH any of Refugee, Scavenger, Brawler | STOP")


@every_version
def test_what_was_done_before_is_not_told_and_what_was_dug_is_asked_about(version):
    state = started("HUNT with Scavenger and Spear", "DIG with Scavenger", "Medkit", "Medkit", "STOP")
    _, turn = prompt_parts(state, 1, version)
    assert not re.search("Scavenger and Spear|Medkit", turn)
    assert "Your hand: Refugee x2, Scavenger, Brawler, Shovel" in turn or "Hand: Refugee x2, Scavenger, Brawler" in turn
    _, turn = prompt_parts(started("DIG with Scavenger x2", "Medkit", "Junk"), 0, version)
    assert "Medkit and Junk" in turn
    assert turn.splitlines()[-1] == "Legal moves: Medkit | Junk | nothing"


@every_version
def test_a_past_skirmish_is_not_told(version):
    state = started("STOP", "STOP", "Field Crew", *["Refugee"] * 3, "Scavenger", "Shovel", *["Refugee"] * 2,
                    *["Scavenger"] * 2, "Spear")
    for player in (0, 1):
        turn = prompt_parts(state, player, version)[1]
        assert not re.search("FIGHT \\d|Skirmish:|hired", turn)
    assert "Field Crew" not in prompt_parts(state, 1, version)[1]


@pytest.mark.parametrize("setting", [GAME, f"{GAME}(rounds=3,supply=small)"])
def test_every_move_that_can_be_offered_is_explained_with_its_cards(setting):
    rng = random.Random(0)
    explain = partial(templates.render_version, f"{GAME}/moves", "explanation")
    for state, player in some_decisions(setting, most=20):
        values = state.action_spec(player).values(state.random_move(player, rng))
        text = explain(move="This move", values=values, obs=state.observation(player), part="turn", player=player,
                       game={"skirmish_from_round": 1})
        assert re.match("[A-Z][^\n]*\\.(\n|$)", text)
        assert not re.search(r"None|\n\n|at up to 0|draw up to 0", text)
        for name in values.get("cards") or []:
            assert f"\n{name}: " in text


@pytest.mark.parametrize(("values", "told"), [
    ({"action": "DIG", "cards": ["Scavenger", "Shovel"]}, "up to 3 cards from the top of the junkyard"),
    ({"action": "HUNT", "cards": ["Refugee"]}, "add up to 0, so you get nothing"),
    ({"action": "HIRE", "mercenary": "Thug", "cards": []}, "Thug: 3 people, DIG 1, FIGHT 3."),
    ({"reaction": "disarm Spear"}, "Spear: a tool, HUNT +1, FIGHT +2."),
    ({"skirmish": "snipe Tribe Family"}, "Tribe Family: 5 people, HUNT 0, FIGHT 0."),
    ({"keep": "Medkit"}, "Medkit: medicine worth 2."), ({"skirmish": "stop"}, "no more cards")])
def test_an_explanation_tells_effect_and_values(values, told):
    explain = partial(templates.render_version, f"{GAME}/moves", "explanation")
    assert told in explain(move="move", values=values, obs={}, game={"skirmish_from_round": 1}, part="turn")


def at(position):
    """Returns a state at a position that no history led to."""
    state = pyspiel.load_game(GAME).new_initial_state()
    state._node = replace(state.node, position=position)
    return state


@every_version
def test_reactions_and_skirmishes_are_asked_with_the_hands(version):
    announced = after(position(tribe(hand="Scavenger, Spear, Thug"), tribe(hand="Sniper Team, Saboteur")),
                      "HUNT with Scavenger and Spear")
    _, turn = prompt_parts(at(announced), 1, version)
    assert re.search("(announces|wants to) HUNT with Scavenger and Spear", turn)
    assert re.search("(?m)^(Your hand|Hand): Saboteur, Sniper Team$", turn)
    assert "Thug for" not in turn
    assert turn.splitlines()[-1] == "Legal moves: snipe Scavenger | disarm Spear | decline"
    fighting = after(position(tribe(hand="Sniper Team, Brawler"), tribe(hand="Thug, Net")), "STOP", "STOP")
    _, turn = prompt_parts(at(fighting), 0, version)
    assert re.search("FIGHT total is 2|FIGHT 2 against 4", turn)
    assert re.search("(hand is|holds) Thug, Net", turn)
    assert turn.splitlines()[-1] == "Legal moves: snipe Thug | stop"
