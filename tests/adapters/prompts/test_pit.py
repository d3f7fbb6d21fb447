import re

import pyspiel
import pytest

from custom_games.pit.scoring import Hand
from custom_games.pit.turns import Position
from tests.support.named_games import loaded, prompt_parts

NAME = "pit"
OPEN = "pit(corner_size=5,winning_score=1000,commodities=2,trades=open,max_turns=9,max_hands=7)"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())
CARDS = ((5, 2, 1, 1, 0, 1), (2, 2, 3, 1, 1, 0), (1, 4, 2, 3, 0, 0), (1, 1, 3, 4, 0, 0))
OFFER_2_WHEAT, OFFER_BULL, OFFER_1_CORN = 2, 17, 9
HANDS = (Hand((-20, -20, 170, 0), 2, 1), Hand(), Hand((100, 0, 0, -20), 0, 0), Hand())
OPEN_CARDS = ((4, 1, 0, 0), (3, 1, 1, 0), (1, 3, 0, 1), (1, 4, 0, 0))


def accept(seat, kind):
    return 25 + 6 * seat + kind


def at(*actions, game_string=NAME, cards=CARDS, hands=(), points=(0, 0, 0, 0)):
    state = pyspiel.load_game(game_string).new_initial_state()
    rules = state.node.rules
    position = Position(None, cards, points=points, hands=hands)
    for action in actions:
        position = rules.apply_action(position, action)
    state._node = type(state.node)(rules, position)
    return state


# Player 1 offers two Wheat, Player 3 three Soybeans and Player 2 the Bull, which Player 4 takes for one Corn; Player 1
# passes.
TRADED = at(OFFER_2_WHEAT, 15, OFFER_BULL, accept(1, 2), 0, hands=HANDS, points=(80, -20, 170, -20))


@every_version
@pytest.mark.parametrize(("player", "partner", "opponents"), [
    (0, "Player 2", "Player 3 and Player 4"), (1, "Player 1", "Player 3 and Player 4"),
    (2, "Player 4", "Player 1 and Player 2"), (3, "Player 3", "Player 1 and Player 2")])
def test_the_rules_name_the_player_the_partner_and_the_opponents(version, player, partner, opponents):
    rules = prompt_parts(at(*[0] * (0, 2, 1, 3).index(player)), player, version)[0]
    assert re.search(rf"(You are|Your name is) Player {player + 1}\b", rules)
    assert re.search(rf"(partner is|you and) {partner}\b", rules)
    assert opponents in rules


@every_version
def test_the_rules_tell_every_number_of_the_game_in_any_setting_and_call_open_trades_so(version):
    rules = prompt_parts(at(), 0, version)[0]
    for told in (r"\b38\b", r"\b9 cards", r"Wheat,? (value )?100", r"Barley,? (value )?85", r"Corn,? (value )?75",
                 r"Soybeans,? (value )?55", r"\b6 (or more )?cards", r"\b5 (cards of a commodity )?and the Bull",
                 r"twice|two times", r"20 points", r"80 turns", r"\b500\b", r"\b30 hands", r"\b0\.5\b"):
        assert re.search(told, rules), told
    rules = prompt_parts(at(game_string=OPEN, cards=OPEN_CARDS), 0, version)[0]
    for told in (r"\b20 cards|\b20\b", r"\b1,?000\b", r"\b4 (cards of a commodity )?and the Bull", r"\b9 turns",
                 r"\b7 hands", r"All players are told what is swapped|Everybody sees the cards"):
        assert re.search(told, rules), told
    assert not re.search(r"Corn\b|Soybeans|only the number|only how many|knows beforehand", rules)


@every_version
def test_it_is_told_with_how_many_cards_an_offer_is_answered(version):
    assert re.search("the same number of cards|equally many", prompt_parts(at(), 0, version)[0])
    free = prompt_parts(at(1, game_string="pit(swaps=any)"), 2, version)
    assert re.search("any number of cards|as many as you like", free[0])
    assert "Accept Player 1's offer of 1 with 4 Barley" in free[1]


def test_the_first_wording_tells_offers_and_ones_own_cards():
    assert prompt_parts(TRADED, 2, "v1")[1].split("\n\nLegal moves")[0].splitlines() == [
        "This is turn 6 of at most 80 in hand 5 of at most 30.",
        "Pending offers: Player 1: 2 cards; Player 3 (you): 3 cards (3 Soybeans).",
        "Your cards: Wheat: 1, Barley: 4, Corn: 2, Soybeans: 3, Bull: 0, Bear: 0.", "It is your turn."]


def test_the_second_wording_tells_the_same():
    lines = [line.rstrip() for line in prompt_parts(TRADED, 2, "v2")[1].split("\n\n## Your options")[0].splitlines()]
    assert lines == [
        "## Hand 5 of 30 at most, turn 6 of 80 at most", "", "## What you can use",
        "Your cards: 1 Wheat, 4 Barley, 2 Corn, 3 Soybeans", "Open offers: 2 by Player 1, 3 Soybeans by Player 3 (you)"]


@every_version
def test_the_cards_of_an_offer_are_told_where_trades_are_open(version):
    assert "1 Wheat" not in prompt_parts(at(1), 2, version)[1].split("Your cards")[0]
    text = prompt_parts(at(1, game_string=OPEN, cards=OPEN_CARDS), 2, version)[1]
    assert re.search(r"Player 1: 1 card \(1 Wheat\)|1 Wheat by Player 1", text)


@every_version
def test_the_cards_of_others_change_no_prompt(version):
    # Players 2 and 4 change cards, with the Bull, which Player 2 has offered; Player 3 cannot tell.
    other = ((5, 2, 1, 1, 0, 1), (1, 3, 3, 1, 1, 0), (1, 4, 2, 3, 0, 0), (2, 0, 3, 4, 0, 0))
    turns = (OFFER_2_WHEAT, 15, OFFER_BULL, accept(1, 2), 0)
    assert prompt_parts(at(*turns), 2, version) == prompt_parts(at(*turns, cards=other), 2, version)
    # Nor does Player 2's other card, or Player 4's.
    assert prompt_parts(at(OFFER_2_WHEAT, 15, 1, accept(1, 3), 0), 2, version) == prompt_parts(at(*turns), 2, version)
    # Player 4 can: it knows its own cards.
    assert prompt_parts(at(*turns[:3]), 3, version) != prompt_parts(at(*turns[:3], cards=other), 3, version)
