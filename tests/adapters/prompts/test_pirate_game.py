import json

import pytest

import adapters
from tests.custom_games.test_pirate_game import played
from tests.support.named_games import prompt_text

VERSIONS = ("v1", "v2", "v3", "v4", "v5")
REJECT, ACCEPT = 0, 1

# Five pirates; the first one's plan found one other vote, so that the second one proposes.
PROPOSING = ("pirate_game(players=5,gold=9)", [7, 1, 0, 0, 1], [0, ACCEPT, REJECT, REJECT, REJECT])
VOTING = (*PROPOSING, [6, 0, 1, 2])

every_version = pytest.mark.parametrize("version", VERSIONS)


def lines(state, player, version):
    return prompt_text(state, player, version).splitlines()


def test_there_are_five_wordings():
    assert tuple(adapters.for_game(played("pirate_game").get_game()).versions()) == VERSIONS


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["a game of 7 pirates who have found 30 gold coins", "you are pirate 3.",
            "If at least half of the pirates aboard accept, counting the proposer", "that add up to 30.",
            "If fewer than half accept, the proposer is thrown overboard", "learn how many accepted, but not who."]),
    ("v2", ["7 pirates, gold to divide: 30.", "- Your rank: 3", "Accepted by half of the living or more",
            "and sum to 30.", "Accepted by less than half: the proposer dies", "Who gave them stays secret."]),
    ("v3", ["Rules for the 7 pirates", "you are no. 3):", "1. There are 30 coins to share out.",
            "4. Yes from half of the ship or more: the offer is paid out.", "5. Yes from less than half",
            "their names are not."]),
    ("v4", ["your crew of 7 dug up a chest with 30 doubloons in it", "you are pirate 3.",
            "With at least half of the thumbs on deck up", "With less than half, the speaker goes over the rail",
            "whose they were, he never tells."]),
    ("v5", ["n = 7 pirates", "You: i = 3.", "Gold: G = 30.", "if and only if a / m >= 1/2.", "If it fails: r is elimin",
            "Private: the single votes."]),
])
def test_the_rules_tell_who_plays_for_how_much_and_when_a_plan_is_accepted(version, facts):
    text = prompt_text(played("pirate_game(players=7,gold=30)", [30, *[0] * 6]), 2, version)
    assert [fact for fact in facts if fact not in text] == []


@pytest.mark.parametrize(("version", "goals"), [
    ("v1", ["not to be thrown overboard", "as much gold as you can", "another pirate go overboard"]),
    ("v2", ["1. Survive.", "2. Get as much gold as possible.", "3. Have others thrown into the sea"]),
    ("v3", ["Stay on the ship", "Then come coins", "when another pirate walks the plank"]),
    ("v4", ["You love your life", "Next to it you love doubloons", "when somebody else feeds the sharks"]),
    ("v5", ["(1) not to be eliminated", "(2) to maximise the gold", "(3) to have other players eliminated"]),
])
def test_the_goals_are_to_live_then_gold_then_to_see_others_overboard(version, goals):
    text = prompt_text(played("pirate_game"), 0, version)
    assert sorted(goals, key=text.index) == goals


@pytest.mark.parametrize(("version", "told"), [
    ("v1", ["Pirate 1 proposed to give 7 to pirate 1, 1 to pirate 2, 0 to pirate 3, 0 to pirate 4, 1 to pirate 5; "
            "you would have got 1 coin.", "Of the 5 pirates aboard, 2 accepted the plan.", "You decided:",
            '{"decision": "reject"}', "Fewer than half accepted, so pirate 1 was thrown overboard."]),
    ("v2", ["- Proposer: rank 1", "- Proposal: rank 1: 7, rank 2: 1, rank 3: 0, rank 4: 0, rank 5: 1", "- For you: 1",
            "- Accepts: 2 of 5", "- Your vote:", '{"decision": "reject"}',
            "- Result: less than half, rank 1 died in the sea"]),
    ("v3", ["Round 1 is over. No. 1 offered: 7 to no. 1, 1 to no. 2, 0 to no. 3, 0 to no. 4, 1 to no. 5. That was "
            "1 coin for you. Yes from 2 out of 5. Your answer was:", '{"decision": "reject"}',
            "Too few: no. 1 walked the plank."]),
    ("v4", ['You recall round 1. "Hear me," said pirate 1: "7 for pirate 1; 1 for pirate 2; 0 for pirate 3; 0 for '
            'pirate 4; 1 for pirate 5." So 1 doubloon would have been yours. "Thumbs up: 2 of 5," called the cook. '
            "Your own thumb said:", '{"decision": "reject"}',
            "Less than half! Over the rail went pirate 1, and the sharks had their dinner."]),
    ("v5", ["Round 1. x = (7, 1, 0, 0, 1) for i = 1 to 5; x_5 = 1; a = 2, m = 5. Your vote:", '{"decision": "reject"}',
            "a / m < 1/2: failed. Eliminated: i = 1."]),
])
def test_a_past_round_is_told_with_the_plan_the_count_and_the_players_share_and_vote(version, told):
    shown = lines(played(*VOTING), 4, version)
    start = shown.index(told[0])
    assert shown[start:start + len(told)] == told


@pytest.mark.parametrize(("version", "told"), [
    ("v1", "Pirate 2 proposes to give 6 to pirate 2, 0 to pirate 3, 1 to pirate 4, 2 to pirate 5; you would get 1 coin."
           " Decide whether you accept or reject this plan."),
    ("v2", "- Proposal: rank 2: 6, rank 3: 0, rank 4: 1, rank 5: 2"),
    ("v3", "No. 2 offers: 6 to no. 2, 0 to no. 3, 1 to no. 4, 2 to no. 5. That is 1 coin for you. Do you accept, or "
           "reject?"),
    ("v4", '"Hear me," says pirate 2: "6 for pirate 2; 0 for pirate 3; 1 for pirate 4; 2 for pirate 5." So 1 doubloon '
           "would be yours. You close your eyes. Do you accept, or reject?"),
    ("v5", "Proposal: x = (6, 0, 1, 2) for i = 2 to 5; x_4 = 1."),
])
def test_a_voter_is_told_the_plan_on_the_table_and_its_share_and_is_asked_for_a_vote(version, told):
    shown = lines(played(*VOTING), 3, version)
    assert told in shown
    assert '{"decision": "<move>"}' in shown
    assert "Legal moves: reject | accept" in shown


@pytest.mark.parametrize(("version", "aboard", "asked"), [
    ("v1", "The pirates aboard are now pirate 2 to pirate 5, 4 in all.",
     "You are the most senior of them. Propose how to divide the gold."),
    ("v2", "- Alive: 4 pirates, rank 2 to rank 5",
     "- Your task: a proposal for the living, in order of rank from 2 to 5."),
    ("v3", "On the ship: no. 2 to no. 5, that is 4.", "It is your turn to make an offer."),
    ("v4", "Pirates 2 to 5 are on deck, 4 of you.",
     "All eyes turn to you: nobody here has sailed longer. What do you say, who shall have how much?"),
    ("v5", "State: round 2; m = 4; alive: i = 2 to 5.", "Required: your proposal x."),
])
def test_a_proposer_is_told_who_is_left_and_asked_for_a_list_of_that_many_numbers(version, aboard, asked):
    shown = lines(played(*PROPOSING), 1, version)
    assert aboard in shown
    assert asked in shown
    form = shown.index('{"proposal": <move>}')
    assert "list" in shown[form - 1]
    assert "4 " in shown[form - 1]
    assert "Legal moves: [0..9, 0..9, 0..9, 0..9] summing to 9" in shown


@every_version
def test_one_coin_is_not_called_coins(version):
    text = prompt_text(played("pirate_game(players=2,gold=1)", [0, 1]), 1, version)
    assert not any(f"1 {plural}" in text for plural in ("coins", "gold coins", "doubloons"))


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
    assert plan["properties"] == {"proposal": {"type": "array", "items": {"type": "integer"}}}
    vote = adapter.reply_schema(votes, 3, version)
    assert vote["properties"] == {"decision": {"type": "string", "enum": ["reject", "accept"]}}


@pytest.mark.parametrize("reply", [
    '{"proposal": [6, 0, 1, 2]}', 'I keep most.\n```json\n{"proposal": [6, 0, 1, 2]}\n```',
    '{"proposal": {"2": "6", "3": "0", "4": "1", "5": "2"}}', '{"proposal": {"2": 6, "3": 0, "4": 1, "5": 2}}',
    '{"explanation": "They would agree.", "proposal": [6, 0, 1, 2]}', "Answer: [6, 0, 1, 2]", "Answer: 6/0/1/2",
    '{"answer": [6, 0, 1, 2]}', '{"proposal": [9, 0, 0, 0]}\nNo, better:\n{"proposal": [6, 0, 1, 2]}'])
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
    with pytest.raises(adapters.ReplyError, match=r"^Your answer is not a legal move: ") as caught:
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
