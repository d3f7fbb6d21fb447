"""One hostile server, every provider's protocol: what holds for OpenAI's holds for all of them.

``scripts/soak.py providers`` tries every behaviour of the server with every protocol.
"""

import itertools
import re
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.budget import Budget
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from tests.support import virtual_time
from tests.support.faulty_server import FAULTS
from tests.support.hostile_answers import HOSTILE, REDIRECTS, STRANGER
from tests.support.model_calls import closing, forget_providers, run
from tests.support.openai_server import Answer, OpenAIServer, Raw, Received, Stream, chat, error
from tests.support.protocols import PROTOCOLS, UNCONNECTED
from tests.support.virtual_time import HANGING

KEY = "zQ7kW3vX9pL2mN8rT4yB"
ASK = Request(messages=(
    {"role": "system", "content": "Rules of the game."}, {"role": "user", "content": "Which one?\nLegal moves: a | b"}))

Behaviour = Callable[[Received, Raw], Answer]  # of a request and the good answer to it
Serve = Callable[[str], "Server"]

every_protocol = pytest.mark.parametrize("family", PROTOCOLS)


class Server(OpenAIServer):
    behaviour: Behaviour = staticmethod(lambda request, good: good)

    @property
    def settings(self) -> ModelSettings:
        return ModelSettings(self.protocol.model, api_base=self.api_base, timeout=HANGING, retries=0)

    def respond(self, request: Received) -> Answer:
        good = self.spoken(chat("Answer: a"))
        assert isinstance(good, Raw)
        return self.behaviour(request, good)


class Tried(NamedTuple):
    """Behaviour of the server by its name, what came of a call, and the requests that the server received."""

    name: str
    outcome: Reply | ModelError
    received: list[Received]


def named(name: str) -> Behaviour:
    if name in HOSTILE:
        return lambda request, good: HOSTILE[name](request)
    return lambda request, good: FAULTS[name](good, 2 * HANGING)


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves no key in the environment, and no address but this machine's."""
    real = socket.getaddrinfo

    def getaddrinfo(host: Any, *arguments: Any, **options: Any) -> Any:
        if host in ("127.0.0.1", STRANGER):
            return real(host, *arguments, **options)
        raise socket.gaierror(socket.EAI_NONAME, "no network in tests")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    forget_providers(monkeypatch)


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    servers: list[Server] = []

    def start(family: str) -> Server:
        for name, value in PROTOCOLS[family].environment(KEY).items():
            monkeypatch.setenv(name, value)
        servers.append(Server(protocol=PROTOCOLS[family]))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


async def complete(settings: ModelSettings, budget: Budget | None = None) -> Reply | ModelError:
    try:
        return await model_for(settings, Shared(budget=budget)).complete(ASK)
    except ModelError as failure:
        return failure


def tried(server: Server, names: Iterable[str], budget: Budget | None = None, retries: int = 0) -> list[Tried]:
    """Calls the server once for each behaviour, in one event loop, whose connections are kept."""

    async def each() -> list[Tried]:
        found = []
        for name in names:
            server.behaviour, before = named(name), len(server.received)
            outcome = await complete(replace(server.settings, retries=retries), budget)
            found.append(Tried(name, outcome, server.received[before:]))
        return found

    return run(each())


def some_of(names: Sequence[str], family: str) -> Sequence[str]:
    """Returns every third of the names, so that each is tried with a third of the protocols."""
    return names[list(PROTOCOLS).index(family) % 3 :: 3]


def check_failure(outcome: Reply | ModelError) -> ModelError:
    assert isinstance(outcome, ModelError), outcome
    assert len(str(outcome).splitlines()) == 1
    for leak in (KEY, "Traceback", "litellm.llms", "site-packages"):
        assert leak not in str(outcome)
    return outcome


@every_protocol
def test_a_reply_is_read_the_whole_chat_has_been_sent_and_no_cookie_returns(serve: Serve, family: str) -> None:
    server = serve(family)
    reply = run(complete(server.settings))
    assert isinstance(reply, Reply), reply
    assert (reply.text, reply.retries, reply.truncated) == ("Answer: a", 0, False)
    if server.protocol.counts:
        assert (reply.tokens_in, reply.tokens_out) == (11, 7)
    (request,) = server.received
    for message in ASK.messages:
        assert repr(message["content"])[1:-1] in repr(request.payload)
    for _, outcome, received in tried(serve(family), ["cookie", "cookie"]):
        assert isinstance(outcome, Reply)
        assert [request.headers.get("cookie") for request in received] == [None]


@every_protocol
def test_no_redirect_is_followed(serve: Serve, family: str) -> None:
    server, budget = serve(family), Budget(calls=20)
    names = [*some_of([f"redirect_{status}" for status in REDIRECTS], family), "redirect_to_itself"]
    for name, outcome, received in tried(server, names, budget, retries=3):
        host = "127.0.0.1" if name == "redirect_to_itself" else STRANGER
        assert re.search(rf"redirects to .*\(http://{host}:{server.port}/", str(check_failure(outcome))), name
        assert [request.headers["host"] for request in received] == [f"127.0.0.1:{server.port}"], name
    assert budget.spent.calls == len(names)


# Of each kind of broken answer; ``scripts/soak.py providers`` tries them all.
BROKEN = (
    "truncated_json", "html", "half_closed", "reset", "no_choices", "empty_body", "broken_gzip", "error_code_text",
    "echo_in_error")


@every_protocol
def test_a_broken_or_odd_answer_costs_one_request_and_a_line(serve, caplog, family):
    for name, outcome, received in tried(serve(family), some_of(BROKEN, family)):
        assert check_failure(outcome).kind != "setup" or name == "echo_in_error", name
        assert len(received) == 1, name
    assert KEY not in caplog.text
    for name, outcome, received in tried(serve(family), some_of(ODD, family)):
        assert isinstance(outcome, Reply), (name, outcome)
        assert outcome.text.startswith(("Answer: ", "You sent ")), name
        assert KEY not in repr(outcome), name
        assert len(received) == 1, name


ODD = ("usage_nan", "usage_text", "usage_word", "usage_null", "echo_in_reply")
STATUSES = {401: "setup", 404: "setup", 408: "temporary", 429: "temporary", 503: "temporary"}


@every_protocol
def test_a_failure_keeps_its_status_its_words_and_the_time_to_wait(serve: Serve, family: str) -> None:
    server = serve(family)

    async def each() -> None:
        for status, kind in STATUSES.items():
            failed = replace(error(status, f"No luck for {KEY} today"), headers={"Retry-After": "7"})
            server.behaviour = lambda request, good, failed=failed: failed  # type: ignore[misc]
            found = check_failure(await complete(server.settings))
            assert (found.kind, found.retry_after, found.requests) == (kind, 7, 1), status
            assert "No luck for [hidden] today" in str(found), status

    run(each())
    assert len(server.received) == len(STATUSES)


@every_protocol
def test_an_answer_without_end_is_read_up_to_its_limit(serve: Serve, family: str) -> None:
    server = serve(family)
    server.behaviour = lambda request, good: Stream(lambda: itertools.repeat(b" " * 2**18))
    assert "is longer than" in str(check_failure(run(complete(server.settings))))
    assert server.bytes_sent < 16 * 2**20
    assert len(server.received) == 1


@every_protocol
def test_an_answer_that_takes_too_long_is_given_up(serve: Serve, family: str) -> None:
    begun, given_up = threading.Event(), threading.Event()

    def sleep(seconds: float) -> None:
        begun.set()
        given_up.wait(seconds)

    server = serve(family)
    server.behaviour, server.sleep = named("slow_drip"), sleep
    outcome = virtual_time.run_until_late(closing(complete(server.settings)), begun, HANGING)
    given_up.set()
    assert "no reply within model.timeout=60 s" in str(check_failure(outcome))
    assert len(server.received) == 1


@pytest.mark.parametrize("name", UNCONNECTED)
def test_a_client_that_connects_by_itself_is_stopped_before_anything_leaves(serve, monkeypatch, name):
    server = serve("openai")
    for variable, value in UNCONNECTED[name].items():
        monkeypatch.setenv(variable, value.format(key=KEY, origin=server.api_base.removesuffix("/v1")))
    found = check_failure(run(complete(replace(server.settings, name=name))))
    assert "connects by itself" in str(found)
    assert (found.kind, found.requests, server.received) == ("setup", 0, [])
