import pytest

from tests.support.spoken_texts import LIMIT, SPOKEN, in_json, outcome, played


@pytest.mark.parametrize("spoken", [pytest.param(spoken, id=spoken.name) for spoken in SPOKEN])
def test_a_text_is_logged_to_the_character_or_fails_by_name(spoken):
    assert outcome(spoken.reply) == (spoken.logged, spoken.failure)


def test_bytes_beyond_the_limit_are_logged_with_the_reply():
    first, *_ = played(in_json("x" * (LIMIT + 7))).calls
    assert (first.failure, first.overlong_bytes) == ("illegal", 7)
    assert [call.overlong_bytes for call in played(in_json("x")).calls] == [0] * 4
