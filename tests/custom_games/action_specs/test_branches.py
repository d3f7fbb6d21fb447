import random
from collections import Counter

import pytest

from custom_games.action_specs import Branch, Branches, Choice, Selection, Text

NAMES = ("Scout", "Scavenger", "Medkit")
DRAWN = Selection("cards", NAMES, (1, 2, 1), ((0,), (0, 1), (1, 1)), first=3)
PAID = Selection("cards", NAMES, (1, 2, 1), ((2,),), first=3)
FREE = Selection("cards", NAMES, (1, 2, 1), ((), (2,)), first=3)
HIRED = Branches("mercenary", (Branch("Hunter", 7, PAID, "with"), Branch("Scavenger", 8, FREE, "with")))
TURN = Branches("action", (Branch("DRAW", 0, DRAWN, "with"), Branch("HIRE", 1, HIRED), Branch("STOP", 2)))
END = 6


def test_the_option_decides_what_follows_is_a_part_of_the_move_and_leaves_the_other_keys_null():
    assert (TURN.legal_actions(), TURN.legal_actions([0]), TURN.legal_actions([1])) == ([0, 1, 2], [3, 4], [7, 8])
    assert TURN.legal_actions([1, 7]) == [5]
    assert (TURN.is_whole([2]), TURN.is_whole([0, 3]), TURN.is_whole([0, 3, END])) == (True, False, True)
    assert (TURN.num_actions, TURN.length) == (9, 4)
    assert (TURN.move([0, 4, 4, END]), TURN.move([1, 8, END])) == ((0, (1, 1)), (1, (8, ())))
    assert (TURN.move([2]), TURN.keys) == ((2, None), ("action", "cards", "mercenary"))
    assert TURN.values([0, 3, END]) == {"action": "DRAW", "cards": ["Scout"], "mercenary": None}
    assert TURN.values([1, 7, 5, END]) == {"action": "HIRE", "cards": ["Medkit"], "mercenary": "Hunter"}
    assert TURN.values([2]) == {"action": "STOP", "cards": None, "mercenary": None}


@pytest.mark.parametrize(("struct", "actions"), [
    ({"action": "STOP"}, [2]), ({"action": "stop.", "cards": []}, [2]), ({"action": "STOP", "mercenary": None}, [2]),
    ({"action": "draw", "cards": ["Scavenger", "Scout"]}, [0, 3, 4, END]),
    ({"action": "DRAW with Scavenger x2"}, [0, 4, 4, END]),
    ({"action": "HIRE", "mercenary": "Hunter", "cards": "Medkit"}, [1, 7, 5, END]),
    ({"action": "HIRE", "mercenary": "Scavenger"}, [1, 8, END]),
    ({"action": "HIRE Hunter with Medkit", "cards": ["Medkit"]}, [1, 7, 5, END]),
    ({"action": "HIRE", "mercenary": "Hunter with Medkit"}, [1, 7, 5, END])])
def test_a_move_is_read_from_its_keys_or_as_a_line_under_the_first(struct, actions):
    assert TURN.read(struct) == actions


@pytest.mark.parametrize(("line", "actions"), [
    ("DRAW with Scavenger and Scout", [0, 3, 4, END]), ("draw with scavenger x2", [0, 4, 4, END]),
    ("Draw Scout", [0, 3, END]), ("HIRE Hunter with Medkit", [1, 7, 5, END]),
    ("hire scavenger", [1, 8, END]), ("HIRE Scavenger with nothing", [1, 8, END]), ("STOP", [2]), ("Stop.", [2])])
def test_an_answer_line_spells_a_move(line, actions):
    assert TURN.read_line(line) == actions


@pytest.mark.parametrize(("struct", "why"), [
    ({}, '"action" is missing'), ({"action": "WAIT"}, '"action" must be DRAW or HIRE or STOP'),
    ({"action": "DRAWN Scout"}, '"action" must be'), ({"action": ["DRAW"]}, '"action" must be'),
    ({"action": "STOP", "cards": ["Scout"]}, '"cards" must be null or left out if "action" is STOP'),
    ({"action": "DRAW", "cards": ["Scout"], "mercenary": "Hunter"}, '"mercenary" must be null or left out'),
    ({"action": "DRAW"}, '"cards" must be Scout or'), ({"action": "HIRE", "cards": ["Medkit"]}, '"mercenary" must be'),
    ({"action": "HIRE", "mercenary": "Hunter"}, '"cards" must be Medkit, not nothing'),
    ({"action": "DRAW with Scout", "cards": ["Scavenger", "Scavenger"]}, '"cards" is stated twice'),
    ({"action": "STOP with Scout"}, '"action" must be STOP without more')])
def test_what_is_no_move_is_refused_with_its_key(struct, why):
    with pytest.raises(ValueError, match=why):
        TURN.read(struct)


def test_whole_moves_are_listed_under_a_schema_with_nullable_keys_and_options_drawn_equally_often():
    lines = ["DRAW with Scout", "DRAW with Scout and Scavenger", "DRAW with Scavenger x2", "HIRE Hunter with Medkit",
             "HIRE Scavenger", "HIRE Scavenger with Medkit", "STOP"]
    assert (TURN.patterns(), TURN.patterns_of_keys()) == (lines, {"action": lines})
    properties = TURN.schema()["properties"]
    assert properties["action"] == {"type": "string", "enum": ["DRAW", "HIRE", "STOP"]}
    assert properties["cards"] == {"type": ["array", "null"], "items": {"type": "string", "enum": list(NAMES)}}
    assert properties["mercenary"] == {"type": ["string", "null"], "enum": ["Hunter", "Scavenger", None]}
    rng = random.Random(0)
    drawn = Counter(TURN.random_move(rng)[0] for _ in range(3000))
    # 1000 each are expected, with a standard deviation of 26.
    assert all(abs(drawn[action] - 1000) < 130 for action in (0, 1, 2))
    assert {tuple(TURN.random_rest([1], rng)) for _ in range(100)} == {(7, 5, END), (8, END), (8, 5, END)}
    assert (TURN.random_rest([1, 7], rng), TURN.random_rest([2], rng)) == ([5, END], [])


@pytest.mark.parametrize(("branches", "why"), [
    ((), "different names"), ((Branch("go", 0), Branch("Go", 1)), "different names"),
    ((Branch("go", 1), Branch("stay", 0)), "ascending order"),
    ((Branch("say", 0, Text("word", 5)),), "asks for a text"),
    ((Branch("go", 0, Choice("action", ("left", "right"))),), "mean the same by the same key"),
    ((Branch("go", 0, Choice("to", ("left",))), Branch("look", 1, Choice("to", ("right",)))), "the same by the same")])
def test_branches_that_make_no_sense_are_refused(branches, why):
    with pytest.raises(ValueError, match=why):
        Branches("action", branches)
