import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import Text
from custom_games.action_specs.alphabets import WORD, Alphabet
from custom_games.action_specs.utf8_text import END, decode

WORDS = Text("clue", 24, WORD, least=1)


@pytest.mark.parametrize("said", [
    "👩\u200d👩\u200d👧\u200d👦", "می\u200cخواهم", "½", "ﬁ", "two\nlines", "```go```", r"\boxed{x}",
    "<think>hm</think>", "e\u0301", "é", " spaces ", "\u00a0", '"Answer: stay"', "\t", ""])
def test_a_text_is_kept_to_the_character(said):
    spec = Text("message", 60)
    assert spec.move(spec.read({"message": said})) == spec.move(spec.read_line(said)) == said


def test_a_limit_counts_bytes():
    spec = Text("message", 4)
    assert spec.read({"message": "éé"}) == [*"éé".encode(), END]
    with pytest.raises(ValueError, match="the text has 6 bytes in UTF-8, and at most 4 are allowed"):
        spec.read({"message": "ééé"})
    assert (spec.length, spec.num_actions) == (5, 257)


@given(said=st.text(max_size=30), limit=st.integers(0, 40))
def test_a_cut_text_is_the_longest_beginning_that_fits(said, limit):
    spec = Text("message", limit, overlong="cut")
    kept = spec.move(spec.read({"message": said}))
    assert said.startswith(kept)
    assert len(kept.encode()) <= limit
    assert kept == said or len(said[:len(kept) + 1].encode()) > limit


def test_half_a_surrogate_pair_is_refused_and_never_cut_off_and_a_text_may_have_to_say_something():
    for overlong in ("refuse", "cut"):
        with pytest.raises(ValueError, match="half of a surrogate pair"):
            Text("message", 3, overlong=overlong).read({"message": "abcd\ud800"})
    spec = Text("message", 9, least=3)
    with pytest.raises(ValueError, match='"message" must have at least 3 bytes'):
        spec.read({"message": "hi"})
    assert [END in spec.legal_actions(b"hey"[:length]) for length in range(4)] == [False, False, False, True]
    assert {len(spec.random_move(random.Random(seed))) for seed in range(200)} == set(range(4, 10))


@pytest.mark.parametrize("value", [None, 5, ["a"], {"a": 1}, True])
def test_only_a_text_can_be_said(value):
    with pytest.raises(ValueError, match='"message" must be a text in quotation marks'):
        Text("message", 9).read({"message": value})


def test_a_word_is_refused_for_a_space_even_where_it_is_too_long_as_well():
    with pytest.raises(ValueError, match="must be any word without spaces, and ' ' is not allowed in it"):
        WORDS.read({"clue": "two words " * 10})


# Characters of one to four bytes, white space of every kind, and neighbours of what is excluded.
CHARACTERS = [chr(code) for code in (
    *range(0x100), 0x1680, 0x1681, *range(0x2000, 0x2070), 0x3000, 0x3001, 0xD7FF, 0xE000, 0xFEFF, 0x1F600, 0x10FFFF)]


@given(st.text(CHARACTERS, max_size=12))
def test_byte_by_byte_exactly_the_permitted_texts_can_be_said(said):
    permitted = bool(said) and len(said.encode()) <= 24 and all(map(WORD.permits, said))
    actions = [*said.encode(), END]
    legal = all(len(actions[:length]) <= 24 and action in WORDS.legal_actions(actions[:length])
                for length, action in enumerate(actions))
    assert legal == permitted


def test_a_text_is_listed_by_what_it_may_be_and_drawn_as_a_short_word():
    assert WORDS.patterns() == ["any word without spaces of at most 24 bytes"]
    (pattern,) = Text("message", 3).patterns()
    assert pattern == "any text of at most 3 bytes"
    assert Text("message", 1).patterns() == ["any text of at most 1 byte"]
    # Nothing at all would be no answer.
    assert {len(pattern.draw(random.Random(seed))) for seed in range(50)} == {1, 2, 3}


@pytest.mark.parametrize(("answer", "word"), [
    *((answer, "ocean") for answer in (
        "ocean", ' "ocean" ', "**ocean**", "`ocean`", "ocean.", "“ocean”.", "'ocean!'", "*\"ocean\"*", "ocean,")),
    *((word, word) for word in ("U.S.", "rock'n'roll", "well-known"))])
def test_a_word_on_an_answer_line_is_read_without_the_marks_around_it(answer, word):
    assert decode(Text("clue", 40, WORD).read_line(answer)) == word


def test_a_word_in_json_may_stand_between_spaces_and_any_other_text_keeps_them():
    assert decode(Text("clue", 40, WORD).read({"clue": " ocean "})) == "ocean"
    assert decode(Text("clue", 40).read({"clue": ' "ocean" '})) == ' "ocean" '
    assert decode(Text("clue", 40).read_line('"ocean".')) == '"ocean".'


CLUE = Text(
    "clue", 12, least=1, bank=("It is sweet.", "red", "It is sweet and red.", "é" * 6), without=("Grape", "ice cream"))


@pytest.mark.parametrize(("said", "word"), [
    ("Grape", "Grape"), ("a GRAPE!", "Grape"), ("grape-ish", "Grape"), ("ice-cream", "ice cream")])
def test_a_text_with_a_forbidden_word_is_refused_by_name(said, word):
    with pytest.raises(ValueError, match=f"^the clue must not contain your word, {word}$"):
        CLUE.read({"clue": said})


@pytest.mark.parametrize("said", ["Grapes", "grapefruit", "ice", "creamy ice", "g r a p e"])
def test_a_text_with_a_longer_word_is_understood(said):
    assert CLUE.move(CLUE.read({"clue": said})) == said


@given(st.text("grape GRAPE\u00adc-é苹", max_size=8) | st.sampled_from(["grape", "Grapes", "a grape", "ice cream"]))
def test_byte_by_byte_exactly_the_texts_without_forbidden_words_can_be_said(said):
    spec = Text("clue", 9, least=1, without=("Grape", "ice cream", "苹"))
    try:
        permitted = bool(spec.read({"clue": said}))
    except ValueError:
        permitted = False
    actions = [*said.encode(), END]
    assert permitted == all(len(actions[:length]) <= 9 and action in spec.legal_actions(actions[:length])
                            for length, action in enumerate(actions))
    assert permitted == spec.may_say(said)


def test_random_texts_are_of_the_bank_or_letters_and_neither_the_bank_nor_forbidden_words_are_listed():
    drawn = {CLUE.draw(random.Random(seed)) for seed in range(50)}
    assert drawn == {"It is sweet.", "red", "é" * 6}
    assert {CLUE.move(CLUE.random_move(random.Random(seed))) for seed in range(50)} == drawn
    spec = Text("clue", 1, least=1, bank=("too long",), without=("a", "B"))
    drawn = {spec.draw(random.Random(seed)) for seed in range(500)}
    assert drawn == set("cdefghijklmnopqrstuvwxyz")
    assert CLUE.patterns() == Text("clue", 12, least=1).patterns()
    assert CLUE.schema() == Text("clue", 12, least=1).schema()


DIGITS = Alphabet("any digits", frozenset("0123456789"), only_ascii=True)


@pytest.mark.parametrize(("limit", "options", "told"), [
    (4, {"least": 5}, "has no texts of 5 to 4 bytes"), (3, {"least": -1}, "has no texts of -1 to 3 bytes"),
    (4, {"alphabet": DIGITS, "without": ("12",)}, "must permit all letters from a to z, since words are forbidden")])
def test_a_text_that_could_not_be_said_is_refused(limit, options, told):
    with pytest.raises(ValueError, match=f'"code" {told}'):
        Text("code", limit, **options)
    assert Text("code", 4, DIGITS).legal_actions()
