import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import item_lists
from custom_games.action_specs.name_keys import LONGEST_NAME, name_key, normalise_typography, spelling_key, strip_marks


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


def test_the_letter_case_may_be_kept_and_a_bare_text_keeps_what_is_inside():
    assert spelling_key("`Bb 4`") == "Bb4" != spelling_key("bb 4")
    assert (strip_marks(' *"Ann\'s  card".* '), strip_marks("U.S.")) == ("Ann's  card", "U.S.")


@given(st.text(max_size=40))
def test_a_key_is_the_key_of_itself_without_letter_case(name):
    assert name_key(name.upper()) == name_key(name.upper().lower().upper())


def test_long_texts_keep_their_unicode_forms():
    assert normalise_typography("ｇ" * LONGEST_NAME) == "g" * LONGEST_NAME
    assert normalise_typography("ｇ" * (LONGEST_NAME + 1)) == "ｇ" * (LONGEST_NAME + 1)


NAMES = ("Spear", "Net", "Group Leaders", "Tribe Family", "Pills", "Junk")


@pytest.mark.parametrize(("names", "words"), [
    ([], "nothing"), (["Net"], "Net"), (["Spear", "Spear"], "Spear x2"), (["Spear", "Net"], "Spear and Net"),
    (["Spear", "Spear", "Net", "Junk"], "Spear x2, Net and Junk")])
def test_names_are_told_with_their_numbers(names, words):
    assert item_lists.write_items(names) == words


@pytest.mark.parametrize(("text", "entries"), [
    ("Spear x2, Net and Junk", [("Spear", 2), ("Net", 1), ("Junk", 1)]),
    ("['Spear', 'Net']", [("Spear", 1), ("Net", 1)]), ("spear, Net.", [("spear", 1), ("Net", 1)]),
    ("Spear×3", [("Spear", 3)]), ("nothing", []), ("", []), ("[]", [])])
def test_lists_in_words_are_read_as_names_with_numbers(text, entries):
    assert item_lists.read_items(text) == entries


def test_what_is_no_name_is_refused():
    with pytest.raises(ValueError, match="'17' is no name"):
        item_lists.read_items("17, Net")


@pytest.mark.parametrize(("name", "separated"), [("Net", False), ("Bow and Arrow", True), ("A, B", True)])
def test_a_name_with_a_comma_or_an_and_would_be_taken_for_several(name, separated):
    assert item_lists.is_separated(name) is separated


@given(st.lists(st.sampled_from(NAMES)).map(sorted))
def test_what_is_told_is_read_as_the_same_names(names):
    assert item_lists.read_items(item_lists.write_items(names)) == item_lists.count_repeats(names)


@given(st.text(max_size=40))
def test_any_text_is_a_list_or_refused(text):
    try:
        read = item_lists.read_items(text)
    except ValueError:
        return
    assert all(name and 0 <= count < 1000 for name, count in read)
