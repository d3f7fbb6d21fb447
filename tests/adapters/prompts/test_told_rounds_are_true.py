"""Sentences of v1 of the gamma-Bench games: every number, and every line on a past round, is true.

Random matches are played, and what the prompts tell of them is compared with a second computation from the actions.
A line with a number in it, and any line on a past round, has to be one of the sentences below, filled in with what is
true. The test of the wordings (test_wordings.py) carries this over to all other versions.
"""

import re
from functools import cache
from string import Template

import pyspiel
import pytest

import custom_games  # noqa: F401
from tests.support.true_rounds import TRUTHS, Truth, played, truth
from tests.support.wordings import NUMBER, parts

IN_ROUNDS = (
    "You are one of $players players in a game that lasts $length.",
    "After every round$but_last, the game ends with a probability of $chance.", "Results of round $number:",
    "$now starts now.")
SENTENCES = {
    "guess_two_thirds": (
        *IN_ROUNDS, "In every round, each player chooses a whole number from $low to $high, both ends included.",
        "The target is $ratio times this average.", "Average of all numbers: $mean",
        "Target ($ratio times the average): $target", "Winning number: $winning", "You chose:",
        '{"chosen_number": $own}', "You $verdict the round.",
        "Your goal is to choose the number that you expect to be nearest to $ratio times the average of all players' "
        "numbers, your own included."),
    "el_farol": (
        *IN_ROUNDS, "If at most $capacity of the players go, the bar is fun, and every player who goes gets $fun.",
        "If more than $capacity of the players go, the bar is crowded, and every player who goes gets $crowded.",
        "Every player who stays at home gets $home.",
        "$went of the $players players went to the bar, and $stayed stayed at home.",
        "That is $compared $capacity of the players, so the bar was $mood.", "You decided:", '{"decision": "$own"}',
        "You got $got.",
        "Go if you expect that at most $capacity of the players will go, yourself included, and stay at home "
        "otherwise."),
    "divide_dollar": (
        *IN_ROUNDS, "In every round, there $are $gold to divide.",
        "Each player independently bids a whole number of coins, from 0 to $most.",
        "If the sum of all bids does not exceed $gold, each player receives their own bid.",
        "If the sum of all bids exceeds $gold, all players receive nothing.", "You bid:", '{"bid_amount": $own}',
        "The sum of all bids was $sum.", "The sum $compared $gold.", "You received $got.",
        "Your goal is to gain as much as you can without the sum of all bids exceeding $gold."),
    "public_goods": (
        *IN_ROUNDS,
        "In every round, each player receives $tokens and secretly decides how many of them to contribute to a public "
        "pot.", "All tokens in the pot are multiplied by $multiplier.", "Tokens contributed by each player: $given",
        "You contributed:", '{"tokens_contributed": $own}', "Tokens in the pot: $pot",
        "Your gain (your share of the result minus your contribution): $gain", "Your tokens from round $number: $kept",
        "Tokens of each player from round $number: $all_kept", "You now have $tokens."),
    "diners_dilemma": (
        *IN_ROUNDS, "The costly dish has a price of $costly_price, and the cheap dish has a price of $cheap_price.",
        "The costly dish gives you a utility of $costly_utility, and the cheap dish gives you a utility of "
        "$cheap_utility.", "$costly ordered the costly dish, and $cheap ordered the cheap dish.",
        "The total price is $bill, and you have to pay $share.", "You ordered:", '{"chosen_dish": "$own"}',
        "Your utility is $utility - $share = $left."),
    "sealed_bid_auction": (
        *IN_ROUNDS, "The highest bidder wins the item and pays the price of the $which bid.",
        "If you win, your utility for the round is your valuation minus the price paid. If you lose, your utility is "
        "0.", "Your valuation of the item was $value.", "You bid:", '{"bid": $own}',
        "The winning bid was $best, and the price paid was $price.", "You $verdict. Your utility is $utility.",
        "Your valuation of the item in this round is $value_now."),
    "battle_royale": (
        "You are one of $players players in a survival game.",
        "The players and their hit rates, in this order, are: $rates.",
        "You are $name, your hit rate is $rate, and you are number $place in the order.", "Results of round $number:",
        "Your action:", '{"target": "$own"}', "$shooter $deliberate.", "$shooter shot at $target $result.",
        "$left left.", "Round $begun starts now.",
        "The players left and their hit rates, in the order in which they shoot, are: $rates_left.",
        "You are $name, your hit rate is $rate, and you are number $place_left in this order."),
    "pirate_game": (
        "You are one of $players pirates who have found $gold and are deciding how to share this gold.",
        "The pirates act strictly in order of seniority, from pirate 1, the most senior, to $last. You are $name.",
        "The most senior pirate proposes a plan for sharing the $gold.", "Pirate $proposer proposed this plan: $plan.",
        "$accepting of $alive pirates accepted it.", "You chose:", '{"decision": "$own"}',
        "$few of the pirates accepted the plan.", "Pirate $proposer was thrown overboard, and the game goes on.",
        "Now it is $proposer_now's turn to propose a plan.", "The proposed plan is: $plan.",
        "It would give you $share.", "Propose your plan for sharing the $gold.",
        "All amounts must be whole numbers that are not negative, and their sum must be $sum.",
        "Write the plan as a list of $amounts numbers in square brackets, for $proposer_now to $last in this order.")}
HIDDEN = "horizon=hidden,termination_probability=0.125"
# Small ranges, so that bids and distances tie often.
PLAYED = (
    "guess_two_thirds(rounds=4)", "guess_two_thirds(players=3,rounds=9,low=5,high=9,ratio=1.5)",
    f"guess_two_thirds(players=4,rounds=9,low=1,high=4,ratio=1.0,{HIDDEN})",
    "guess_two_thirds(players=2,rounds=9,high=3,ratio=0.45,termination_probability=0.125)", "el_farol(rounds=4)",
    "el_farol(players=3,rounds=9,capacity=0.375,feedback=explicit,fun=1,crowded=-2,home=0)",
    f"el_farol(players=4,rounds=9,capacity=0.5,{HIDDEN})",
    "el_farol(players=2,rounds=9,capacity=1.0,termination_probability=0.25)", "divide_dollar(rounds=4)",
    "divide_dollar(players=2,rounds=9,gold=1,termination_probability=0.125)",
    f"divide_dollar(players=3,rounds=9,gold=4,{HIDDEN})", "public_goods(rounds=4)",
    "public_goods(players=3,rounds=9,tokens=1,multiplier=0.5,termination_probability=0.125)",
    f"public_goods(players=7,rounds=9,tokens=5,multiplier=1.6,{HIDDEN})", "diners_dilemma(rounds=4)",
    "diners_dilemma(players=3,rounds=9,cheap_price=4,cheap_utility=5,costly_price=17,costly_utility=7,"
    "termination_probability=0.125)",
    f"diners_dilemma(players=8,rounds=9,cheap_price=0,cheap_utility=-1,costly_price=1,costly_utility=0,{HIDDEN})",
    "sealed_bid_auction(rounds=4)",
    "sealed_bid_auction(players=3,rounds=9,max_value=4,value_step=2,termination_probability=0.125)",
    "sealed_bid_auction(players=4,rounds=9,max_value=3,value_step=1,price=second)",
    f"sealed_bid_auction(players=2,rounds=9,max_value=1,value_step=1,price=second,{HIDDEN})", "battle_royale",
    "battle_royale(players=4,lowest_rate=0,rate_step=33,max_shots=30,targets=anyone)",
    "battle_royale(players=2,lowest_rate=10,rate_step=90)", "pirate_game", "pirate_game(players=12,gold=30)",
    "pirate_game(players=5,gold=3)", "pirate_game(players=7,gold=1)", "pirate_game(players=2,gold=7)")
SEEDS = range(3)
STATES = re.compile(rf"{NUMBER.pattern}|highest bid")  # which price is paid is told in words


def filled(sentences, facts):
    """Returns the sentences whose facts are known, filled in, with the sentences that they come from."""
    return {template.substitute(facts): template.template for template, needed in map(read_template, sentences)
            if needed <= facts.keys()}


@cache
def read_template(sentence):
    template = Template(sentence)
    return template, set(template.get_identifiers())


def stated(game, told, true):
    """Yields every line that states something, with all that is true in its place, as sentences filled in."""
    for part, text in told.items():
        name, _, number = part.partition(" ")
        facts = {**true.settings, **(true.rounds[int(number) - 1] if number else true.now if part == "turn" else {})}
        possible = filled((*SENTENCES[game], "Legal moves: $legal"), facts)
        for line in text.splitlines():
            if name in ("report", "answer", "outcome") or STATES.search(line):
                yield line, possible


def untrue(game, told, true):
    """Returns the lines that state something else than what is true."""
    return [line for line, possible in stated(game, told, true) if line not in possible]


def decisions(game_string, seeds=SEEDS):
    """Yields what v1 tells at every decision of random matches, in parts, and what is true."""
    for seed in seeds:
        yield from match(game_string, seed)


@cache
def match(game_string, seed):
    game = pyspiel.load_game(game_string)
    return [(parts(state, player, "v1"), truth(game, events, player)) for state, player, events in played(game, seed)]


def name(game_string):
    return game_string.split("(")[0]


@pytest.mark.parametrize("game_string", PLAYED)
def test_all_that_v1_tells_of_random_matches_is_true_and_every_round_is_told(game_string):
    for told, true in decisions(game_string):
        assert untrue(name(game_string), told, true) == []
        rounds = {part for part, text in told.items() if text and part.startswith("outcome")}
        assert rounds == {f"outcome {number}" for number, _ in enumerate(true.rounds, start=1)}


@pytest.mark.parametrize("game", TRUTHS)
def test_every_sentence_is_told_in_some_match(game):
    used = set()
    for game_string in (setting for setting in PLAYED if name(setting) == game):
        for told, true in decisions(game_string):
            used |= {possible.get(line) for line, possible in stated(game, told, true)}
    assert set(SENTENCES[game]) - used == set()


@pytest.mark.parametrize("game", SENTENCES)
def test_every_other_number_would_be_noticed(game):
    setting = next(setting for setting in PLAYED if name(setting) == game)
    told, true = match(setting, 0)[-1]
    for part, text in told.items():
        for at in NUMBER.finditer(text):
            other = f"{text[:at.start()]}{at[0].rstrip('%')}7{'%' * at[0].endswith('%')}{text[at.end():]}"
            assert untrue(game, {part: other}, true) != []


@pytest.mark.parametrize(("game_string", "said", "instead"), [
    ("guess_two_thirds(rounds=4)", "You lost the round.", "You won the round."),
    ("el_farol(players=3,rounds=9,feedback=explicit)", "so the bar was fun", "so the bar was crowded"),
    ("el_farol(players=3,rounds=9,feedback=explicit)", "That is at most", "That is more than"),
    ("divide_dollar(players=3,rounds=9,gold=9)", "does not exceed 9 coins.\nYou", "exceeds 9 coins.\nYou"),
    ("sealed_bid_auction(rounds=4)", "You lost.", "You won."), ("battle_royale", "and hit.", "but missed."),
    ("battle_royale", "missed on purpose.", "shot at player_1 but missed."),
    ("pirate_game(players=12,gold=30)", "Fewer than half", "At least half")])
def test_another_verdict_would_be_noticed(game_string, said, instead):
    noticed = []
    for told, true in decisions(game_string):
        for part, text in told.items():
            if said in text and part != "rules":
                noticed.append(untrue(name(game_string), {part: text.replace(said, instead)}, true))
    assert noticed
    assert all(noticed)


def test_a_line_that_no_sentence_accounts_for_is_untrue():
    nothing = Truth({}, [{}], {})
    said = {"rules": "You are player 3.", "outcome 1": "Nobody won.", "turn": "So far you have 3 coins."}
    for part, line in said.items():
        assert untrue("divide_dollar", {part: line}, nothing) == [line]
