"""Server of the page, on this computer alone, in a thread of its own."""

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn

from gtarena.errors import UsageError
from gtarena.web.app import application
from gtarena.web.connections import Limits, let_in
from gtarena.web.desk import Desk
from gtarena.web.guard import LOOPBACK, new_token


@contextmanager
def served(desk: Desk, port: int = 0, limits: Limits | None = None) -> Iterator[str]:
    """Serves a desk's page, and yields its address; port 0 is any that is free.

    A server that fails says so at the desk, and prints nothing.

    Raises:
        UsageError: the port is not free, or there are too few file descriptors.
    """
    limits = limits or Limits()
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


def _run(server: uvicorn.Server, listener: socket.socket, limits: Limits, desk: Desk) -> None:
    """Runs the server to its end, and tells the desk if that is an error."""
    try:
        with asyncio.Runner() as runner:
            runner.run(_serve(server, listener, limits))
    except BaseException as error:  # noqa: BLE001  (whatever it is, the match must not wait for answers any more)
        desk.fail(f"{type(error).__name__}: {error}")


async def _serve(server: uvicorn.Server, listener: socket.socket, limits: Limits) -> None:
    # It would print what clients do wrong.
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    entrance = asyncio.create_task(let_in(listener, server, limits))
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
