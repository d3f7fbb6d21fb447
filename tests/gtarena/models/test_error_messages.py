"""Messages for hand-made exchanges; ``test_client`` has those with a server."""

import itertools
import json
import os
from datetime import UTC, datetime
from typing import Any

import pytest

from gtarena.models import exchange
from gtarena.models.base import ModelError
from gtarena.models.error_messages import MOST_SEARCHED, model_error
from gtarena.models.exchange import Answer, HttpExchange

NOW = datetime(2025, 3, 1, 12, 0, 0, tzinfo=UTC)


class UnsupportedParamsError(Exception):
    """Named like litellm's."""


class OwnError(UnsupportedParamsError):
    """Named by its base class alone."""


class ContextWindowExceededError(Exception):
    """Named like litellm's."""


async def nothing() -> None:
    pass


def met(status: int | None = None, body: bytes = b"", fault: Exception | None = None, **headers: str) -> HttpExchange:
    """Returns an exchange with such an answer, or such a fault."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = None if status is None or fault else Answer(status, named, body)
    return HttpExchange(1, nothing, status=status, answer=answer, fault=fault)


def refused(status: int, **stated: Any) -> HttpExchange:
    """Returns an exchange that ended with an error in OpenAI's form."""
    return met(status, json.dumps({"error": {"message": "boom"} | stated}).encode())


def explained(exchange: HttpExchange, error: Exception | None = None) -> ModelError:
    return model_error(error or RuntimeError("wrapped by litellm"), exchange, "openai/x", None, lambda: NOW)


RATE = "its rate limit is reached; lower model.requests_per_minute or try again later"
CREDIT = "its account has no credit left; add some or choose another model (boom)"
FAILED = "its server failed; try again later"
REFUSED = "it refused the request; check the settings under model.* (boom)"
UNREADABLE, BROKE_OFF = (f"{what}; try again later" for what in (
    "its server's answer cannot be read", "the connection to the address of its provider broke off"))


@pytest.mark.parametrize(("exchange", "kind", "message"), [
    (met(500), "temporary", FAILED),
    (met(502, b"<html>Bad\n gateway"), "temporary", f"{FAILED} (<html>Bad gateway)"),
    (refused(401), "setup", "its API key was refused; check the provider's *_API_KEY environment variable (boom)"),
    (refused(418), "setup", REFUSED),
    (refused(304), "setup", REFUSED),
    (refused(408), "temporary", "it did not answer in time; raise model.timeout or try again later (boom)"),
    (refused(429), "temporary", f"{RATE} (boom)"),
    (refused(429, code="insufficient_quota"), "setup", CREDIT),
    (refused(429, type="insufficient_quota"), "setup", CREDIT),
    (refused(400, code="context_length_exceeded"), "setup",
     "the chat is too long for it; choose a model with a longer context (boom)"),
    (refused(400, code="content_filter"), "setup",
     "its provider refused the chat; choose another model or prompt (boom)"),
    (refused(429, code=["insufficient_quota"]), "temporary", f"{RATE} (boom)"),
    (refused(429, message=7), "temporary", f'{RATE} ({{"error": {{"message": 7}}}})'),
    (met(400, b'{"error": "boom"}'), "setup", REFUSED),
    (met(400, b'{"message": "boom"}'), "setup", REFUSED),
    (met(200, b"<html>Hello"), "unreadable", f"{UNREADABLE} (<html>Hello)"),
    (met(200, b'{"access": "token"}'), "unreadable", f"{UNREADABLE} (it holds no text)"),
    (met(200, b" "), "unreadable", f"{UNREADABLE} (it is empty)"),
    (refused(200, code=429), "temporary", f"{RATE} (boom)"),
    *((refused(200, code=code), "temporary", f"{FAILED} (boom)")
      for code in ("rate_limit_exceeded", "503", None, [500], {}, 4.5, 0, 200)),
    (met(200, b'{"error": "boom", "choices": [{"text": "a"}]}'), "unreadable", f"{FAILED} (boom)"),
    (met(fault=exchange.MalformedError("two lengths")), "unreadable", f"{UNREADABLE} (two lengths)"),
    (met(fault=exchange.BrokenOffError("reset")), "temporary", f"{BROKE_OFF} (reset)"),
    (met(200, fault=exchange.BrokenOffError("reset")), "unreadable", f"{BROKE_OFF} (reset)"),
    (met(200, fault=exchange.MalformedError("no gzip")), "unreadable", f"{UNREADABLE} (no gzip)"),
    (met(200, fault=exchange.ReplyTooLargeError("more than 5 bytes")), "unreadable",
     "its server's answer is longer than model.max_tokens and model.logprobs can need (more than 5 bytes)"),
    (met(302, fault=exchange.RedirectedError("http://elsewhere/?key=canary")), "setup",
     "the address of its provider redirects to another address, and no redirect is followed; if that one is "
     "right, change model.api_base accordingly (http://elsewhere/?[hidden])"),
    (met(fault=exchange.UnsendableError("odd")), "setup",
     "the request could not be made, and nothing was sent; check the settings under model.* (odd)"),
    (HttpExchange(1, nothing, stopped="1.2.3.4:443"), "setup",
     "its provider's client connects by itself, where redirects are followed and requests are not counted, so it "
     "was stopped; reach the model at an address with OpenAI's protocol (model.name=openai/NAME and "
     "model.api_base) (1.2.3.4:443)"),
    (HttpExchange(1, nothing, requests=1, stopped="1.2.3.4:443", status=500, answer=Answer(500, {}, b"")),
     "temporary", FAILED),
], ids=str)
def test_the_exchange_tells_the_cause_and_the_remedy(exchange: HttpExchange, kind: str, message: str) -> None:
    found = explained(exchange)
    assert str(found) == f"openai/x: {message}"
    assert (found.kind, found.model, found.retry_after) == (kind, "openai/x", None)


def wrapped(*chain: Exception) -> Exception:
    """Returns an exception that arose from the next one, and so on."""
    for error, cause in itertools.pairwise(chain):
        error.__context__ = cause
    return chain[0]


@pytest.mark.parametrize(("error", "message"), [
    (OwnError("no such setting. To drop unsupported ones, ..."),
     "it does not accept these settings; change them under model.* (no such setting.)"),
    (RuntimeError("Missing credentials."),
     "its API key is blank; set the provider's *_API_KEY environment variable (Missing credentials.)"),
    (wrapped(RuntimeError("Traceback (most recent call last): ..."), ValueError("in between"), ValueError("a\n b")),
     "the request could not be made, and nothing was sent; check the settings under model.* (a b)"),
])
def test_where_nothing_was_sent_litellm_s_exception_or_the_innermost_tells_why(error: Exception, message: str) -> None:
    found = explained(met(), error)
    assert (str(found), found.kind) == (f"openai/x: {message}", "setup")


def test_litellm_knows_a_chat_that_is_too_long_from_the_words_of_many_servers() -> None:
    found = explained(refused(400), ContextWindowExceededError("wrapped"))
    assert str(found) == "openai/x: the chat is too long for it; choose a model with a longer context (boom)"


def test_of_a_failed_connection_the_cause_and_the_address_are_named() -> None:
    unreachable = met(fault=exchange.UnreachableError("refused"))
    nothing_answers = "nothing answers at {}; check model.api_base and that the server is running (refused)"
    assert str(explained(unreachable)) == f"openai/x: {nothing_answers.format('the address of its provider')}"
    assert str(model_error(ValueError(), unreachable, "x", "http://h")) == f"x: {nothing_answers.format('http://h')}"


NO_ASCII = UnicodeEncodeError("ascii", "\u201c", 0, 1, "ordinal not in range(128)")
UNSENDABLE = "another character that cannot be sent"


@pytest.mark.parametrize(("fault", "error"), [
    (None, NO_ASCII), (exchange.UnsendableHeaderError("its header authorization holds a line break"), None)])
def test_a_key_that_cannot_be_sent_is_named_by_its_variable(fault, error, monkeypatch):
    for variable in [name for name in os.environ if name.endswith("_API_KEY")]:
        monkeypatch.delenv(variable)
    for variable, key in {"C_API_KEY": "my-own\n", "B_API_KEY": "\u201cmy-own\u201d", "A_API_KEY": "good"}.items():
        monkeypatch.setenv(variable, key)
    found = explained(met(fault=fault), error)
    assert found.kind == "setup"
    assert f"{UNSENDABLE}; set B_API_KEY and C_API_KEY again" in str(found)
    assert "my-own" not in str(found)


@pytest.mark.parametrize("exchange", [
    met(429, retry_after="\x01"), met(fault=exchange.UnsendableError("port out of range")), met()], ids=str)
def test_a_key_is_blamed_for_nothing_but_a_header_that_cannot_be_sent(exchange, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "my-own\n")
    assert "key" not in str(explained(exchange)).lower()


def test_of_a_long_text_only_the_beginning_is_searched_and_no_half_of_a_secret_is_shown(monkeypatch):
    secret = "0123456789" * 100
    monkeypatch.setenv("SOME_API_KEY", secret)
    # What stands in front of the secret shrinks to nearly nothing when it is hidden.
    text = "sk-" + "a" * (MOST_SEARCHED - 10) + " " + secret
    assert "01234" not in str(explained(met(500, text.encode())))


def test_a_long_detail_is_cut() -> None:
    assert str(explained(met(500, b"x" * 1000))).endswith(f"({'x' * 300})")


@pytest.mark.parametrize(("header", "seconds"), [
    ("7", 7), (" 2.5 ", 2.5), ("0", 0), ("Sat, 01 Mar 2025 12:01:40 GMT", 100),
    ("Sat, 01 Mar 2025 12:01:40 -0000", 100), ("Sat, 01 Mar 2025 11:59:00 GMT", 0), ("soon", None), ("-3", None),
    ("nan", None), ("Sat, 99999999999999999999 Mar 2025 12:00:00 GMT", None), ("", None),
])
def test_the_seconds_until_a_retry_are_read_from_a_number_or_a_date(header, seconds):
    assert explained(met(429, retry_after=header)).retry_after == seconds


def test_neither_the_message_nor_the_address_holds_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "my-own-secret")
    body = b"no my-own-secret, sk-***, other-word, by-query at http://host/v1?k=by-query"
    address = "http://user:other-word@host/v1?k=by-query"
    assert str(model_error(ValueError(), met(401, body), "x", address)) == (
        "x: its API key was refused; check the provider's *_API_KEY environment variable (no [hidden], [hidden], "
        "[hidden], [hidden] at http://host/v1?[hidden])")
    unreachable = met(fault=exchange.UnreachableError("refused"))
    assert "nothing answers at http://host/v1;" in str(model_error(ValueError(), unreachable, "x", address))
