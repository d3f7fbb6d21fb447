"""The connections of litellm, with a limit on the size of answers.

Everything that litellm awaits from a server comes through the transports that its ``AsyncHTTPHandler`` makes. Those
made here read no more than ``reply_size.LIMIT`` of an answer, counted both as it comes and after decompression. They
ask for gzip alone, and unpack it themselves, piece by piece: a few kilobytes of it can hold gigabytes.
"""

import zlib
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

import aiohttp
import httpx

from gtarena.models.reply_size import LIMIT, ReplyTooLargeError

MOST_OF_ERROR = 64 * 2**10  # bytes; of a longer error the rest is not read
PIECE = 64 * 2**10  # bytes unpacked at a time

Pieces = AsyncGenerator[bytes, None]
Send = Callable[[httpx.Request], Any]


def bound_answers(handler: Any) -> None:
    """Makes litellm's class ``AsyncHTTPHandler`` create transports with a limit."""
    create = handler.create_async_transport

    def create_bounded(ssl_context: Any = None, ssl_verify: bool | None = None, **others: Any) -> Any:
        transport = create(ssl_context=ssl_context, ssl_verify=ssl_verify, **others)
        if transport is None:  # where the environment turns aiohttp off
            transport = httpx.AsyncHTTPTransport(verify=ssl_context or ssl_verify is not False)
        # litellm asks transports for their class when it closes them, so it must stay the same.
        transport.handle_async_request = _bounded_send(transport.handle_async_request)
        return transport

    handler.create_async_transport = staticmethod(create_bounded)


def _bounded_send(send: Send) -> Send:
    async def bounded_send(request: httpx.Request) -> httpx.Response:
        request.headers["Accept-Encoding"] = "gzip"
        try:
            response = await send(request)
        except httpx.ConnectError as error:
            raise _told_apart(error) from error.__cause__
        packed = response.headers.pop("Content-Encoding", "").lower() in ("gzip", "x-gzip")
        response.headers.pop("Content-Length", None)
        cut = response.status_code >= httpx.codes.MULTIPLE_CHOICES
        body = _Body(response.stream, MOST_OF_ERROR if cut else LIMIT.get(), packed=packed, cut=cut)
        return httpx.Response(response.status_code, headers=response.headers, stream=body, request=request)

    return bounded_send


def _told_apart(error: httpx.ConnectError) -> httpx.RequestError:
    """Returns the error, or one of another class if the connection broke after it was made.

    litellm calls both the same, and sends a request again on its own after a failed connection. The first one may have
    been answered and paid for.
    """
    broke = isinstance(error.__cause__, aiohttp.ClientOSError | ConnectionError)
    never_made = isinstance(error.__cause__, aiohttp.ClientConnectorError)
    return httpx.ReadError(str(error)) if broke and not never_made else error


class _Body(httpx.AsyncByteStream):
    """Body of an answer, unpacked if ``packed``; beyond the limit it ends if ``cut``, and otherwise fails.

    Iterating raises ``ReplyTooLargeError`` where it fails, and ``httpx.DecodingError`` for what cannot be unpacked.
    """

    def __init__(self, stream: Any, most: int, *, packed: bool, cut: bool) -> None:
        self._stream, self._most, self._packed, self._cut = stream, most, packed, cut

    async def __aiter__(self) -> Pieces:
        pieces = self._limited(aiter(self._stream))
        if self._packed:
            # Counted again: a little may unpack to much, and without end to nothing.
            pieces = self._limited(_unpacked(pieces))
        async with aclosing(pieces):
            async for piece in pieces:
                yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def _limited(self, pieces: Pieces) -> Pieces:
        left = self._most
        async with aclosing(pieces):
            async for piece in pieces:
                if len(piece) > left and not self._cut:
                    raise ReplyTooLargeError(f"more than {self._most:,} bytes")
                yield piece[:left]
                left -= len(piece)
                if left <= 0 and self._cut:
                    return


async def _unpacked(pieces: Pieces) -> Pieces:
    unpacker = zlib.decompressobj(wbits=31)
    async with aclosing(pieces):
        async for piece in pieces:
            while piece:
                yield _part(unpacker, piece)
                piece = unpacker.unconsumed_tail


def _part(unpacker: Any, piece: bytes) -> bytes:
    try:
        return bytes(unpacker.decompress(piece, PIECE))
    except zlib.error as error:
        raise httpx.DecodingError(str(error)) from error
