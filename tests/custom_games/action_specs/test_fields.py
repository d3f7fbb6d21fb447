import pytest

from custom_games.action_specs import Choice, Division, Fields, Number, Text
from custom_games.alphabets import WORD
from custom_games.utf8_text import END

CLUE = Fields((Text("clue", 20, WORD, least=1), Number("number", 1, 9)))
OFFER = Fields((Division("gold", 2, 100), Text("remark", 40)))
PLAY = Fields((Choice("card", ("red", "red hot", "blue")), Number("count", 0, 9), Number("to", 0, 9)))
MIDDLE = Fields((Number("first", 0, 9), Text("remark", 20), Number("last", 0, 9)))
LETTERS = Fields((Text("to all", 5), Text("to one", 5, least=1)))


def test_the_actions_of_the_fields_follow_one_another():
    assert CLUE.read({"clue": "sea", "number": 2}) == [*b"sea", END, 1]
    assert CLUE.move([*b"sea", END, 1]) == ("sea", 1)
    assert CLUE.values([*b"sea", END, 1]) == {"clue": "sea", "number": 2}
    assert CLUE.legal_actions([*b"sea", END]) == range(9)
    assert [CLUE.is_text(made) for made in ([], [*b"se"], [*b"sea", END])] == [True, True, False]
    assert (CLUE.keys, CLUE.num_actions, CLUE.length) == (("clue", "number"), 257, 22)


@pytest.mark.parametrize("line", [
    "ocean 2", "ocean, 2", "ocean (2)", "ocean,2", "ocean: 2", " ocean ;  2 ", "(ocean, 2)", "ocean\n2"])
def test_a_word_and_a_number_are_read_from_an_answer_line(line):
    assert CLUE.move(CLUE.read_line(line)) == ("ocean", 1)


@pytest.mark.parametrize("line", ["ocean", "2", "ocean 0", "ocean 2 3", "two words 2", "ocean two", "ocean2", "", "()"])
def test_an_answer_line_without_a_word_and_a_number_is_refused(line):
    with pytest.raises(ValueError, match=r"clue|number|the text must be"):
        CLUE.read_line(line)


@pytest.mark.parametrize(("line", "remark"), [
    ("[50, 50] thanks, mate", "thanks, mate"), ("50, 50: thanks", "thanks"), ("[50, 50]", ""), ("50/50 - hm", "- hm"),
    ("[50, 50] :) ok (really)", ":) ok (really)"), ("[50, 50], (ok)", "(ok)"), ("50; 50, 3 cheers ;)", "3 cheers ;)"),
    ("[50, 50]\ntwo\nlines:", "two\nlines:")])
def test_a_text_after_other_fields_keeps_all_its_characters(line, remark):
    assert OFFER.move(OFFER.read_line(line)) == ((50, 50), remark)


@pytest.mark.parametrize(("line", "move"), [
    ("1 hello :( 2", (1, "hello :(", 2)), ("1, a, b, 2", (1, "a, b", 2)), ("1 2", (1, "", 2)), ("1 2 3", (1, "2", 3)),
    ("1: (hi) 2", (1, "(hi)", 2)), ("(1) say (2)", (1, "say", 2))])
def test_a_text_between_other_fields_is_what_they_leave(line, move):
    assert MIDDLE.move(MIDDLE.read_line(line)) == move


@pytest.mark.parametrize(("line", "move"), [
    ("red 2 3", (0, 2, 3)), ("red hot 2 3", (1, 2, 3)), ("Blue, 2, 3", (2, 2, 3)), ("blue (2) (3)", (2, 2, 3)),
    ("red: 2; 3", (0, 2, 3)), ("(blue 2 3)", (2, 2, 3))])
def test_several_fields_without_a_text_are_read_in_order(line, move):
    assert PLAY.move(PLAY.read_line(line)) == move


def test_nothing_may_follow_the_last_field():
    with pytest.raises(ValueError, match="nothing may follow card and count and to, but '4' does"):
        PLAY.read_line("red 1 2 4")


def test_two_texts_can_only_be_told_apart_in_json():
    with pytest.raises(ValueError, match="it must be a JSON object with the keys to all, to one"):
        LETTERS.read_line("hi you")
    assert LETTERS.move(LETTERS.read({"to all": "hi", "to one": "you"})) == ("hi", "you")


def test_a_text_that_may_be_empty_may_be_left_out_if_anything_is_stated():
    assert OFFER.move(OFFER.read({"gold": [50, 50]})) == ((50, 50), "")
    with pytest.raises(ValueError, match='the key "clue" is missing'):
        CLUE.read({"number": 2})
    with pytest.raises(ValueError, match='the key "to all" is missing'):
        LETTERS.read({})


def test_fields_with_the_same_key_are_refused():
    with pytest.raises(ValueError, match="every field needs a key of its own, but the keys are message, message"):
        Fields((Text("message", 5), Text("message", 9)))


def test_the_moves_are_listed_by_the_values_of_each_key():
    assert CLUE.patterns() == [
        "<clue> <number>, where <clue> is any word without spaces of at most 20 bytes and <number> is 1..9"]
    assert PLAY.patterns() == [
        "<card> <count> <to>, where <card> is red or red hot or blue and <count> is 0..9 and <to> is 0..9"]
    (listed,) = LETTERS.patterns()
    assert listed.startswith("a JSON object with to all and to one, where <to all> is any text of at most 5 bytes and")
    assert [PLAY.fits_line, CLUE.fits_line, LETTERS.fits_line] == [True, True, False]
    assert PLAY.patterns_of_keys()["card"] == ["red", "red hot", "blue"]


def test_a_text_of_2000_bytes_is_spelled_byte_by_byte():
    spec = Fields((Number("number", 0, 9), Text("message", 2000)))
    move = spec.read({"number": 3, "message": "é" * 1000})
    for length, action in enumerate(move):
        assert action in spec.legal_actions(move[:length])
    assert spec.is_whole(move)
    assert spec.move(move) == (3, "é" * 1000)


@pytest.mark.parametrize("line", ["x" * 20_000, " " * 20_000, "(" * 20_000, ", " * 10_000, "[1, " * 5_000])
def test_a_line_of_20000_characters_is_refused_like_any_other(line):
    for spec in (CLUE, OFFER, PLAY, MIDDLE):
        with pytest.raises(ValueError, match=r".+"):
            spec.read_line(line)


@pytest.mark.parametrize("line", [
    "red hot. 3 4", "**red hot** 3 4", '"red hot", 3, 4', "“red hot”: 3 4.", "`red hot` (3) **4**", "'red hot' 3 4!"])
def test_dress_and_full_stops_around_a_field_are_no_part_of_it(line):
    assert PLAY.move(PLAY.read_line(line)) == (1, 3, 4)


def test_dress_of_the_text_stays_with_the_text():
    who = Fields((Choice("who", ("Ann", "(none)")), Text("why", 30)))
    assert who.move(who.read_line('Ann. "He lied."')) == (0, '"He lied."')
    assert who.move(who.read_line("(none) yet")) == (1, "yet")
    with pytest.raises(ValueError, match='"who" must be'):
        who.read_line('"Ann he lied"')


def test_a_move_without_fields_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        Fields(())


@pytest.mark.parametrize("line", ["Ann or Ben", "Ann and Ben, they lie", "Ann / Ben"])
def test_a_line_that_names_two_choices_is_refused(line):
    with pytest.raises(ValueError, match="vote must be one move, and the answer names two"):
        Fields((Choice("vote", ("Ann", "Ben")), Text("reason", 40))).read_line(line)


def test_a_reason_may_begin_with_a_joining_word():
    spec = Fields((Choice("vote", ("Ann", "Ben")), Text("reason", 40)))
    assert spec.move(spec.read_line("Ann or so I think")) == (0, "or so I think")


@pytest.mark.parametrize("line", ['"ocean" 2', "**ocean** 2", "`ocean`, 2", "ocean. 2"])
def test_a_clue_of_one_word_is_read_without_the_marks_around_it(line):
    spec = Fields((Text("clue", 40, WORD), Number("number", 0, 9)))
    assert spec.move(spec.read_line(line)) == ("ocean", 2)


def test_an_optional_text_may_be_left_out_or_null_and_one_that_must_be_said_may_not():
    optional = Fields((Division("split", 2, 10), Text("sentence", 40)))
    for struct in ({"split": [4, 6]}, {"split": [4, 6], "sentence": None}):
        assert optional.move(optional.read(struct)) == ((4, 6), "")
    needed = Fields((Division("split", 2, 10), Text("sentence", 40, least=1)))
    with pytest.raises(ValueError, match="sentence"):
        needed.read({"split": [4, 6], "sentence": None})
