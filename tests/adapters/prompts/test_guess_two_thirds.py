import re

import pytest

import adapters
from tests.support.named_games import after, loaded, prompt_text

NAME = "guess_two_thirds"
VERSIONS = ("v1", "v2", "v3", "v4", "v5")
every_version = pytest.mark.parametrize("version", VERSIONS)
# The mean of 2, 3 and 6 is 3.67 and the target 2.44, so that player 0 wins; 8, 8 and 8 win together.
TWO_ROUNDS = [[2, 3, 6], [8, 8, 8]]


def rules(game_string, version, player=0):
    return adapters.for_game(after(game_string).get_game()).prompt(after(game_string), player, version)[0]["content"]


def test_there_are_five_wordings():
    assert loaded(NAME).versions() == list(VERSIONS)


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["a game of 7 players, numbered from 0, over 9 rounds; you are player 4", "a whole number from 3 to 42",
            "is multiplied by 5/4", "nearest to the target", "from player 0 to player 6"]),
    ("v2", ["7 players, over 9 rounds", "at least 3 and at most 42", "divided by 7", "the average times 5/4",
            "You are player 4", "counted from player 0"]),
    ("v3", ["for 7 players (0 to 6; you are player 4) over 9 rounds", "between 3 and 42", "sum of the 7 integers / 7",
            "5/4 x mean", "player 0 goes before player 1"]),
    ("v4", ["7 guests sit", "yours is booth 4", "over 9 rounds", "It may be 3, it may be 42", "multiplies it by 5/4",
            "from booth 0 upwards"]),
    ("v5", ["n = 7, with index i from 0 to 6. You: i = 4", "3 <= x_i <= 42", "r = 5/4", "over 9 rounds",
            "the one with the smallest i"]),
])
def test_the_rules_tell_players_seat_range_ratio_and_tie_break(version, facts):
    told = rules(f"{NAME}(players=7,rounds=9,low=3,high=42,ratio=1.25)", version, player=4)
    for fact in facts:
        assert fact in told
    assert not re.search(r"\b(10|20|100|2/3)\b", told)


@every_version
@pytest.mark.parametrize(("ratio", "told"), [
    (2 / 3, "2/3"), (0.0, "0"), (1.0, "1"), (1 / 6, "1/6"), (11 / 6, "11/6"), (0.5, "1/2"), (2.0, "2"), (0.45, "0.45"),
    (0.6666, "0.6666")])
def test_the_ratio_is_told_as_a_fraction_of_small_numbers_or_else_exactly(ratio, told, version):
    text = rules(f"{NAME}(players=5,rounds=4,low=30,high=70,ratio={ratio!r})", version)
    assert re.search(rf"(multiplied by|times|=|multiplies it by) {re.escape(told)}(;|\.|,| x| and)", text, re.M)


@pytest.mark.parametrize(("version", "first", "second"), [
    ("v1", "You chose:", "You won the round and got 1 point."),
    ("v2", "- Your pick:", "- Result for you: won, points: 1"),
    ("v3", "You named:", "That won; you score 1."),
    ("v4", "Your slip said:", "You are among the winners and receive 1 token."),
    ("v5", "Your x_0:", "Payoff: 1 (x_0 = w)."),
])
def test_a_chat_tells_a_round_as_report_own_answer_and_outcome(version, first, second):
    state = after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS)
    messages = adapters.for_game(state.get_game()).chat(state, 0, version)
    assert [message["role"] for message in messages] == [
        "system", "user", "assistant", "user", "user", "assistant", "user", "user"]
    report, answer, outcome = (message["content"] for message in messages[1:4])
    for fact in ("3.67", "2.44", "2", "ound 1"):
        assert fact in report
    assert report.endswith(first)
    assert answer == '{"chosen_number": 2}'
    assert outcome == second
    assert messages[5]["content"] == '{"chosen_number": 8}'
    assert messages[-1]["content"].splitlines().count('{"chosen_number": <move>}') == 1


@pytest.mark.parametrize(("version", "lost", "total"), [
    ("v1", "You did not win the round and got 0 points.", "So far you have won 1 round."),
    ("v2", "- Result for you: lost, points: 0", "- Your points so far: 1"),
    ("v3", "That lost; you score 0.", "Your score after 2 rounds: 1."),
    ("v4", "No luck for you; you receive 0 tokens.", "On your desk you now have 1 token."),
    ("v5", "Payoff: 0 (x_1 differs from w).", "State: round 3 of 4; sum of your payoffs: 1."),
])
def test_a_loser_is_told_so_and_everyone_the_players_own_total(version, lost, total):
    lines = prompt_text(after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS), 1, version).splitlines()
    assert lost in lines
    assert total in lines
    assert [line for line in lines if line.startswith("{")] == [
        '{"chosen_number": 3}', '{"chosen_number": 8}', '{"chosen_number": <move>}']


@every_version
def test_mean_and_target_are_told_with_two_decimals(version):
    text = prompt_text(after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS), 1, version)
    assert re.findall(r"\d+\.\d+", text) == ["3.67", "2.44", "8.00", "5.33"]


@every_version
def test_the_others_numbers_show_in_no_wording(version):
    one, other = (after(f"{NAME}(players=3,rounds=4)", [2, *others]) for others in ([9, 7], [6, 10]))
    assert prompt_text(one, 0, version) == prompt_text(other, 0, version)


@pytest.mark.parametrize("reply", [
    '{"chosen_number": 33}', '{"chosen_number": "33"}', '{"explanation": "2/3 of 50", "chosen_number": "33"}',
    'The mean was 50.\n```json\n{"chosen_number": 33}\n```', "I take {50}, no:\n{\"chosen_number\": 33.0}",
    "Answer: 33", "33",
])
def test_a_number_is_read_as_json_or_as_an_answer_line(reply):
    assert loaded(f"{NAME}(low=3)").parse(reply, after(f"{NAME}(low=3)"), 0) == [30]
