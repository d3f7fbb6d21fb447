"""Server of the page, on this computer alone, in a thread of its own.

Any program on this computer can connect, and none needs a token for that. So a connection has one request, a client has
seconds to send the whole of it, which is then answered at once without the token, and the connection without a whole
request that has waited longest makes room for a new one.
"""

import asyncio
import logging
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from gtarena.errors import UsageError
from gtarena.web.app import WAIT, application
from gtarena.web.desk import Desk
from gtarena.web.guard import LOOPBACK, new_token

LEAST, MOST = 8, 256  # connections; a browser makes 6 at a time
SHARE = 4  # the match needs file descriptors too
PAUSE = 0.1  # seconds until the next try when there is no descriptor for a connection


def affordable_connections() -> int:
    """Returns the number of connections that the descriptors of this process allow.

    Raises:
        UsageError: they are too few for a browser.
    """
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors < LEAST * SHARE:
        raise UsageError(f"a process may open {descriptors} files here, and the page needs {LEAST * SHARE}: allow more "
                         "with `ulimit -n 1024`, or play at the terminal, without --web")
    return min(MOST, descriptors // SHARE)


@dataclass(frozen=True)
class ConnectionLimits:
    """Most connections at a time, and the seconds in which a request has to come whole, and its answer be taken."""

    connections: int = field(default_factory=affordable_connections)
    request: float = 5.0
    answer: float = WAIT + 5.0


class Connection(H11Protocol):
    """Connection of a client, which is cut off when it takes too long."""

    def __init__(self, config: uvicorn.Config, state: ServerState, limits: ConnectionLimits) -> None:
        super().__init__(config, state, {})
        self._limits = limits
        self.since = self.loop.time()
        self.asked = False  # becomes true with a whole request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        self._deadline = self.loop.call_later(self._limits.request, transport.abort)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.asked and self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.asked = True
            self._deadline.cancel()
            self._deadline = self.loop.call_later(self._limits.answer, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        super().connection_lost(exc)


async def accept_connections(listener: socket.socket, server: uvicorn.Server, limits: ConnectionLimits) -> None:
    """Accepts connections one by one until the server shall end; if this ends first, so does the server.

    asyncio's own servers accept many before the first can be closed, and lack descriptors by then.
    """
    loop, state = asyncio.get_running_loop(), server.server_state
    try:
        while not server.should_exit:
            try:
                accepted, _ = await loop.sock_accept(listener)
                await asyncio.sleep(0)  # in which the connection before this one reads what was sent with it
                if len(state.connections) >= limits.connections:
                    _make_room(state)
                await loop.connect_accepted_socket(lambda: Connection(server.config, state, limits), accepted)
            except OSError:  # the match, or another process, has taken the last descriptors
                _make_room(state)
                await asyncio.sleep(PAUSE)
    finally:
        server.should_exit = True


def _make_room(state: ServerState) -> None:
    """Cuts off the oldest connection without a whole request, or if there is none the oldest."""
    connections = [each for each in state.connections if isinstance(each, Connection)]
    if connections:
        min(connections, key=lambda each: (each.asked, each.since)).transport.abort()


@contextmanager
def serve_page(desk: Desk, port: int = 0, limits: ConnectionLimits | None = None) -> Iterator[str]:
    """Serves a desk's page, and yields its address; port 0 is any that is free.

    A server that fails says so at the desk, and prints nothing.

    Raises:
        UsageError: the port is not free, or there are too few file descriptors.
    """
    limits = limits or ConnectionLimits()
    with _listening(port) as listener:
        port = listener.getsockname()[1]
        token = new_token()
        # The log of requests would show the token, and the header the server's name. The terminal is the match's.
        config = uvicorn.Config(application(desk, token, port), http="h11", log_config=None,
                                log_level=logging.CRITICAL + 1, access_log=False, server_header=False,
                                headers=[("Connection", "close")], ws="none", lifespan="off", proxy_headers=False,
                                timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=_run, args=(server, listener, limits, desk), name="web",
                                  daemon=True)
        thread.start()
        try:
            yield f"http://{LOOPBACK}:{port}/{token}/"
        finally:
            desk.close()  # or the server would wait for the pages that wait
            server.should_exit = True
            thread.join()


def _run(server: uvicorn.Server, listener: socket.socket, limits: ConnectionLimits, desk: Desk) -> None:
    """Runs the server to its end, and tells the desk if that is an error."""
    try:
        with asyncio.Runner() as runner:
            runner.run(_serve(server, listener, limits))
    except BaseException as error:  # noqa: BLE001  (whatever it is, the match must not wait for answers any more)
        desk.fail(f"{type(error).__name__}: {error}")


async def _serve(server: uvicorn.Server, listener: socket.socket, limits: ConnectionLimits) -> None:
    # It would print what clients do wrong.
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    entrance = asyncio.create_task(accept_connections(listener, server, limits))
    await server.serve(sockets=[])
    entrance.cancel()
    with suppress(asyncio.CancelledError):
        await entrance


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """Yields a socket that listens on this computer alone, so that the page can be opened from now on."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        # The port of a server that has just ended is free, though connections to it are remembered for a while.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, port))
            listener.listen(socket.SOMAXCONN)
        except (OSError, OverflowError) as error:
            raise UsageError(f"port {port} of {LOOPBACK} cannot be used ({error}): choose another, or 0 for a free "
                             "one") from error
        listener.setblocking(False)
        yield listener
