import re

import pytest

import adapters
from tests.support.named_games import after, loaded, prompt_text

NAME = "divide_dollar"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


def rules(game_string, version, player=0):
    return adapters.for_game(after(game_string).get_game()).prompt(after(game_string), player, version)[0]["content"]


def test_the_rules_tell_players_rounds_coins_and_limit():
    assert rules(f"{NAME}(players=7,rounds=9,gold=42)", "v1", player=4).splitlines() == [
        "You are one of 7 players in a game that lasts 9 rounds.",
        "In every round, there are 42 coins to divide.",
        "Each player independently bids a whole number of coins, from 0 to 42.",
        "If the sum of all bids does not exceed 42 coins, each player receives their own bid.",
        "If the sum of all bids exceeds 42 coins, all players receive nothing.",
    ]


@every_version
def test_the_default_numbers_show_in_no_wording_of_another_setting(version):
    assert not re.search(r"\b(10|20|100)\b", prompt_text(after(f"{NAME}(players=7,rounds=9,gold=42)"), 4, version))


@every_version
def test_one_coin_is_singular(version):
    text = prompt_text(after(f"{NAME}(players=2,rounds=2,gold=1)", [1, 0]), 0, version)
    assert not re.search(r"\b1 (coins|rounds)\b|are 1 coin", text)


@pytest.mark.parametrize(("player", "paid", "unpaid"), [(0, "1 coin", "0 coins"), (2, "7 coins", "0 coins")])
def test_a_chat_tells_a_round_as_report_own_answer_and_outcome(player, paid, unpaid):
    state = after(f"{NAME}(players=3,rounds=4,gold=10)", [1, 2, 7], [6, 5, 0])
    text = prompt_text(state, player)
    bids = [("1", "6"), ("2", "5"), ("7", "0")][player]
    assert (f"Results of round 1:\nYou bid:\n{{\"bid_amount\": {bids[0]}}}\nThe sum of all bids was 10.\n"
            f"The sum does not exceed 10 coins.\nYou received {paid}.") in text
    assert (f"Results of round 2:\nYou bid:\n{{\"bid_amount\": {bids[1]}}}\nThe sum of all bids was 11.\n"
            f"The sum exceeds 10 coins.\nYou received {unpaid}.") in text
    assert text.splitlines().count('{"bid_amount": <move>}') == 1


@every_version
def test_the_others_bids_show_in_no_wording(version):
    one, other = (after(f"{NAME}(players=3,rounds=4)", [2, *others]) for others in ([90, 7], [45, 52]))
    assert prompt_text(one, 0, version) == prompt_text(other, 0, version)


@pytest.mark.parametrize("reply", [
    '{"bid_amount": 12}', '{"bid_amount": "12"}', '{"explanation": "A bit more than 10", "bid_amount": "12"}',
    'Equal shares would be 10.\n```json\n{"bid_amount": 12}\n```', "Answer: 12", "12"])
def test_a_bid_is_read_as_json_or_as_an_answer_line(reply):
    assert loaded(NAME).parse(reply, after(NAME), 0) == [12]
