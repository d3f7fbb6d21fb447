import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import ReplyError
from custom_games.action_specs import Branch, Branches, Choice, Division, Fields, Number, Selection, Text
from custom_games.action_specs.patterns import Pattern, Range
from gtarena.agents.people.move_parts import (
    Part,
    can_be_numbered,
    join_parts,
    list_plain_moves,
    number_options,
    parts_of,
    pick_by_number,
    read_json,
    read_struct,
)

CLUE = Fields((Text("clue", 10), Number("number", 0, 9), Choice("whose", ("red", "blue"))))
DRAW = Branches("action", (
    Branch("DRAW", 0, Selection("cards", ("Spear", "Net"), held=(2, 1)), "with"), Branch("STOP", 1)))


def test_the_parts_of_fields_are_its_fields_with_list_range_or_limit() -> None:
    clue, number, whose = parts_of(CLUE)
    assert [part.key for part in (clue, number, whose)] == ["clue", "number", "whose"]
    assert (clue.limit, number.limit, whose.limit) == (10, None, None)
    assert (number.range, whose.range) == ("0..9", "")
    assert (clue.options, number.options, whose.options) == ((), (), ("red", "blue"))


def test_a_division_is_one_part_with_its_sum() -> None:
    (gold,) = parts_of(Division("gold", parts=3, total=10))
    assert (gold.total, gold.read("4, 1, 5")) == (10, [4, 1, 5])
    assert "sum" in gold.fault("4, 1, 4")


def test_what_follows_an_option_is_known_once_it_is_chosen() -> None:
    assert [part.key for part in parts_of(DRAW)] == ["action"]
    assert [part.key for part in parts_of(DRAW, ["draw"])] == ["action", "cards"]
    assert [part.key for part in parts_of(DRAW, ["2"])] == ["action"]
    assert parts_of(DRAW)[0].options == ("DRAW", "STOP")


def test_answers_to_the_parts_join_to_one_move() -> None:
    assert DRAW.values(join_parts(DRAW, ["DRAW", "Spear x2"])) == {"action": "DRAW", "cards": ["Spear", "Spear"]}
    assert CLUE.values(join_parts(CLUE, ["ocean", "2", "2"])) == {"clue": "ocean", "number": 2, "whose": "blue"}
    with pytest.raises(ReplyError, match="3 parts, and 2 are stated"):
        join_parts(CLUE, ["ocean", "2"])


@pytest.mark.parametrize(("text", "fault"), [("ocean", ""), ("far too long", "Not possible: ")])
def test_a_text_is_taken_to_the_letter_and_refused_beyond_its_limit(text: str, fault: str) -> None:
    assert parts_of(CLUE)[0].fault(text)[:14] == fault


@given(st.text(alphabet="abc {}\"'*`<>:/", min_size=1, max_size=10))
def test_no_sign_in_a_text_is_read_as_a_form_of_reply(text: str) -> None:
    spec = Text("clue", 10)
    assert spec.move(Part("clue", spec).read(text)) == text


@pytest.mark.parametrize(("number", "name"), [("1", "red"), ("2.", "blue"), (" 2", "2"), ("3", "3"), ("0", "0")])
def test_an_option_may_be_named_by_its_number(number: str, name: str) -> None:
    assert pick_by_number(number, ("red", "blue")).strip() == name


def test_numbers_that_are_names_are_not_numbers_of_a_list() -> None:
    assert pick_by_number("1", ("3", "1", "2")) == "1"
    assert not can_be_numbered(("3", "red"))
    assert (number_options(("3", "red")), number_options(("red", "blue"))) == ("3\nred", "1  red\n2  blue")
    assert list_plain_moves([Pattern("red"), Pattern("blue")]) == ("red", "blue")
    assert list_plain_moves([Pattern("red"), Pattern("take ", Range("0", "9"))]) == ()


def test_a_json_object_states_a_whole_move_and_anything_else_none() -> None:
    stated = json.dumps({"clue": "ocean", "number": 2, "whose": "red"})
    assert CLUE.values(read_json(stated, CLUE)) == json.loads(stated)
    assert [read_json(text, CLUE) for text in ("[1]", "ocean", "[" * 100_000)] == [[], [], []]
    with pytest.raises(ReplyError, match="Not possible: "):
        read_struct({"clue": "ocean"}, CLUE)
