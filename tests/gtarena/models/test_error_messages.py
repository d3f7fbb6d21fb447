"""Messages for hand-made exceptions; ``test_client`` tests those that litellm raises."""

import errno
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from gtarena.models.base import ModelError
from gtarena.models.error_messages import MOST_SEARCHED, model_error
from gtarena.models.reply_size import ReplyTooLargeError

NOW = datetime(2025, 3, 1, 12, 0, 0, tzinfo=UTC)


class APITimeoutError(Exception):
    """Named like litellm's."""


class LateError(APITimeoutError):
    """Named by its base class alone."""


class ConnectError(Exception):
    """Named like httpx's."""


def made(
    message: str = "boom", kind: type[Exception] = Exception, cause: Exception | None = None, **attributes: Any
) -> Exception:
    error = kind(message)
    error.__cause__ = cause
    for name, value in attributes.items():
        setattr(error, name, value)
    return error


def refused(status: int, **stated: Any) -> Exception:
    """Returns an exception that arose from an answer with an error in OpenAI's form."""
    response = httpx.Response(status, json={"error": {"message": "boom"} | stated})
    origin = httpx.HTTPStatusError("boom", request=httpx.Request("POST", "http://server"), response=response)
    return made("wrapped", status_code=status, cause=origin)


def explained(error: Exception) -> ModelError:
    return model_error(error, "openai/x", None, lambda: NOW)


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (made(), "temporary", "its server failed; try again later (boom)"),
        (made(""), "temporary", "its server failed; try again later"),
        (made(status_code=401), "setup",
         "its API key was refused; check the provider's *_API_KEY environment variable (boom)"),
        (made(status_code=418), "setup", "it refused the request; check the settings under model.* (boom)"),
        (made(status_code=408), "temporary",
         "it did not answer in time; raise model.timeout or try again later (boom)"),
        (made(kind=LateError, status_code=401), "temporary",
         "it did not answer in time; raise model.timeout or try again later (boom)"),
        (made(status_code=429), "temporary",
         "its rate limit is reached; lower model.requests_per_minute or try again later (boom)"),
        (refused(429, code="insufficient_quota"), "setup",
         "its account has no credit left; add some or choose another model (boom)"),
        (refused(429, type="insufficient_quota"), "setup",
         "its account has no credit left; add some or choose another model (boom)"),
        (refused(400, code="context_length_exceeded"), "setup",
         "the chat is too long for it; choose a model with a longer context (boom)"),
        (refused(400, code="content_filter"), "setup",
         "its provider refused the chat; choose another model or prompt (boom)"),
        (refused(429, code=["insufficient_quota"]), "temporary",
         "its rate limit is reached; lower model.requests_per_minute or try again later (boom)"),
        (made("Invalid response object Traceback", cause=KeyError("role")), "temporary",
         "its server's answer cannot be read; try again later (KeyError('role'))"),
        (made(status_code="rate_limit_exceeded"), "temporary", "its server failed; try again later (boom)"),
        (made("Connection error.", cause=ReplyTooLargeError("more than 5 bytes")), "temporary",
         "its server's answer is longer than model.max_tokens and model.logprobs can need (more than 5 bytes)"),
        (made("Connection error.", cause=OSError(errno.EMFILE, "Too many open files")), "setup",
         "this machine lets the run open no more connections; raise `ulimit -n` or lower model.concurrency "
         "(Connection error.)"),
        (made("Missing credentials.", status_code=500), "setup",
         "its API key is blank; set the provider's *_API_KEY environment variable (Missing credentials.)"),
        (made("litellm.BadRequestError: OpenAIException - two\n lines", status_code=400), "setup",
         "it refused the request; check the settings under model.* (two lines)"),
    ],
    ids=str,
)
def test_an_exception_is_named_by_its_class_or_status_with_a_remedy(error: Exception, kind: str, message: str) -> None:
    found = explained(error)
    assert str(found) == f"openai/x: {message}"
    assert (found.kind, found.model, found.retry_after) == (kind, "openai/x", None)


def test_of_a_failed_connection_the_first_cause_and_the_address_are_named() -> None:
    error, cause = made("Internal error", status_code=500), ConnectError("refused")
    error.__cause__ = cause
    nothing_answers = "nothing answers at {}; check model.api_base and that the server is running (refused)"
    assert str(explained(error)) == f"openai/x: {nothing_answers.format('the address of its provider')}"
    assert str(model_error(error, "x", "http://h")) == f"x: {nothing_answers.format('http://h')}"


def test_a_key_with_a_line_break_is_named_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "my-own-key\n")
    cause = ValueError("Forbidden control character detected in headers.")
    found = explained(made("Connection error.", status_code=500, cause=cause))
    assert found.kind == "setup"
    assert "a line break or another character that cannot be sent; set OPENAI_API_KEY again" in str(found)
    assert "my-own-key" not in str(found)


def test_of_a_long_text_only_the_beginning_is_searched_and_no_half_of_a_secret_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secret = "0123456789" * 100
    monkeypatch.setenv("SOME_API_KEY", secret)
    # What stands in front of the secret shrinks to nearly nothing when it is hidden.
    text = "sk-" + "a" * (MOST_SEARCHED - 10) + " " + secret
    assert "01234" not in str(explained(made(text)))


def test_a_long_detail_is_cut() -> None:
    assert str(explained(made("x" * 1000))).endswith(f"({'x' * 300})")


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ({"Retry-After": "7"}, 7), ({"retry-after": " 2.5 "}, 2.5), ({"RETRY-AFTER": "0"}, 0),
        ({"Retry-After": "Sat, 01 Mar 2025 12:01:40 GMT"}, 100),
        ({"Retry-After": "Sat, 01 Mar 2025 12:01:40 -0000"}, 100),
        ({"Retry-After": "Sat, 01 Mar 2025 11:59:00 GMT"}, 0),
        ({"Retry-After": "soon"}, None), ({"Retry-After": "-3"}, None), ({"Retry-After": "nan"}, None), ({}, None),
    ],
)
def test_the_seconds_until_a_retry_are_read_from_a_number_or_a_date(
    header: dict[str, str], seconds: float | None
) -> None:
    assert explained(made(litellm_response_headers=header)).retry_after == seconds


def test_neither_the_message_nor_the_address_holds_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "my-own-secret")
    error = made("no my-own-secret, sk-***, other-word, by-query at http://host/v1?k=by-query", status_code=401)
    address = "http://user:other-word@host/v1?k=by-query"
    assert str(model_error(error, "x", address)) == (
        "x: its API key was refused; check the provider's *_API_KEY environment variable (no [hidden], [hidden], "
        "[hidden], [hidden] at http://host/v1?[hidden])")
    error.__cause__ = ConnectError("refused")
    assert "nothing answers at http://host/v1;" in str(model_error(error, "x", address))
