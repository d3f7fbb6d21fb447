import random
from collections import Counter

import pytest

from custom_games.action_specs import Selection
from custom_games.action_specs.selection import random_items

NAMES = ("Spear", "Net", "Junk")
ANY = Selection("cards", NAMES, (2, 0, 1), first=3)
SOME = Selection("cards", NAMES, (2, 1, 1), ((), (0,), (0, 0, 2), (0, 1)), first=3)
END = 6


def test_items_are_selected_in_ascending_order_and_only_beginnings_of_allowed_selections_are_legal():
    assert (ANY.legal_actions(), ANY.legal_actions([3])) == ([3, 5], [3, 5, END])
    assert (ANY.legal_actions([3, 3]), ANY.legal_actions([5])) == ([5, END], [END])
    assert ANY.move([3, 3, 5, END]) == (0, 0, 2)
    assert (ANY.num_actions, ANY.length) == (7, 4)
    assert (SOME.legal_actions(), SOME.legal_actions([3])) == ([3, END], [3, 4, END])
    assert (SOME.legal_actions([3, 3]), SOME.legal_actions([3, 3, 5]), SOME.length) == ([5], [END], 4)


@pytest.mark.parametrize("stated", [
    ["Spear", "Junk", "Spear"], "Junk and Spear x2", {"Spear": 2, "Junk": 1}, ["Spear x2", "junk"],
    "['Spear', 'Spear', 'Junk']", {"spear": 2, "Net": 0, "junk": 1}])
def test_a_selection_is_a_list_an_object_of_numbers_or_words(stated):
    assert ANY.read({"cards": stated}) == SOME.read({"cards": stated}) == [3, 3, 5, END]


@pytest.mark.parametrize(("stated", "first"), [
    ("any of Spear x2, Junk", 3), ("Any of Spear x2", 3), (["any of Junk and Spear"], 5), ("'any of Junk'", 5)])
def test_of_any_items_the_first_is_selected(stated, first):
    assert ANY.read({"cards": stated}) == [first, END]
    with pytest.raises(ValueError, match="must have one item or more"):
        ANY.read({"cards": "any of"})


@pytest.mark.parametrize("stated", [[], None, "", "nothing"])
def test_nothing_is_selected_where_that_is_allowed(stated):
    assert SOME.read({"cards": stated}) == [END]
    with pytest.raises(ValueError, match='"cards" must have one item or more'):
        ANY.read({"cards": stated})


@pytest.mark.parametrize(("stated", "why"), [
    (["Spear"] * 3, "at most 2 Spear"), (["Net"], "no Net"), ("Sword", "must be of Spear or Junk, not 'Sword'"),
    (7, "must be a list of names"), ([7], "must be a list of names"), ({"Spear": "many"}, "a number for each name"),
    ({"Spear": True}, "a number for each name"), ("17", "must be a list of names, but '17' is no name")])
def test_what_is_not_held_or_no_list_is_refused(stated, why):
    with pytest.raises(ValueError, match=why):
        ANY.read({"cards": stated})
    with pytest.raises(ValueError, match='must be nothing or Spear or Spear x2 and Junk or Spear and Net, not Junk'):
        SOME.read({"cards": ["Junk"]})


def test_allowed_selections_are_listed_others_are_one_pattern_and_all_are_drawn_equally_often():
    assert SOME.patterns() == ["nothing", "Spear", "Spear x2 and Junk", "Spear and Net"]
    (pattern,) = ANY.patterns()
    assert (pattern, pattern.size) == ("any of Spear x2, Junk", 5)
    assert Selection("cards", NAMES, (0, 1, 0)).patterns() == ["Net"]
    rng = random.Random(0)
    drawn = Counter(random_items((2, 0, 1), rng) for _ in range(5000))
    assert set(drawn) == {(0,), (0, 0), (2,), (0, 2), (0, 0, 2)}
    # 1000 each are expected, with a standard deviation of 28.
    assert all(abs(count - 1000) < 150 for count in drawn.values())
    assert set(Counter(SOME.draw(rng) for _ in range(500))) == set(SOME.allowed)


@pytest.mark.parametrize(("items", "held", "allowed", "why"), [
    (("Net", "net"), (1, 1), None, "different names"), (("Bow and Arrow",), (1,), None, "without commas"),
    (NAMES, (1, 1), None, "a number of at least 0 for each of 3"), (NAMES, (1, -1, 0), None, "at least 0"),
    (NAMES, (0, 0, 0), None, "nothing to select"), (NAMES, (1, 1, 1), (), "nothing to select"),
    (NAMES, (1, 1, 1), ((1, 0),), "in ascending order"), (NAMES, (1, 1, 1), ((0, 0),), "only allow what is held")])
def test_selections_that_make_no_sense_are_refused(items, held, allowed, why):
    with pytest.raises(ValueError, match=why):
        Selection("cards", items, held, allowed)
