import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs.utf8_text import END, spell
from custom_games.codenames.clues import LETTERS, MOST_WORDS, ClueWord, is_related, permits_a_clue

LETTER = st.sampled_from("abmesx")
BOARDS = st.lists(st.text(LETTER, min_size=1, max_size=4), min_size=1, max_size=MOST_WORDS, unique=True).map(tuple)


def clue_word(*board, limit=30):
    return ClueWord("clue", limit, LETTERS, least=1, board=board)


@pytest.mark.parametrize(("clue", "word"), [
    ("ocean", "ocean"), ("bee", "beetle"), ("sea", "seal"), ("snowman", "snow"), ("knives", "knife"),
    ("wolves", "wolf"), ("berries", "berry"), ("flies", "fly"), ("flew", "fly"), ("drove", "drive"), ("baking", "bake"),
    ("bakers", "bake"), ("mice", "mouse"), ("geese", "goose"), ("feet", "foot"), ("women", "woman"),
    ("cacti", "cactus"), ("oases", "oasis"), ("horses", "horse"), ("happiest", "happy"), ("dancer", "dancing"),
    ("shot", "shoot")])
def test_a_part_a_longer_word_and_a_form_of_a_word_are_related_to_it_both_ways(clue, word):
    assert is_related(clue, word)
    assert is_related(word, clue)


@pytest.mark.parametrize(("clue", "word"), [
    ("ocean", "beach"), ("water", "wave"), ("flour", "flower"), ("pair", "pear"), ("king", "ring"), ("sing", "wing"),
    ("mouse", "house"), ("plane", "train"), ("river", "ribbon"), ("bus", "bull"), ("piercing", "pear"),
    ("story", "store"), ("music", "piano"), ("die", "dye")])
def test_other_words_are_not_related_even_if_they_sound_alike(clue, word):
    assert not is_related(clue, word)
    assert not is_related(word, clue)


@pytest.mark.parametrize("said", ["Boats", "BOAT", "boa", "Steamboat", "mice"])
def test_a_clue_that_gives_a_word_away_is_refused_whatever_its_letter_case(said):
    spec = clue_word("beach", "BOAT", "mouse")
    assert not spec.may_say(said)
    with pytest.raises(ValueError, match=r"^the clue must not be a part or a form of a word on the board"):
        spec.read({"clue": said})


@pytest.mark.parametrize(("said", "message"), [
    ("deep sea", "one word of the letters A to Z, and ' ' is not"), ("x-ray", "'-' is not"), ("café", "'é' is not"),
    ("r2d2", "'2' is not"), ("", "at least 1 byte"), ("a" * 31, "at most 30"), (7, "in quotation marks")])
def test_a_clue_is_one_word_of_letters(said, message):
    with pytest.raises(ValueError, match=message):
        clue_word("beach").read({"clue": said})
    assert clue_word("beach").read({"clue": ' "OCean." '}) == spell("OCean")
    assert clue_word("beach").patterns() == ["an allowed word of the letters A to Z, 30 at most"]


def test_letters_that_end_a_word_on_the_board_or_leave_no_legal_clue_are_not_legal():
    spec = clue_word("boat", "cat")
    assert ord("t") not in spec.legal_actions(spell("boa")[:-1])
    assert ord("T") not in spec.legal_actions(spell("xCA")[:-1])
    assert END not in spec.legal_actions(spell("boa")[:-1])
    assert END in spec.legal_actions(spell("boas")[:-1])
    assert END not in spec.legal_actions([])
    spec = clue_word("boat", "cat", limit=2)
    assert ord("b") in spec.legal_actions([])
    # Of the words of two letters that begin with "b", "bo" alone is a part of one on the board.
    assert [chr(action) for action in spec.legal_actions([ord("b")]) if chr(action) in "noNO"] == ["N", "n"]
    spec = clue_word("ab", *(f"a{letter}" for letter in "cdefghijklmnopqrstuvwxyz"), limit=2)
    assert [chr(action) for action in spec.legal_actions([ord("a")])] == ["A", "a"]
    spec = clue_word("xyz", limit=1)
    assert not {*map(ord, "xyzXYZ")} & set(spec.legal_actions([]))


@given(board=BOARDS, limit=st.integers(1, 14), seed=st.integers(0, 99))
def test_whatever_letters_are_legal_lead_to_a_legal_clue_and_random_clues_are_legal(board, limit, seed):
    spec, rng = clue_word(*board, limit=limit), random.Random(seed)
    if not permits_a_clue(board, limit):
        return
    made = []
    while END not in made:
        legal = spec.legal_actions(made)
        assert legal
        made.append(rng.choice(legal))
    assert spec.may_say(spec.move(made))
    assert spec.read({"clue": spec.move(made)}) == made
    drawn = spell(spec.draw(rng))
    assert all(drawn[place] in spec.legal_actions(drawn[:place]) for place in range(len(drawn)))


def test_every_board_leaves_a_clue_unless_single_letters_are_all_used_up():
    assert permits_a_clue(("beach", "boat"), 1)
    assert not permits_a_clue(("abcdefghijklm", "nopqrstuvwxyz"), 1)
    assert permits_a_clue(("abcdefghijklm", "nopqrstuvwxyz"), 2)
