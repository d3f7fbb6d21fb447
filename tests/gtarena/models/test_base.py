from dataclasses import FrozenInstanceError

import pytest

from gtarena.models.base import ModelError, Reply, Request


def test_an_error_is_temporary_unless_it_says_otherwise() -> None:
    error = ModelError("openai/x: its server failed")
    assert (str(error), error.kind) == ("openai/x: its server failed", "temporary")
    assert (error.model, error.retry_after, error.requests) == ("", None, 0)


def test_what_a_server_does_not_report_is_unknown_and_not_zero() -> None:
    reply = Reply(text="Answer: a")
    assert (reply.tokens_in, reply.tokens_out, reply.tokens_reasoning, reply.cost) == (None, None, None, None)
    assert not reply.cached


def test_requests_and_replies_cannot_be_changed() -> None:
    request = Request(messages=({"role": "user", "content": "Legal moves: a"},))
    assert (request.sample, request.seed, request.schema) == (0, 0, None)
    with pytest.raises(FrozenInstanceError):
        request.seed = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        Reply(text="a").cost = 0.0  # type: ignore[misc]
