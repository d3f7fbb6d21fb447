import re

import pytest

import adapters
from tests.support.named_games import after, loaded, prompt_text

NAME = "divide_dollar"
VERSIONS = ("v1", "v2", "v3", "v4", "v5")
every_version = pytest.mark.parametrize("version", VERSIONS)


def rules(game_string, version, player=0):
    return adapters.for_game(after(game_string).get_game()).prompt(after(game_string), player, version)[0]["content"]


def test_there_are_five_wordings():
    assert loaded(NAME).versions() == list(VERSIONS)


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["a game of 7 players, numbered from 0, over 9 rounds; you are player 4", "there are 42 golds",
            "a whole number from 0 to 42", "come to 42 or less", "more than 42, nobody receives anything"]),
    ("v2", ["7 players, over 9 rounds", "The pot holds 42 golds", "at least 0 and at most 42", "You are player 4",
            "at most 42: each player is paid the own bid", "Sum above 42: all players are paid 0"]),
    ("v3", ["for 7 players (0 to 6; you are player 4) over 9 rounds", "a share of 42 golds", "between 0 and 42",
            "Total not over 42: you get exactly what you asked for", "Total over 42: no one gets a thing"]),
    ("v4", ["your 6 siblings", "heir 0 to heir 6; you are heir 4", "over 9 rounds", "he puts 42 golds on the table",
            "more than 42, he grumbles"]),
    ("v5", ["n = 7, with index i from 0 to 6. You: i = 4", "G = 42", "0 <= b_i <= G", "b_i if s <= G, otherwise 0",
            "over 9 rounds"]),
])
def test_the_rules_tell_players_seat_golds_and_limit(version, facts):
    told = rules(f"{NAME}(players=7,rounds=9,gold=42)", version, player=4)
    for fact in facts:
        assert fact in told
    assert not re.search(r"\b(10|20|100)\b", told)


@every_version
def test_one_gold_and_one_sibling_are_singular(version):
    text = prompt_text(after(f"{NAME}(players=2,rounds=1,gold=1)"), 0, version)
    assert not re.search(r"\b1 (golds|siblings|rounds)\b", text)


@pytest.mark.parametrize(("version", "report", "paid", "unpaid"), [
    ("v1", "What happened in round 1:\nYou bid:",
     "All bids together came to 10, which is not more than 10.\nYou received 1 gold.",
     "All bids together came to 11, which is more than 10.\nYou received 0 golds."),
    ("v2", "## Round 1\n- Your bid:",
     "- Sum of all bids: 10 (within the limit of 10)\n- Paid to you: 1",
     "- Sum of all bids: 11 (above the limit of 10)\n- Paid to you: 0"),
    ("v3", "Round 1 is over. You asked for:",
     "The total was 10, not over 10; you get 1.", "The total was 11, over 10; you get 0."),
    ("v4", "You recall round 1. The note you slipped to the uncle read:",
     '"Your notes say 10, and I have 10," he said, and honoured them all. You pocketed 1 gold.',
     '"Your notes say 11, and I have only 10!" he said, and took the heap away. You pocketed 0 golds.'),
    ("v5", "Round 1. Your b_0:", "s = 10 <= G = 10. Payoff: 1.", "s = 11 > G = 10. Payoff: 0."),
])
def test_a_chat_tells_a_round_as_report_own_answer_and_outcome(version, report, paid, unpaid):
    state = after(f"{NAME}(players=3,rounds=4,gold=10)", [1, 2, 7], [6, 5, 0])
    messages = adapters.for_game(state.get_game()).chat(state, 0, version)
    assert [message["role"] for message in messages] == [
        "system", "user", "assistant", "user", "user", "assistant", "user", "user"]
    told = [message["content"] for message in messages]
    assert told[1:4] == [report, '{"bid_amount": 1}', paid]
    assert told[5:7] == ['{"bid_amount": 6}', unpaid]
    assert told[-1].splitlines().count('{"bid_amount": <move>}') == 1


@pytest.mark.parametrize(("version", "total"), [
    ("v1", "So far you have received 7 golds in all."), ("v2", "- Paid to you so far: 7"),
    ("v3", "You own 7 golds after 2 rounds."), ("v4", "In your purse you now have 7 golds."),
    ("v5", "State: round 3 of 4; sum of your payoffs: 7."),
])
def test_the_own_total_is_told(version, total):
    state = after(f"{NAME}(players=3,rounds=4,gold=10)", [1, 2, 7], [6, 5, 0])
    assert total in prompt_text(state, 2, version).splitlines()


@every_version
def test_the_others_bids_show_in_no_wording(version):
    one, other = (after(f"{NAME}(players=3,rounds=4)", [2, *others]) for others in ([90, 7], [45, 52]))
    assert prompt_text(one, 0, version) == prompt_text(other, 0, version)


@pytest.mark.parametrize("reply", [
    '{"bid_amount": 12}', '{"bid_amount": "12"}', '{"explanation": "A bit more than 10", "bid_amount": "12"}',
    'Equal shares would be 10.\n```json\n{"bid_amount": 12}\n```', "Answer: 12", "12"])
def test_a_bid_is_read_as_json_or_as_an_answer_line(reply):
    assert loaded(NAME).parse(reply, after(NAME), 0) == [12]
