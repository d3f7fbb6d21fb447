"""Server of the page, on this computer alone, in a thread of its own."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from gtarena.errors import UsageError
from gtarena.web.app import application
from gtarena.web.desk import Desk
from gtarena.web.guard import LOOPBACK, new_token


@contextmanager
def served(desk: Desk, port: int = 0) -> Iterator[str]:
    """Serves a desk's page, and yields its address; port 0 is any that is free.

    Raises:
        UsageError: the port is not free.
    """
    with _listening(port) as listener:
        port = listener.getsockname()[1]
        token = new_token()
        # The log of requests would show the token, and the header the server's name.
        config = uvicorn.Config(application(desk, token, port), log_config=None, log_level="error", access_log=False,
                                server_header=False, ws="none", lifespan="off", proxy_headers=False,
                                timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listener],), name="web", daemon=True)
        thread.start()
        try:
            yield f"http://{LOOPBACK}:{port}/{token}/"
        finally:
            desk.close()  # or the server would wait for the pages that wait
            server.should_exit = True
            thread.join()


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """Yields a socket that listens on this computer alone, so that the page can be opened from now on."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        # The port of a server that has just ended is free, though connections to it are remembered for a while.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, port))
            listener.listen()
        except (OSError, OverflowError) as error:
            raise UsageError(f"port {port} of {LOOPBACK} cannot be used ({error}): choose another, or 0 for a free "
                             "one") from error
        yield listener
