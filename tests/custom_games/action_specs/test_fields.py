import pytest

from custom_games.action_specs import Choice, Division, Fields, Number, Text
from custom_games.action_specs.alphabets import WORD
from custom_games.action_specs.utf8_text import END

CLUE = Fields((Text("clue", 20, WORD, least=1), Number("number", 1, 9)))
OFFER = Fields((Division("gold", 2, 100), Text("remark", 40)))
PLAY = Fields((Choice("card", ("red", "red hot", "blue")), Number("count", 0, 9), Number("to", 0, 9)))
LETTERS = Fields((Text("to all", 5), Text("to one", 5, least=1)))


def test_the_actions_of_the_fields_follow_one_another():
    assert CLUE.read({"clue": "sea", "number": 2}) == [*b"sea", END, 1]
    assert CLUE.move([*b"sea", END, 1]) == ("sea", 1)
    assert CLUE.values([*b"sea", END, 1]) == {"clue": "sea", "number": 2}
    assert CLUE.legal_actions([*b"sea", END]) == range(9)
    assert [CLUE.is_text(made) for made in ([], [*b"se"], [*b"sea", END])] == [True, True, False]
    assert (CLUE.keys, CLUE.num_actions, CLUE.length) == (("clue", "number"), 257, 22)


@pytest.mark.parametrize("spec", [CLUE, PLAY, LETTERS])
def test_several_fields_are_stated_as_a_json_object_only(spec):
    with pytest.raises(ValueError, match=f"it must be a JSON object with the keys {', '.join(spec.keys)}"):
        spec.read_line("ocean 2")


def test_a_line_states_the_one_field_beside_texts_that_may_be_left_out():
    assert OFFER.move(OFFER.read_line("Player 1: 30, Player 2: 70")) == ((30, 70), "")
    with pytest.raises(ValueError, match="gold"):
        OFFER.read_line("ocean 2")


def test_a_text_that_may_be_empty_may_be_left_out_or_null_if_anything_is_stated():
    for struct in ({"gold": [50, 50]}, {"gold": [50, 50], "remark": None}):
        assert OFFER.move(OFFER.read(struct)) == ((50, 50), "")
    for spec, struct, key in ((CLUE, {"number": 2}, 'the key "clue" is missing'), (LETTERS, {}, 'the key "to all" is'),
                              (CLUE, {"number": 2, "clue": None}, '"clue" must be a text')):
        with pytest.raises(ValueError, match=key):
            spec.read(struct)


@pytest.mark.parametrize(("fields", "told"), [
    ((), "at least one"),
    ((Text("message", 5), Text("message", 9)), "a key of its own, but the keys are message, message")])
def test_a_move_needs_fields_with_different_keys(fields, told):
    with pytest.raises(ValueError, match=told):
        Fields(fields)


def test_the_moves_are_listed_by_the_values_of_each_key():
    assert CLUE.patterns() == [
        "<clue> <number>, where <clue> is any word without spaces of at most 20 bytes and <number> is 1..9"]
    assert PLAY.patterns() == [
        "<card> <count> <to>, where <card> is red or red hot or blue and <count> is 0..9 and <to> is 0..9"]
    (listed,) = LETTERS.patterns()
    assert listed.startswith("a JSON object with to all and to one, where <to all> is any text of at most 5 bytes and")
    assert PLAY.patterns_of_keys()["card"] == ["red", "red hot", "blue"]
