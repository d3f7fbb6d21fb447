"""Local server with OpenAI's chat protocol, or another one, for tests over real HTTP without a network.

Run as a program, it prints its address and answers with random legal moves until it is interrupted.
"""

import json
import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # Started by its path, whose folder holds test packages with the names of the real ones.
    sys.path[0] = str(Path(__file__).parents[2])

from gtarena.models import offline
from tests.support.prompt_reader import read_form
from tests.support.protocols import OPENAI, Protocol

Payload = dict[str, Any]


@dataclass(frozen=True)
class Received:
    """A request that the server received; header names are in lower case."""

    path: str
    headers: dict[str, str]
    payload: Payload


@dataclass(frozen=True)
class Raw:
    """An HTTP answer byte for byte.

    ``delay`` seconds pass before the answer and ``pause`` seconds before each byte of its body; the connection ends
    after ``cut`` bytes of it.
    """

    body: str
    status: int = 200
    content_type: str = "application/json"
    delay: float = 0.0
    pause: float = 0.0
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None


@dataclass(frozen=True)
class Stream:
    """An HTTP answer in chunks, until they or the client's patience end."""

    pieces: Callable[[], Iterator[bytes]]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reset:
    """Resets the connection in place of an answer."""


Answer = Raw | Stream | Reset


def chat(text: str | None, **changes: Any) -> Raw:
    """Returns a complete chat answer; ``changes`` replace top-level fields, and ``...`` removes a field."""
    message = {"role": "assistant", "content": text}
    fields = {"id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "served-model",
              "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
              "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}} | changes
    return Raw(json.dumps({name: value for name, value in fields.items() if value is not ...}))


def error(status: int, message: str, code: str = "") -> Raw:
    """Returns an error answer in OpenAI's form."""
    return Raw(json.dumps({"error": {"message": message, "type": "error", "code": code}}), status)


def random_move(payload: Payload, protocol: Protocol = OPENAI) -> str:
    """Returns the reply of ``offline/random``, which is the same for the same conversation."""
    messages = protocol.messages(payload)
    return offline.answer("offline/random", messages, seed=0, form=read_form(messages)).text


class OpenAIServer:
    """Serves from its creation until ``close``; ``reply`` and ``sleep`` may be replaced at any time.

    ``reply`` takes the request's JSON and returns the text of the answer, or the answer itself. An exception in it is
    answered with an error that no client retries, so that a test fails at once. ``sleep`` is called
    with the seconds of delays and pauses. ``bytes_sent`` counts the bytes of bodies that the operating system has
    taken. Answers are in OpenAI's form, and are sent in that of the ``protocol``. GET /stats returns ``stats`` as JSON,
    for programs that talk to a server in another process.
    """

    def __init__(
        self, reply: Callable[[Payload], str | Answer] | None = None, sleep: Callable[[float], object] = time.sleep,
        protocol: Protocol = OPENAI,
    ) -> None:
        self.reply = reply or (lambda payload: random_move(payload, protocol))
        self.sleep, self.protocol = sleep, protocol
        self.received: list[Received] = []
        self.most_at_once = self.bytes_sent = 0
        self._at_once = 0
        self._lock = threading.Lock()
        self._server = _Listener(self)
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
        self._thread.start()

    @property
    def api_base(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def stats(self) -> dict[str, Any]:
        """Returns the number of requests, the most that were being answered at the same time, and the bytes sent."""
        with self._lock:
            return {"requests": len(self.received), "most_at_once": self.most_at_once, "bytes_sent": self.bytes_sent}

    def answer(self, request: Received) -> Answer:
        with self._lock:
            self.received.append(request)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if not self.protocol.answers(request.path):
                return error(404, f"{request.path} does not exist here")
            try:
                reply = self.respond(request)
            except Exception as exception:  # noqa: BLE001 - whatever a test's function raises
                return error(401, f"the test's reply raised {exception!r}")
            answer = self.spoken(chat(reply) if isinstance(reply, str) else reply)
            if isinstance(answer, Raw) and answer.delay:
                self.sleep(answer.delay)
            return answer
        finally:
            with self._lock:
                self._at_once -= 1

    def respond(self, request: Received) -> str | Answer:
        """Returns what ``reply`` answers to the request's content."""
        return self.reply(request.payload)

    def spoken(self, answer: Answer) -> Answer:
        """Returns an answer in the form of the protocol; one that is in it already stays as it is."""
        return replace(answer, body=self.protocol.spoken(answer.body)) if isinstance(answer, Raw) else answer

    def count_bytes(self, number: int) -> None:
        with self._lock:
            self.bytes_sent += number

    def pieces(self, body: bytes, pause: float) -> Iterator[bytes]:
        """Yields the body as it is to be written: all at once, or each byte after a pause."""
        if not pause:
            yield body
            return
        for byte in body:
            self.sleep(pause)
            yield bytes([byte])


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, owner: OpenAIServer) -> None:
        self.owner = owner
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores clients that give up during an answer, which tests make them do."""


class _Handler(BaseHTTPRequestHandler):
    server: _Listener
    protocol_version = "HTTP/1.1"  # connections are kept, as by every real server
    wbufsize = -1  # headers and body in one packet: a second one would wait for the first one's acknowledgement

    def do_POST(self) -> None:
        payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self._send(self.server.owner.answer(Received(self.path, headers, payload)))

    def do_GET(self) -> None:
        known = self.path == "/stats"
        stats = Raw(json.dumps(self.server.owner.stats()))
        self._send(stats if known else error(404, f"{self.path} does not exist here"))

    def _send(self, answer: Answer) -> None:
        if isinstance(answer, Raw):
            self._write(answer)
        elif isinstance(answer, Stream):
            self._write_chunks(answer)
        else:
            self._reset()

    def _write(self, answer: Raw) -> None:
        body = answer.body.encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        for piece in self.server.owner.pieces(body[: answer.cut], answer.pause):
            self.wfile.write(piece)
            self.wfile.flush()
            self.server.owner.count_bytes(len(piece))
        self.close_connection = self.close_connection or answer.cut is not None

    def _write_chunks(self, answer: Stream) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        for piece in answer.pieces():
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
            self.server.owner.count_bytes(len(piece))
        self.wfile.write(b"0\r\n\r\n")

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(self.connection.detach())  # ``close`` alone would shut the connection down in order
        self.close_connection = True

    def log_message(self, *args: Any) -> None:
        """Logs nothing; tests read ``received``."""


def serve(server: OpenAIServer) -> None:
    """Prints the server's address and serves until the process is interrupted."""
    print(server.api_base, flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.close()


if __name__ == "__main__":
    serve(OpenAIServer())
