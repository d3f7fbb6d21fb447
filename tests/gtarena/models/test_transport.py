"""Transport against a server of bytes on this machine; ``test_client`` has it below litellm."""

import asyncio
import gzip
import itertools
import os
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.errors import NoMoreCalls
from gtarena.models import exchange, transport
from gtarena.models.exchange import BASE, EXCHANGE, BrokenOffError, ExchangeError, HttpExchange, most_bytes
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
        asked = self.request.recv(65_536)
        self.server.requests.append(asked.decode())
        with suppress(OSError):  # the client has had enough
            for piece in self.server.pieces():
                self.request.sendall(piece)
                self.server.taken += len(piece)


@contextmanager
def serving(pieces: Iterable[bytes] | Callable[[], Iterable[bytes]]) -> Iterator[ByteServer]:
    server = ByteServer(pieces if callable(pieces) else lambda: pieces)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
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


def test_gzip_that_unpacks_to_nothing_without_end_is_too_much_as_well() -> None:
    packer = zlib.compressobj(wbits=31)
    start = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
    empty = b"\x00\x00\x00\xff\xff" * 200
    with pytest.raises(exchange.ReplyTooLargeError):
        fetch(lambda: itertools.chain([head("Content-Encoding: gzip"), start], itertools.repeat(empty)))


def test_a_bomb_is_unpacked_no_further_than_the_limit() -> None:
    bomb = gzip.compress(b"\x00" * 10**7)
    with pytest.raises(exchange.ReplyTooLargeError):
        fetch([head("Content-Encoding: x-gzip"), bomb[:900]])
    assert fetch([head("Content-Encoding: GZIP", status="503 No"), bomb]).content == b"\x00" * MOST_OF_ERROR


def test_gzip_is_asked_for_and_nothing_else_is_unpacked() -> None:
    packed = zlib.compress(b"abc")
    with serving([head("Content-Encoding: deflate"), packed]) as server:
        assert asyncio.run(fetched(server.address, HttpExchange(MOST, nothing))).content == packed
        (asked,) = server.requests
    assert [line for line in asked.lower().splitlines() if line.startswith("accept-encoding")] == [
        "accept-encoding: gzip"]


@pytest.mark.parametrize(("pieces", "fault"), [
    ([], exchange.BrokenOffError),
    ([head("Content-Length: 10"), b"half"], exchange.BrokenOffError),
    ([head("Transfer-Encoding: chunked"), b"5\r\nab"], exchange.BrokenOffError),
    ([head("Content-Encoding: gzip"), b"plain"], exchange.MalformedError),
    ([b"SSH-2.0-OpenSSH_9.2\r\n"], exchange.MalformedError),
    ([head("X: a\x00b")], exchange.MalformedError),
    ([head("X: " + "a" * 100_000)], exchange.MalformedError),
    ([head("Content-Length: 2", "Content-Length: 3"), b"{}"], exchange.MalformedError),
])
def test_what_is_no_whole_answer_is_a_fault_that_the_exchange_keeps(pieces, fault):
    met = HttpExchange(MOST, nothing)
    with pytest.raises(fault) as caught:
        fetch(pieces, met)
    assert met.fault is caught.value
    assert (met.requests, met.answer) == (1, None)


def test_gzip_of_several_members_is_unpacked_whole_however_it_is_cut() -> None:
    packed = gzip.compress(b"one, ") + gzip.compress(b"") + gzip.compress(b"two") + b"no gzip"
    for size in (1, 7, len(packed)):
        pieces = [packed[at:at + size] for at in range(0, len(packed), size)]
        assert fetch([head("Content-Encoding: gzip"), *pieces]).content == b"one, two"
    bomb = gzip.compress(b"\x00" * 900)
    with pytest.raises(exchange.ReplyTooLargeError):
        fetch([head("Content-Encoding: gzip"), bomb * 2])


def test_a_header_of_a_policy_or_a_few_hundred_cookies_cost_nothing() -> None:
    policy, cookies = f"Content-Security-Policy: {'a' * 30_000}", [f"Set-Cookie: c{number}=1" for number in range(300)]
    assert fetch([head(policy, *cookies), b"{}"]).content == b"{}"


def test_what_a_malformed_answer_holds_is_not_repeated() -> None:
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


def test_a_connection_that_cannot_be_made_is_told_from_one_that_broke() -> None:
    with serving([]) as server:
        address = server.address
    met = HttpExchange(MOST, nothing)
    with pytest.raises(exchange.UnreachableError):
        asyncio.run(fetched(address, met))
    assert met.requests == 0


def test_a_request_that_cannot_be_noted_does_not_leave() -> None:
    async def full() -> None:
        raise NoMoreCalls("no room")

    with serving([head()]) as server:
        met = HttpExchange(MOST, full)
        with pytest.raises(NoMoreCalls, match="no room"):
            asyncio.run(fetched(server.address, met))
        assert ("".join(server.requests), met.requests) == ("", 0)


def test_a_header_that_no_request_may_have_is_not_sent() -> None:
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


def test_odd_headers_and_cookies_are_left_out_and_the_answer_is_kept() -> None:
    met = HttpExchange(MOST, nothing)
    response = fetch([head("X-Odd: \xff\xfe", "X-Fine: yes", "Set-Cookie: a=b"), b"{}"], met)
    assert response.content == b"{}"
    assert met.answer is not None
    assert dict(met.answer.headers) == {"connection": "close", "x-fine": "yes"}


def test_outside_of_an_exchange_nothing_leaves() -> None:
    async def alone() -> None:
        async with httpx.AsyncClient(transport=Transport()) as client:
            await client.get("http://127.0.0.1:1")

    with pytest.raises(LookupError):
        asyncio.run(alone())


@pytest.mark.parametrize("names", ["http_proxy", "HTTP_PROXY", "all_proxy"])
def test_a_proxy_of_the_environment_is_used_unless_the_host_is_exempt(names, monkeypatch):
    for variable in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(variable)
    with serving([head(), b"by proxy"]) as proxy:
        monkeypatch.setenv(names, proxy.address.removeprefix("http://").removesuffix("/v1"))
        response = asyncio.run(fetched("http://model.test/v1", HttpExchange(MOST, nothing)))
        assert response.content == b"by proxy"
        assert proxy.requests[0].startswith("POST http://model.test/v1 HTTP/1.1")
        for exempt in ("model.test", "model.test:80", "other.test,.test"):
            monkeypatch.setenv("no_proxy", exempt)
            with pytest.raises(exchange.UnreachableError):
                asyncio.run(fetched("http://model.test/v1", HttpExchange(MOST, nothing)))
        assert len(proxy.requests) == 1


def test_connections_of_a_loop_are_shared_and_closed_with_it() -> None:
    async def made() -> tuple[bool, bool]:
        session = transport._connections().session
        shared = transport._connections().session is session
        await transport.close_connections()
        return shared, session.closed

    assert asyncio.run(made()) == (True, True)


@pytest.mark.parametrize(("logprobs", "tokens", "expected"), [
    (None, 1, 2_097_152 + 128),
    (None, 1000, 2_097_152 + 128_000),
    (0, 1000, 2_097_152 + 2 * 128_000),
    (20, 1000, 2_097_152 + 22 * 128_000),
    (None, None, 2_097_152 + 262_144 * 128),
])
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
