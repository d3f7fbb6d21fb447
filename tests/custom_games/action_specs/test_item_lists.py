import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import item_lists

NAMES = ("Spear", "Net", "Group Leaders", "Tribe Family", "Pills", "Junk")


@pytest.mark.parametrize(("names", "words"), [
    ([], "nothing"), (["Net"], "Net"), (["Spear", "Spear"], "Spear x2"), (["Spear", "Net"], "Spear and Net"),
    (["Spear", "Spear", "Net", "Junk"], "Spear x2, Net and Junk")])
def test_names_are_told_with_their_numbers(names, words):
    assert item_lists.told(names) == words


@pytest.mark.parametrize(("text", "entries"), [
    ("Spear x2, Net and Junk", [("Spear", 2), ("Net", 1), ("Junk", 1)]),
    ("['Spear', 'Net']", [("Spear", 1), ("Net", 1)]), ("spear, Net.", [("spear", 1), ("Net", 1)]),
    ("Spear×3", [("Spear", 3)]), ("nothing", []), ("", []), ("[]", [])])
def test_lists_in_words_are_read_as_names_with_numbers(text, entries):
    assert item_lists.entries(text) == entries


def test_what_is_no_name_is_refused():
    with pytest.raises(ValueError, match="'17' is no name"):
        item_lists.entries("17, Net")


@pytest.mark.parametrize(("name", "separated"), [("Net", False), ("Bow and Arrow", True), ("A, B", True)])
def test_a_name_with_a_comma_or_an_and_would_be_taken_for_several(name, separated):
    assert item_lists.is_separated(name) is separated


@given(st.lists(st.sampled_from(NAMES)).map(sorted))
def test_what_is_told_is_read_as_the_same_names(names):
    assert item_lists.entries(item_lists.told(names)) == item_lists.counted(names)


@given(st.text(max_size=40))
def test_any_text_is_a_list_or_refused(text):
    try:
        read = item_lists.entries(text)
    except ValueError:
        return
    assert all(name and 0 <= count < 1000 for name, count in read)
