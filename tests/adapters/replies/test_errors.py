from typing import get_args

import pytest

from adapters.replies.errors import Failure, ReplyError


def test_the_failures_are_the_five_that_logs_and_reports_count():
    assert get_args(Failure) == ("truncated", "empty", "unparsable", "illegal", "ambiguous")


@pytest.mark.parametrize("failure", get_args(Failure))
def test_a_reply_error_keeps_its_reason_apart_from_the_message_for_the_model(failure):
    error = ReplyError(failure, "Your reply was cut off.")
    assert error.reason == failure
    assert str(error) == "Your reply was cut off."
    assert error.fault == "Your reply was cut off."


def test_the_fault_can_be_told_without_the_legal_moves():
    error = ReplyError("illegal", "That is not a legal move.", "Legal moves: a | b")
    assert str(error) == "That is not a legal move. Legal moves: a | b"
    assert error.fault == "That is not a legal move."
