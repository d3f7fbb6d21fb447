import json
import re

import pytest

import adapters
from tests.custom_games.test_pirate_game import played
from tests.support.named_games import loaded, prompt_text

REJECT, ACCEPT = 0, 1

# Five pirates; the first one's plan found one other vote, so that the second one proposes.
PROPOSING = ("pirate_game(players=5,gold=9)", [7, 1, 0, 0, 1], [0, ACCEPT, REJECT, REJECT, REJECT])
VOTING = (*PROPOSING, [6, 0, 1, 2])

every_version = pytest.mark.parametrize("version", loaded("pirate_game").versions())


def lines(state, player, version="v1"):
    return prompt_text(state, player, version).splitlines()


def test_the_rules_tell_who_plays_for_how_much_and_when_a_plan_is_accepted():
    assert lines(played("pirate_game(players=7,gold=30)", [30, *[0] * 6]), 2)[:7] == [
        "You are one of 7 pirates who have found 30 gold coins and are deciding how to share this gold.",
        "The pirates act strictly in order of seniority, from pirate 1, the most senior, to pirate 7. You are pirate "
        "3.",
        "The most senior pirate proposes a plan for sharing the 30 gold coins.",
        "All pirates vote on the plan, and the proposer always accepts it.",
        "If at least half of the pirates accept the plan, each pirate receives the gold coins that it gives them.",
        "If fewer than half accept it, the proposer is thrown overboard, and the next most senior pirate proposes a "
        "new plan.",
        "The game ends when a plan is accepted or when only one pirate is left.",
    ]


@pytest.mark.parametrize("player", [0, 3])
def test_the_goals_are_to_live_then_gold_then_to_see_others_overboard(player):
    told = lines(played("pirate_game(players=5,gold=9)", *[[7, 1, 0, 0, 1]] * (player > 0)), player)
    first = told.index("Your first goal is to survive.")
    assert told[first + 1:first + 3] == [
        "If you survive, your next goal is to receive as many gold coins as you can.",
        "You may also like to see another pirate thrown overboard, as long as this does not harm your other goals."]


def test_a_past_round_is_told_with_the_plan_the_count_and_the_players_vote():
    told = [
        "Pirate 1 proposed this plan: pirate 1: 7, pirate 2: 1, pirate 3: 0, pirate 4: 0, pirate 5: 1.",
        "2 of 5 pirates accepted it.", "You chose:", '{"decision": "reject"}',
        "Fewer than half of the pirates accepted the plan.", "Pirate 1 was thrown overboard, and the game goes on."]
    shown = lines(played(*VOTING), 4)
    start = shown.index(told[0])
    assert shown[start:start + len(told)] == told


def test_a_voter_is_told_the_plan_on_the_table_and_its_share_and_is_asked_for_a_vote():
    shown = lines(played(*VOTING), 3)
    asked = shown.index("Now it is pirate 2's turn to propose a plan.")
    assert shown[asked + 4:asked + 7] == [
        "The proposed plan is: pirate 2: 6, pirate 3: 0, pirate 4: 1, pirate 5: 2.", "It would give you 1 gold coin.",
        "Decide whether to accept or to reject the plan."]
    assert '{"decision": "<move>"}' in shown
    assert "Legal moves: reject | accept" in shown


def test_a_proposer_is_asked_for_a_plan_that_divides_all_of_the_gold():
    shown = lines(played(*PROPOSING), 1)
    asked = shown.index("Now it is pirate 2's turn to propose a plan.")
    assert shown[asked + 4:asked + 6] == [
        "Propose your plan for sharing the 9 gold coins.",
        "All amounts must be whole numbers that are not negative, and their sum must be 9."]


@every_version
def test_a_proposer_is_asked_for_a_list_of_one_number_for_each_pirate_left(version):
    shown = lines(played(*PROPOSING), 1, version)
    asked = shown[shown.index('{"proposal": <move>}') - 2]
    assert {"list", "4 numbers", "in square brackets"} <= set(re.findall(r"list|4 numbers|in square brackets", asked))
    assert asked.rstrip(".").endswith(", for pirate 2 to pirate 5 in this order")
    assert "Legal moves: [0..9, 0..9, 0..9, 0..9] summing to 9" in shown


@every_version
def test_one_coin_is_not_called_coins(version):
    text = prompt_text(played("pirate_game(players=2,gold=1)", [0, 1]), 1, version)
    assert not any(f"1 {plural}" in text for plural in ("coins", "gold coins"))


@every_version
def test_in_a_chat_the_players_vote_is_its_turn_and_the_outcome_the_users(version):
    state = played(*VOTING)
    messages = adapters.for_game(state.get_game()).chat(state, 2, version)
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user", "user"]
    assert messages[2]["content"] == '{"decision": "reject"}'
    assert json.loads(messages[2]["content"]) == {"decision": "reject"}
    assert "<move>" not in "".join(message["content"] for message in messages[:-1])


@every_version
def test_the_json_schema_of_a_plan_is_a_list_of_whole_numbers_and_that_of_a_vote_one_of_two_words(version):
    plans, votes = played(*PROPOSING), played(*VOTING)
    adapter = adapters.for_game(plans.get_game())
    plan = adapter.reply_schema(plans, 1, version)
    amount = {"type": "integer", "minimum": 0, "maximum": 9}
    assert plan["properties"] == {"proposal": {"type": "array", "items": amount, "minItems": 4, "maxItems": 4}}
    vote = adapter.reply_schema(votes, 3, version)
    assert vote["properties"] == {"decision": {"type": "string", "enum": ["reject", "accept"]}}


@pytest.mark.parametrize("reply", [
    'I keep most.\n```json\n{"explanation": "They would agree.", "proposal": [6, 0, 1, 2]}\n```',
    '{"proposal": {"2": "6", "3": "0", "4": "1", "5": "2"}}', "Answer: [6, 0, 1, 2]"])
def test_a_plan_is_read_as_a_list_or_an_object_keyed_by_rank_or_an_answer_line(reply):
    state = played(*PROPOSING)
    assert adapters.for_game(state.get_game()).parse(reply, state, 1) == [6, 0, 1, 2]


@pytest.mark.parametrize(("reply", "message"), [
    ('{"proposal": [6, 0, 1, 1]}', "must add up to 9, but their sum is 8"),
    ('{"proposal": [6, 0, 3]}', "must have an amount for each pirate from 2 to 5 in order of rank: 4, not 3"),
    ('{"proposal": {"1": 6, "2": 0, "3": 1, "4": 2}}', "keyed by rank"),
    ("Answer: [10, 0, 0, -1]", '"proposal for pirate 2" must be a whole number from 0 to 9'),
])
def test_another_plan_is_illegal_and_the_model_is_told_why(reply, message):
    state = played(*PROPOSING)
    with pytest.raises(adapters.ReplyError, match=r"^Your answer .*is not a legal move: ") as caught:
        adapters.for_game(state.get_game()).parse(reply, state, 1)
    assert caught.value.reason == "illegal"
    assert message in str(caught.value)


@pytest.mark.parametrize("reply", ['{"decision": "accept"}', '{"decision": "Accept"}', "Answer: accept", "accept"])
def test_a_vote_is_read_as_json_or_as_an_answer_line(reply):
    state = played(*VOTING)
    assert adapters.for_game(state.get_game()).parse(reply, state, 3) == [ACCEPT]


@every_version
def test_no_prompt_shows_who_else_accepted(version):
    states = [played("pirate_game(players=5,gold=9)", [7, 1, 0, 0, 1], votes, [6, 0, 1, 2])
              for votes in ([0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0])]
    adapter = adapters.for_game(states[0].get_game())
    # Pirate 5 rejected in all of them, and pirate 3 in the first and the last.
    assert len({prompt_text(state, 4, version) for state in states}) == 1
    assert prompt_text(states[0], 2, version) == prompt_text(states[2], 2, version)
    assert adapter.chat(states[0], 4, version) == adapter.chat(states[1], 4, version)
    assert prompt_text(states[0], 2, version) != prompt_text(states[1], 2, version)
