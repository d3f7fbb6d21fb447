import asyncio
import gzip
import itertools
import json
import os
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.errors import NoMoreCalls
from gtarena.models import exchange, transport
from gtarena.models.base import ModelError
from gtarena.models.error_messages import MOST_SEARCHED, model_error
from gtarena.models.exchange import BASE, EXCHANGE, Answer, BrokenOffError, ExchangeError, HttpExchange, most_bytes
from gtarena.models.transport import MOST_OF_ERROR, Transport

MOST = 1000


class ByteServer(ThreadingTCPServer):
    """Answers every request on a connection of its own with the bytes of ``pieces``; ``requests`` lists their heads."""

    daemon_threads = allow_reuse_address = True

    def __init__(self, pieces: Callable[[], Iterable[bytes]]) -> None:
        super().__init__(("127.0.0.1", 0), _Sender)
        self.pieces, self.requests, self.taken = pieces, list[str](), 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Sender(BaseRequestHandler):
    server: ByteServer

    def handle(self) -> None:
        self.server.requests.append(self.request.recv(65_536).decode())
        with suppress(OSError):  # the client has had enough
            for piece in self.server.pieces():
                self.request.sendall(piece)
                self.server.taken += len(piece)


@contextmanager
def serving(pieces: Iterable[bytes] | Callable[[], Iterable[bytes]]) -> Iterator[ByteServer]:
    server = ByteServer(pieces if callable(pieces) else lambda: pieces)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def head(*headers: str, status: str = "200 OK") -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", "Connection: close", *headers, "", ""]).encode("latin-1")


async def nothing() -> None:
    pass


async def fetched(address: str, met: HttpExchange, times: int = 1, **headers: str) -> httpx.Response:
    EXCHANGE.set(met)
    try:
        async with httpx.AsyncClient(transport=Transport(), follow_redirects=True) as client:
            for _ in range(times):
                response = await client.post(address, json={}, headers=headers)
        return response
    finally:
        await transport.close_connections()


def fetch(pieces: Iterable[bytes] | Callable[[], Iterable[bytes]], met: HttpExchange | None = None) -> httpx.Response:
    with serving(pieces) as server:
        return asyncio.run(fetched(server.address, met or HttpExchange(MOST, nothing)))


@given(content=st.binary(max_size=2 * MOST), size=st.integers(1, 2 * MOST), packed=st.booleans())
def test_what_is_within_the_limit_comes_whole_and_what_is_not_fails(content: bytes, size: int, packed: bool) -> None:
    sent = gzip.compress(content) if packed else content
    pieces = [head(*["Content-Encoding: gzip"] * packed), *(sent[at:at + size] for at in range(0, len(sent), size))]
    if max(len(content), len(sent)) <= MOST:
        assert fetch(pieces).content == content
    else:
        with pytest.raises(exchange.ReplyTooLargeError, match="more than 1,000 bytes"):
            fetch(pieces)


@pytest.mark.parametrize("status", ["200 OK", "500 No"])
def test_of_an_endless_answer_little_more_is_taken_than_the_limit(status: str) -> None:
    with serving(lambda: itertools.chain([head(status=status)], itertools.repeat(b"x" * 1000))) as server:
        met = HttpExchange(MOST, nothing)
        if status.startswith("2"):
            with pytest.raises(exchange.ReplyTooLargeError):
                asyncio.run(fetched(server.address, met))
        else:
            assert asyncio.run(fetched(server.address, met)).content == b"x" * MOST_OF_ERROR
        assert server.taken < 16 * 2**20  # what the two ends of a connection may hold back


def test_gzip_is_unpacked_whole_and_no_further_than_the_limit() -> None:
    packer = zlib.compressobj(wbits=31)
    start = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
    empty = b"\x00\x00\x00\xff\xff" * 200
    with pytest.raises(exchange.ReplyTooLargeError):
        fetch(lambda: itertools.chain([head("Content-Encoding: gzip"), start], itertools.repeat(empty)))
    bomb = gzip.compress(b"\x00" * 10**7)
    with pytest.raises(exchange.ReplyTooLargeError):
        fetch([head("Content-Encoding: x-gzip"), bomb[:900]])
    assert fetch([head("Content-Encoding: GZIP", status="503 No"), bomb]).content == b"\x00" * MOST_OF_ERROR
    packed = gzip.compress(b"one, ") + gzip.compress(b"") + gzip.compress(b"two") + b"no gzip"
    for size in (1, 7, len(packed)):
        pieces = [packed[at:at + size] for at in range(0, len(packed), size)]
        assert fetch([head("Content-Encoding: gzip"), *pieces]).content == b"one, two"
    bomb = gzip.compress(b"\x00" * 900)
    with pytest.raises(exchange.ReplyTooLargeError):
        fetch([head("Content-Encoding: gzip"), bomb * 2])


def test_gzip_is_asked_for_and_nothing_else_is_unpacked() -> None:
    packed = zlib.compress(b"abc")
    with serving([head("Content-Encoding: deflate"), packed]) as server:
        assert asyncio.run(fetched(server.address, HttpExchange(MOST, nothing))).content == packed
        (asked,) = server.requests
    assert [line for line in asked.lower().splitlines() if line.startswith("accept-encoding")] == [
        "accept-encoding: gzip"]


@pytest.mark.parametrize(("pieces", "fault"), [
    ([], exchange.BrokenOffError), ([head("Content-Length: 10"), b"half"], exchange.BrokenOffError),
    ([head("Transfer-Encoding: chunked"), b"5\r\nab"], exchange.BrokenOffError),
    ([head("Content-Encoding: gzip"), b"plain"], exchange.MalformedError),
    ([b"SSH-2.0-OpenSSH_9.2\r\n"], exchange.MalformedError), ([head("X: a\x00b")], exchange.MalformedError),
    ([head("X: " + "a" * 100_000)], exchange.MalformedError),
    ([head("Content-Length: 2", "Content-Length: 3"), b"{}"], exchange.MalformedError)])
def test_what_is_no_whole_answer_is_a_fault_that_the_exchange_keeps(pieces, fault):
    met = HttpExchange(MOST, nothing)
    with pytest.raises(fault) as caught:
        fetch(pieces, met)
    assert met.fault is caught.value
    assert (met.requests, met.answer) == (1, None)


def test_odd_headers_cost_nothing_and_are_not_repeated() -> None:
    policy, cookies = f"Content-Security-Policy: {'a' * 30_000}", [f"Set-Cookie: c{number}=1" for number in range(300)]
    assert fetch([head(policy, *cookies), b"{}"]).content == b"{}"
    met = HttpExchange(MOST, nothing)
    assert fetch([head("X-Odd: \xff\xfe", "X-Fine: yes", "Set-Cookie: a=b"), b"{}"], met).content == b"{}"
    assert met.answer is not None
    assert dict(met.answer.headers) == {"connection": "close", "x-fine": "yes"}
    met = HttpExchange(MOST, nothing)
    with pytest.raises(exchange.MalformedError) as caught:
        fetch([head("X: canary" + "a" * 100_000)], met)
    assert "canary" not in str(caught.value)
    assert str(caught.value)


def test_a_user_name_and_a_password_in_the_address_are_sent_as_a_header() -> None:
    with serving([head(), b"{}"]) as server:
        address = server.address.replace("//", "//ann:word@")
        assert asyncio.run(fetched(address, HttpExchange(MOST, nothing, address=address))).content == b"{}"
        (asked,) = server.requests
    assert "authorization: basic yw5uondvcmq=" in asked.lower()  # base64 of ann:word
    assert "word@" not in asked


def test_a_request_that_cannot_be_made_noted_or_sent_does_not_leave() -> None:
    with serving([]) as server:
        address = server.address
    met = HttpExchange(MOST, nothing)
    with pytest.raises(exchange.UnreachableError):
        asyncio.run(fetched(address, met))
    assert met.requests == 0

    async def full() -> None:
        raise NoMoreCalls("no room")

    with serving([head()]) as server:
        met = HttpExchange(MOST, full)
        with pytest.raises(NoMoreCalls, match="no room"):
            asyncio.run(fetched(server.address, met))
        assert ("".join(server.requests), met.requests) == ("", 0)
    with serving([head()]) as server:
        met = HttpExchange(MOST, nothing)
        with pytest.raises(exchange.UnsendableError, match="its header key holds a line break"):
            asyncio.run(fetched(server.address, met, key="a\nb"))
        assert (server.requests, met.requests) == ([], 0)


@pytest.mark.parametrize(("status", "location"), [
    *((status, "http://127.0.0.1:1/other") for status in range(300, 309)),
    *((307, location) for location in ("//127.0.0.1:1", "/again", "", "http://[", "\xff"))])
def test_a_redirect_is_a_fault_and_nothing_else_leaves(status: int, location: str) -> None:
    with serving([head(f"Location: {location}", status=f"{status} Go")]) as server:
        met = HttpExchange(MOST, nothing)
        with pytest.raises(exchange.RedirectedError):
            asyncio.run(fetched(server.address, met))
        assert (len(server.requests), met.status) == (1, status)
        with pytest.raises(exchange.RedirectedError):
            asyncio.run(fetched(server.address, met))
        assert (len(server.requests), met.requests) == (1, 1)


@pytest.mark.parametrize("named", ["http://model.test", "https://{here}", "http://127.0.0.1:1/v1", "http://127.0.0.1"])
def test_nothing_leaves_for_another_place_than_the_one_that_the_user_named(named: str) -> None:
    with serving([head(), b"{}"]) as server:
        met = HttpExchange(MOST, nothing, address=named.format(here=server.address.split("/")[2]))
        with pytest.raises(exchange.UnsendableError, match=r"it would have called http://127\.0\.0\.1:\d+"):
            asyncio.run(fetched(server.address, met))
        assert (server.requests, met.requests) == ([], 0)
        asyncio.run(fetched(server.address, HttpExchange(MOST, nothing, address=f"{server.address}/other/path")))


def test_where_no_place_was_named_all_requests_go_to_that_of_the_first() -> None:
    with serving([head(), b"{}"]) as first, serving([head(), b"{}"]) as second:
        met = HttpExchange(MOST, nothing)
        asyncio.run(fetched(first.address, met, times=2))
        with pytest.raises(exchange.UnsendableError, match="it would have called"):
            asyncio.run(fetched(second.address, met))
        assert (len(first.requests), len(second.requests)) == (2, 0)


@pytest.mark.parametrize("address", ["http://b\u00fccher.test/v1", "http://xn--bcher-kva.test:80/v1", "http://[::1]:9/v1"])
def test_an_address_is_itself_however_it_is_written(address: str) -> None:
    met = HttpExchange(MOST, nothing, address=address)
    with pytest.raises(exchange.UnreachableError):
        asyncio.run(fetched(address, met))


def test_outside_of_an_exchange_nothing_leaves_and_connections_of_a_loop_are_closed_with_it() -> None:
    async def alone() -> None:
        async with httpx.AsyncClient(transport=Transport()) as client:
            await client.get("http://127.0.0.1:1")

    with pytest.raises(LookupError):
        asyncio.run(alone())

    async def made() -> tuple[bool, bool]:
        session = transport._connections().session
        shared = transport._connections().session is session
        await transport.close_connections()
        return shared, session.closed

    assert asyncio.run(made()) == (True, True)


@pytest.mark.parametrize("names", ["http_proxy", "HTTP_PROXY", "all_proxy"])
def test_a_proxy_of_the_environment_is_used_unless_the_host_is_exempt(names, monkeypatch):
    for variable in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(variable)
    with serving([head(), b"by proxy"]) as proxy:
        monkeypatch.setenv(names, proxy.address.removeprefix("http://").removesuffix("/v1"))
        assert asyncio.run(fetched("http://model.test/v1", HttpExchange(MOST, nothing))).content == b"by proxy"
        assert proxy.requests[0].startswith("POST http://model.test/v1 HTTP/1.1")
        for exempt in ("model.test", "model.test:80", "other.test,.test"):
            monkeypatch.setenv("no_proxy", exempt)
            with pytest.raises(exchange.UnreachableError):
                asyncio.run(fetched("http://model.test/v1", HttpExchange(MOST, nothing)))
        assert len(proxy.requests) == 1


@pytest.mark.parametrize(("logprobs", "tokens", "expected"), [
    (None, 1, 2_097_152 + 128), (None, 1000, 2_097_152 + 128_000), (0, 1000, 2_097_152 + 2 * 128_000),
    (20, 1000, 2_097_152 + 22 * 128_000), (None, None, 2_097_152 + 262_144 * 128)])
def test_an_answer_may_be_as_long_as_the_tokens_asked_for_can_make_it(logprobs, tokens, expected):
    assert most_bytes(tokens, logprobs) == expected
    assert expected > BASE


def test_requests_leave_one_after_the_other_while_they_succeed() -> None:
    exchange = HttpExchange(1, nothing)
    for number in (1, 2):
        exchange.require_open()
        asyncio.run(exchange.depart())
        assert (exchange.requests, exchange.status, exchange.answer) == (number, None, None)
        exchange.status = 200


@pytest.mark.parametrize(("status", "fault"), [
    (302, None), (404, None), (500, None), (None, BrokenOffError("reset")), (200, BrokenOffError("reset"))])
def test_nothing_leaves_after_an_answer_that_is_no_success_or_a_fault(status: int | None, fault: Exception) -> None:
    exchange = HttpExchange(1, nothing, requests=1, status=status, fault=fault)
    with pytest.raises(ExchangeError, match=str(fault or status)):
        exchange.require_open()


@pytest.mark.parametrize(("status", "succeeded"), [(None, False), (199, False), (200, True), (299, True), (300, False)])
def test_a_success_is_known_by_its_status_before_its_body_has_come(status: int | None, succeeded: bool) -> None:
    assert HttpExchange(1, nothing, status=status).succeeded is succeeded


NOW = datetime(2025, 3, 1, 12, 0, 0, tzinfo=UTC)
# Named like litellm's, and one by its base class alone.
UnsupportedParamsError = type("UnsupportedParamsError", (Exception,), {})
ContextWindowExceededError = type("ContextWindowExceededError", (Exception,), {})
OwnError = type("OwnError", (UnsupportedParamsError,), {})


def met(status: int | None = None, body: bytes = b"", fault: Exception | None = None, **headers: str) -> HttpExchange:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = None if status is None or fault else Answer(status, named, body)
    return HttpExchange(1, nothing, status=status, answer=answer, fault=fault)


def refused(status: int, **stated: Any) -> HttpExchange:
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
    (met(500), "temporary", FAILED), (met(502, b"<html>Bad\n gateway"), "temporary", f"{FAILED} (<html>Bad gateway)"),
    (refused(401), "setup", "its API key was refused; check the provider's *_API_KEY environment variable (boom)"),
    (refused(418), "setup", REFUSED), (refused(304), "setup", REFUSED),
    (refused(408), "temporary", "it did not answer in time; raise model.timeout or try again later (boom)"),
    (refused(429), "temporary", f"{RATE} (boom)"), (refused(429, code="insufficient_quota"), "setup", CREDIT),
    (refused(429, type="insufficient_quota"), "setup", CREDIT),
    (refused(400, code="context_length_exceeded"), "setup",
     "the chat is too long for it; choose a model with a longer context (boom)"),
    (refused(400, code="content_filter"), "setup",
     "its provider refused the chat; choose another model or prompt (boom)"),
    (refused(429, code=["insufficient_quota"]), "temporary", f"{RATE} (boom)"),
    (refused(429, message=7), "temporary", f'{RATE} ({{"error": {{"message": 7}}}})'),
    (met(400, b'{"error": "boom"}'), "setup", REFUSED), (met(400, b'{"message": "boom"}'), "setup", REFUSED),
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
     "temporary", FAILED)], ids=str)
def test_the_exchange_tells_the_cause_and_the_remedy(exchange: HttpExchange, kind: str, message: str) -> None:
    found = explained(exchange)
    assert str(found) == f"openai/x: {message}"
    assert (found.kind, found.model, found.retry_after) == (kind, "openai/x", None)


def wrapped(*chain: Exception) -> Exception:
    for error, cause in itertools.pairwise(chain):
        error.__context__ = cause
    return chain[0]


@pytest.mark.parametrize(("error", "message"), [
    (OwnError("no such setting. To drop unsupported ones, ..."),
     "it does not accept these settings; change them under model.* (no such setting.)"),
    (RuntimeError("Missing credentials."),
     "its API key is blank; set the provider's *_API_KEY environment variable (Missing credentials.)"),
    (wrapped(RuntimeError("Traceback (most recent call last): ..."), ValueError("in between"), ValueError("a\n b")),
     "the request could not be made, and nothing was sent; check the settings under model.* (a b)")])
def test_where_nothing_was_sent_litellm_s_exception_or_the_innermost_tells_why(error: Exception, message: str) -> None:
    found = explained(met(), error)
    assert (str(found), found.kind) == (f"openai/x: {message}", "setup")


def test_too_long_a_chat_and_a_failed_connection_are_told_with_cause_and_address() -> None:
    found = explained(refused(400), ContextWindowExceededError("wrapped"))
    assert str(found) == "openai/x: the chat is too long for it; choose a model with a longer context (boom)"
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


def test_a_long_detail_is_cut_after_a_search_of_its_beginning_for_secrets(monkeypatch):
    assert str(explained(met(500, b"x" * 1000))).endswith(f"({'x' * 300})")
    secret = "0123456789" * 100
    monkeypatch.setenv("SOME_API_KEY", secret)
    # What stands in front of the secret shrinks to nearly nothing when it is hidden.
    assert "01234" not in str(explained(met(500, ("sk-" + "a" * (MOST_SEARCHED - 10) + " " + secret).encode())))


@pytest.mark.parametrize(("header", "seconds"), [
    ("7", 7), (" 2.5 ", 2.5), ("0", 0), ("Sat, 01 Mar 2025 12:01:40 GMT", 100),
    ("Sat, 01 Mar 2025 12:01:40 -0000", 100), ("Sat, 01 Mar 2025 11:59:00 GMT", 0), ("soon", None), ("-3", None),
    ("nan", None), ("Sat, 99999999999999999999 Mar 2025 12:00:00 GMT", None), ("", None)])
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
