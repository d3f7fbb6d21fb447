import re

import pytest

import adapters
from tests.support.named_games import after, loaded, prompt_text

NAME = "diners_dilemma"
VERSIONS = ("v1", "v2", "v3", "v4", "v5")
CHEAP, COSTLY = 0, 1
every_version = pytest.mark.parametrize("version", VERSIONS)
# Bills of 40 and 60, thirds of 13.33 and 20.
TWO_ROUNDS = [[CHEAP, COSTLY, CHEAP], [COSTLY, COSTLY, COSTLY]]


def rules(game_string, version, player=0):
    return adapters.for_game(after(game_string).get_game()).prompt(after(game_string), player, version)[0]["content"]


def test_there_are_five_wordings():
    assert loaded(NAME).versions() == list(VERSIONS)


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["a game of 7 players, numbered from 0, over 9 rounds; you are player 4",
            "The cheap dish has a price of 31 and gives 52 points", "The costly dish has a price of 43 and gives 58",
            "pays 1/7 of it", "left with 21 after the cheap dish and with 15 after the costly one"]),
    ("v2", ["7 players at one table, over 9 rounds", "cheap: price 31, value to the eater 52", "You are player 4",
            "costly: price 43, value to the eater 58", "bill / 7", "- cheap: 21\n- costly: 15"]),
    ("v3", ["for 7 players (0 to 6; you are player 4) over 9 rounds",
            "Costly dish: it adds 43 to the bill and 58 to the eater's score",
            "Cheap dish: it adds 31 to the bill and 52 to the eater's score", "in 7 equal parts",
            "score 15 with the costly and 21 with the cheap one"]),
    ("v4", ["7 members, member 0 to member 6; you are member 4", "over 9 rounds",
            "a cheap dish at 31 coins, which you enjoy as much as 52 coins",
            "a costly dish at 43 coins, which you enjoy as much as 58 coins", "an equal part of the bill",
            "the cheap dish leaves you with 21 and the costly one with 15"]),
    ("v5", ["n = 7, with index i from 0 to 6. You: i = 4", "p(cheap) = 31, p(costly) = 43",
            "v(cheap) = 52, v(costly) = 58", "v(d_i) - B / n", "21 (cheap) or 15 (costly)", "over 9 rounds"]),
])
def test_the_rules_tell_players_seat_prices_utilities_and_payoff(version, facts):
    told = rules(
        f"{NAME}(players=7,rounds=9,cheap_price=31,cheap_utility=52,costly_price=43,costly_utility=58)", version, 4)
    for fact in facts:
        assert fact in told
    assert not re.search(r"\b(10|20)\b", told)


@every_version
def test_a_single_thing_is_singular(version):
    state = after(
        f"{NAME}(players=2,rounds=2,cheap_price=1,cheap_utility=1,costly_price=1,costly_utility=2)", [CHEAP, COSTLY])
    told = "".join(prompt_text(state, player, version) for player in (0, 1))
    assert not re.search(r"\b(?<![.\d-])1 (points|coins|rounds|players|\w+ dishes)\b", told)


@pytest.mark.parametrize(("version", "report", "outcome"), [
    ("v1", "What happened in round 1:\n1 player ordered the costly dish and 2 the cheap one. "
           "The bill came to 40, of which you had to pay 13.33.\nYou ordered:",
     "Less what you paid, your utility was 1.67 points."),
    ("v2", "## Round 1\n- Costly dishes: 1\n- Cheap dishes: 2\n- Bill: 40\n- Your part of it: 13.33\n- Your dish:",
     "- Your points: 1.67"),
    ("v3", "Round 1 is over. Costly: 1. Cheap: 2. Bill: 40, your part 13.33.\nYou took:", "You score 1.67."),
    ("v4", "You think back to the dinner of round 1. The bill listed 1 costly dish and 2 cheap dishes, 40 coins in "
           "all, and your part was 13.33 coins.\nYou had whispered to the waiter:",
     "After you had paid your part, the evening was worth 1.67 coins to you."),
    ("v5", "Round 1: 1 costly, 2 cheap; B = 40, B / n = 13.33. Your d_0:", "Payoff: 1.67."),
])
def test_a_chat_tells_a_round_as_report_own_answer_and_outcome(version, report, outcome):
    state = after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS)
    messages = adapters.for_game(state.get_game()).chat(state, 0, version)
    assert [message["role"] for message in messages] == [
        "system", "user", "assistant", "user", "user", "assistant", "user", "user"]
    told = [message["content"] for message in messages]
    assert told[1:4] == [report, '{"chosen_dish": "cheap"}', outcome]
    assert told[5] == '{"chosen_dish": "costly"}'
    assert told[-1].splitlines().count('{"chosen_dish": "<move>"}') == 1


@pytest.mark.parametrize(("version", "total"), [
    ("v1", "So far you have 1.67 points in all."), ("v2", "- Your points so far: 1.67"),
    ("v3", "Your score after 2 rounds: 1.67 points."),
    ("v4", "Your evenings so far were worth 1.67 coins to you, taken together."),
    ("v5", "State: round 3 of 4; sum of your payoffs: 1.67."),
])
def test_the_own_total_is_told(version, total):
    # The second round pays 20 - 60 / 3 = 0.
    assert total in prompt_text(after(f"{NAME}(players=3,rounds=4)", *TWO_ROUNDS), 0, version).splitlines()


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
