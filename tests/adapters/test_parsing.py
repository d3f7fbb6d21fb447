import json

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adapters
import custom_games  # noqa: F401
from adapters.parsing import DecisionReader
from tests.support.gamebench_decisions import decisions
from tests.support.named_games import SETTINGS, loaded, named_actions, named_decisions


def reader(game: str, *moves: int) -> DecisionReader:
    loaded_game = pyspiel.load_game(game)
    state = loaded_game.new_initial_state()
    for move in moves:
        state.apply_action(move)
    return DecisionReader(adapters.for_game(loaded_game).view, state, max(state.current_player(), 0))


def refusal(read: DecisionReader, reply: str) -> str:
    with pytest.raises(adapters.ReplyError) as refused:
        read.parse(reply)
    return f"{refused.value.reason}: {refused.value}"


def test_a_bid_is_read_and_an_example_in_a_remark_is_none():
    read = reader("divide_dollar(rounds=2)")
    assert read.parse('{"bid_amount": 30}\nNote that {"bid_amount": 33} would be too much.') == [30]
    assert read.parse('{"bid_amount": 30}. Note that {"bid_amount": 33} would be too much.') == [30]


def test_keys_that_contradict_each_other_and_several_moves_are_refused_with_their_reason():
    read = reader("divide_dollar(rounds=2)")
    assert "different moves" in refusal(read, '{"bid_amount": 30, "answer": 33}')
    assert "several moves at once" in refusal(read, '{"bid_amount": 30} or {"bid_amount": 33}')
    assert "states two moves" in refusal(read, "Answer: 30 (33 points)")
    assert refusal(read, '{"bid_amount": 3').startswith("truncated: ")


def test_a_number_may_have_a_unit_only_where_moves_are_called_by_numbers():
    assert reader("divide_dollar(rounds=2)").parse("Answer: 30 golds") == [30]
    assert refusal(reader("connect_four"), "Answer: 4 points").startswith("illegal: ")


def test_an_object_may_be_the_value_itself():
    plan = reader("pirate_game(players=3,gold=5)")
    assert plan.parse('{"pirate 1": 4, "pirate 2": 0, "pirate 3": 1}') == [4, 0, 1]
    assert refusal(plan, '{"pirate 1": 4, "pirate 2": 0}').startswith("unparsable: ")


@pytest.mark.parametrize("key", [
    "cell", "final answer", "Your_Move", "best-move", "choice", "selected option", "myMove", "FINAL_ANSWER", "k"])
def test_a_move_may_stand_under_a_general_key(key):
    assert reader("tic_tac_toe").parse(json.dumps({key: "C2R2", "reason": "centre"})) == [4]


@pytest.mark.parametrize("key", ["opponent", "first", "popular answer", "last move", "not my move", "my", "", "7"])
def test_under_any_other_key_no_move_is_looked_for(key):
    assert refusal(reader("tic_tac_toe"), json.dumps({key: "C2R2"})).startswith("unparsable: ")


def test_a_part_of_an_own_key_and_the_own_key_itself_are_keys_of_the_move():
    for key in ("amount", "bid", "Bid Amount", "BID_AMOUNT", "my bid"):
        assert reader("divide_dollar(rounds=2)").parse(json.dumps({key: 30})) == [30], key
    assert refusal(reader("beauty_contest"), '{"popular answer": 50}').startswith("unparsable: ")
    assert "different moves" in refusal(reader("divide_dollar(rounds=2)"), '{"bid_amount": 30, "amount": 31}')


def test_a_key_that_may_tell_something_else_counts_only_where_no_other_names_a_move():
    assert reader("beauty_contest").parse('{"target": 33.3, "answer": 33}') == [3300]
    assert reader("beauty_contest").parse('{"average": 50, "target": 33.3}') == [3330]
    assert reader("public_goods(rounds=2)").parse('{"tokens": 20, "tokens_contributed": 5}') == [5]
    assert "different moves" in refusal(reader("tic_tac_toe"), '{"cell": "C2R2", "square": "C1R1"}')


@pytest.mark.parametrize("line", [
    "Decision: I go because I expect few.", "**Decision:** I am confident in this!", "Answer: I'll go - it is fun",
])
def test_an_answer_line_that_explains_the_object_above_it_withdraws_nothing(line):
    assert reader("el_farol").parse('{"decision": "go"}\n' + line) == [1]


@pytest.mark.parametrize("line", [
    "Decision: I stay because few go.", "Decision: I do not go.", "Answer: either go or stay", "Answer: sleep",
    "Decision: " + "so " * 30,
])
def test_an_answer_line_that_names_another_move_or_denies_it_is_refused(line):
    assert refusal(reader("el_farol"), '{"decision": "go"}\n' + line).startswith("illegal: ")


DRESSES = st.sampled_from([
    "Answer: {}", "**Answer:** {}", "My final answer is {}.", "I choose {}.", "{}", "```\n{}\n```",
    "<answer>{}</answer>",
    "Thinking about it.\n\n{}", "\\boxed{{{}}}", "Action: <{}>", "The answer is **{}**.", "✅ Answer: {}",
    "Answer: {} 👍",
])
REMARKS = st.sampled_from([
    "", "\n\nGood luck!", "\nIf they knew, they would do otherwise.",
    "\n\n### Decision\nThis leaves room for what comes.",
    "\n\nNote that {{\"answer\": \"{other}\"}} would be worse.", "\nI will not choose {other}.", "\nOr is it {other}?",
    "\n\nFor example:\nAnswer: {other}", "\n\"Answer: {other}\", they said.",
])
BEFORE = st.sampled_from([
    "", "Legal moves: {other} | {one}\n\n", "If they do that, {other} is good.\n\n", "<think>Answer: {other}</think>\n",
    "Answer: {other}\nNo, wait.\n", "Instead of {{\"answer\": \"{other}\"}} I play this.\n",
    "Is it {other} or {one}?\n\n",
])


@pytest.mark.parametrize("game_string", SETTINGS)
@settings(max_examples=25)
@given(data=st.data())
def test_a_dressed_answer_is_never_read_as_another_move(game_string, data):
    decisions = named_decisions(game_string, seeds=(0,), most=2)
    if not decisions:
        return
    view = loaded(game_string).view
    state, player = data.draw(st.sampled_from(decisions))
    actions = st.sampled_from(named_actions(view, state, player))
    action, other = data.draw(actions), data.draw(actions)
    one, another = (view.names(state, player, each)[0] for each in (action, other))
    frame = data.draw(BEFORE).format(one=one, other=another) + data.draw(DRESSES).format(one)
    reply = frame + data.draw(REMARKS).format(other=another)
    try:
        found = DecisionReader(view, state, player).parse(reply)
    except adapters.ReplyError:
        return
    said_before = "Answer: " + another + "\nNo, wait." in reply
    assert found == [action] or (said_before and found == [other]), reply


@settings(max_examples=200)
@given(value=st.integers(0, 100), quote=st.sampled_from("\"'"), comma=st.sampled_from(["", ","]),
       comment=st.sampled_from(["", " // low", " /* low */"]),
       key=st.sampled_from(["bid_amount", "answer", "my final bid"]))
def test_an_object_in_any_spelling_states_its_number(value, quote, comma, comment, key):
    reply = f"I think.\n\n{{{quote}{key}{quote}: {value}{comma}{comment}\n}}"
    assert reader("divide_dollar(rounds=2)").parse(reply) == [value]
    assert reader("divide_dollar(rounds=2)").parse(json.dumps({key: f"{value} golds"})) == [value]


@pytest.mark.parametrize("key", ["accused_player", "accused_name", "Accused player"])
def test_a_key_may_say_that_its_value_is_a_name(key):
    adapter, state, player = decisions()["ayt_accused"]
    assert adapter.parse(f'{{"{key}": "Player 4"}}', state, player) == [3]
    with pytest.raises(adapters.ReplyError):
        adapter.parse('{"player": "Player 4"}', state, player)
