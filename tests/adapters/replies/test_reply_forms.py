import json
import random
import re
from typing import Any

import jsonschema
import pytest

from adapters.replies.reply_forms import (
    LONG_LIST,
    MOST_CHARACTERS,
    MOST_VALUES,
    THOUGHTS,
    FormKey,
    ReplyForm,
    add_thoughts,
    write_json_form,
)
from custom_games.action_specs import (
    ActionSpec,
    Branch,
    Branches,
    Choice,
    Division,
    Fields,
    Number,
    RoundedNumber,
    Text,
)
from custom_games.action_specs.alphabets import WORD
from custom_games.action_specs.patterns import Pattern, Range, Some, Words, draw_move
from tests.support.named_games import SETTINGS, loaded, some_decisions
from tests.support.prompt_reader import read_form

BIDS = (Pattern(Range("0", "9")),)
CLUE = Fields((Text("clue", 40, WORD), Number("number", 1, 2)))
BID = Number("bid", 0, 9)
GENERIC = ("leduc_poker", "chess", "backgammon", "goofspiel(num_cards=4)")


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
    ("Action: <number>", "Answer"), ("", "Answer")])
def test_an_answer_line_has_the_label_that_the_wording_shows(reply_format, label):
    found = form(reply_format)
    assert found.reply({"move": "7"}) == f"{label}: 7"


def test_keys_of_a_move_are_told_from_others_in_the_forms_that_a_wording_or_decision_gives():
    clues, numbers = (Pattern("any word without spaces of at most 40 bytes"),), (Pattern("1"), Pattern("2"))
    found = form('{"clue": "<one word>", "number": <how many>, "why": "<why>"}', CLUE)
    assert [key.moves for key in found.keys] == [clues, numbers, ()]
    assert found.open_values() == {"clue": clues, "number": numbers}
    assert found.reply({"clue": "ocean", "number": "2"}) == '{"clue": "ocean", "number": 2, "why": "..."}'
    shown = write_json_form(CLUE)
    assert shown == '{"clue": "<clue>", "number": <number>}'
    assert list(form(f"Close with this:\n{shown}", CLUE).open_values()) == ["clue", "number"]
    assert write_json_form(Division("plan", 3, 9)) == '{"plan": <plan>}'
    assert write_json_form(None) == '{"move": "<move>"}'
    assert write_json_form(Branches("turn", (Branch("draw", 0, Number("cards", 1, 3)), Branch("stop", 4)))) == (
        '{"turn": "<turn>"}')
    own = (Pattern("Silent"), Pattern("Testify"))
    found = ReplyForm.of_wording('{"move": "<move>"}', own, Choice("move", ("Cooperate", "Defect")))
    assert found.open_values() == {"move": own}


@pytest.mark.parametrize(("line", "move", "reply"), [
    ('{"bid": <move>}', "7", '{"bid": 7}'), ('{"bid": <move>}', "7.50", '{"bid": 7.50}'),
    ('{"bid": "<move>"}', "7", '{"bid": "7"}'), ('{"plan": <move>}', "[0, 3]", '{"plan": [0, 3]}'),
    ('{"word": <move>}', 'say "hi"', '{"word": "say \\"hi\\""}'),
    ('{"why": "<why>", "likely": <a number>, "bid": <move>}', "7", '{"why": "...", "likely": 7, "bid": 7}')])
def test_a_move_takes_the_place_of_its_placeholder_as_a_number_or_list_where_it_is_one(line, move, reply):
    (key,) = re.findall(r'"(\w+)": "?<move>', line)
    found = ReplyForm.of_wording(line, BIDS, Number(key, 0, 9))
    assert (list(found.open_values()), found.reply({key: move})) == ([key], reply)
    assert json.loads(reply)


@pytest.mark.parametrize(("reply_format", "spec", "stated", "keys"), [
    *((reply_format, CLUE, r"\w+", "clue, number") for reply_format in (
        '{"hint": "<clue>", "number": <number>}', '{"move": "<move>"}', "Answer: <move>", "")),
    *(('{"why": "<why>", "choice": "<move>"}', spec, "choice", key) for spec, key in ((None, "move"), (BID, "bid")))])
def test_a_form_without_the_keys_of_the_decision_is_refused_with_what_it_needs(reply_format, spec, stated, keys):
    with pytest.raises(ValueError, match=rf"under {stated}, but here it is stated under {keys}: show \{{\{{ form"):
        form(reply_format, spec)


# What OpenAI's strict mode takes; other providers take as much, or litellm leaves out the limits of numbers and lists.
KEYWORDS = {"type", "properties", "required", "additionalProperties", "items", "enum", "minimum", "maximum",
            "minItems", "maxItems"}


def of_moves(*moves: Pattern) -> dict[str, Any]:
    """Returns the schema of the text under the only key of a form."""
    return ReplyForm(moves, (FormKey("move", True, moves),)).schema(None)["properties"]["move"]


def of_spec(spec: ActionSpec) -> dict[str, Any]:
    return ReplyForm.of_wording(write_json_form(spec), spec.patterns(), spec).schema(spec)


def accepts(schema: dict[str, Any], reply: object) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(reply)


def keywords(schema: dict[str, Any]) -> set[str]:
    inner = [*schema.get("properties", {}).values(), *filter(None, [schema.get("items")])]
    return set(schema).union(*map(keywords, inner))


@pytest.mark.parametrize("game_string", [*SETTINGS, *GENERIC])
def test_every_wording_shows_the_form_and_moves_that_its_schema_takes_and_all_but_gtbenchs_ask_for_json(game_string):
    adapter, rng = loaded(game_string), random.Random(0)
    for state, player in some_decisions(game_string, (0,), 5):
        spec = adapter.view.action_spec(state, player)
        for version in adapter.versions():
            form = adapter.reply_form(state, player, version)
            if game_string not in GENERIC:
                read = read_form(adapter.prompt(state, player, version))
                assert read == form
                sizes = [[[move.size for move in moves] for moves in each.open_values().values()]
                         for each in (read, form)]
                assert sizes[0] == sizes[1]
            schema = adapter.schema_of(form, state, player)
            assert (schema is None) == (version == "paper")
            keys = [] if version == "paper" else list(spec.patterns_of_keys()) if spec else ["move"]
            assert [key.key for key in form.keys if key.moves] == keys
            if schema is not None:
                check_schema(schema, form, rng)


def check_schema(schema, form, rng):
    assert keywords(schema) <= KEYWORDS
    assert schema["required"] == list(schema["properties"]) == [key.key for key in form.keys]
    validator = jsonschema.Draft202012Validator(schema)
    for _ in range(3):
        reply = json.loads(form.reply({key: draw_move(moves, rng) for key, moves in form.open_values().items()}))
        assert validator.is_valid(reply)
        for key, moves in form.open_values().items():
            texts = any(isinstance(piece, Words) for move in moves for piece in move.pieces)
            assert texts or not validator.is_valid({**reply, key: "banana"})
        assert not validator.is_valid({**reply, "more": "words"})


@pytest.mark.parametrize("game_string", [
    "tic_tac_toe", "nim", "negotiation", "arctic_scavengers", "first_sealed_auction"])
def test_the_moves_that_a_schema_lists_are_the_legal_ones(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, (0,), 8):
        ((key, listed),) = adapter.reply_schema(state, player)["properties"].items()
        reader = adapter.reader(state, player)
        understood = {tuple(reader.read(json.dumps({key: name})).actions) for name in listed["enum"]}
        assert len(understood) == len(listed["enum"])
        assert {actions[0] for actions in understood} == set(state.legal_actions(player))


def test_a_form_without_json_has_no_schema_and_others_list_all_that_texts_stand_for():
    assert ReplyForm((Pattern("a"),)).schema(None) is None
    assert of_moves(Pattern("pass"), Pattern("bid ", Range("8", "10"))) == {
        "type": "string", "enum": ["pass", "bid 8", "bid 9", "bid 10"]}
    assert of_moves(Pattern("drop ", Some.of(["Net", "Net", "Junk"])))["enum"] == [
        "drop Junk", "drop Net", "drop Net and Junk", "drop Net x2", "drop Net x2 and Junk"]


def test_a_schema_stays_within_the_strict_modes_limits_by_taking_any_text():
    free = {"type": "string"}
    assert len(of_moves(Pattern(Range("1", str(MOST_VALUES))))["enum"]) == MOST_VALUES
    assert of_moves(Pattern(Range("0", str(MOST_VALUES)))) == free
    long = "x" * (MOST_CHARACTERS // LONG_LIST)
    listed = [Pattern(f"{number:03}{long}") for number in range(LONG_LIST + 1)]
    assert "enum" in of_moves(*listed[1:])
    assert of_moves(*listed) == free
    assert of_moves(Pattern("say "), Pattern(Words("any text", "ab", 1, 3))) == free
    two = tuple(FormKey(key, True, (Pattern(Range("1", "600")),)) for key in "ab")
    assert ReplyForm((), two).schema(None)["properties"] == {"a": free, "b": free}


def test_schemas_hold_to_the_rules_with_other_keys_in_order_and_thoughts_first():
    spec = Fields((Division("plan", 3, 10), Number("bid", 2, 9), RoundedNumber("guess", 0, 5), Text("why", 20)))
    schema = of_spec(spec)
    good = {"plan": [0, 3, 7], "bid": 2, "guess": 5, "why": "so"}
    assert accepts(schema, good)
    for bad in ({"plan": [3, 7]}, {"plan": [0, 3, 3, 4]}, {"plan": [-1, 4, 7]}, {"bid": 1}, {"bid": "2"}, {"guess": 6}):
        assert not accepts(schema, good | bad)
    spec = Number("bid", 0, 9)
    shown = '{"previous bid": <a number>, "bid": <move>, "reason": "<why, in brief>"}'
    schema = ReplyForm.of_wording(shown, spec.patterns(), spec).schema(spec)
    assert list(schema["properties"].items()) == [
        ("previous bid", {"type": "number"}), ("bid", {"type": "integer", "minimum": 0, "maximum": 9}),
        ("reason", {"type": "string"})]
    assert schema["required"] == ["previous bid", "bid", "reason"]
    assert schema["additionalProperties"] is False
    schema = of_spec(Number("bid", 0, 9))
    with_room = add_thoughts(schema)
    assert list(with_room["properties"]) == with_room["required"] == [THOUGHTS, "bid"]
    assert accepts(with_room, {"thoughts": "Hm.", "bid": 3})
    assert not accepts(with_room, {"bid": 3})
    assert accepts(schema, {"bid": 3})
