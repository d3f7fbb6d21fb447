import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import utf8_text
from custom_games.action_specs.alphabets import ANY, WORD, Alphabet


def follows(said: bytes, limit: int = 100) -> set[int]:
    return set(utf8_text.legal_actions(said, limit))


def test_a_text_is_spelled_as_its_bytes_and_an_end():
    assert utf8_text.encode("hé", 3) == [0x68, 0xC3, 0xA9, utf8_text.END]
    assert utf8_text.encode("", 0) == [utf8_text.END]
    assert utf8_text.decode([0x68, 0xC3, 0xA9, utf8_text.END, 0x68]) == "hé"


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
    possible = {second for second in range(256) for tail in tails if decodes(bytes([first, second]) + tail)}
    assert (first in follows(b"a")) == bool(possible)
    if possible:
        assert follows(bytes([first])) == possible


def decodes(data: bytes) -> bool:
    try:
        return len(data.decode()) == 1
    except UnicodeDecodeError:
        return False


@pytest.mark.parametrize("alphabet", [ANY, WORD])
@given(limit=st.integers(0, 12), seed=st.integers(0, 2**32))
def test_whatever_is_chosen_among_the_legal_actions_is_a_text_within_the_limit(alphabet, limit, seed):
    rng, said = random.Random(seed), b""
    while (action := rng.choice(legal := list(utf8_text.legal_actions(said, limit, alphabet)))) != utf8_text.END:
        assert legal == sorted(set(legal))
        said += bytes([action])
    alphabet.check(said.decode())
    assert len(said.decode().encode()) == len(said) <= limit


VOWELS = Alphabet("vowels", frozenset("aeiou"), excluded=frozenset("é€🙂"))


@pytest.mark.parametrize("alphabet", [VOWELS, WORD, Alphabet("digits", frozenset("0123456789"), only_ascii=True)])
def test_with_an_alphabet_the_legal_bytes_spell_exactly_its_characters(alphabet):
    # The last legal bytes of every character whose other bytes have been said.
    for code in (*range(0x80), *range(0xA0, 0x800), *range(0x800, 0x3100, 7), 0x20AC, *range(0x1F600, 0x1F680)):
        character = chr(code).encode()
        path = [utf8_text.legal_actions(character[:length], 4, alphabet) for length in range(len(character))]
        legal = all(byte in actions for byte, actions in zip(character, path, strict=True))
        assert legal == alphabet.permits(chr(code))


def test_every_action_has_a_visible_name_and_the_characters_that_begin_with_some_bytes_are_all_that_do():
    names = [utf8_text.action_name(action) for action in range(utf8_text.NUM_ACTIONS)]
    assert (len(set(names)), names[ord("h")], names[ord(" ")]) == (utf8_text.NUM_ACTIONS, "h", "0x20")
    assert all(name.isprintable() and name.strip() == name != "" for name in names)
    expected = {begun: [] for begun in (b"a", b"\xc3", b"\xe2\x82", b"\xed", b"\xf4\x8f")}
    for code in (*range(0xD800), *range(0xE000, 0x110000)):  # surrogates are no characters
        encoded = chr(code).encode()
        for begun in (encoded[:1], encoded[:2]):
            if begun in expected:
                expected[begun].append(chr(code))
    for begun, characters in expected.items():
        characters = list(dict.fromkeys(characters))
        assert list(utf8_text.completions(tuple(begun))) == characters
        assert {len(character.encode()) - len(begun) for character in characters} == {utf8_text.missing_bytes(begun)}
