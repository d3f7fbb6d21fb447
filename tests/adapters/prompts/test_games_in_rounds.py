"""Prompts of gamma-Bench's games: what the laws of their numbers and wordings leave open.

``test_told_rounds_are_true.py`` finds every number of v1 again in the play, and ``test_wordings.py`` carries this over
to all other versions.
"""

import re

import pyspiel
import pytest

import adapters
from adapters.rendering import templates
from tests.custom_games.test_pirate_game import played
from tests.support.named_games import after, loaded, prompt_text, rules

STAY, GO = CHEAP, COSTLY = 0, 1
NAMES = ("guess_two_thirds", "el_farol", "divide_dollar", "public_goods", "diners_dilemma", "sealed_bid_auction")
AUCTION = "sealed_bid_auction(players=3,rounds=9,max_value=49,value_step=7)"  # values that chance names 0 to 7
PIRATES = "pirate_game(players=5,gold=9)"
PLAN, NEXT_PLAN = [7, 1, 0, 0, 1], [6, 0, 1, 2]

every_wording = pytest.mark.parametrize(("name", "version"), [
    (name, version) for name in NAMES for version in templates.list_versions(name)])


def versions(name: str) -> list[str]:
    return templates.list_versions(name)


def begun(name: str, setting: str, rounds: int = 0) -> pyspiel.State:
    """Returns a game of three after a number of rounds of everybody's first move, continued by chance."""
    state = pyspiel.load_game(f"{name}(players=3,{setting})").new_initial_state()
    made = 0
    while state.is_chance_node() or made < rounds:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_actions([state.legal_actions(player)[0] for player in range(3)])
            made += 1
    return state


@every_wording
@pytest.mark.parametrize("ending", ["", ",termination_probability=0.25"])
def test_a_hidden_horizon_shows_nowhere(name, version, ending):
    told = []
    for length in (7, 9):
        state = begun(name, f"rounds={length},horizon=hidden{ending}", rounds=2)
        adapter = adapters.for_game(state.get_game())
        told.append((adapter.prompt(state, 1, version), adapter.chat(state, 1, version)))
    assert told[0] == told[1]
    assert "that you are not told" in str(told[0])


@every_wording
def test_the_round_the_number_of_rounds_and_a_chance_of_an_early_end_are_told(name, version):
    certain = prompt_text(begun(name, "rounds=5", rounds=1), 0, version)
    assert "ound 2 of 5" in certain
    assert "12.5%" not in certain
    uncertain = prompt_text(begun(name, "rounds=5,termination_probability=0.125", rounds=1), 0, version)
    for told in ("up to 5 rounds", "ound 2 of up to 5",
                 "After every round but the last, the game ends with a probability of 12.5%."):
        assert told in uncertain


# Of each game two histories that differ in what the player must not know.
HIDDEN = [(version, player, states) for name, player, states in [
    ("guess_two_thirds", 0, [after("guess_two_thirds(players=3,rounds=4)", [2, *others])
                             for others in ([9, 7], [6, 10])]),
    ("divide_dollar", 0, [after("divide_dollar(players=3,rounds=4)", [2, *others]) for others in ([90, 7], [45, 52])]),
    ("diners_dilemma", 0, [after("diners_dilemma(players=3,rounds=4)", [CHEAP, *others])
                           for others in ([CHEAP, COSTLY], [COSTLY, CHEAP])]),
    # The winning bid is told, but neither whose it is nor the losing ones and others' values.
    ("sealed_bid_auction", 0, [after(AUCTION, *values, bids, 6, *new) for values, bids, new in (
        ((2, 5, 3), [8, 30, 25], (0, 1)), ((2, 7, 0), [8, 17, 30], (5, 4)))]),
    ("battle_royale", 0, [after(f"battle_royale(players=4,max_shots={most})", 2, 0, 4, 3, 1) for most in (17, 23)]),
    ("pirate_game", 4, [played(PIRATES, PLAN, votes, NEXT_PLAN) for votes in ([0, 1, 0, 0, 0], [0, 0, 1, 0, 0])]),
    ("pirate_game", 2, [played(PIRATES, PLAN, votes, NEXT_PLAN) for votes in ([0, 1, 0, 0, 0], [0, 0, 0, 1, 0])]),
] for version in versions(name)]


@pytest.mark.parametrize(("version", "player", "states"), HIDDEN)
def test_others_moves_and_limits_show_in_no_wording(version, player, states):
    adapter = adapters.for_game(states[0].get_game())
    one, other = states
    assert adapter.prompt(one, player, version) == adapter.prompt(other, player, version)
    assert adapter.chat(one, player, version) == adapter.chat(other, player, version)


# Of each game a state in which something is there once.
SINGLE = [(version, state, plural) for name, state, plural in [
    ("divide_dollar", after("divide_dollar(players=2,rounds=2,gold=1)", [1, 0]), r"\b1 (coins|rounds)\b|are 1 coin"),
    ("diners_dilemma", after("diners_dilemma(players=2,rounds=2,cheap_price=1,cheap_utility=1,costly_price=1,"
                             "costly_utility=2)", [CHEAP, COSTLY]), r"(?<![.\d-])1 (rounds|players|members|dishes)\b"),
    ("public_goods", after("public_goods(players=2,rounds=2,tokens=1)", [1, 0]), r"(?<![.\d])1 (new )?(tokens|rounds)"),
    ("sealed_bid_auction", after("sealed_bid_auction(players=2,rounds=9,max_value=1,value_step=1)", 1, 0, [0, 0], 0, 1,
                                 0), r"\b1 (points|coins|rounds)\b"),
    ("pirate_game", played("pirate_game(players=2,gold=1)", [0, 1]), "1 (coins|gold coins)"),
] for version in versions(name)]


@pytest.mark.parametrize(("version", "state", "plural"), SINGLE)
def test_a_single_thing_is_singular(version, state, plural):
    for player in range(2):
        if state.legal_actions(player):
            assert not re.search(plural, prompt_text(state, player, version))


DECIMALS = [(version, game_string, told) for game_string, told in [
    *((f"guess_two_thirds(players=5,rounds=4,low=30,high=70,ratio={ratio!r})",
       rf"(by|=|is|equals|:|^)(?<!\d) ?{re.escape(told)}( times|\.$| gives| and|, is)") for ratio, told in [
        (2 / 3, "2/3"), (0.0, "0"), (1.0, "1"), (1 / 6, "1/6"), (11 / 6, "11/6"), (0.5, "1/2"), (2.0, "2"),
        (0.45, "0.45"), (0.6666, "0.6666")]),
    *((f"el_farol(players=8,rounds=9,capacity={capacity})", rf"(?<![\d.]){re.escape(told)}") for capacity, told in [
        ("0.0", "0%"), ("0.6", "60%"), ("1.0", "100%"), ("0.125", "12.5%")]),
    *((f"public_goods(players=5,rounds=4,tokens=70,multiplier={multiplier})",
       rf"(multiplied by|=) {re.escape(told)}(,|\.|$| is)") for multiplier, told in [
        ("0.0", "0"), ("3.0", "3"), ("1.125", "1.125"), ("0.5", "0.5")]),
] for version in versions(game_string.split("(")[0])]


@pytest.mark.parametrize(("version", "game_string", "told"), DECIMALS)
def test_a_ratio_is_told_as_a_fraction_of_small_numbers_or_exactly_and_a_share_in_per_cent(version, game_string, told):
    assert re.search(told, rules(game_string, version), re.M)


@pytest.mark.parametrize("version", versions("el_farol"))
def test_the_advice_of_the_paper_is_given_where_it_is_right(version):
    for game_string, told in (("el_farol", True), ("el_farol(fun=4)", False), ("el_farol(crowded=6)", False)):
        assert ("60%" in loaded(game_string).prompt(after(game_string), 0, version)[1]["content"]) == told


@pytest.mark.parametrize("version", versions("diners_dilemma"))
@pytest.mark.parametrize(("cheap_price", "cheap_utility", "costly_price", "costly_utility", "told"), [
    (10, 15, 20, 20, True), (10, 15, 12, 16, True), (10, 15, 11, 16, False), (10, 15, 14, 20, False),
    (10, 15, 20, 15, False), (10, 15, 20, 14, False),
    # published settings
    (11, 5, 20, 7, True), (4, 19, 9, 20, True), (1, 8, 19, 12, True), (4, 5, 17, 7, True), (2, 11, 8, 13, True)])
def test_the_costly_dish_is_called_tastier_but_not_worth_its_price_only_where_both_are_true(
        version, cheap_price, cheap_utility, costly_price, costly_utility, told):
    text = rules(f"diners_dilemma(cheap_price={cheap_price},cheap_utility={cheap_utility},costly_price={costly_price},"
                 f"costly_utility={costly_utility})", version)
    assert bool(re.search("[Tt]ast|Remark", text)) == told


@pytest.mark.parametrize("version", versions("guess_two_thirds"))
def test_in_a_tied_round_nobody_is_told_that_the_winning_number_alone_was_nearest(version):
    # The mean of 40 and 60 is 50, and so is the target with a ratio of 1.
    text = prompt_text(after("guess_two_thirds(players=2,rounds=2,ratio=1.0)", [40, 60]), 1, version)
    past = text[text.index("50.00"):text.index('{"chosen_number": 60}')]
    assert "40" in past
    assert not re.search("near|close", past)


@pytest.mark.parametrize("version", versions("public_goods"))
def test_a_loss_too_small_for_two_decimals_is_told_as_zero(version):
    # The gain of player 0 is 1.992 / 2 - 1 = -0.004.
    text = prompt_text(after("public_goods(players=2,rounds=2,multiplier=1.992)", [1, 0]), 0, version)
    assert not re.search(r"-0(?!\.\d)|\.00", text)


@pytest.mark.parametrize("version", versions("sealed_bid_auction"))
def test_no_wording_tells_how_values_are_drawn_nor_advises_on_bids_above_ones_value(version):
    lines = prompt_text(after(AUCTION, 2, 5, 3, [8, 30, 25], 6, 0, 1), 1, version).splitlines()
    without_the_legal_bids = "\n".join(line for line in lines if ".." not in line)
    assert not re.search("random|chance|drawn|divi|multiple|differ|uniform|above|over", without_the_legal_bids)


@pytest.mark.parametrize("version", versions("pirate_game"))
def test_a_plan_is_asked_for_as_a_list_of_numbers_and_a_vote_as_one_of_two_words(version):
    plans = played(PIRATES, PLAN, [0, 1, 0, 0, 0])
    adapter = adapters.for_game(plans.get_game())
    shown = prompt_text(plans, 1, version).splitlines()
    asked = shown[shown.index('{"proposal": <move>}') - 2]
    assert all(words in asked for words in ("list", "4 numbers", "in square brackets"))
    assert asked.rstrip(".").endswith(", for pirate 2 to pirate 5 in this order")
    amount = {"type": "integer", "minimum": 0, "maximum": 9}
    assert adapter.reply_schema(plans, 1, version)["properties"] == {
        "proposal": {"type": "array", "items": amount, "minItems": 4, "maxItems": 4}}
    votes = played(PIRATES, PLAN, [0, 1, 0, 0, 0], NEXT_PLAN)
    assert adapter.reply_schema(votes, 3, version)["properties"] == {
        "decision": {"type": "string", "enum": ["reject", "accept"]}}


@pytest.mark.parametrize(("state", "reply", "actions"), [
    (after("guess_two_thirds(low=3)"), '{"chosen_number": "33"}', [30]),
    (after("guess_two_thirds(low=3)"), 'I take {50}, no:\n{"chosen_number": 33.0}', [30]),
    (after("battle_royale(players=4)"), '{"target": null}', [4]),
    (after("battle_royale(players=4)"), '{"action": "miss", "target": "null"}', [4]),
    (played(PIRATES, PLAN, [0, 1, 0, 0, 0]), '{"proposal": {"2": "6", "3": "0", "4": "1", "5": "2"}}', NEXT_PLAN)])
def test_replies_in_the_published_forms_are_read(state, reply, actions):
    player = max(state.current_player(), 0)
    assert adapters.for_game(state.get_game()).parse(reply, state, player) == actions
