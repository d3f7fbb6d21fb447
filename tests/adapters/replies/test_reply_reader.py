import itertools
import json
import random
import re
import time
import tomllib
from functools import cache
from pathlib import Path
from typing import get_args

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters import ReplyError
from adapters.replies import cut_before_answer, turns
from adapters.replies.errors import Failure
from adapters.replies.reply_reader import MOST_ANSWERS
from custom_games.action_specs.patterns import draw_move
from tests.support import ROOT, malformed_replies
from tests.support.chat_game import small_talk
from tests.support.named_games import SETTINGS, named_actions, named_decisions
from tests.support.playouts import decision_points
from tests.support.reply_decisions import decision, reader_of, reading

CASES = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
MARKS = tomllib.loads((ROOT / "adapters" / "replies" / "marks.toml").read_text("utf-8"))
GAMES = tuple({game.partition("(")[0]: game for game in reversed(SETTINGS)}.values())
REFUSALS = ("truncated", "empty", "unparsable", "illegal", "ambiguous")  # that logs and reports count
TALK = small_talk(40_000)
TALKING = adapters.for_game(TALK), TALK.new_initial_state(), 0
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["decision"])
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.partition("(")[0])


def talk(reply):
    """Returns the text that a reply says, or the reason why it says none."""
    found = reading(TALKING, reply)
    return found if isinstance(found, str) else bytes(found[:-1]).decode()


def corner(reply):
    return reading(decision("tic_tac_toe"), reply)


def form_of(name, reply):
    return reader_of(decision(name)).read(reply).form


def move_of(case, key="move"):
    return reading(decision(case["decision"]), json.dumps(case[key]))


def lines_of(case, key="move"):
    """Returns the move of a case as it stands on a line; nothing if it has several parts."""
    values = list(case[key].values())
    return [value if isinstance(value, str) else json.dumps(value) for value in values] if len(values) == 1 else []


def test_the_cases_are_of_all_games_and_each_names_two_moves():
    played = {decision(case["decision"])[1].get_game().get_type().short_name for case in CASES}
    assert played == {game.partition("(")[0] for game in SETTINGS}
    for case in CASES:
        moves = [move_of(case), move_of(case, "other")]
        assert not {str, None} & {type(move) for move in moves}, case
        assert moves[0] != moves[1]


@every_case
def test_a_json_object_with_the_decisions_keys_states_a_move(case):
    stated = case["move"]
    for spelled in (json.dumps(stated), json.dumps(stated, indent=2), repr(stated), json.dumps({"why": "so", **stated}),
                    json.dumps({key.upper(): value for key, value in stated.items()}),
                    json.dumps({key.replace("_", " "): value for key, value in stated.items()})):
        for reply in (spelled, f"So:\n```json\n{spelled}\n```\nGood luck!", f"**Answer:** {spelled}", f"[{spelled}]"):
            assert reading(decision(case["decision"]), reply) == move_of(case), reply
            assert form_of(case["decision"], reply) == "json"


@every_case
def test_a_line_a_box_and_nothing_but_the_move_state_it_too(case):
    framed = {
        "line": ["Answer: {}", "**Answer:** {}", "- **Answer: {}**", "### Final answer: {}", "> Answer: {}",
                 "1. Answer: {}", "`Answer: {}`", "Because.\nAnswer:\n\n{}", "### Answer\n```\n{}\n```", "answer:{}"],
        "box": ["So \\boxed{{{}}}.", "<answer>{}</answer>", "Answer: $\\boxed{{\\text{{{}}}}}$",
                "<ANSWER>\n{}\n</ANSWER>"], "whole": ["{}", "\n{}\n", "```\n{}\n```"]}
    for line in lines_of(case):
        for form, frames in framed.items():
            for reply in (frame.format(line) for frame in frames):
                assert reading(decision(case["decision"]), reply) == move_of(case), reply
                assert form_of(case["decision"], reply) == form


@every_case
def test_a_move_has_other_names_by_data_and_by_its_parts_and_no_more(case):
    of = decision(case["decision"])
    for name, shows in case.get("also", {}).items():
        assert (shows, reading(of, f"Answer: {name}")) == (shows, move_of(case))
        assert (shows, reading(of, name)) == (shows, move_of(case))
    for name, shows in case.get("never", {}).items():
        assert (shows, reading(of, f"Answer: {name}")) == (shows, "illegal")
        assert (shows, reading(of, name)) == (shows, "unparsable")


@every_case
def test_two_answers_that_differ_are_refused_and_one_that_comes_twice_is_none(case):
    of, one, other = decision(case["decision"]), json.dumps(case["move"]), json.dumps(case["other"])
    for between in ("\n", " or ", "\n\nNo, wait:\n\n"):
        assert reading(of, one + between + other) == "ambiguous"
        assert reading(of, one + between + one) == move_of(case)
    for line in lines_of(case):
        assert reading(of, f"Answer: {line}\n{other}") == "ambiguous"
        assert reading(of, f"{one}\nAnswer: {line}") == move_of(case)


@every_case
def test_thoughts_other_turns_and_the_form_itself_are_no_answers(case):
    of, one, other = decision(case["decision"]), json.dumps(case["move"]), json.dumps(case["other"])
    form = json.dumps({key: f"<{key}>" for key in case["move"]})
    bare = re.sub(r'"(<\w+>)"', r"\1", form)
    for reply in (f"<think>{other}</think>{one}", f"{other}</think>\n{one}", f"{one}<|im_end|>\n{other}",
                  f"<|start|>assistant<|channel|>final<|message|>{one}", f"{form}\n{one}", f"{bare}\n{one}",
                  f"Answer: <move>\n{one}"):
        assert reading(of, reply) == move_of(case), reply
    for reply in (form, bare, "Answer: <move>", "Answer:", f"<|im_start|>user\n{one}", f"User: {one}", f"<think>{one}",
                  json.dumps({"thoughts": case["move"]}), one[:-1], ""):
        assert reading(of, reply) in {"unparsable", "empty", "truncated"}, reply


@pytest.mark.parametrize("lines", ["{}, {}, {}", "{}\n{}\n{}", "- {}\n- {}\n- {}"])
@pytest.mark.parametrize("before", ["", "As Player 1, who speaks for Airline A, I would like this distribution:\n"])
def test_published_proposals_are_read_line_by_line_with_what_introduces_them(before, lines):
    reply = before + lines.format("Airline A: 40%", "Airline B: 35%", "Airline C: 25%")
    of = decision("cs_proposal")
    assert reading(of, reply) == reading(of, '{"proposal": [40, 35, 25]}')
    assert form_of("cs_proposal", reply) == "whole"
    assert reading(of, f"{reply}\nI could also live with another one.") == "unparsable"
    assert reading(of, f'{reply}\n{{"proposal": [30, 45, 25]}}') == reading(of, '{"proposal": [30, 45, 25]}')


@pytest.mark.parametrize("name", ["ch_clue2", "un_clue", "trb_question"])
@pytest.mark.parametrize(("reply", "said"), [
    ("It keeps for weeks.", "It keeps for weeks."), ("It keeps for weeks.<EOS>", "It keeps for weeks."),
    ("It keeps for weeks. <EOS>\n", "It keeps for weeks."), ('"It keeps for weeks."', '"It keeps for weeks."')])
def test_one_line_is_the_text_where_a_text_alone_is_asked_for(name, reply, said):
    said_alone = [*said.encode(), reading(decision(name), "x")[-1]]
    assert reading(decision(name), reply) == said_alone
    more = reading(decision(name), f"{reply}\nIt travels well.")
    assert more == (said_alone if "<EOS>" in reply else "unparsable")


@pytest.mark.parametrize(("reply", "reason"), [
    ("I play C2R2.", "unparsable"), ("C2R2\nIt is the centre.", "unparsable"), ("Round 1: Answer: C2R2", "unparsable"),
    ("The answer is C2R2.", "unparsable"), ("Answers: C2R2", "unparsable"), ("❌ C2R2", "unparsable"),
    ("≠ C2R2", "unparsable"), ("C2R2?", "unparsable"), ("~~C2R2~~", "unparsable"), ("Answer: I choose C2R2", "illegal"),
    ("Answer: C2R2 (the centre)", "illegal"), ("Answer:\n- C1R1\n- C2R2", "illegal"), ('{"move": ["C2R2"]}', "illegal"),
    ('{"move": true}', "illegal"), ('{"move": {"move": "C2R2"}}', "illegal"), ('{"move": C2R2}', "unparsable"),
    ('{"moves": "C2R2"}', "unparsable"), ('{"move": "C2R2", "move": "C1R1"}', "unparsable"),
    ('{"Move": "C2R2", "MOVE": "C1R1"}', "ambiguous"), ('{"move": C1R1}\nAnswer: C2R2', "ambiguous"),
    ('{"thoughts": "The best', "truncated"), ('{"move": "C2R2"', "truncated"),
    ("Answer: C9R9\nAnswer: C2R2", "ambiguous"), ("User: hi\nAssistant: C2R2", "empty")])
def test_anything_else_is_refused_with_the_reason(reply, reason):
    assert corner(reply) == reason


@pytest.mark.parametrize("reply", [
    "{C1R1: the best move is here}\nAnswer: C2R2", "### Answer\n\n**Answer:** C2R2",
    "Put it in <answer> tags: <answer>C2R2</answer>", 'Answer: I reply \\boxed{C2R2}', 'Answer: C2R2\n\nAnswer:\n',
    '{"thoughts": "Answer: C1R1, or {\\"move\\": \\"C1R1\\"}", "move": "C2R2"}',
    '{/* "move": "C1R1", */ "move": "C2R2"}', "Answer: Ｃ２Ｒ２", "Answer：C2R2"])
def test_what_only_introduces_or_surrounds_an_answer_is_none_of_its_own(reply):
    assert corner(reply) == [4]


def test_a_label_counts_in_its_own_game_and_a_refusal_keeps_its_reason_and_fault_apart():
    assert reading(decision("kuhn_poker"), "Action: Bet") == [1]
    assert reading(decision("hv_first"), "Action: wA1") == "unparsable"
    assert get_args(Failure) == REFUSALS
    for options, message in (("", "No."), ("Legal moves: a | b", "No. Legal moves: a | b")):
        refused = ReplyError("illegal", "No.", options)
        assert (refused.reason, refused.fault, str(refused)) == ("illegal", "No.", message)


def test_an_unknown_name_is_quoted_with_the_legal_moves_and_one_that_fits_several_with_those():
    adapter, state, player = decision("pig")
    with pytest.raises(ReplyError, match=r"^Your answer 'sleep' is not a legal move\. Legal moves: roll \| stop$"):
        adapter.parse("Answer: sleep", state, player)
    adapter, state, player = decision("nim")
    with pytest.raises(ReplyError, match=r"'take 3' may mean several moves: pile:2, take:3 \| pile:3, take:3"):
        adapter.parse("Answer: take 3", state, player)
    adapter, state, player = decision("cn_clue")
    with pytest.raises(ReplyError, match=r'^Your answer is not a legal move: the key "number" is missing\.$'):
        adapter.parse('{"clue": "ocean"}', state, player)


@pytest.mark.parametrize(("reply", "text"), [
    ("hi there", "hi there"), ('"hi"', '"hi"'), ("**hi**", "**hi**"), ("```\nhi\n```", "hi"),
    ("hi\nthere", "unparsable"), ("Answer: hi", "hi"), ("Answer:\nhi\nyou", "hi\nyou"),
    ("Answer:\n```text\nhi\nyou\n```", "hi\nyou"), ("```\nAnswer: hi\n```", "hi"),
    ("**Answer: hi *you*.**", "hi *you*."), ("Answer:*waves*", "*waves*"), ("Answer: hi\n\nthere", "unparsable"),
    ("Answer:\n\nhi\n\nthere", "unparsable"), ("Answer: Run\n```\nleft()\n```", "unparsable"),
    ("Answer: left <think>or</think> right", "unparsable"), ('{"message": "hi"}<think>so</think>Good luck!', "hi"),
    ("Answer: 1. e4", "1. e4"), ("Answer: four", "four"), ("Answer: <hi>", "<hi>"), ("\\boxed{go {left}}", "go {left}"),
    ("<answer>two\nlines</answer>", "two\nlines"), ('{"message": "  hi\n\\u00bd <|im_end} "}', "  hi\n½ <|im_end} "),
    ('{"message": ""}', ""), ("{'message': \"it's me\"}", "it's me"), ("Answer: no\nAnswer: yes", "ambiguous"),
    ("Answer: <message>", "unparsable"), ("Answer:", "unparsable"), ('Answer: yes\n{"sure": 1}', "unparsable"),
    ('{"words": "hi"}', "unparsable"), ('{"message": "she said "left""}', "unparsable"), ('{"message": 5}', "illegal"),
    ('{"message": "\\ud83d"}', "illegal"), ('{"message": "hi <think>left</think>"}', "hi <think>left</think>")])
def test_a_text_is_said_to_the_character_or_refused(reply, text):
    assert talk(reply) == text


FRAGMENTS = st.sampled_from([
    "Answer:", "**Answer:**", "Action: ", "Answer", "\n", "\n\n", " ", "{", "}", '{"answer": ', '{"move": "', "{move:",
    '{"decision": "', '"', "'", '"}', "[", "]", ", ", "(", ")", "\\boxed{", "}", "```json\n", "```", "<think>",
    "</think>", "<answer>", "</answer>", ".", "-", " or ", "<", ">", "NaN", "1e999", "-1", "null", "true", "\u200b",
    "\u202e", "\r", "<|im_end|>", "User:", "[INST]", "/*", "//", "\\"])
PRINTABLE = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1, max_size=60).map(
    str.strip).filter(lambda text: text and not any(sign in text for sign in "<[{`◁"))


@given(st.text(max_size=60), st.booleans())
def test_any_text_in_json_is_said_as_it_is(text, ascii_only):
    stated = json.dumps({"message": text}, ensure_ascii=ascii_only)
    assert talk(f"So:\n```json\n{stated}\n```") == text if "<|" not in text else True


@given(PRINTABLE)
def test_any_line_is_said_as_it_is(text):
    assert (talk(f"Answer: {text}"), talk(f"<answer>{text}</answer>")) == (text, text)
    assert "\\" in text or talk(f"\\boxed{{{text}}}".replace("}}", "}")) in (text, "unparsable") or "}" in text


@pytest.mark.parametrize(("reply", "answer"), [
    ("C2R2", "C2R2"), (" \n“C2R2”.\n", "“C2R2”."), ("```\nC2R2\n```", "```\nC2R2\n```"),
    ("The centre, C2R2, is best.\n\n> **Answer:** C2R2\nDone.", "> **Answer:** C2R2"),
    ("**Answer:**\n\nC2R2\n\nDone.", "**Answer:**\n\nC2R2"),
    ("So <answer> C2R2 </answer> it is", "<answer> C2R2 </answer>"),
    ("Hence $\\boxed{\\text{C2R2}}$.", "\\boxed{\\text{C2R2}}"), ('Answer: {"move": "C2R2"} 😀', '{"move": "C2R2"}'),
    ('😀\r\n{"move": "C2R2"}\r\n', '{"move": "C2R2"}'), ('{"move": "C2R2"} ', '{"move": "C2R2"}'),
    ("<think>Answer: C1R1, no: Answer: C2R2</think>\nAnswer: C2R2", "Answer: C2R2"),
    ("a</think><think>b</think>C2R2<|im_end|>User: C1R1", "C2R2"), ("<|im_start|>assistant\nC2R2", "C2R2")])
def test_the_place_of_the_answer_is_told(reply, answer):
    start, end = reader_of(decision("tic_tac_toe")).read(reply).span
    assert reply[start:end] == answer
    assert reply.count(answer) == 1 or start == reply.rindex(answer)


def test_of_answers_that_state_the_same_the_first_one_is_told():
    reply = 'Answer: C2R2\n{"move": "column 2, row 2"}'
    assert reader_of(decision("tic_tac_toe")).read(reply).span == (0, 12)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "codenames", "un_clue", "negotiation"])
@given(data=st.data())
def test_the_answer_alone_states_the_same_move(name, data):
    of = decision(name)
    adapter, state, player = of
    named = st.sampled_from([json.dumps({"move": str(each)}) for each in adapter.view.patterns(state, player)[:9]])
    # What is no mark of a role, or no line, in the middle of a line would be one at the start of a text.
    inner = FRAGMENTS.filter(lambda piece: piece not in ("\r", "User:", "[INST]"))
    pieces = data.draw(st.lists(inner | named | named.map(lambda stated: f"Answer: {stated[10:-2]}\n"), max_size=8))
    reply = "".join([*pieces, data.draw(st.sampled_from(["", "\r\n", "\u202e", "😀 "]))])
    try:
        actions, form, span = reader_of(of).read(reply)
    except ReplyError:
        return
    answer = reply[slice(*span)]
    assert answer == answer.strip() != ""
    assert reading(of, answer) == list(actions), (form, answer)


def test_bytes_beyond_the_limit_of_a_text_are_counted_in_every_form():
    adapter, state, player = decision("ayt_answer")
    for reply in (json.dumps({"Answer": "x" * 25}), "Answer: " + "x" * 25, "x" * 25):
        assert adapter.overlong_bytes(reply, state, player) == 5
    assert adapter.overlong_bytes("", state, player) == 0


def played_on(game):
    """Returns the reader of a decision, two legal answers to it in JSON and on lines, and the prompt's last message."""
    (adapter, state, player), rng = decision(game), random.Random(0)
    form, replies = adapter.reply_form(state, player), {}
    while len(replies) < 2:
        reply = form.reply({key: draw_move(moves, rng) for key, moves in form.open_values().items()})
        replies.setdefault(tuple(adapter.parse(reply, state, player)), reply)
    reader = adapter.reader(state, player)
    values = [json.loads(reply)[reader.keys[0]] for reply in replies.values()]
    lines = [f"Answer: {value if isinstance(value, str) else json.dumps(value)}" for value in values]
    pairs = [list(replies.values()), lines] if len(reader.keys) == 1 else [list(replies.values())]
    return reader, list(next(iter(replies))), pairs, adapter.prompt(state, player)[-1]["content"]


def read(reader, reply):
    try:
        return list(reader.read(reply).actions)
    except ReplyError:
        return []


def marks_for(game):
    """Returns a sixth of the marks: each is tried in every sixth game."""
    return [*MARKS["turn"], *MARKS["line"]][GAMES.index(game) % 6::6]


@every_game
def test_a_reply_that_plays_on_never_gives_a_later_answer(game):
    reader, first, pairs, message = played_on(game)
    ghosts = []
    for mark in ("", *marks_for(game)):
        for (one, later), before in itertools.product(pairs, ("", " ", "\n")):
            found = read(reader, f"{one}{before}{mark}{message}\n{later}")
            # Of a text the rest of its line may be a part.
            if found not in ([], first) and found[:len(first) - 1] != first[:-1]:
                ghosts.append((one, before, mark, later))
    assert ghosts == []


@every_game
def test_a_mark_or_the_prompt_on_a_line_of_its_own_leaves_the_first_answer(game):
    reader, first, pairs, message = played_on(game)
    for one, later in [*pairs, *[(one.removeprefix("Answer: "), later) for one, later in pairs[1:]]]:
        for mark in marks_for(game):
            assert read(reader, f"{one}\n{mark}\n{message}\n{later}") == first
        found = read(reader, f"{one}\n{message}\n{later}")
        assert found == first or (found == [] and reader.state.action_spec(reader.player).texts)


def test_a_text_ends_where_the_prompt_comes_again_and_earlier_answers_in_it_are_none():
    state = pyspiel.load_game("el_farol(players=2,rounds=3)").new_initial_state()
    state.apply_actions([1, 1])
    adapter = adapters.for_game(state.get_game())
    of, told = (adapter, state, 0), adapter.prompt(state, 0)[-1]["content"]
    assert '{"decision": "go"}' in told
    assert reading(of, f'{told}\n{{"decision": "stay"}}') == "ambiguous"
    assert reading(of, '{"decision": "stay"}\nNo:\n{"decision": "go"}') == "ambiguous"
    assert reading(of, f'{{"decision": "stay"}}\n{told}\n{{"decision": "go"}}') == [0]
    adapter, state, _ = TALKING
    told = adapter.prompt(state, 0)[-1]["content"]
    assert (talk(f"Answer: hi\n{told}"), talk(f"Answer: hi\n{told}\nAnswer: bye")) == ("hi", "hi")


@cache
def decisions(game):
    adapter = adapters.for_game(pyspiel.load_game(game))
    return [(adapter, state, player) for state, player in list(decision_points(game, seed=1))[:20]]


@pytest.mark.parametrize("game", [
    "tic_tac_toe", "el_farol(players=3,rounds=3)", "chess", "negotiation", "undercover", "arctic_scavengers",
    "codenames"])
@given(data=st.data())
def test_any_text_gives_a_legal_move_or_a_reason(game, data):
    of = data.draw(st.sampled_from(decisions(game)))
    adapter, state, player = of
    names = st.sampled_from([str(pattern) for pattern in adapter.view.patterns(state, player)])
    found = reading(of, "".join(data.draw(st.lists(FRAGMENTS | names | st.text(max_size=5), max_size=20))))
    if isinstance(found, str):
        assert found in REFUSALS
    else:
        assert found[0] in state.legal_actions(player)


DRESSES = ["Answer: {}", "**Answer:** **{}**", "### Final answer\n{}", "> Answer: `{}`.", "1. **Answer: {}**", "{}",
           "**{}**", "```\n{}\n```", "“{}”", "<answer>{}</answer>", "So: $\\boxed{{\\text{{{}}}}}$"]


@cache
def named_moves(game):
    return [(of, malformed_replies.names(*of)) for of in malformed_replies.decisions(game)]


@pytest.mark.parametrize("game", [*GAMES, *malformed_replies.GENERIC, "small_talk"])
@given(number=st.integers(0, 2**32))
def test_whatever_happens_to_a_reply_it_gives_a_legal_move_or_a_reason(game, number):
    rng = random.Random(number)
    of, moves = rng.choice(named_moves(game))
    malformed_replies.outcome(*of, malformed_replies.reply(moves, rng))


def test_malformed_replies_are_of_all_kinds():
    (of, moves), rng = named_moves("tic_tac_toe")[0], random.Random(0)
    found = [malformed_replies.outcome(*of, malformed_replies.reply(moves, rng)) for _ in range(100)]
    assert set(found) == {"move", *REFUSALS}


def full_width(text):
    return "".join(chr(ord(sign) + 0xfee0) if sign.isalnum() and sign.isascii() else sign for sign in text)


@every_game
def test_every_legal_move_is_read_from_every_form_however_it_is_dressed(game):
    adapter, rng = decision(game)[0], random.Random(0)
    for state, player in named_decisions(game, seeds=(0,), most=2):
        legal, reader = named_actions(adapter.view, state, player), adapter.reader(state, player)
        [key] = reader.keys
        for action in rng.sample(legal, min(6, len(legal))):
            name = adapter.view.names(state, player, action)[0]
            written = [json.dumps({key: name}), repr({key: name}), json.dumps({"thoughts": "", key: name}, indent=1)]
            for reply in [*(dress.format(name) for dress in DRESSES), *written, f"Answer: {full_width(name)}"]:
                found = read(reader, reply)
                assert found == [action] or adapter.view.are_one_move(state, [*found, action]), reply


SIZE = 20_000


def long(text, size=SIZE):
    return text * (size // len(text))


HOSTILE = {
    "line breaks": long("\n"), "spaces": "Answer: C1R1" + long(" ") + "x", "spaces alone": long(" ") + "x",
    "labels": long("Answer:\n"), "labels far from their answers": long("Answer:\n\n\n\n\n\n"),
    "thoughts": long("<think>"), "closed thoughts": long("</think>"), "marks": "x" + long("\nUser:"),
    "opening marks": long("<s>"), "brackets": long("["), "braces": long("{"), "braces and quotes": long('{"'),
    "objects without an end": long('{"a":'), "objects": long('{"a": 1} '),
    "broken objects": "".join(f'{{"a{number}": x}}' for number in range(SIZE // 12)),
    "nested objects": long('{"a":') + "1" + long("}"), "nested lists": '{"move": ' + long("[") + long("]") + "}",
    "escaped quotes": '{"a": x ' + long('\\"'), "escaped quotes of one kind": "{'a': x " + long("\\'"),
    "comments": '{"a": x ' + long("/*"), "comments before keys": long("{/*a*/"), "apostrophes": "{a: x" + long("' "),
    "digits": '{"move": ' + long("9") + "}", "JSON5": "{" + long("a: 1,") + "}",
    "small JSON5": "".join(f"{{a: {number}}}" for number in range(SIZE // 9)),
    "boxes": long("\\boxed{"), "boxes in a box": "\\boxed{" + long("\\boxed{}"), "fonts": "\\boxed{" + long("\\text{"),
    "tags": long("<answer>"), "stars": long("*"), "stars before an answer": long("*") + " Answer: x",
    "stars behind an answer": "Answer: " + long("*") + "x", "marks of lists": long("- "), "fences": long("```\n"),
    "a fence of one line": "```" + long("w") + "!", "combining marks": "a" + long("\u0301") + long("\u0316"),
    "characters that stand for phrases": long("\ufdfa"), "angle brackets": "Answer: " + long("<") + long(">"),
    "prose": long("I think that my move matters, {so: I} wonder. "), "different answers": "".join(
        f"Answer: x{number}\n" for number in range(SIZE // 14))}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_long_reply_takes_more_than_linear_time_or_states_a_move(name, monkeypatch):
    monkeypatch.setattr(turns, "MAX_TEXT_LENGTH", 10 * SIZE)
    begun = time.process_time()
    assert corner(HOSTILE[name]) in REFUSALS
    talk(HOSTILE[name])
    assert time.process_time() - begun < 10  # quadratic time is far longer


@pytest.mark.parametrize("reply", ["x" * 200_001, '{"a": ' * 200_000, "<think>" + "x" * 1_000_000 + "</think>C1R1"])
def test_a_reply_beyond_the_limits_is_refused_unread(reply):
    adapter, state, player = decision("tic_tac_toe")
    with pytest.raises(ReplyError, match="at most 200000 characters are read"):
        adapter.parse(reply, state, player)


def test_a_long_reply_is_read_to_its_end_but_no_more_different_answers_than_anybody_needs():
    assert corner(long("I wonder about C2R2 and {this}. ") + "\nAnswer: C1R1") == [0]
    assert corner("\n".join([f"Answer:{' ' * number}C2R2" for number in range(2 * MOST_ANSWERS)])) == [4]
    assert corner("\n".join(f"Answer: C2R2{'.' * number}" for number in range(2 * MOST_ANSWERS))) == "ambiguous"


@pytest.mark.parametrize(("reply", "before"), [
    ("I like go.\nAnswer: stay", "I like go.\n"), ("So:\n\n{\"move\": \"go\"}", "So:\n\n"),
    ("go, then \\boxed{stay}", "go, then "), ("Thoughts\n\nstay\n", "Thoughts\n\n"), ("Answer: go", ""),
     ("go", ""), ("", "")])
def test_what_was_said_before_the_answer_is_told_apart_from_it(reply, before):
    assert cut_before_answer(reply) == before


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 9), st.floats(-2, 9),
    st.sampled_from(["C1R1", "c1r1", "<move>", "", "stay", "Answer: C1R1", "<think>", "<|im_end|>", "{}", "\n", "}"]),
    st.lists(st.integers(0, 3), max_size=2))
OBJECTS = st.dictionaries(
    st.sampled_from(["move", "Move", "MOVE ", "reason", "thoughts", "answer", "mark"]), VALUES, max_size=4)
ENDS = st.sampled_from(["", "", "", "\n", " ", "\nAnswer: C1R2", "{}", "\n\n{\"move\": \"C1R2\"}", "<|im_end|>", "```"])


@given(OBJECTS, st.booleans(), ENDS)
def test_a_reply_of_one_object_alone_is_read_as_among_other_words(stated, single, end):
    reply = (str(stated) if single else json.dumps(stated)) + end
    with pytest.MonkeyPatch.context() as patch:
        known = reading(decision("tic_tac_toe"), reply)
        patch.setattr("adapters.replies.reply_reader.ReplyReader._read_bare_object", lambda self, reply: None)
        assert reading(decision("tic_tac_toe"), reply) == known
