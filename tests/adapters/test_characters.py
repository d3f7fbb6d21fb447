from hypothesis import given
from hypothesis import strategies as st

from adapters.characters import in_place, plain


def test_plain_characters_are_those_of_a_keyboard():
    assert plain("\uff21\u00bd\u200d\ufb01\x07\t\n") == "A1\u20442fi\t\n"


def test_in_place_every_character_keeps_its_position():
    assert in_place("\uff21\u00bd\u200d\x07b\t\n") == "A\u00bd  b\t\n"
    assert in_place("a\r\nb\rc\u2028d\x85e\x0bf") == "a \nb\nc\nd\ne\nf"


@given(st.text(st.characters()))
def test_the_length_stays_and_every_line_of_the_original_is_one(text):
    assert len(in_place(text)) == len(text)
    assert len(in_place(text).split("\n")) == len(f"{text}x".splitlines())
