import re

import pytest

import adapters
from tests.support.named_games import after, loaded, prompt_text

NAME = "public_goods"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())
# Pots of 5 and 10 tokens, and with a multiplier of 2 shares of 10 / 3 and 20 / 3.
TWO_ROUNDS = [[1, 4, 0], [10, 0, 0]]


def rules(game_string, version, player=0):
    return adapters.for_game(after(game_string).get_game()).prompt(after(game_string), player, version)[0]["content"]


def test_the_rules_tell_players_rounds_tokens_multiplier_and_shares():
    assert rules(f"{NAME}(players=7,rounds=9,tokens=42,multiplier=2.5)", "v1", player=4).splitlines() == [
        "You are one of 7 players in a game that lasts 9 rounds.",
        "In every round, each player receives 42 new tokens and secretly decides how many of them to contribute to a "
        "public pot.",
        "All tokens in the pot are multiplied by 2.5.",
        "The result is divided equally among all players, no matter how much each of them contributed.",
        "Players keep the tokens that they do not contribute.",
    ]


@every_version
def test_the_default_numbers_show_in_no_wording_of_another_setting(version):
    text = prompt_text(after(f"{NAME}(players=7,rounds=9,tokens=42,multiplier=3.5)"), 4, version)
    assert not re.search(r"\b(10|20|2)\b", text)


@every_version
@pytest.mark.parametrize(("multiplier", "told"), [("0.0", "0"), ("3.0", "3"), ("1.125", "1.125"), ("0.5", "0.5")])
def test_the_multiplier_is_told_exactly(multiplier, told, version):
    text = rules(f"{NAME}(players=5,rounds=4,tokens=70,multiplier={multiplier})", version)
    assert re.search(rf"(multiplied by|=) {re.escape(told)}(,|\.|$| is)", text, re.M)


@every_version
def test_one_token_is_singular(version):
    state = after(f"{NAME}(players=2,rounds=2,tokens=1)", [1, 0])
    told = "".join(prompt_text(state, player, version) for player in (0, 1))
    assert not re.search(r"\b(?<![.\d])1 (new )?(tokens|rounds)\b", told)


def test_a_chat_tells_a_round_as_report_own_answer_and_outcome():
    assert """
Results of round 1:
Tokens contributed by each player: 1, 4, 0
You contributed:
{"tokens_contributed": 4}
Tokens in the pot: 5
Your gain (your share of the result minus your contribution): -0.67
Your tokens from round 1: 19.33
Tokens of each player from round 1: 22.33, 19.33, 23.33
""" in prompt_text(after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS), 1)


@every_version
def test_the_new_tokens_are_told_with_each_request(version):
    state = after(f"{NAME}(players=3,rounds=4,tokens=31)", *TWO_ROUNDS)
    chat = adapters.for_game(state.get_game()).chat(state, 1, version)
    assert "31 new tokens" in chat[-1]["content"]
    assert [message["content"] for message in chat if message["role"] == "assistant"] == [
        '{"tokens_contributed": 4}', '{"tokens_contributed": 0}']


@every_version
def test_a_loss_too_small_for_two_decimals_is_told_as_zero(version):
    # The gain of player 0 is 1.992 / 2 - 1 = -0.004.
    text = prompt_text(after(f"{NAME}(players=2,rounds=2,multiplier=1.992)", [1, 0]), 0, version)
    assert not re.search(r"-0(?!\.\d)|\.00", text)


@pytest.mark.parametrize("reply", [
    '{"tokens_contributed": 12}', '{"tokens_contributed": "12"}',
    '{"explanation": "More than 10 pays off", "tokens_contributed": "12"}',
    'I keep 8 of the 20.\n```json\n{"tokens_contributed": 12}\n```', "Answer: 12", "12"])
def test_a_contribution_is_read_as_json_or_as_an_answer_line(reply):
    assert loaded(NAME).parse(reply, after(NAME), 0) == [12]


@pytest.mark.parametrize("stated", ["21", "-3", '"all"'])
def test_more_than_there_is_and_less_than_nothing_are_refused(stated):
    with pytest.raises(adapters.ReplyError, match=r"is not a legal move. Legal moves: 0\.\.20"):
        loaded(NAME).parse(f'{{"tokens_contributed": {stated}}}', after(NAME), 0)
