import json

import pytest

import adapters
from adapters.reply_forms import FormKey, ReplyForm, json_form
from custom_games.action_specs import ActionSpec, Division, Fields, Number, Text
from custom_games.alphabets import WORD
from custom_games.patterns import Parts, Pattern, Range, Words
from tests.support.named_games import WORDINGS, loaded, some_decisions
from tests.support.prompt_reader import read_form

BIDS = (Pattern(Range("0", "9")),)
CLUE = Fields((Text("clue", 40, WORD), Number("number", 1, 2)))
MOVE = {
    "type": "object", "properties": {"bid": {"type": "integer"}}, "required": ["bid"], "additionalProperties": False}


def form(reply_format: str, spec: ActionSpec | None = None) -> ReplyForm:
    return ReplyForm.of_wording(reply_format, BIDS if spec is None else spec.patterns(), spec)


def test_the_line_that_holds_the_move_open_is_the_form_and_without_one_it_is_an_answer_line():
    assert form('Reply like this:\n  {"bid": <move>}\nGood luck.').keys == (FormKey("bid", False, BIDS),)
    assert form('{"bid": "<move>"}').keys == (FormKey("bid", True, BIDS),)
    for plain in ("Answer: <move>", "", '{"reason": "<why>"}', 'Say {"bid": <move>}'):
        assert form(plain).keys == ()


@pytest.mark.parametrize(("reply_format", "label"), [
    ("Answer: <move>", "Answer"), ("End like this:\nAction: <move>", "Action"), ("Say Action: <move>", "Answer"),
    ("Action: <number>", "Answer"), ("", "Answer"),
])
def test_an_answer_line_has_the_label_that_the_wording_shows(reply_format, label):
    found = form(reply_format)
    assert found.reply({"0": "7"}) == f"{label}: 7"
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
    assert json_form(None) == ""


def test_an_answer_line_holds_the_fields_of_a_move_in_order():
    found = form("Answer: <move>", CLUE)
    assert (found.keys, len(found.fields)) == ((), 2)
    assert found.reply({"0": "ocean", "1": "2"}) == "Answer: ocean 2"


def test_a_move_that_no_line_can_spell_is_asked_for_as_json_with_its_own_keys():
    found = form("Answer: <move>", Fields((Text("question", 9), Text("reason", 9))))
    assert found.reply({"question": "why?", "reason": "so"}) == '{"question": "why?", "reason": "so"}'


@pytest.mark.parametrize("line", ['{"bid": <move>}', '{"bid": "<move>"}'])
def test_a_form_with_the_move_alone_leaves_its_schema_as_it_is(line):
    assert form(line).schema(MOVE) == MOVE


def test_other_keys_are_texts_or_numbers_and_come_in_the_order_of_the_form():
    schema = form('{"previous bid": <a number>, "bid": <move>, "reason": "<why, in brief>"}').schema(MOVE)
    assert list(schema["properties"].items()) == [
        ("previous bid", {"type": "number"}), ("bid", {"type": "integer"}), ("reason", {"type": "string"})]
    assert schema["required"] == ["previous bid", "bid", "reason"]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(("line", "move", "reply"), [
    ('{"bid": <move>}', "7", '{"bid": 7}'), ('{"bid": <move>}', "7.50", '{"bid": 7.50}'),
    ('{"bid": "<move>"}', "7", '{"bid": "7"}'), ('{"plan": <move>}', "[0, 3]", '{"plan": [0, 3]}'),
    ('{"word": <move>}', 'say "hi"', '{"word": "say \\"hi\\""}'),
    ('{"why": "<why>", "likely": <a number>, "bid": <move>}', "7", '{"why": "...", "likely": 7, "bid": 7}'),
])
def test_a_move_takes_the_place_of_its_placeholder_as_a_number_or_list_where_it_is_one(line, move, reply):
    found = form(line)
    (key,) = found.open_values()
    assert found.reply({key: move}) == reply
    assert json.loads(reply)


def test_a_form_comes_back_the_same_from_plain_json_values():
    moves = (Pattern("[", Range("0", "3"), ", ", Range("-1", "0.5"), "]"), Pattern("Agree"),
             Pattern(Parts(4, 3)), Pattern(Words("any text", "ab", 1, 3)))
    found = ReplyForm((moves, moves[:1]), (FormKey("plan", False, moves), FormKey("why", True)))
    again = ReplyForm.from_json(json.loads(json.dumps(found.as_json())))
    assert again == found
    assert [[move.pieces for move in values] for values in again.fields] == [
        [move.pieces for move in values] for values in (moves, moves[:1])]


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
def test_a_json_form_has_all_keys_of_the_move(game_string, version):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, (0,), 5):
        spec, shown = adapter.view.action_spec(state, player), adapter.reply_form(state, player, version)
        if spec is not None and any(
                line.startswith('{"') for message in adapter.prompt(state, player, version)
                for line in message["content"].splitlines()):
            assert set(spec.keys) <= {key.key for key in shown.keys}


def test_the_schema_of_a_decision_is_that_of_its_form():
    adapter = adapters.for_game(loaded("second_price_auction").game)
    state, player = some_decisions("second_price_auction", (0,), 0)[0]
    schema = adapter.reply_schema(state, player)
    assert schema["properties"]["bid"] == {"type": "integer"}
    assert list(schema["properties"]) == [key.key for key in adapter.reply_form(state, player).keys]
    assert loaded("tic_tac_toe").reply_schema(*some_decisions("tic_tac_toe", (0,), 0)[0]) is None


def test_a_form_that_states_a_part_of_a_move_is_refused_with_what_is_missing():
    with pytest.raises(ValueError, match=r"has the keys hint, number, but a move here also needs clue: show \{\{ form"):
        form('{"hint": "<clue>", "number": <number>}', CLUE)
