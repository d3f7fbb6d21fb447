import sys

import pytest

from custom_games.action_specs.alphabets import ANY, WORD, Alphabet

EVERY_CHARACTER = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]


def test_any_text_may_hold_every_character_and_a_word_no_white_space_of_any_kind_and_no_control_characters():
    assert all(map(ANY.permits, EVERY_CHARACTER))
    ANY.check("two lines\nand a tab\t")
    refused = {character for character in EVERY_CHARACTER if not WORD.permits(character)}
    assert {character for character in EVERY_CHARACTER if character.isspace()} <= refused
    assert {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), 0x200B)} <= refused


@pytest.mark.parametrize("word", ["ocean", "it's", "Straße", "海", "می\u200cخواهم", "👩\u200d🚀", "e\u0301", "½"])
def test_a_word_may_be_of_any_language_with_joiners_marks_and_emoji(word):
    WORD.check(word)


@pytest.mark.parametrize(("text", "named"), [("two words", "' '"), ("a\u00a0b", r"'\\xa0'"), ("a\u200bb", "u200b")])
def test_a_character_that_is_not_allowed_is_named(text, named):
    with pytest.raises(ValueError, match=f"the text must be any word without spaces, and .*{named}.* is not allowed"):
        WORD.check(text)


def test_an_alphabet_may_hold_ascii_characters_only_or_exclude_others():
    plain = Alphabet("plain letters", frozenset("abc"), only_ascii=True)
    assert [plain.permits(character) for character in "adé"] == [True, False, False]
    quiet = Alphabet("no exclamations", frozenset("abc"), excluded=frozenset("¡"))
    assert [quiet.permits(character) for character in "a!é¡"] == [True, False, True, False]
