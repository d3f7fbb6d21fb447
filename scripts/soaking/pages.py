"""Connections without a whole request to the page of a match, which is played to its end meanwhile."""

import json
import re
import resource
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from typing import Any

from soaking.trial import PATIENCE, Fault, Finding, Trial

DESCRIPTORS = (32, 64, 1024)
CONNECTIONS = 1_200
PARTS = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"GET x HTTP/1.1\r\n\r\n", b"\0\r\n\r\n")
QUICK = 5.0  # seconds in which the page must answer


def faults(expected: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields all faults of this kind."""
    for number in DESCRIPTORS:
        name = f"{CONNECTIONS:,} connections to the page of a command with {number} file descriptors"
        yield Fault(name, lambda trial, name=name, number=number: _flooded(name, trial, number))


def _flooded(name: str, trial: Trial, descriptors: int) -> Finding:
    process = trial.start("play", "kuhn_poker", "against", "random", "--web", "--seat", "0",
                          limits={resource.RLIMIT_NOFILE: descriptors})
    trouble = ""
    try:
        address = _address(trial, process.pid)
        with ExitStack() as stack:
            place = address.split("/")[2].split(":")
            for number in range(CONNECTIONS):
                connection = stack.enter_context(socket.create_connection((place[0], int(place[1]))))
                connection.sendall(PARTS[number % len(PARTS)])
            _play(address)
    except (OSError, HTTPException) as error:
        trouble = f"the page cannot be used: {error}"
        process.kill()
    ended = trial.end(process)
    surplus = [line for line in ended.output.splitlines() if line and not line.startswith(("Open", "  http", "Logged"))]
    trouble = trouble or ended.trouble or (f"printed {len(surplus)} lines: {surplus[0]}" if surplus else "")
    return Finding(name, trouble or (f"exit code {ended.code}" if ended.code else ""), keys=trial.revealed())


def _address(trial: Trial, process: int) -> str:
    due = time.monotonic() + PATIENCE
    while time.monotonic() < due:
        if found := re.search(rb"http://\S+/(?=\s)", trial.output[process]):
            return found[0].decode()
        time.sleep(0.05)
    raise TimeoutError("no address was printed")


def _play(address: str) -> None:
    """Makes the first move of each turn until the match is over."""
    def asked(path: str, body: Mapping[str, Any] | None = None) -> Any:
        _, _, place, token, _ = address.split("/")
        connection = HTTPConnection(place, timeout=QUICK)
        connection.request("GET" if body is None else "POST", f"/{token}/{path}", json.dumps(body),
                           {"Content-Type": "application/json"})
        return json.load(connection.getresponse())

    state = asked("state")
    while state["phase"] != "over":
        if state["phase"] == "turn":
            asked("move", {"number": state["number"], "answer": state["turn"]["form"]["options"][0]})
        state = asked(f"state?seen={state['version']}")
    asked("seen", {})
