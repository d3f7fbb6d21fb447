"""Connections of the page's server: one request each, and bounds that hold against whoever can connect.

Any program on this computer can connect, and none needs a token for that. So a client has seconds to send a whole
request, which is then answered at once without the token, and the connection without a whole request that has waited
longest makes room for a new one.
"""

import asyncio
import resource
import socket
from dataclasses import dataclass, field

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from gtarena.errors import UsageError
from gtarena.web.app import WAIT

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
class Limits:
    """Most connections at a time, and the seconds in which a request has to come whole, and its answer be taken."""

    connections: int = field(default_factory=affordable_connections)
    request: float = 5.0
    answer: float = WAIT + 5.0


class Connection(H11Protocol):
    """Connection of a client, which is cut off when it takes too long."""

    def __init__(self, config: uvicorn.Config, state: ServerState, limits: Limits) -> None:
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


async def let_in(listener: socket.socket, server: uvicorn.Server, limits: Limits) -> None:
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
