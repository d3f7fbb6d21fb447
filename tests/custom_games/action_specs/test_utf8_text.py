import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import utf8_text
from custom_games.action_specs.alphabets import WORD, Alphabet


def follows(said: bytes, limit: int = 100) -> set[int]:
    return set(utf8_text.legal_actions(said, limit))


def test_a_text_is_spelled_as_its_bytes_and_an_end():
    assert utf8_text.encode("hé", 3) == [0x68, 0xC3, 0xA9, utf8_text.END]
    assert utf8_text.encode("", 0) == [utf8_text.END]
    assert utf8_text.decode([0x68, 0xC3, 0xA9, utf8_text.END, 0x68]) == "hé"


def test_a_text_beyond_the_limit_is_refused_by_its_bytes_and_not_its_characters():
    with pytest.raises(ValueError, match="has 6 bytes in UTF-8, and at most 5 are allowed"):
        utf8_text.encode("ééé", 5)


def test_half_a_surrogate_pair_is_refused():
    with pytest.raises(ValueError, match="half of a surrogate pair"):
        utf8_text.encode("a\ud800", 100)


@given(st.text(max_size=40))
def test_every_text_can_be_said_action_by_action_and_is_read_back(said):
    actions = utf8_text.encode(said, 200)
    for index, action in enumerate(actions):
        assert action in utf8_text.legal_actions(bytes(actions[:index]), 200)
    assert utf8_text.decode(actions) == said


# All legal values of a character's second byte, checked against what Python itself decodes.
@pytest.mark.parametrize("first", range(0xC0, 0x100))
def test_a_second_byte_is_legal_exactly_if_some_character_has_it(first):
    tails = (b"", b"\x80", b"\x80\x80")
    possible = {
        second for second in range(256) for tail in tails if decodes(bytes([first, second]) + tail)
    }
    assert (first in follows(b"a")) == bool(possible)
    if possible:
        assert follows(bytes([first])) == possible


def decodes(data: bytes) -> bool:
    try:
        return len(data.decode()) == 1
    except UnicodeDecodeError:
        return False


@pytest.mark.parametrize("unfinished", [b"\xc3", b"\xe2", b"\xe2\x82", b"\xf0\x9f", b"\xf0\x9f\x99"])
def test_a_text_cannot_end_within_a_character(unfinished):
    assert utf8_text.END not in follows(b"a" + unfinished)
    assert utf8_text.END in follows("aé€🙂".encode())


@pytest.mark.parametrize(("room", "bytes_in_a_character"), [(0, ()), (1, (1,)), (2, (1, 2)), (3, (1, 2, 3))])
def test_no_character_is_begun_that_the_limit_would_cut_off(room, bytes_in_a_character):
    first = {1: 0x61, 2: 0xC3, 3: 0xE2, 4: 0xF0}
    assert follows(b"ab", 2 + room) & set(first.values()) == {first[length] for length in bytes_in_a_character}


@given(st.integers(0, 12), st.integers(0, 2**32))
def test_whatever_is_chosen_among_the_legal_actions_is_a_text_within_the_limit(limit, seed):
    rng, said = random.Random(seed), b""
    while (action := rng.choice(legal := list(utf8_text.legal_actions(said, limit)))) != utf8_text.END:
        assert legal == sorted(set(legal))
        said += bytes([action])
    assert len(said.decode().encode()) == len(said) <= limit


VOWELS = Alphabet("vowels", frozenset("aeiou"), excluded=frozenset("é€🙂"))


@pytest.mark.parametrize("alphabet", [VOWELS, WORD, Alphabet("digits", frozenset("0123456789"), only_ascii=True)])
def test_with_an_alphabet_the_legal_bytes_spell_exactly_its_characters(alphabet):
    # The last legal bytes of every character whose other bytes have been said.
    for code in (*range(0x80), *range(0xA0, 0x3100), 0x20AC, *range(0x1F600, 0x1F680)):
        character = chr(code).encode()
        path = [utf8_text.legal_actions(character[:length], 4, alphabet) for length in range(len(character))]
        legal = all(byte in actions for byte, actions in zip(character, path, strict=True))
        assert legal == alphabet.permits(chr(code))


@given(st.integers(0, 12), st.integers(0, 2**32))
def test_whatever_is_chosen_with_an_alphabet_is_a_text_of_its_characters(limit, seed):
    rng, said = random.Random(seed), b""
    while (action := rng.choice(list(utf8_text.legal_actions(said, limit, WORD)))) != utf8_text.END:
        said += bytes([action])
    WORD.check(said.decode())
    assert len(said) <= limit


def test_every_action_has_a_name_of_its_own_in_visible_characters():
    names = [utf8_text.action_name(action) for action in range(utf8_text.NUM_ACTIONS)]
    assert len(set(names)) == utf8_text.NUM_ACTIONS
    assert names[ord("h")] == "h"
    assert names[ord(" ")] == "0x20"
    assert all(name.isprintable() and name.strip() == name != "" for name in names)


@pytest.mark.parametrize("begun", [b"a", b"\xc3", b"\xe2\x82", b"\xed", b"\xf4\x8f"])
def test_the_characters_that_begin_with_some_bytes_are_all_that_do(begun):
    # Surrogates are no characters.
    codes = (*range(0xD800), *range(0xE000, 0x110000))
    expected = [chr(code) for code in codes if chr(code).encode().startswith(begun)]
    assert list(utf8_text.completions(tuple(begun))) == expected
    assert {len(character.encode()) - len(begun) for character in expected} == {utf8_text.missing_bytes(begun)}
