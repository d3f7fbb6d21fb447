"""The wordings of universal poker tell the parameters, and the rules that they tell agree with what OpenSpiel pays."""

import itertools
import random
from collections import Counter

import pytest

import adapters
from tests.adapters.native.test_universal_poker import CALL, DEAL, FLOP, HEADS_UP, LIMIT, POT, THREE
from tests.support.named_games import after, rules, turn
from tests.support.playouts import load

LEDUC = (
    "universal_poker(betting=limit,numRounds=2,blind=1 1,raiseSize=2 4,firstPlayer=1 1,maxRaises=2 2,numSuits=2,"
    "numRanks=3,numHoleCards=1,numBoardCards=0 1)")
KUHN = (
    "universal_poker(betting=limit,numRounds=1,blind=1 1,raiseSize=1 1,firstPlayer=1 1,maxRaises=1 1,numSuits=1,"
    "numRanks=3,numHoleCards=1,numBoardCards=0 0)")

both = pytest.mark.parametrize("version", ["v1", "v2"])


@pytest.mark.parametrize(("game_string", "told", "untold"), [
    (HEADS_UP.format("fcpa"), ["52 cards", "1000", "100", "50", "straight flush", "All in"], ["ante", "half"]),
    (HEADS_UP.format("fchpa"), ["half"], ["ante"]), (HEADS_UP.format("fc"), ["bet"], ["All in", "Raise to", "half"]),
    (LIMIT, ["10 chips", "20 chips", "3 in betting round 1", "4 in betting rounds 2, 3 and 4"], ["all in", "All in"]),
    (LEDUC, ["6 cards", "2, 3", "ante", "pair", "2 chips in betting round 1"], ["straight", "flush", "two pairs"]),
    (KUHN, ["3 cards", "ante"], ["pair", "shared", "straight"]),
    (THREE, ["player 1", "500", "lowest raise", "1000"], ["straight"])])
@both
def test_parameters_are_told(game_string, told, untold, version):
    text = rules(game_string, version)
    assert [part for part in told if part.casefold() not in text.casefold()] == []
    assert [part for part in untold if part in text] == []


@both
def test_a_turn_tells_cards_chips_and_what_moves_cost(version):
    text = turn(after(HEADS_UP.format("fchpa"), *DEAL, CALL, CALL, *FLOP, POT), 1, version)
    for told in ("3 of diamonds", "7 of clubs", "Bet 200", "Raise to 800", "Raise to 500", "400", "700"):
        assert told in text
    assert "ace" not in text
    assert "Legal moves: Fold | Call | Raise to 800 | All in | Raise to 500" in text


@both
def test_without_a_history_the_position_is_still_whole(version):
    state = after(HEADS_UP.format("fchpa"), *DEAL, CALL, CALL, *FLOP, POT)
    parts = [adapters.for_game(state.get_game()).prompt(state, 1, version, history=told)[1]["content"]
             for told in ("all", "none")]
    assert ["Check" in text for text in parts] == [True, False]
    assert all("7 of clubs" in text and "400" in text and "\n\n\n" not in text for text in parts)


def rate(cards):
    """Returns the rating of the best hand among cards, each a rank and a suit, by the order that prompts tell."""
    return max(map(rate_few, itertools.combinations(cards, min(5, len(cards)))))


def rate_few(cards):
    ranks = sorted(Counter(rank for rank, _ in cards).items(), key=lambda found: (found[1], found[0]), reverse=True)
    groups, order = [count for _, count in ranks], [rank for rank, _ in ranks]
    flush = len(cards) == 5 and len({suit for _, suit in cards}) == 1
    straight = len(order) == 5 and (order[0] - order[4] == 4 or order == [12, 3, 2, 1, 0])
    top = [3] if order == [12, 3, 2, 1, 0] and straight else order
    kinds = [straight and flush, groups[0] == 4, groups[:2] == [3, 2], flush, straight, groups[0] == 3,
             groups[:2] == [2, 2], groups[0] == 2, True]
    return -kinds.index(True), top


def pay(spent, folded, ratings):
    """Returns the gains of players who put in so many chips: the pot is shared layer by layer."""
    gains = [-float(chips) for chips in spent]
    below = 0
    for level in sorted(set(spent)):
        staked = [seat for seat, chips in enumerate(spent) if chips > below]
        left = [seat for seat in staked if not folded[seat]]
        best = max((ratings[seat] for seat in left), default=None)
        winners = [seat for seat in left if ratings[seat] == best]
        for seat in winners:
            gains[seat] += (level - below) * len(staked) / len(winners)
        below = level
    return gains


@pytest.mark.parametrize("game_string", [
    HEADS_UP.format("fcpa"), THREE.replace("firstPlayer=3 1", "firstPlayer=3 1,numHoleCards=3,numBoardCards=0 4"),
    "universal_poker(numPlayers=3,stack=90 50 70,blind=10 10 10,bettingAbstraction=fullgame)",
    LIMIT, LEDUC, KUHN, "universal_poker(numRanks=5,numHoleCards=2,numBoardCards=1 2)"])
def test_returns_are_those_of_the_rules(game_string):
    game, rng = load(game_string), random.Random(3)
    parameters, players = game.get_parameters(), game.num_players()
    for _ in range(60):
        state, drawn = game.new_initial_state(), []
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            if state.is_chance_node():
                drawn.append(divmod(action, parameters["numSuits"]))
            elif action == 0 and rng.random() < 0.7:
                action = CALL
            state.apply_action(action)
        hole = parameters["numHoleCards"]
        board = drawn[players * hole:]
        ratings = [rate([*drawn[seat * hole:(seat + 1) * hole], *board]) for seat in range(players)]
        text = state.observation_string(0).split("PlayerContribution:")[1].strip(" ]")
        spent = list(map(int, text.split()))
        folds = {step.player for step in state.full_history() if step.player >= 0 and step.action == 0}
        folded = [seat in folds for seat in range(players)]
        assert list(state.returns()) == pytest.approx(pay(spent, folded, ratings))
