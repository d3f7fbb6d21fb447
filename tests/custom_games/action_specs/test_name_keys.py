import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs.name_keys import LONGEST_NAME, bare, name_key, spelled_key, typed


@pytest.mark.parametrize(("one", "other"), [
    ("Sniper Team", "sniper_team"), ("player_1", "Player 1"), ("Play it face-down", "play it facedown."),
    ("“go”", "**Go**"), ("non-spy", "Non spy"), ("e2→e4", "e2->e4"), ("–1", "-1"), ("ｇｏ", "go"),
    ("Straße", "STRASSE")])
def test_names_are_the_same_apart_from_case_spacing_quotes_and_unicode_forms(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [
    ("row 1 2", "row 12"), ("Offer 1", "Offer -1"), ("1-2", "12"), ("the card", "card"), ("a.b.", "a.b"),
    ("go!", "go")])
def test_numbers_signs_and_words_tell_names_apart(one, other):
    assert name_key(one) != name_key(other)


def test_the_letter_case_may_be_kept():
    assert spelled_key("`Bb 4`") == "Bb4" != spelled_key("bb 4")


def test_a_bare_text_has_nothing_around_it_and_keeps_what_is_inside():
    assert bare(' *"Ann\'s  card".* ') == "Ann's  card"
    assert bare("U.S.") == "U.S."


@given(st.text(max_size=40))
def test_a_key_is_the_key_of_itself_without_letter_case(name):
    assert name_key(name.upper()) == name_key(name.upper().lower().upper())


def test_long_texts_keep_their_unicode_forms():
    assert typed("ｇ" * LONGEST_NAME) == "g" * LONGEST_NAME
    assert typed("ｇ" * (LONGEST_NAME + 1)) == "ｇ" * (LONGEST_NAME + 1)
