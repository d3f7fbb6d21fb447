"""Limits on answers, with answers made by hand; ``test_client`` has those of a server."""

import asyncio
import gzip
import itertools
import zlib
from collections.abc import AsyncIterator, Callable, Iterable
from types import SimpleNamespace

import aiohttp
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.models.bounded_transport import MOST_OF_ERROR, bound_answers
from gtarena.models.reply_size import LIMIT, ReplyTooLargeError

MOST = 1000

Respond = Callable[[httpx.Request], httpx.Response]


class Pieces(httpx.AsyncByteStream):
    """Body in pieces; ``taken`` counts the bytes that were asked for."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self.taken, self.closed = 0, False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            self.taken += len(piece)
            yield piece

    async def aclose(self) -> None:
        self.closed = True


def transport(respond: Respond) -> httpx.AsyncBaseTransport:
    handler = SimpleNamespace(create_async_transport=lambda ssl_context, ssl_verify: httpx.MockTransport(respond))
    bound_answers(handler)
    made: httpx.AsyncBaseTransport = handler.create_async_transport()
    return made


def fetch(respond: Respond) -> httpx.Response:
    async def fetched() -> httpx.Response:
        LIMIT.set(MOST)
        async with httpx.AsyncClient(transport=transport(respond)) as client:
            return await client.post("http://server", json={})

    return asyncio.run(fetched())


def read(body: Pieces, status: int = 200, **headers: str) -> bytes:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = fetch(lambda request: httpx.Response(status, headers=named, stream=body))
    assert response.status_code == status
    return response.content


@given(content=st.binary(max_size=2 * MOST), size=st.integers(1, 2 * MOST), packed=st.booleans())
def test_what_is_within_the_limit_comes_whole_and_what_is_not_fails(content: bytes, size: int, packed: bool) -> None:
    sent = gzip.compress(content) if packed else content
    body = Pieces(sent[start : start + size] for start in range(0, len(sent), size))
    headers = {"Content_Encoding": "gzip"} if packed else {}
    if max(len(content), len(sent)) <= MOST:
        assert read(body, **headers) == content
    else:
        with pytest.raises(ReplyTooLargeError, match="more than 1,000 bytes"):
            read(body, **headers)
    assert body.closed


@pytest.mark.parametrize("status", [200, 500])
def test_of_an_endless_answer_no_more_is_taken_than_the_limit_and_a_piece(status: int) -> None:
    body = Pieces(itertools.repeat(b"x" * 100))
    if status == 200:
        with pytest.raises(ReplyTooLargeError):
            read(body)
        assert body.taken == MOST + 100
    else:
        assert read(body, status) == b"x" * MOST_OF_ERROR
        assert body.taken < MOST_OF_ERROR + 100
    assert body.closed


def test_gzip_that_unpacks_to_nothing_without_end_is_too_much_as_well() -> None:
    packer = zlib.compressobj(wbits=31)
    start, nothing = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH), packer.flush(zlib.Z_FULL_FLUSH)
    body = Pieces(itertools.chain([start], itertools.repeat(nothing or b"\x00\x00\x00\xff\xff")))
    with pytest.raises(ReplyTooLargeError):
        read(body, Content_Encoding="gzip")
    assert body.taken <= MOST + len(start)


def test_a_bomb_is_unpacked_no_further_than_the_limit() -> None:
    bomb = gzip.compress(b"\x00" * 10**7)
    with pytest.raises(ReplyTooLargeError):
        read(Pieces([bomb[:900]]), Content_Encoding="x-gzip")
    assert read(Pieces([bomb]), 503, Content_Encoding="GZIP") == b"\x00" * MOST_OF_ERROR


def test_gzip_is_asked_for_and_nothing_else_is_unpacked() -> None:
    asked = []

    def respond(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers["Accept-Encoding"])
        return httpx.Response(200, headers={"Content-Encoding": "deflate"}, stream=Pieces([zlib.compress(b"abc")]))

    assert fetch(respond).content == zlib.compress(b"abc")
    assert asked == ["gzip"]


def test_what_is_no_gzip_cannot_be_unpacked() -> None:
    with pytest.raises(httpx.DecodingError, match="incorrect header"):
        read(Pieces([b"plain"]), Content_Encoding="gzip")


class Refused(aiohttp.ClientConnectorError):
    """Made without a real connection."""

    def __init__(self) -> None:
        OSError.__init__(self, "refused")

    def __str__(self) -> str:
        return "refused"


@pytest.mark.parametrize(
    ("cause", "found"),
    [
        (aiohttp.ClientOSError(104, "reset"), httpx.ReadError),
        (Refused(), httpx.ConnectError),
        (None, httpx.ConnectError),
    ],
)
def test_a_connection_that_broke_is_told_from_one_that_was_never_made(
    cause: Exception | None, found: type[Exception]
) -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("failed") from cause

    with pytest.raises(httpx.RequestError) as caught:
        fetch(respond)
    assert type(caught.value) is found
    assert caught.value.__cause__ is cause


def test_without_aiohttp_the_answers_are_limited_all_the_same() -> None:
    handler = SimpleNamespace(create_async_transport=lambda ssl_context, ssl_verify: None)
    bound_answers(handler)
    made = handler.create_async_transport(ssl_verify=False)
    assert isinstance(made, httpx.AsyncHTTPTransport)
    assert "handle_async_request" in vars(made)
