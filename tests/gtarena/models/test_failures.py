"""Readings of hand-made exceptions; ``test_client`` has those that litellm raises."""

import errno
import itertools
import os
from typing import Any

import httpx
import pytest

from gtarena.models.failures import Failure, unsendable_keys
from gtarena.models.reply_size import ReplyTooLargeError


def wrapped(*chain: Exception) -> Failure:
    """Returns the failure for an exception that arose from the next one, and so on."""
    for error, cause in itertools.pairwise(chain):
        error.__context__ = cause
    return Failure(chain[0])


@pytest.mark.parametrize(("number", "out_of_files"), [
    (errno.EMFILE, True), (errno.ENFILE, True), (errno.ECONNREFUSED, False)])
def test_a_machine_without_free_files_is_told_from_a_server_that_does_not_answer(number, out_of_files):
    failure = wrapped(ValueError("Connection error."), httpx.ConnectError("cannot connect"), OSError(number, "refused"))
    assert failure.out_of_files == out_of_files
    assert failure.broken == "ConnectError"


def bare(code: Any) -> Exception:
    """Returns what litellm raises for an error in an answer of status 200."""
    error = Exception()
    error.status_code = code  # type: ignore[attr-defined]
    return error


def refused(body: str, status: int = 429) -> httpx.HTTPStatusError:
    response = httpx.Response(status, text=body)
    return httpx.HTTPStatusError("refused", request=httpx.Request("POST", "http://server"), response=response)


class WithStatusError(Exception):
    """Has a status, as litellm's own exceptions do."""

    def __init__(self, status: object) -> None:
        super().__init__("wrapped")
        self.status_code = status


@pytest.mark.parametrize("code", ["rate_limit_exceeded", "503", None, [500], {}, 4.5, 422])
def test_an_error_in_a_success_without_the_number_of_an_error_passes_for_a_failure_of_the_server(code: Any) -> None:
    # litellm writes 422 where the code is missing.
    assert wrapped(WithStatusError(code), bare(code)).status == 500


def test_the_number_of_an_error_in_a_success_is_its_status() -> None:
    assert wrapped(WithStatusError(400), bare(429)).status == 429


def test_otherwise_the_status_is_litellm_s() -> None:
    assert wrapped(WithStatusError(422), refused("{}", 422)).status == 422
    assert wrapped(ValueError("boom")).status == 500


@pytest.mark.parametrize(
    ("body", "stated"),
    [
        ('{"error": {"message": "boom", "code": "x"}}', {"message": "boom", "code": "x"}),
        ('{"error": "boom"}', {"message": "boom"}),
        ('{"detail": "boom"}', {"detail": "boom"}),
        ('["boom"]', {}),
        ("<html>", {}),
        ("[" * 100_000, {}),
        ("", {}),
    ],
)
def test_the_error_is_read_from_the_body_whatever_it_is(body: str, stated: dict[str, Any]) -> None:
    assert wrapped(RuntimeError("wrapped"), refused(body)).stated == stated


def test_without_a_body_nothing_is_stated() -> None:
    assert wrapped(RuntimeError("wrapped"), ValueError("boom")).stated == {}


def test_the_detail_is_the_server_s_message_or_the_first_cause() -> None:
    assert wrapped(RuntimeError("wrapped"), refused('{"error": {"message": "boom"}}')).detail == "boom"
    assert wrapped(RuntimeError("wrapped"), refused('{"error": {"message": 7}}')).detail == "wrapped"
    assert wrapped(RuntimeError("wrapped"), ReplyTooLargeError("much")).detail == "much"
    text = "Invalid response object Traceback (most recent call last): ..."
    assert wrapped(RuntimeError(text), KeyError("role")).detail == "KeyError('role')"


@pytest.mark.parametrize(
    ("error", "broken"),
    [
        (httpx.ConnectError("x"), "ConnectError"), (httpx.ReadError("x"), "ReadError"),
        (httpx.DecodingError("x"), "DecodingError"), (ReplyTooLargeError("x"), "ReplyTooLargeError"),
        (ValueError("x"), None), (refused("{}"), None),
    ],
    ids=repr,
)
def test_what_ended_the_exchange_is_found_below_what_litellm_made_of_it(error: Exception, broken: str | None) -> None:
    assert wrapped(RuntimeError("Connection error."), error).broken == broken


def test_a_key_that_cannot_be_sent_shows_in_the_refusal_to_send_the_headers() -> None:
    header = ValueError("Forbidden control character detected in headers. Potential header injection attack.")
    assert wrapped(RuntimeError("Connection error."), header).unsendable
    with pytest.raises(UnicodeEncodeError) as caught:
        "\u201ckey\u201d".encode("ascii")
    assert wrapped(RuntimeError("x"), caught.value).unsendable
    assert not wrapped(RuntimeError("x"), ValueError("Expecting value: line 1 column 1 (char 0)")).unsendable


def test_the_variables_with_such_keys_are_named_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in [name for name in os.environ if name.endswith("_API_KEY")]:
        monkeypatch.delenv(variable)
    keys = {"C_API_KEY": "key\n", "B_API_KEY": "\u201ckey\u201d", "A_API_KEY": "good-key", "OTHER": "a\nb"}
    for variable, value in keys.items():
        monkeypatch.setenv(variable, value)
    assert unsendable_keys() == ["B_API_KEY", "C_API_KEY"]
