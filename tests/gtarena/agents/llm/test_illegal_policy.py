from typing import get_args

import pytest

from gtarena.agents.llm.illegal_policy import IllegalMoves, Policy
from gtarena.errors import UsageError


def test_by_default_the_model_is_asked_twice_more_and_then_loses():
    assert IllegalMoves() == IllegalMoves(policy="forfeit", retries=2, replays=0)


def test_there_are_four_policies():
    assert get_args(Policy) == ("forfeit", "invalid", "random", "charged")
    assert [IllegalMoves(policy).policy for policy in get_args(Policy)] == list(get_args(Policy))


@pytest.mark.parametrize(("settings", "message"), [
    ({"policy": "ignore"}, "illegal.policy=ignore is not forfeit or invalid or random or charged"),
    ({"retries": -1}, "illegal.retries=-1 is not a whole number of at least 0"),
    ({"replays": -1}, "illegal.replays=-1 is not a whole number of at least 0"),
])
def test_other_settings_are_refused_with_what_is_allowed(settings, message):
    with pytest.raises(UsageError) as refused:
        IllegalMoves(**settings)
    assert str(refused.value) == message
