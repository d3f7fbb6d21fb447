import re

import pytest

import adapters
from tests.support.named_games import after, loaded, prompt_text

NAME = "guess_two_thirds"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())
# The mean of 2, 3 and 6 is 3.67 and the target 2.44, so that player 0 wins; 8, 8 and 8 win together.
TWO_ROUNDS = [[2, 3, 6], [8, 8, 8]]


def rules(game_string, version, player=0):
    return adapters.for_game(after(game_string).get_game()).prompt(after(game_string), player, version)[0]["content"]


def test_the_rules_tell_players_rounds_range_ratio_and_a_tie():
    assert rules(f"{NAME}(players=7,rounds=9,low=3,high=42,ratio=1.25)", "v1", player=4).splitlines() == [
        "You are one of 7 players in a game that lasts 9 rounds.",
        "In every round, each player chooses a whole number from 3 to 42, both ends included.",
        "When all players have chosen, the average of all their numbers is calculated.",
        "The target is 5/4 times this average.",
        "The chosen number nearest to the target is the winning number, and every player who chose it wins the round.",
        "If two different numbers are equally near to the target, only one of them is the winning number.",
    ]


@every_version
def test_the_default_numbers_show_in_no_wording_of_another_setting(version):
    told = prompt_text(after(f"{NAME}(players=7,rounds=9,low=3,high=42,ratio=1.25)"), 4, version)
    assert not re.search(r"\b(10|20|100|2/3)\b", told)


@every_version
@pytest.mark.parametrize(("ratio", "told"), [
    (2 / 3, "2/3"), (0.0, "0"), (1.0, "1"), (1 / 6, "1/6"), (11 / 6, "11/6"), (0.5, "1/2"), (2.0, "2"), (0.45, "0.45"),
    (0.6666, "0.6666")])
def test_the_ratio_is_told_as_a_fraction_of_small_numbers_or_else_exactly(ratio, told, version):
    text = rules(f"{NAME}(players=5,rounds=4,low=30,high=70,ratio={ratio!r})", version)
    assert re.search(rf"(by|=|is|equals|:|^)(?<!\d) ?{re.escape(told)}( times|\.$| gives| and|, is)", text, re.M)


def test_a_chat_tells_a_round_as_report_own_answer_and_outcome():
    state = after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS)
    told = [message["content"] for message in adapters.for_game(state.get_game()).chat(state, 0)]
    assert told[1].splitlines()[:5] == [
        "Results of round 1:", "Average of all numbers: 3.67", "Target (2/3 times the average): 2.44",
        "Winning number: 2", "You chose:"]
    assert told[2] == '{"chosen_number": 2}'
    assert told[3].startswith("You won the round.")
    assert told[-1].splitlines().count('{"chosen_number": <move>}') == 1


@every_version
def test_a_loser_is_told_so_and_a_winner_too(version):
    lost, won = (prompt_text(after(f"{NAME}(players=3,rounds=4)", TWO_ROUNDS[0]), player, version)
                 for player in (1, 0))
    assert "lost" in lost
    assert "lost" not in won
    assert re.search("won", won)


@every_version
def test_in_a_tied_round_nobody_is_told_that_the_winning_number_alone_was_nearest(version):
    # The mean of 40 and 60 is 50, and so is the target with a ratio of 1.
    text = prompt_text(after(f"{NAME}(players=2,rounds=2,ratio=1.0)", [40, 60]), 1, version)
    past = text[text.index("50.00"):text.index('{"chosen_number": 60}')]
    assert "40" in past
    assert not re.search("near|close", past)


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
