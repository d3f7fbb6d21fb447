import re

import pytest

import adapters
from tests.support.named_games import after, loaded, prompt_text

NAME = "public_goods"
VERSIONS = ("v1", "v2", "v3", "v4", "v5")
every_version = pytest.mark.parametrize("version", VERSIONS)
# Pots of 5 and 10 tokens, and with a multiplier of 2 shares of 10 / 3 and 20 / 3.
TWO_ROUNDS = [[1, 4, 0], [10, 0, 0]]


def rules(game_string, version, player=0):
    return adapters.for_game(after(game_string).get_game()).prompt(after(game_string), player, version)[0]["content"]


def test_there_are_five_wordings():
    assert loaded(NAME).versions() == list(VERSIONS)


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["a game of 7 players, numbered from 0, over 9 rounds; you are player 4", "each player has 42 new tokens",
            "a whole number from 0 to 42", "multiplied by 2.5", "divided equally among all 7 players",
            "tokens that a player did not put into the pot stay its own"]),
    ("v2", ["7 players, over 9 rounds", "starts it with exactly 42 tokens", "at least 0 and at most 42", "times 2.5",
            "split into 7 equal parts", "42 - (your payment) + (sum of all payments) x 2.5 / 7", "You are player 4"]),
    ("v3", ["for 7 players (0 to 6; you are player 4) over 9 rounds", "handed 42 tokens", "42 at most and 0 at least",
            "bank the rest", "the sum times 2.5", "equal parts, one for each player"]),
    ("v4", ["7 households, household 0 to household 6; yours is household 4", "over 9 rounds", "earns 42 tokens",
            "any whole number from 0 to 42", "Everything else goes into the household's chest", "multiplied by 2.5",
            "7 equal heaps"]),
    ("v5", ["n = 7, with index i from 0 to 6. You: i = 4", "T = 42", "R = 2.5", "0 <= c_i <= T",
            "u_i = T - c_i + R * s / n", "over 9 rounds"]),
])
def test_the_rules_tell_players_seat_tokens_multiplier_and_payoff(version, facts):
    told = rules(f"{NAME}(players=7,rounds=9,tokens=42,multiplier=2.5)", version, player=4)
    for fact in facts:
        assert fact in told
    assert not re.search(r"\b(10|20)\b|(by|times|x|=) 2\b(?!\.5)", told)


@every_version
@pytest.mark.parametrize(("multiplier", "told"), [("0.0", "0"), ("3.0", "3"), ("1.125", "1.125"), ("0.5", "0.5")])
def test_the_multiplier_is_told_exactly(multiplier, told, version):
    text = rules(f"{NAME}(players=5,rounds=4,tokens=70,multiplier={multiplier})", version)
    assert re.search(rf"(multiplied by|times|=) {re.escape(told)}(,|\.| is)", text)


@every_version
def test_one_token_is_singular(version):
    state = after(f"{NAME}(players=2,rounds=2,tokens=1)", [1, 0])
    told = "".join(prompt_text(state, player, version) for player in (0, 1))
    assert not re.search(r"\b(?<![.\d])1 (new |freshly earned )?(tokens|rounds)\b|were 1 token", told)


@pytest.mark.parametrize(("version", "report", "outcome"), [
    ("v1", "What happened in round 1:\nThe contributions of player 0 to player 2, in this order: 1, 4, 0\n"
           "You contributed:",
     "There were 5 tokens in the pot.\nYour share of what the pot became, less what you contributed, is -0.67 tokens.\n"
     "At the end of the round you had 19.33 tokens.\n"
     "The tokens of player 0 to player 2 at the end of the round: 22.33, 19.33, 23.33"),
    ("v2", "## Round 1\n- Payments: player 0: 1; player 1: 4; player 2: 0\n- Your payment:",
     "- In the fund: 5\n- The part you received minus your payment: -0.67\n- Your tokens this round: 19.33\n"
     "- Tokens of all this round: player 0: 22.33; player 1: 19.33; player 2: 23.33"),
    ("v3", "Round 1 is over. Gifts, from player 0 on: 1, 4, 0.\nYou gave:",
     "The gifts come to 5. Your part minus your gift: -0.67. You bank 19.33 tokens in this round.\n"
     "Banked in this round, from player 0 on: 22.33, 19.33, 23.33."),
    ("v4", "The elders read out what the households, from 0 to 2, threw into the well in round 1: 1, 4, 0.\n"
           "Your own household threw in:",
     "The well had swallowed 5 tokens that night. Set against what you threw in, your heap made a difference of "
     "-0.67 tokens for you.\nIn all, your chest gained 19.33 tokens in the round. "
     "The gains of all chests, from household 0 to 2, were 22.33, 19.33, 23.33."),
    ("v5", "Round 1: (c_0, ..., c_2) = (1, 4, 0). Your c_1:",
     "s = 5. Net gain R * s / n - c_1 = -0.67. Payoff u_1 = 19.33.\n(u_0, ..., u_2) = (22.33, 19.33, 23.33)."),
])
def test_a_chat_tells_a_round_as_report_own_answer_and_outcome(version, report, outcome):
    state = after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS)
    messages = adapters.for_game(state.get_game()).chat(state, 1, version)
    assert [message["role"] for message in messages] == [
        "system", "user", "assistant", "user", "user", "assistant", "user", "user"]
    told = [message["content"] for message in messages]
    assert told[1:4] == [report, '{"tokens_contributed": 4}', outcome]
    assert told[5] == '{"tokens_contributed": 0}'
    assert told[-1].splitlines().count('{"tokens_contributed": <move>}') == 1


@pytest.mark.parametrize(("version", "total", "new"), [
    ("v1", "So far you have 46 tokens in all.", "You have 20 new tokens."),
    ("v2", "- Your total so far: 46", "- To be divided between you and the fund: 20 tokens"),
    ("v3", "Your bank after 2 rounds: 46 tokens.", "out of 20 tokens just handed to you."),
    ("v4", "Your chest now holds 46 tokens.", "20 freshly earned tokens lie on your table."),
    ("v5", "sum of your payoffs: 46.", "T = 20;"),
])
def test_the_own_total_and_the_new_tokens_are_told_with_each_request(version, total, new):
    # The pots of 5 and 10 tokens pay 10 / 3 and 20 / 3, which is 10; of 2 x 20 tokens of its own, 4 were given away.
    state = after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS)
    request = adapters.for_game(state.get_game()).chat(state, 1, version)[-1]["content"]
    assert total in request
    assert new in request


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
    with pytest.raises(adapters.ReplyError, match='"tokens_contributed" must be a whole number from 0 to 20'):
        loaded(NAME).parse(f'{{"tokens_contributed": {stated}}}', after(NAME), 0)
