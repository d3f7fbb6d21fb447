import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import utf8_text
from custom_games.action_specs.alphabets import ANY
from custom_games.action_specs.utf8_text import END
from custom_games.action_specs.whole_words import (
    MOST_WORDS,
    Forbidden,
    find_word,
    is_same_answer,
    plain_words,
    spaced_words,
)


@pytest.mark.parametrize("text", [
    "Grape", "a GRAPE!", "grape's", "It is (grape)-like", "“Grape”", "Grape\u2014sweet", "**grape**", "grape.",
    "ｇｒａｐｅ", "gr\u00adape", "grape\u200b", "a\ngrape\n", "Grape🍇", "_grape_"])
def test_a_word_is_found_in_any_letter_case_and_between_any_signs(text):
    assert find_word(text, ["Apple", "Grape"]) == "Grape"


@pytest.mark.parametrize("text", [
    "Grapes", "grapefruit", "vinegrape", "gra pe", "grap e", "g.r.a.p.e", "grape2", "", " "])
def test_a_longer_word_or_the_letters_apart_are_not_the_word(text):
    assert find_word(text, ["Grape"]) is None


@pytest.mark.parametrize(("word", "text", "found"), [
    ("ice cream", "cold Ice-Cream!", True), ("ice cream", "ice, cream", True), ("ice cream", "icecream", False),
    ("Straße", "die STRASSE", True), ("café", "CAFE\u0301", True), ("cafe", "café", False),
    ("苹果", "我喜欢苹果汁", True), ("苹果", "苹 果", True), ("苹果", "果苹", False), ("カキ", "カギ", False),
    ("แมว", "นี่คือแมวดำ", True), ("می‌خواهم", "من میخواهم", True), ("виноград", "ВИНОГРАД?", True),
    ("कल", "काल", False), ("½", "1/2", True), ("rock'n'roll", "Rock 'n' Roll", True), ("U.S.", "u-s", True)])
def test_words_of_other_scripts_and_of_several_parts_are_compared_part_by_part(word, text, found):
    assert (find_word(text, [word]) is not None) == found


@pytest.mark.parametrize(("guess", "word"), [
    *((guess, "ice cream") for guess in (
        "Ice cream", "ice  CREAM", "icecream", "the ice-cream.", '"An Ice Cream!"', " ice cream ")),
    ("a", "A"), ("Beatles", "The Beatles"), ("the beatles", "The Beatles")])
def test_a_guess_is_right_whatever_case_spaces_punctuation_and_article(guess, word):
    assert is_same_answer(guess, word)


@pytest.mark.parametrize(("guess", "word"), [
    ("grapes", "grape"), ("", "grape"), ("the", "grape"), ("grape or apple", "grape"), ("!", "?"), ("agrape", "grape")])
def test_another_form_of_the_word_or_another_word_is_a_wrong_guess(guess, word):
    assert not is_same_answer(guess, word)


def test_a_text_is_compared_with_one_space_before_each_word_and_signs_only_are_none():
    assert (spaced_words("  Two\u00a0-words "), spaced_words("Two")) == (" two words ", " two")
    assert plain_words("!?") == ""
    assert find_word("what!?", ["!?"]) is None


SIGNS = "aAb \u00adéß-苹果½"
WORDS = st.lists(st.text("abé苹果ß", min_size=1, max_size=3), min_size=1, max_size=3).map(tuple)


def can_be_finished(text, words, limit):
    """True if the text can be finished, by trying all that may follow; letters are enough to lengthen a word."""
    if find_word(text, words) is None and len(text.encode()) <= limit:
        return True
    return any(can_be_finished(text + sign, words, limit) for sign in "abx" if len((text + sign).encode()) <= limit)


@given(words=WORDS, said=st.text(SIGNS, max_size=4), limit=st.integers(0, 7))
def test_an_action_is_permitted_exactly_if_the_text_can_still_be_finished(words, said, limit):
    forbidden = Forbidden(words)
    if len(said.encode()) > limit or not can_be_finished(said, words, limit):
        return
    made = said.encode()
    legal = forbidden.permitted_actions(made, utf8_text.legal_actions(made, limit), limit, ANY)
    assert legal
    assert (END in legal) == (find_word(said, words) is None)
    for sign in (*SIGNS, "x"):
        follows = len((said + sign).encode()) <= limit and can_be_finished(said + sign, words, limit)
        befores = [made + sign.encode()[:place] for place in range(len(sign.encode()))]
        assert follows == all(
            action in forbidden.permitted_actions(before, utf8_text.legal_actions(before, limit), limit, ANY)
            for before, action in zip(befores, sign.encode(), strict=True))


def test_after_a_forbidden_word_only_what_lengthens_it_is_permitted_and_not_all_letters_can_complete_it():
    legal = Forbidden(("Owl",)).permitted_actions(b"an owl", utf8_text.legal_actions(b"an owl", 20), 20, ANY)
    assert ord("s") in legal
    assert ord("7") in legal
    assert not {ord(" "), ord("."), ord("\n"), END} & set(legal)
    # U+00AA is a letter, U+00A0 and U+00AB are not.
    begun = b"an owl\xc2"
    last = Forbidden(("Owl",)).permitted_actions(begun, utf8_text.legal_actions(begun, 20), 20, ANY)
    assert 0xAA in last
    assert not {0xA0, 0xAB} & set(last)
    letters = tuple(itertools.islice("abcdefghijklmnopqrstuvwxyz", MOST_WORDS))
    assert Forbidden(letters).permitted_actions(b"", utf8_text.legal_actions(b"", 1), 1, ANY)
    with pytest.raises(ValueError, match="26 words are forbidden, and at most 25 can be"):
        Forbidden((*letters, "z"))
