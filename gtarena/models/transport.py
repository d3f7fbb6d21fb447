"""Transport of all model calls: the one way by which requests leave and answers come, whatever the provider.

Every client with which litellm awaits a server sends through it. It follows no redirect, keeps no cookie, and reads no
more of an answer than the exchange allows, counted both as it comes and after decompression: a few kilobytes of gzip
can hold gigabytes. A provider whose client connects by itself, past the transport, is stopped before anything leaves.
"""

import asyncio
import errno
import importlib
import re
import sys
import urllib.request
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, NoReturn
from weakref import WeakKeyDictionary

import aiohttp
import httpx
from yarl import URL

from gtarena.models.exchange import (
    EXCHANGE,
    FAILURES,
    Answer,
    BrokenOffError,
    HttpExchange,
    MalformedError,
    RedirectedError,
    ReplyTooLargeError,
    UnreachableError,
    UnsendableError,
    UnsendableHeaderError,
)

MOST_OF_ERROR = 64 * 2**10  # bytes; of a longer error the rest is not read
MOST_OF_HEADER, MOST_HEADERS = 64 * 2**10, 512  # bytes of one, and their number
REDIRECTS = range(300, 400)
# By audit event: where the address stands among its arguments.
_CONNECTING = {"socket.connect": 1, "socket.getaddrinfo": 0}
_PORTS = {"http": 80, "https": 443}
_GZIP = 31  # zlib's number for it
_GZIP_START = b"\x1f\x8b"
_PACKED = ("gzip", "x-gzip")
_REPEATED = re.compile(r":?\s*b['\"]")  # the beginning of bytes, as Python shows them
# The body is unpacked here, and cookies end here.
_DROPPED = ("content-encoding", "content-length", "transfer-encoding", "set-cookie")


class Connections(NamedTuple):
    """Connections of an event loop, and the proxies by scheme that the environment named when it opened the first."""

    session: aiohttp.ClientSession
    proxies: Mapping[str, str]


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Connections] = WeakKeyDictionary()
_inside: ContextVar[bool] = ContextVar("_inside", default=False)


def install_transport(litellm: Any) -> None:
    """Makes all of litellm's clients use this transport, and stops connections past it.

    May be called once in a process, because the latter cannot be taken back.
    """
    handlers = importlib.import_module("litellm.llms.custom_httpx.http_handler")
    handlers.AsyncHTTPHandler.create_async_transport = staticmethod(Transport)
    # litellm's own logging uses them too, in threads that know of no call.
    litellm.sync_transport = _Refusing()
    litellm.module_level_client.client = httpx.Client(transport=litellm.sync_transport)
    # Some providers' clients would ask twice more, and wait for that as long as the server says.
    importlib.import_module("openai._models").FinalRequestOptions.get_max_retries = lambda options, most: 0
    sys.addaudithook(_stop_others)


async def close_connections() -> None:
    """Closes the connections of the running event loop."""
    if connections := _of_loops.pop(asyncio.get_running_loop(), None):
        await connections.session.close()


class Transport(httpx.AsyncBaseTransport):
    """Transport of one of litellm's clients; all of them share the connections of their event loop."""

    def __init__(self, ssl_context: Any = None, ssl_verify: bool | None = None, **_others: Any) -> None:
        self._ssl = ssl_context or ssl_verify is not False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request of the task's exchange, which notes what comes of it.

        Raises:
            ExchangeError: there is no whole answer.
            Exception: the exchange keeps the request back.
        """
        exchange, mark = EXCHANGE.get(), _inside.set(True)
        try:
            exchange.require_open()
            _check(request, exchange)
            answer = await self._answer(request, exchange)
        finally:
            _inside.reset(mark)
        return httpx.Response(answer.status, headers=answer.headers, content=answer.body, request=request)

    async def _answer(self, request: httpx.Request, exchange: HttpExchange) -> Answer:
        request.headers["Accept-Encoding"] = "gzip"
        content, (session, proxies) = await request.aread(), _connections()
        with _faults(exchange):
            # httpx has made a header of a user name and password in the address.
            url = URL(str(request.url.copy_with(userinfo=b"")), encoded=True)
            async with session.request(
                request.method, url, headers=request.headers.multi_items(), data=DepartingBody(content),
                proxy=_proxy(request.url, proxies), ssl=self._ssl, allow_redirects=False,
            ) as response:
                exchange.status = response.status
                target = response.headers.get("Location")
                if target is not None and response.status in REDIRECTS:
                    raise RedirectedError(_join_address(request.url, target))
                body = await _body(response, exchange.limit)
                exchange.answer = Answer(response.status, _headers(response), body)
                return exchange.answer


class DepartingBody(aiohttp.BytesPayload):
    """Body with whose first bytes a request leaves: its headers wait for them, and all are written at once."""

    async def write_with_length(self, writer: Any, content_length: int | None) -> None:
        await EXCHANGE.get().depart()
        await super().write_with_length(writer, content_length)


def _connections() -> Connections:
    """Returns those of the event loop, without limits of their own: calls have a number and a deadline."""
    loop = asyncio.get_running_loop()
    if loop not in _of_loops:
        session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar(), auto_decompress=False,
            timeout=aiohttp.ClientTimeout(total=None), max_line_size=MOST_OF_HEADER, max_field_size=MOST_OF_HEADER,
            max_headers=MOST_HEADERS)
        _of_loops[loop] = Connections(session, urllib.request.getproxies())
    return _of_loops[loop]


def _proxy(url: httpx.URL, proxies: Mapping[str, str]) -> str | None:
    """Returns the proxy for an address, of those that the environment names."""
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or urllib.request.proxy_bypass(f"{url.host}:{_port(url)}"):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _check(request: httpx.Request, exchange: HttpExchange) -> None:
    """Checks that a request can be sent, and goes where all requests of its exchange go.

    Raises:
        UnsendableError: it does not, or a header holds a line break or a null character.
    """
    exchange.address = exchange.address or str(request.url)
    called, named = _origin(request.url), _origin(httpx.URL(exchange.address))
    if called != named:
        exchange.fault = UnsendableError(
            f"this provider does not keep to the address {named}; it would have called {called}")
    for name, value in request.headers.items():
        if set(value) & set("\r\n\0"):
            exchange.fault = UnsendableHeaderError(f"its header {name} holds a line break or a null character")
    if exchange.fault:
        raise exchange.fault


def _origin(url: httpx.URL) -> str:
    """Returns the scheme, host and port of an address."""
    return f"{url.scheme}://{url.raw_host.decode()}:{_port(url)}"


def _port(url: httpx.URL) -> int:
    return url.port or _PORTS[url.scheme]


def _join_address(url: httpx.URL, target: str) -> str:
    try:
        return str(url.join(target))
    except (httpx.InvalidURL, ValueError):
        return target


def _headers(response: aiohttp.ClientResponse) -> dict[str, str]:
    """Returns the headers that can be passed on; an odd one costs itself, not the answer."""
    return {name.lower(): value for name, value in response.headers.items()
            if name.lower() not in _DROPPED and f"{name}{value}".isascii() and f"{name}{value}".isprintable()}


async def _body(response: aiohttp.ClientResponse, limit: int) -> bytes:
    """Returns the unpacked body, cut at ``MOST_OF_ERROR`` if the answer is no success.

    Raises:
        ReplyTooLargeError: a success is longer than the limit.
        MalformedError: it cannot be unpacked.
    """
    cut = response.status in FAILURES
    most = MOST_OF_ERROR if cut else limit
    packed = response.headers.get("Content-Encoding", "").lower() in _PACKED
    unpacker = _Unpacker() if packed else None
    body, received = bytearray(), 0
    async for piece in response.content.iter_any():
        received += len(piece)  # gzip may unpack to nothing without end
        try:
            body += unpacker.unpack(piece, most + 1 - len(body)) if unpacker else piece
        except zlib.error as error:
            raise MalformedError(str(error)) from error
        if max(received, len(body)) > most:
            if not cut:
                raise ReplyTooLargeError(f"more than {limit:,} bytes")
            response.close()  # the rest is not read
            break
    return bytes(body[:most])


class _Unpacker:
    """Unpacks gzip, which may consist of several members; what follows them is no gzip and is dropped."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(_GZIP)

    def unpack(self, piece: bytes, most: int) -> bytes:
        """Returns what the next piece unpacks to, up to so many bytes.

        Raises:
            zlib.error: it is no gzip.
        """
        found = self._member.decompress(piece, most)
        while len(found) < most and self._member.unused_data.startswith(_GZIP_START):
            rest, self._member = self._member.unused_data, zlib.decompressobj(_GZIP)
            found += self._member.decompress(rest, most - len(found))
        return found


@contextmanager
def _faults(exchange: HttpExchange) -> Iterator[None]:
    """Makes what goes wrong inside the fault of an exchange, errors of aiohttp as those of exchanges.

    Raises:
        ExchangeError: the request could not be sent, or there is no whole answer.
        Exception: whatever else went wrong, such as a lack of memory.
    """
    try:
        yield
    except Exception as error:
        exchange.fault = exchange.fault or _fault(error)  # what keeps a request back comes first
        raise exchange.fault from error


def _fault(error: Exception) -> Exception:
    match error:
        case aiohttp.ClientConnectorError():
            return UnreachableError(f"{error.host}:{error.port}: {error.os_error.strerror or error.os_error}")
        case aiohttp.ClientHttpProxyError():
            return UnreachableError(str(error))
        case aiohttp.InvalidURL() | ValueError():
            return UnsendableError(str(error))
        case aiohttp.ClientResponseError():
            # What the server sent is not repeated: cut off, a key in it would not be recognised.
            return MalformedError(" ".join(_REPEATED.split(error.message)[0].split()))
        case aiohttp.ClientError():
            return BrokenOffError(str(error) or type(error).__name__)
    return error


class _Refusing(httpx.BaseTransport):
    """Transport of litellm's clients that do not await their answers, which nothing could end in time."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        _refuse(request.url.netloc.decode())


def _stop_others(event: str, arguments: tuple[Any, ...], connecting: Mapping[str, int] = _CONNECTING) -> None:
    """Refuses connections that a call makes past the transport, and look-ups for them (an audit hook of Python's).

    ``connecting`` is an argument, because the hook is called until after this module has been emptied at exit.
    """
    if event in connecting and not _inside.get() and EXCHANGE.get(None) is not None:
        _refuse(_address(arguments[connecting[event]:]))


def _refuse(address: str) -> NoReturn:
    """Refuses to connect, and notes the address in the exchange, if the call has one here.

    To the client it looks as if nobody listened there: it may go on without, as litellm does where it asks Ollama for
    the properties of a model.
    """
    if exchange := EXCHANGE.get(None):
        exchange.stopped = address
    raise ConnectionRefusedError(errno.ECONNREFUSED, f"past the transport of model calls: {address}")


def _address(stated: Sequence[Any]) -> str:
    place = stated[0] if isinstance(stated[0], tuple) else stated
    return ":".join(str(part) for part in place[:2])
