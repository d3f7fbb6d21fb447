"""Texts that players say, from the reply to the log of the match."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.spoken_texts import LIMIT, SPOKEN, in_json, outcome, played

NAMED = {spoken.name: spoken for spoken in SPOKEN}


def test_every_text_has_a_name_of_its_own():
    assert len(NAMED) == len(SPOKEN)


@pytest.mark.parametrize("name", NAMED)
def test_a_text_is_logged_to_the_character_or_fails_by_name(name):
    spoken = NAMED[name]
    assert outcome(spoken.reply) == (spoken.logged, spoken.failure)


@settings(max_examples=50)
@given(st.text(max_size=200), st.booleans())
def test_any_text_said_as_json_is_logged_to_the_character(text, ascii_only):
    assert outcome(json.dumps({"message": text}, ensure_ascii=ascii_only)) == (text, None)


def test_bytes_beyond_the_limit_are_logged_with_the_reply():
    first, *_ = played(in_json("x" * (LIMIT + 7))).calls
    assert (first.failure, first.overlong_bytes) == ("illegal", 7)
    assert [call.overlong_bytes for call in played(in_json("x")).calls] == [0] * 4
