import json
import random
from typing import Any

import jsonschema
import pytest

from adapters.replies.reply_forms import FormKey, ReplyForm, json_form
from adapters.replies.reply_schemas import LONG_LIST, MOST_CHARACTERS, MOST_VALUES, THOUGHTS, schema_of, with_thoughts
from custom_games.action_specs import ActionSpec, Division, Fields, Number, RoundedNumber, Text
from custom_games.action_specs.patterns import Pattern, Range, Some, Words, drawn
from tests.support.named_games import WORDINGS, loaded, some_decisions

# What OpenAI's strict mode takes; other providers take as much, or litellm leaves out the limits of numbers and lists.
KEYWORDS = {"type", "properties", "required", "additionalProperties", "items", "enum", "minimum", "maximum",
            "minItems", "maxItems"}
GENERIC = [(game_string, version) for game_string in ("leduc_poker", "chess", "backgammon", "goofspiel(num_cards=4)")
           for version in ("v1", "v2")]


def of_moves(*moves: Pattern) -> dict[str, Any]:
    """Returns the schema of the text under the only key of a form."""
    schema = schema_of(ReplyForm(moves, (FormKey("move", True, moves),)), None)
    return schema["properties"]["move"]


def of_spec(spec: ActionSpec) -> dict[str, Any]:
    return schema_of(ReplyForm.of_wording(json_form(spec), spec.patterns(), spec), spec)


def accepts(schema: dict[str, Any], reply: object) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(reply)


def keywords(schema: dict[str, Any]) -> set[str]:
    inner = [*schema.get("properties", {}).values(), *filter(None, [schema.get("items")])]
    return set(schema).union(*map(keywords, inner))


@pytest.mark.parametrize(("game_string", "version"), [*WORDINGS, *GENERIC])
def test_every_decision_in_json_has_a_schema_that_takes_its_moves_and_no_others(game_string, version):
    adapter, rng = loaded(game_string), random.Random(0)
    for state, player in some_decisions(game_string, (0,), 8):
        form = adapter.reply_form(state, player, version)
        schema = adapter.schema_of(form, state, player)
        assert (schema is None) == (version == "paper")
        if schema is None:
            continue
        assert keywords(schema) <= KEYWORDS
        assert schema["required"] == list(schema["properties"]) == [key.key for key in form.keys]
        for _ in range(5):
            reply = json.loads(form.reply({key: drawn(moves, rng) for key, moves in form.open_values().items()}))
            assert accepts(schema, reply)
            for key, moves in form.open_values().items():
                texts = any(isinstance(piece, Words) for move in moves for piece in move.pieces)
                assert texts or not accepts(schema, {**reply, key: "banana"})
            assert not accepts(schema, {**reply, "more": "words"})


@pytest.mark.parametrize("game_string", [
    "tic_tac_toe", "nim", "negotiation", "arctic_scavengers", "first_sealed_auction"])
def test_the_moves_that_a_schema_lists_are_the_legal_ones(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, (0,), 8):
        ((key, listed),) = adapter.reply_schema(state, player)["properties"].items()
        understood = {tuple(adapter.parse(json.dumps({key: name}), state, player)) for name in listed["enum"]}
        assert len(understood) == len(listed["enum"])
        assert {actions[0] for actions in understood} == set(state.legal_actions(player))


def test_a_form_without_json_has_no_schema():
    assert schema_of(ReplyForm((Pattern("a"),)), None) is None


def test_texts_are_listed_with_all_that_their_ranges_and_items_stand_for():
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
    assert schema_of(ReplyForm((), two), None)["properties"] == {"a": free, "b": free}


def test_numbers_and_lists_are_as_the_rules_say():
    spec = Fields((Division("plan", 3, 10), Number("bid", 2, 9), RoundedNumber("guess", 0, 5), Text("why", 20)))
    schema = of_spec(spec)
    good = {"plan": [0, 3, 7], "bid": 2, "guess": 5, "why": "so"}
    assert accepts(schema, good)
    for bad in ({"plan": [3, 7]}, {"plan": [0, 3, 3, 4]}, {"plan": [-1, 4, 7]}, {"bid": 1}, {"bid": "2"}, {"guess": 6}):
        assert not accepts(schema, good | bad)


def test_other_keys_are_texts_or_numbers_and_come_in_the_order_of_the_form():
    spec = Number("bid", 0, 9)
    shown = '{"previous bid": <a number>, "bid": <move>, "reason": "<why, in brief>"}'
    schema = schema_of(ReplyForm.of_wording(shown, spec.patterns(), spec), spec)
    assert list(schema["properties"].items()) == [
        ("previous bid", {"type": "number"}), ("bid", {"type": "integer", "minimum": 0, "maximum": 9}),
        ("reason", {"type": "string"})]
    assert schema["required"] == ["previous bid", "bid", "reason"]
    assert schema["additionalProperties"] is False


def test_thoughts_come_first_and_leave_the_schema_that_they_are_added_to_as_it_is():
    schema = of_spec(Number("bid", 0, 9))
    with_room = with_thoughts(schema)
    assert list(with_room["properties"]) == with_room["required"] == [THOUGHTS, "bid"]
    assert accepts(with_room, {"thoughts": "Hm.", "bid": 3})
    assert not accepts(with_room, {"bid": 3})
    assert accepts(schema, {"bid": 3})
