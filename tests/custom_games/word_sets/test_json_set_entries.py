import re

import pytest

from custom_games.word_sets.json_sets import check_keys, clues_by_seat, one_of, text, texts


def test_a_text_is_kept_to_the_character():
    for value in ("Kiwi", "ice  cream", "ｇｒａｐｅ", "می‌خواهم", "e\u0301", "C3-PO!"):
        assert text({"code": value}, "code") == value


@pytest.mark.parametrize(("entry", "fault"), [
    ({}, '"code" is missing'),
    ({"code": None}, '"code" must be a text, not None'),
    ({"code": ["Grape"]}, '"code" must be a text, not [\'Grape\']'),
    ({"code": "Gra\npe"}, '"code" has control characters: \'Gra\\npe\''),
    ({"code": "Grape\x00"}, '"code" has control characters'),
    ({"code": "Grape\ud800"}, '"code" has control characters'),
    ({"code": " Grape"}, '"code" must have no spaces around it: \' Grape\''),
    ({"code": "!"}, '"code" must have a letter or a digit'),
    ({"code": ""}, '"code" must have a letter or a digit'),
    ({"code": 5 * ["x" * 100]}, "..."),
])
def test_anything_else_is_refused_with_the_key_and_the_reason(entry, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        text(entry, "code")


@pytest.mark.parametrize(("listed", "fault"), [
    (["Kiwi"], '"words" must be a list of at least 2 texts, not 1'),
    ("Kiwi", '"words" must be a list of at least 2 texts, not \'Kiwi\''),
    (None, '"words" must be a list of at least 2 texts, not None'),
    (["Kiwi", "kiwi!"], "\"words\" lists 'kiwi!' twice"),
    (["Kiwi", 5], '"words" must be a text, not 5'),
])
def test_a_list_of_texts_has_enough_of_them_and_they_differ(listed, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        texts({"words": listed}, "words", 2)
    assert texts({"words": ["Kiwi", "Plum"]}, "words", 2) == ("Kiwi", "Plum")


def test_a_name_is_one_of_those_that_there_are_whatever_its_letter_case():
    seats = ("Player 1", "Player 2")
    assert one_of({"who": "player 2"}, "who", seats) == 1
    assert one_of({}, "who", seats) is None
    for value in ("Player 3", 2, None):
        with pytest.raises(ValueError, match='"who" must be Player 1 or Player 2, not '):
            one_of({"who": value}, "who", seats)


@pytest.mark.parametrize("entry", [None, [], "Fruits", 3])
def test_an_entry_must_be_an_object(entry):
    with pytest.raises(ValueError, match="it must be an object with 'topic' or 'code', not "):
        check_keys(entry, ("topic", "code"))


def test_another_key_is_refused_with_those_that_are_allowed():
    with pytest.raises(ValueError, match="'clue' is not a key of it: allowed are 'topic', 'clues'"):
        check_keys({"topic": "Fruits", "clue": 1}, ("topic", "clues"))


def test_recorded_clues_are_kept_to_the_character():
    assert clues_by_seat({"first clue": {"Player 2": " It's sweet.  "}}) == ((), (" It's sweet.  ",), ())


def test_recorded_clues_are_one_or_a_list_for_each_seat_and_may_be_missing():
    assert clues_by_seat({}) == ((), (), ())
    recorded = {"first clue": {"Player 3": ["One.", "Two."], "Player 1": "Only."}}
    assert clues_by_seat(recorded) == (("Only.",), (), ("One.", "Two."))


@pytest.mark.parametrize(("recorded", "fault"), [
    ("It is red.", '"first clue" must be an object with clues by the names Player 1, Player 2, Player 3, not'),
    ({"Player 4": "It is red."}, '"first clue" must be an object with clues by the names Player 1, Player 2, Player 3'),
    ({"Player 2": 5}, '"first clue of Player 2" must be a text, not 5'),
    ({"Player 2": ["One.", "Two."]}, '"first clue of Player 2" must be one clue, not 2'),
])
def test_other_recorded_clues_are_refused(recorded, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        clues_by_seat({"first clue": recorded}, rounds=1)
