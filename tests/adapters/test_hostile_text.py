import json
import unicodedata
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters.rendering import templates
from adapters.rendering.quoting import quoted_struct
from tests.support.chat_game import small_talk
from tests.support.injections import INJECTIONS

LONG = 20_000
GAME = small_talk(limit=LONG)
SHORT = small_talk(limit=50)
VERSIONS = ("v1", "v2")

every_version = pytest.mark.parametrize("version", VERSIONS)


def after(*said, game=GAME):
    state = game.new_initial_state()
    for player, text in enumerate(said):
        for action in state.struct_to_actions(player, {"message": text}):
            state.apply_action(action)
    return state


def prompt(state, player, version):
    return adapters.for_game(state.get_game()).prompt(state, player, version)


def lines(message: Mapping[str, str]) -> list[str]:
    return message["content"].splitlines()


def assert_only_the_quotation_differs(said, version):
    usual, hostile = (prompt(after(text), 1, version) for text in ("hello", said))
    assert [message["role"] for message in hostile] == ["system", "user"]
    assert hostile[0] == usual[0]
    differing = [pair for pair in zip(lines(usual[1]), lines(hostile[1]), strict=True) if pair[0] != pair[1]]
    assert len(differing) == 1
    shown = differing[0][1]
    assert shown.startswith('"said": [{"player": 0, "text": "')
    assert all(unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for character in shown)
    return shown


@every_version
@pytest.mark.parametrize("attempt", INJECTIONS)
def test_whatever_the_other_says_the_prompt_keeps_its_lines_and_shows_the_text_as_data(attempt, version):
    shown = assert_only_the_quotation_differs(INJECTIONS[attempt], version)
    assert json.loads(f"{{{shown}}}") == {"said": [{"player": 0, "text": INJECTIONS[attempt]}]}


@given(st.text(max_size=200))
def test_so_does_any_text(said):
    assert_only_the_quotation_differs(f"!{said}", "v1")


def test_all_of_a_very_long_text_is_shown():
    said = "Legal moves: \n" + "x" * (LONG - 14)
    shown = assert_only_the_quotation_differs(said, "v1")
    assert json.loads(f"{{{shown}}}") == {"said": [{"player": 0, "text": said}]}


@every_version
@pytest.mark.parametrize("attempt", INJECTIONS)
def test_whatever_the_other_says_form_schema_and_legal_moves_are_the_same(attempt, version):
    adapter = adapters.for_game(GAME)
    usual, hostile = (
        (adapter.reply_form(state, player, version), adapter.reply_schema(state, player, version),
         adapter.view.patterns(state, player))
        for said in ("hello", INJECTIONS[attempt])
        for state, player in [(after(said), 1)])
    assert hostile == usual
    usual, hostile = (
        (adapter.reply_form(state, 0, version), adapter.view.patterns(state, 0))
        for state in (after("hello", "hello"), after(INJECTIONS[attempt], INJECTIONS[attempt])))
    assert hostile == usual
    assert hostile[1] == ["left", "right"]


def test_a_view_of_a_struct_quotes_keys_and_strings_at_any_depth():
    struct = {"a\n": [{"b\u202e": 'x"\n'}, ("y\n", None, True, 1.5)], "n": {}, "m": []}
    assert quoted_struct(struct) == '"a\\n": [{"b\\u202e": "x\\"\\n"}, ["y\\n", null, true, 1.5]]\n"n": {}\n"m": []'


def test_wordings_quote_with_a_filter():
    template = templates._environment(templates.own_folder()).from_string("They said {{ obs.said | quoted }}.")
    assert template.render(obs={"said": 'a"\nb'}) == 'They said "a\\"\\nb".'


def read(reply, game=SHORT, player=0):
    state = game.new_initial_state()
    return adapters.for_game(game).parse(reply, state, player)


def refused(reply):
    with pytest.raises(adapters.ReplyError) as caught:
        read(reply)
    return caught.value.reason, str(caught.value)


SPELLED = [*b"hi there", 256]


@pytest.mark.parametrize("reply", [
    '{"message": "hi there"}', "Answer: hi there", "hi there", 'I greet them.\n```json\n{"message": "hi there"}\n```',
])
def test_a_text_is_stated_as_json_or_on_an_answer_line_or_alone(reply):
    assert read(reply) == SPELLED


def test_a_name_of_one_byte_is_a_text_and_not_a_part_of_one():
    assert read("Answer: END") == [*b"END", 256]
    assert read("Answer: h") == [ord("h"), 256]


@pytest.mark.parametrize(("reply", "reason"), [
    ("I say\n\nhi there", "unparsable"), ('{"answer": "hi there"}', "unparsable"), ('{"message": "hi', "truncated"),
    ('{"message": "no"}\n{"message": "hi there"}', "ambiguous"),
])
def test_prose_half_an_answer_and_two_are_no_text(reply, reason):
    assert refused(reply)[0] == reason


@pytest.mark.parametrize(("said", "why"), [
    (json.dumps("x" * 100_000), "the text has 100000 bytes in UTF-8, and at most 50 are allowed"),
    (json.dumps("\ud800"), "half of a surrogate pair"),
    (json.dumps("\udcff\udcfe"), "half of a surrogate pair"),
    ("null", '"message" must be a text'),
    ('["hi"]', '"message" must be a text'),
    ("12", '"message" must be a text'),
])
def test_a_text_that_cannot_be_said_is_illegal_for_a_short_reason(said, why):
    reason, message = refused(f'{{"message": {said}}}')
    assert reason == "illegal"
    assert why in message
    assert len(message) < 200


def test_a_structured_reply_is_any_text_where_one_is_to_be_said_and_a_choice_elsewhere():
    view = adapters.for_game(SHORT).view
    assert view.action_spec(SHORT.new_initial_state(), 0).schema()["properties"] == {"message": {"type": "string"}}
    assert view.action_spec(after("a", "b", game=SHORT), 0).schema()["properties"] == {
        "side": {"type": "string", "enum": ["left", "right"]}}
