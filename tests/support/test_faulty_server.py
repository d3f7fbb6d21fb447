"""Faults of the server as an HTTP client sees them, and its statistics."""

import contextlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support import faulty_server
from tests.support.faulty_server import FAULTS, GOOD, FaultyServer, digest
from tests.support.virtual_time import HANGING

Serve = Callable[..., FaultyServer]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts faulty servers with the given settings."""
    servers: list[FaultyServer] = []

    def start(**settings: Any) -> FaultyServer:
        servers.append(FaultyServer(**settings))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def chat(number: int = 0) -> dict[str, Any]:
    return {"model": "faulty", "messages": [{"role": "user", "content": f"Question {number}.\nLegal moves: a | b"}]}


def ask(server: FaultyServer, number: int = 0, timeout: httpx.Timeout | float = HANGING) -> httpx.Response:
    # Reading the certificates that are not needed would take most of the time.
    return httpx.post(f"{server.api_base}/chat/completions", json=chat(number), timeout=timeout, verify=False)


def text(response: httpx.Response) -> str:
    content = response.json()["choices"][0]["message"]["content"]
    assert isinstance(content, str)
    return content


@pytest.mark.parametrize(("fault", "status", "retry_after"), [
    ("rate_limit", 429, None), ("rate_limit_retry_after", 429, "0.05"), ("error_500", 500, None),
    ("error_503", 503, None)])
def test_an_error_has_its_status_and_only_one_says_when_to_come_back(serve, fault, status, retry_after):
    response = ask(serve(rate=1, faults=[fault]))
    assert (response.status_code, response.headers.get("Retry-After")) == (status, retry_after)
    assert response.json()["error"]["message"]


@pytest.mark.parametrize(("fault", "raises"), [
    ("reset", httpx.ReadError),  # httpx's word for ECONNRESET; a connection that was closed is a protocol error
    ("half_closed", httpx.RemoteProtocolError)])
def test_a_broken_connection_breaks_as_named(serve, fault, raises):
    with pytest.raises(raises):
        ask(serve(rate=1, faults=[fault]))


@pytest.mark.parametrize("fault", ["truncated_json", "invalid_json", "html"])
def test_an_answer_that_is_no_json_comes_whole_and_as_a_success(serve: Serve, fault: str) -> None:
    response = ask(serve(rate=1, faults=[fault]))
    assert response.status_code == 200
    with pytest.raises(json.JSONDecodeError):
        response.json()


def test_an_answer_without_choices_or_with_a_wrong_content_type_is_otherwise_whole(serve: Serve) -> None:
    assert ask(serve(rate=1, faults=["no_choices"])).json()["choices"] == []
    response = ask(serve(rate=1, faults=["wrong_content_type"]))
    assert response.headers["Content-Type"] == "application/octet-stream"
    assert text(response) == text(ask(serve(rate=0)))


@pytest.mark.parametrize("fault", ["timeout", "slow_drip"])
def test_a_slow_answer_takes_all_the_patience_and_a_dripping_one_a_little_for_every_byte(serve, fault):
    pauses: list[float] = []
    response = ask(serve(rate=1, faults=[fault], patience=7.0, sleep=pauses.append))
    assert sum(pauses) == pytest.approx(7.0)
    assert len(pauses) == (1 if fault == "timeout" else len(response.content))
    assert text(response) in ("Answer: a", "Answer: b")


def test_answers_and_faults_follow_from_the_seed_and_each_request_and_not_from_their_order(serve: Serve) -> None:
    one, other = serve(rate=0, seed=1), serve(rate=0, seed=2)
    answers = [text(ask(one, number)) for number in range(20)]
    assert answers == [text(ask(other, number)) for number in range(20)]
    assert set(answers) == {"Answer: a", "Answer: b"}
    bodies = [digest(chat(number)) for number in range(100)]

    def kinds(server: FaultyServer) -> list[list[str]]:
        return [[server.kind(body, seen) for seen in range(30)] for body in bodies]

    found = kinds(serve(seed=1))
    assert found == kinds(serve(seed=1)) != kinds(serve(seed=2))
    assert len(set(map(tuple, found))) == len(bodies)
    drawn = [kind for row in found for kind in row]
    share = sum(kind != GOOD for kind in drawn) / len(drawn)
    assert abs(share - 0.3) < 0.05  # six standard deviations of the mean of 3000 draws
    assert set(drawn) == {GOOD, *FAULTS}
    quick = [name for name in FAULTS if name not in ("timeout", "slow_drip")]
    one, other = serve(rate=0.5, faults=quick), serve(rate=0.5, faults=quick)
    assert met(one, [0, 0, 0, 0, 1, 1, 2]) == met(other, [2, 1, 0, 0, 1, 0, 0])


def met(server: FaultyServer, numbers: list[int]) -> dict[str, int]:
    """Sends the requests and returns the server's counts by kind of answer."""
    for number in numbers:
        with contextlib.suppress(httpx.TransportError):
            ask(server, number)
    kinds: dict[str, int] = server.stats()["kinds"]
    assert sum(kinds.values()) == len(numbers)
    return kinds


def test_every_request_is_counted_by_kind_and_by_content_and_can_be_forgotten(serve: Serve) -> None:
    server = serve(rate=1, faults=["error_500"])
    for number in (0, 0, 1):
        ask(server, number)
    stats = httpx.get(server.api_base.replace("/v1", "/stats")).json()
    assert stats.pop("bytes_sent") > 0
    assert stats == {
        "requests": 3, "most_at_once": 1, "kinds": {"error_500": 3}, "bodies": {digest(chat(0)): 2, digest(chat(1)): 1}}
    server.start_over()
    assert (server.stats()["requests"], server.stats()["bodies"]) == (0, {})


def test_as_a_program_it_prints_its_address_and_serves() -> None:
    command = [sys.executable, str(Path(faulty_server.__file__)), "--rate", "1", "--seed", "3", "--patience", "0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        address = process.stdout.readline().strip()
        with contextlib.suppress(httpx.TransportError):
            httpx.post(f"{address}/chat/completions", json=chat(), timeout=HANGING)
        stats = httpx.get(address.replace("/v1", "/stats")).json()
        process.terminate()
    assert (stats["requests"], Counter(stats["kinds"]).total()) == (1, 1)
    assert GOOD not in stats["kinds"]
