import json
import re

import pytest

from adapters.replies.reply_forms import FormKey, ReplyForm, json_form
from custom_games.action_specs import ActionSpec, Branch, Branches, Choice, Division, Fields, Number, Text
from custom_games.action_specs.alphabets import WORD
from custom_games.action_specs.patterns import Parts, Pattern, Range, Words
from tests.support.named_games import WORDINGS, loaded, some_decisions
from tests.support.prompt_reader import read_form

BIDS = (Pattern(Range("0", "9")),)
CLUE = Fields((Text("clue", 40, WORD), Number("number", 1, 2)))
BID = Number("bid", 0, 9)


def form(reply_format: str, spec: ActionSpec | None = BID) -> ReplyForm:
    return ReplyForm.of_wording(reply_format, BIDS if spec is None else spec.patterns(), spec)


def test_the_line_that_holds_the_move_open_is_the_form_and_without_one_it_is_an_answer_line():
    assert form('Reply like this:\n  {"bid": <move>}\nGood luck.').keys == (FormKey("bid", False, BIDS),)
    assert form('{"bid": "<move>"}').keys == (FormKey("bid", True, BIDS),)
    assert form('{"move": "<move>"}', None).keys == (FormKey("move", True, BIDS),)
    for plain in ("Answer: <move>", "", '{"reason": "<why>"}', 'Say {"bid": <move>}'):
        assert form(plain).keys == ()


@pytest.mark.parametrize(("reply_format", "label"), [
    ("Answer: <move>", "Answer"), ("End like this:\nAction: <move>", "Action"), ("Say Action: <move>", "Answer"),
    ("Action: <number>", "Answer"), ("", "Answer"),
])
def test_an_answer_line_has_the_label_that_the_wording_shows(reply_format, label):
    found = form(reply_format)
    assert found.reply({"move": "7"}) == f"{label}: 7"
    assert ReplyForm.from_json(json.loads(json.dumps(found.as_json()))) == found


def test_the_keys_of_a_move_of_several_fields_are_told_from_the_others():
    clues, numbers = (Pattern("any word without spaces of at most 40 bytes"),), (Pattern("1"), Pattern("2"))
    found = form('{"clue": "<one word>", "number": <how many>, "why": "<why>"}', CLUE)
    assert [key.moves for key in found.keys] == [clues, numbers, ()]
    assert found.open_values() == {"clue": clues, "number": numbers}
    assert found.reply({"clue": "ocean", "number": "2"}) == '{"clue": "ocean", "number": 2, "why": "..."}'


def test_a_wording_may_show_the_form_that_the_decision_itself_gives():
    shown = json_form(CLUE)
    assert shown == '{"clue": "<clue>", "number": <number>}'
    assert list(form(f"Close with this:\n{shown}", CLUE).open_values()) == ["clue", "number"]
    assert json_form(Division("plan", 3, 9)) == '{"plan": <plan>}'
    assert json_form(None) == '{"move": "<move>"}'
    assert json_form(Branches("turn", (Branch("draw", 0, Number("cards", 1, 3)), Branch("stop", 4)))) == (
        '{"turn": "<turn>"}')


@pytest.mark.parametrize(("line", "move", "reply"), [
    ('{"bid": <move>}', "7", '{"bid": 7}'), ('{"bid": <move>}', "7.50", '{"bid": 7.50}'),
    ('{"bid": "<move>"}', "7", '{"bid": "7"}'), ('{"plan": <move>}', "[0, 3]", '{"plan": [0, 3]}'),
    ('{"word": <move>}', 'say "hi"', '{"word": "say \\"hi\\""}'),
    ('{"why": "<why>", "likely": <a number>, "bid": <move>}', "7", '{"why": "...", "likely": 7, "bid": 7}'),
])
def test_a_move_takes_the_place_of_its_placeholder_as_a_number_or_list_where_it_is_one(line, move, reply):
    (key,) = re.findall(r'"(\w+)": "?<move>', line)
    found = ReplyForm.of_wording(line, BIDS, Number(key, 0, 9))
    assert list(found.open_values()) == [key]
    assert found.reply({key: move}) == reply
    assert json.loads(reply)


def test_a_form_comes_back_the_same_from_plain_json_values():
    moves = (Pattern("[", Range("0", "3"), ", ", Range("-1", "0.5"), "]"), Pattern("Agree"),
             Pattern(Parts(4, 3)), Pattern(Words("any text", "ab", 1, 3)))
    found = ReplyForm(moves, (FormKey("plan", False, moves), FormKey("why", True)))
    again = ReplyForm.from_json(json.loads(json.dumps(found.as_json())))
    assert again == found
    assert [[move.pieces for move in values] for values in (again.moves, again.keys[0].moves)] == [
        [move.pieces for move in moves]] * 2


@pytest.mark.parametrize(("game_string", "version"), WORDINGS)
def test_a_reader_of_the_prompt_alone_finds_the_same_form_and_the_same_moves(game_string, version):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, (0,), 5):
        read = read_form(adapter.prompt(state, player, version))
        derived = adapter.reply_form(state, player, version)
        assert read == derived
        sizes = [[move.size for move in moves] for form in (read, derived) for moves in form.open_values().values()]
        assert sizes[:len(sizes) // 2] == sizes[len(sizes) // 2:]


@pytest.mark.parametrize(("game_string", "version"), WORDINGS)
def test_every_wording_but_those_after_gtbench_asks_for_json_with_the_keys_of_the_move(game_string, version):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, (0,), 5):
        spec, shown = adapter.view.action_spec(state, player), adapter.reply_form(state, player, version)
        keys = list(spec.patterns_of_keys()) if spec else ["move"]
        assert [key.key for key in shown.keys if key.moves] == ([] if version == "paper" else keys)


@pytest.mark.parametrize("reply_format", [
    '{"hint": "<clue>", "number": <number>}', '{"move": "<move>"}', "Answer: <move>", ""])
def test_a_form_that_states_a_part_of_a_move_is_refused_with_what_it_needs(reply_format):
    with pytest.raises(ValueError, match=r"under \w+, but here it is stated under clue, number: show \{\{ form"):
        form(reply_format, CLUE)


@pytest.mark.parametrize(("spec", "key"), [(None, "move"), (BID, "bid")])
def test_a_form_that_states_the_move_under_a_key_that_is_not_the_decisions_is_refused(spec, key):
    with pytest.raises(ValueError, match=f"under choice, but here it is stated under {key}: show"):
        form('{"why": "<why>", "choice": "<move>"}', spec)


def test_a_form_has_the_moves_by_the_names_that_a_wording_has_for_them():
    own = (Pattern("Silent"), Pattern("Testify"))
    found = ReplyForm.of_wording('{"move": "<move>"}', own, Choice("move", ("Cooperate", "Defect")))
    assert found.open_values() == {"move": own}
