import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import adapters
import custom_games  # noqa: F401  registers the games
from adapters import readers
from tests.support.gamebench_decisions import decisions
from tests.support.named_games import SETTINGS
from tests.support.playouts import decision_points, movers

CASES = json.loads(Path(__file__).with_name("replies.json").read_text(encoding="utf-8"))
GAMEBENCH = json.loads(Path(__file__).with_name("gamebench_replies.json").read_text(encoding="utf-8"))
READ_AS_MOVE = "read as another move"
SIZE = 1_000_000
FUZZED = [
    "tic_tac_toe", "kuhn_poker", "el_farol(players=3,rounds=3)", "iterated_prisoners_dilemma", "chess", "negotiation",
]


@cache
def adapter_of(game_string: str) -> adapters.Adapter:
    return adapters.for_game(pyspiel.load_game(game_string))


def reached(game_string: str, moves: list[int | list[int]]) -> tuple[pyspiel.State, int]:
    """Returns the state after the moves, of which a list is a joint one, and the first player to move in it."""
    # Loaded anew, because a second game of negotiation differs from the first of the same game object.
    state = pyspiel.load_game(game_string).new_initial_state()
    for move in moves:
        if isinstance(move, list):
            state.apply_actions(move)
        else:
            state.apply_action(move)
    return state, movers(state)[0]


def outcome(adapter: adapters.Adapter, reply: str, state: pyspiel.State, player: int) -> list[int] | str:
    """Returns the actions that a reply gives, or the reason why it gives no move."""
    try:
        return adapter.parse(reply, state, player)
    except adapters.ReplyError as error:
        return error.reason


def verdict(case: dict[str, Any]) -> str:
    """Returns how a reply of the corpus is read, compared with what it states."""
    state, player = reached(case["game"], case["moves"])
    adapter = adapter_of(case["game"])
    found = outcome(adapter, case["reply"], state, player)
    if "reason" in case and isinstance(found, str):
        return "refused rightly" if found == case["reason"] else f"refused as {found}"
    if "reason" in case:
        return READ_AS_MOVE
    stated = case.get("actions") or [
        action for action in state.legal_actions(player)
        if adapter.view.names(state, player, action)[:1] == (case["move"],)]
    assert stated, case
    return "read as meant" if found == stated else "refused wrongly" if isinstance(found, str) else READ_AS_MOVE


@pytest.mark.parametrize("game_string", sorted({case["game"] for case in CASES}))
def test_a_reply_is_read_as_the_move_that_it_states_or_refused_with_the_reason(game_string):
    wrong = [(case["desc"], verdict(case), case["reply"]) for case in CASES if case["game"] == game_string
             and verdict(case) not in ("read as meant", "refused rightly")]
    assert not wrong


def test_no_reply_of_the_corpus_is_read_as_another_move_or_refused_wrongly(capsys):
    counts = Counter(map(verdict, CASES))
    with capsys.disabled():
        print(f"\n{len(CASES)} replies: {', '.join(f'{count} {how}' for how, count in counts.most_common())}")
    assert len(CASES) >= 1000
    assert set(counts) == {"read as meant", "refused rightly"}


def test_every_named_game_has_many_replies():
    counts = Counter(case["game"].partition("(")[0] for case in CASES)
    for name, cases in GAMEBENCH.items():
        counts[decisions()[name][0].game.get_type().short_name] += len(cases)
    assert {setting.partition("(")[0] for setting in SETTINGS} <= counts.keys()
    assert all(counts[setting.partition("(")[0]] >= 45 for setting in SETTINGS)


def test_every_case_is_described_once():
    assert len({case["desc"] for case in CASES}) == len(CASES)


def long(text: str, size: int = SIZE) -> str:
    """Returns the text repeated up to ``size`` bytes."""
    return text * (size // len(text.encode()))


HOSTILE = {
    "line breaks": long("\n"),
    "spaces before the end": "Answer: C1R1" + long(" ") + "x",
    "spaces": "move" + long(" ") + "x",
    "labels": long("Answer:\n"),
    "labels far from their answers": long("Answer:\n\n\n\n\n\n\n\n"),
    "opened thoughts": long("<think>"),
    "closed thoughts": long("</think>"),
    "brackets": long("["),
    "braces": long("{"),
    "braces and quotes": long('{"'),
    "objects that never end": long('{"a":'),
    "objects without colons": long('{"a" '),
    "broken objects": long('{"a"}'),
    "balanced objects": '{"a":' * (SIZE // 6) + "1" + "}" * (SIZE // 6),
    "lists in an object": '{"answer": ' + "[" * (SIZE // 2) + "]" * (SIZE // 2) + "}",
    "escaped quotes": '{"' + long('\\"'),
    "backslashes": '{"' + long("\\"),
    "foreign objects": long('{"some key": 1} '),
    "digits": '{"answer": ' + long("9") + "}",
    "decimals": '{"answer": 0.' + long("9") + "}",
    "an integer beyond what Python reads": '{"answer": ' + "9" * 5000 + "}",
    "combining marks out of order": "a" + "\u0301" * (SIZE // 4) + "\u0316" * (SIZE // 4),
    "characters that stand for phrases": long("\ufdfa"),
    "boxes": long("\\boxed{"),
    "fonts": long("\\text{"),
    "opened parentheses": "Answer: " + long("("),
    "closed parentheses": "Answer: " + long("()") + "x",
    "dashes": "Answer: a " + long(" -"),
    "full stops": "Answer: " + long(". a"),
    "stars": long("*"),
    "stars before an answer": "Answer: " + long("*") + "x",
    "angle brackets": "Answer: " + "<" * (SIZE // 2) + ">" * (SIZE // 2),
    "fences": long("```\n"),
    "a fence of one line": "```" + long("w") + "!",
    "prose": long("I think that the answer is hard to find, because my move matters. "),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_long_reply_takes_more_than_linear_time_or_states_a_move(name, monkeypatch):
    # Without the usual limits, quadratic time would not end.
    monkeypatch.setattr(readers, "MAX_TEXT_LENGTH", 20 * SIZE)
    monkeypatch.setattr(readers, "MAX_REPLY_LENGTH", 20 * SIZE)
    state, player = reached("tic_tac_toe", [])
    assert isinstance(outcome(adapter_of("tic_tac_toe"), HOSTILE[name], state, player), str)


@pytest.mark.parametrize(
    "reply", ["x" * 200_001, '{"a": ' * 4_000_000, "<think>" + "x" * 1_000_000 + "</think>go"],
    ids=["an answer", "an object", "thoughts"])
def test_a_reply_beyond_the_limits_is_refused_unread(reply):
    state, player = reached("tic_tac_toe", [])
    with pytest.raises(adapters.ReplyError, match="at most 200000 characters are read"):
        adapter_of("tic_tac_toe").parse(reply, state, player)


def test_a_long_reply_is_read_to_its_end():
    state, player = reached("tic_tac_toe", [])
    reply = long("I wonder about C2R2 and {this}. ", 100_000) + "\nAnswer: C1R1"
    assert adapter_of("tic_tac_toe").parse(reply, state, player) == [0]


@cache
def fuzzed_decisions(game_string: str) -> list[tuple[pyspiel.State, int]]:
    return list(decision_points(game_string, seed=1))[:20]


FRAGMENTS = st.sampled_from([
    "Answer:", "**Answer:**", "My final move is:", "Answer", "\n", "\n\n", " ", "{", "}", '{"answer": ', '{"move": "',
    '{"decision": "', '"', '"}', "[", "]", ", ", "(", ")", "\\boxed{", "}", "```json\n", "```", "<think>", "</think>",
    ".", "-", "not ", " or ", "because", "<", ">", "NaN", "1e999", "-1", "null", "true", "\u200b", "\u202e", "\r",
])


@pytest.mark.parametrize("game_string", FUZZED)
@settings(max_examples=200)
@given(data=st.data())
def test_any_text_gives_one_legal_action_or_a_named_reason(game_string, data):
    adapter = adapter_of(game_string)
    state, player = data.draw(st.sampled_from(fuzzed_decisions(game_string)))
    names = st.sampled_from(adapter.view.patterns(state, player))
    pieces = data.draw(st.lists(FRAGMENTS | names | st.text(max_size=5), max_size=20))
    found = outcome(adapter, "".join(pieces), state, player)
    if isinstance(found, str):
        assert found in ("truncated", "empty", "unparsable", "illegal")
    else:
        [action] = found
        assert action in state.legal_actions(player)


@pytest.mark.parametrize("game_string", FUZZED)
@settings(max_examples=100)
@given(data=st.data())
def test_a_legal_move_in_a_sentence_is_never_played(game_string, data):
    adapter = adapter_of(game_string)
    state, player = data.draw(st.sampled_from(fuzzed_decisions(game_string)))
    action = data.draw(st.sampled_from(state.legal_actions(player)))
    name = adapter.view.names(state, player, action)[0]
    sentence = data.draw(st.sampled_from([
        "I will not {}", "Never {}.", "I would rather lose than play {}!", "Is it {}?", "Answer: not {}",
        "Answer: anything but {}", "The others expect me to choose\n{}", '"{}", they said', "{} is bad", "{} | {}",
    ]))
    assert outcome(adapter, sentence.format(name, name), state, player) in ("unparsable", "illegal")


@pytest.mark.parametrize("game_string", FUZZED)
@settings(max_examples=100)
@given(data=st.data())
def test_the_last_of_two_stated_moves_is_the_one_that_is_played(game_string, data):
    adapter = adapter_of(game_string)
    state, player = data.draw(st.sampled_from(fuzzed_decisions(game_string)))
    actions = st.sampled_from(state.legal_actions(player))
    forms = st.sampled_from(["Answer: {}", "**My move:** {}", "\\boxed{{{}}}", '{{"answer": "{}"}}', "### Answer\n{}"])
    first, last = data.draw(actions), data.draw(actions)
    reply = "\n".join(
        data.draw(forms).format(adapter.view.names(state, player, action)[0]) for action in (first, last))
    assert adapter.parse(reply, state, player) == [last]


@given(st.text())
@example("<**>\u00bd")
def test_the_key_of_a_key_is_itself_a_key_of_the_same_move(name):
    # Names go through `name_key` once and answers perhaps twice, so white space and characters must not change again.
    key = readers.name_key(name)
    assert not any(character.isspace() for character in key)
    assert readers.name_key(f" {name} ") == key


def test_an_answer_line_is_split_into_move_and_remark():
    assert readers.split_remark("C1R1  (a corner)") == ("C1R1", "a corner")
    assert readers.split_remark("C1R1. It is a corner.") == ("C1R1", "It is a corner.")
    assert readers.split_remark("C1R1 – since") == ("C1R1", "since")
    assert readers.split_remark("C1R1 because it is a corner") == ("C1R1", " it is a corner")
    assert readers.split_remark("10 - 3 = 7") == ("10 - 3 = 7", "")


@pytest.mark.parametrize(("reply", "before"), [
    ("I like go.\nAnswer: stay", "I like go.\n"),
    ("Answer: go\nNo.\nAnswer: stay", "Answer: go\nNo.\n"),
    ("<think>Answer: go</think>Well.\nstay", "<think>Answer: go</think>Well.\n"),
    ('Go it is: {"move": "go"}', "Go it is: "),
    ("go, then \\boxed{stay}", "go, then "),
    ("Thoughts\n\nstay\n", "Thoughts\n\n"),
    ("Answer: go", ""),
    ("go", ""),
    ("", ""),
])
def test_what_was_said_before_the_answer_is_told_apart_from_it(reply, before):
    assert readers.before_answer(reply) == before
