import re

import pytest

import adapters
from tests.support.named_games import after, loaded, prompt_text

NAME = "diners_dilemma"
CHEAP, COSTLY = 0, 1
PRICED = f"{NAME}(players=7,rounds=9,cheap_price=31,cheap_utility=52,costly_price=43,costly_utility=58)"
# Bills of 40 and 60, thirds of 13.33 and 20.
TWO_ROUNDS = [[CHEAP, COSTLY, CHEAP], [COSTLY, COSTLY, COSTLY]]
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


def rules(game_string, version, player=0):
    return adapters.for_game(after(game_string).get_game()).prompt(after(game_string), player, version)[0]["content"]


def test_the_rules_tell_players_rounds_prices_utilities_and_that_the_price_is_split():
    assert rules(PRICED, "v1", player=4).splitlines() == [
        "You are one of 7 players in a game that lasts 9 rounds.",
        "In every round, each player orders either the costly dish or the cheap dish.",
        "The costly dish has a price of 43, and the cheap dish has a price of 31.",
        "The costly dish gives you a utility of 58, and the cheap dish gives you a utility of 52.",
        "The costly dish tastes better than the cheap dish, but not enough to be worth its price when dining alone.",
        "At the end of every round, the total price of all dishes ordered is split equally among all players.",
    ]


@every_version
@pytest.mark.parametrize(("costly_utility", "costly_price", "told"), [
    (20, 20, True), (16, 12, True), (16, 11, False), (20, 14, False), (15, 20, False), (14, 20, False)])
def test_the_costly_dish_is_called_tastier_but_not_worth_its_price_only_where_both_are_true(
        version, costly_utility, costly_price, told):
    text = rules(f"{NAME}(costly_utility={costly_utility},costly_price={costly_price})", version)
    assert bool(re.search("[Tt]ast|Remark", text)) == told


@pytest.mark.parametrize(("cheap_price", "cheap_utility", "costly_price", "costly_utility"), [
    (10, 15, 20, 20), (11, 5, 20, 7), (4, 19, 9, 20), (1, 8, 19, 12), (4, 5, 17, 7), (2, 11, 8, 13)])
def test_the_dishes_of_all_published_settings_are_compared_by_taste(
        cheap_price, cheap_utility, costly_price, costly_utility):
    assert "tastes better" in rules(
        f"{NAME}(cheap_price={cheap_price},cheap_utility={cheap_utility},costly_price={costly_price},"
        f"costly_utility={costly_utility})", "v1")


@every_version
def test_the_default_numbers_show_in_no_wording_of_another_setting(version):
    assert not re.search(r"\b(10|15|20)\b", prompt_text(after(PRICED), 4, version))


@every_version
def test_a_single_thing_is_singular(version):
    state = after(
        f"{NAME}(players=2,rounds=2,cheap_price=1,cheap_utility=1,costly_price=1,costly_utility=2)", [CHEAP, COSTLY])
    told = "".join(prompt_text(state, player, version) for player in (0, 1))
    assert not re.search(r"\b(?<![.\d-])1 (rounds|players|members|dishes)\b", told)


def test_a_chat_tells_a_round_as_report_own_answer_and_outcome():
    state = after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS)
    messages = adapters.for_game(state.get_game()).chat(state, 0, "v1")
    assert [message["role"] for message in messages] == [
        "system", "user", "assistant", "user", "user", "assistant", "user", "user"]
    told = [message["content"] for message in messages]
    assert told[1:7] == [
        "Results of round 1:\n1 player ordered the costly dish, and 2 ordered the cheap dish.\n"
        "The total price is 40, and you have to pay 13.33.\nYou ordered:",
        '{"chosen_dish": "cheap"}', "Your utility is 15 - 13.33 = 1.67.",
        "Results of round 2:\n3 players ordered the costly dish, and 0 ordered the cheap dish.\n"
        "The total price is 60, and you have to pay 20.\nYou ordered:",
        '{"chosen_dish": "costly"}', "Your utility is 20 - 20 = 0."]
    assert told[-1].splitlines().count('{"chosen_dish": "<move>"}') == 1


@every_version
def test_who_of_the_others_ordered_what_shows_in_no_wording(version):
    one, other = (after(f"{NAME}(players=3,rounds=4)", [CHEAP, *others])
                  for others in ([CHEAP, COSTLY], [COSTLY, CHEAP]))
    assert prompt_text(one, 0, version) == prompt_text(other, 0, version)


@pytest.mark.parametrize("reply", [
    '{"chosen_dish": "costly"}', '{"chosen_dish": "Costly"}',
    '{"explanation": "The cheap dish would be better for all.", "chosen_dish": "costly"}',
    'Not the cheap one.\n```json\n{"chosen_dish": "costly"}\n```', "Answer: costly", "costly"])
def test_a_dish_is_read_as_json_or_as_an_answer_line(reply):
    assert loaded(NAME).parse(reply, after(NAME), 0) == [COSTLY]
