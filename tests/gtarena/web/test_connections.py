"""Connections of the real server, made by hand as no browser would make them."""

import errno
import os
import resource
import socket
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

import pytest

from gtarena.errors import UsageError
from gtarena.web import server
from gtarena.web.server import ConnectionLimits, affordable_connections, serve_page
from tests.support.browser import SECONDS

POST = b"POST /TOKEN/move HTTP/1.1\r\nHost: ADDRESS\r\nContent-Type: application/json\r\n"
HALVES = [
    b"", b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nX: ",
    POST + b"Content-Length: 9999\r\n\r\n{", POST + b"Transfer-Encoding: chunked\r\n\r\n9",
]
TARGETS = [
    b"x", b"*", b"/", b"//", b"/%", b"/%00", b"/%ff%fe", b"/..", b"/../TOKEN/", b"//TOKEN/", b"x/TOKEN/", b"?", b"#",
    b"http://ADDRESS/", b"http://ADDRESS/TOKEN/", b"host:1", b"/TOKENx", b"TOKEN/", b"/" + b"a" * 9000, b"\\", b"@",
]
BROKEN = [
    b"GET /\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), bytes(5000), b"\r\n",
    b"GET / HTTP/1.1\r\n\r\n", b"GET /\xc3\xa4 HTTP/1.1\r\nHost: ADDRESS\r\n\r\n", b"GET\t/\tHTTP/1.1\r\n\r\n",
    b"GET /TOKEN/ HTTP/1.1\r\nHost: ADDRESS\r\nHost: ADDRESS\r\n\r\n", b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nX\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: ADDRESS\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nX: " + b"a" * 3_000_000,
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\n" + b"X: a\r\n" * 300_000, b"GET HTTP/1.1\r\n\r\n",
]
REFUSED = [
    b"GET / HTTP/1.0\r\n\r\n", b"GET /TOKEN/ HTTP/1.0\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: ADDRESS\r\nContent-Length: 99999\r\n\r\nx",
    b"POST / HTTP/1.1\r\nHost: ADDRESS\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: ADDRESS\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n",
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nConnection: keep-alive\r\n\r\n" * 50,
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\n\r\n\0garbage\r\n\r\n",
]
ACCEPTED = [
    b"GET /TOKEN/ HTTP/1.1\r\nHost: ADDRESS\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET /TOKEN/state HTTP/1.1\r\nHost: ADDRESS\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"GET /TOKEN/state HTTP/1.1\r\nHost: ADDRESS\r\n\r\n" * 50,
    b"GET /TOKEN/state HTTP/1.1\r\nHost: ADDRESS\r\n\r\n\0garbage\r\n\r\n",
    b"GET /TOKEN/state?seen=%00%ff&&=&%zz HTTP/1.1\r\nHost: ADDRESS\r\n\r\n",
]
USELESS = [
    b"CONNECT /TOKEN/ HTTP/1.1\r\nHost: ADDRESS\r\n\r\n", b"O!dd /TOKEN/move HTTP/1.1\r\nHost: ADDRESS\r\n\r\n",
    b"GET /TOKEN/%00 HTTP/1.1\r\nHost: ADDRESS\r\n\r\n", b"GET /TOKEN// HTTP/1.1\r\nHost: ADDRESS\r\n\r\n",
    b"POST /TOKEN/move HTTP/1.1\r\nHost: ADDRESS\r\nContent-Type: \xff\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", POST + b"Content-Length: 3000000\r\n\r\n" + b"{" * 3_000_000,
]
PATIENT = ConnectionLimits(64, request=SECONDS)


@dataclass
class Address:
    """The address of a server's page, to which anything can be sent."""

    url: str

    def sent(self, request: bytes) -> socket.socket:
        """A connection over which bytes were sent, in which the address and the token are named by words."""
        _, _, place, token, _ = self.url.split("/")
        host, port = place.split(":")
        connection = socket.create_connection((host, int(port)), timeout=SECONDS)
        with suppress(ConnectionError):  # it may be refused before its end
            connection.sendall(request.replace(b"ADDRESS", place.encode()).replace(b"TOKEN", token.encode()))
        return connection

    def answer(self, request: bytes) -> bytes:
        with self.sent(request) as connection:
            return received(connection)

    def works(self) -> bool:
        with urllib.request.urlopen(self.url, timeout=SECONDS) as reply:
            return b"<!doctype html>" in reply.read()


def received(connection: socket.socket) -> bytes:
    """All bytes up to the end of a connection; fails if it does not end."""
    found = b""
    with suppress(ConnectionResetError):
        while piece := connection.recv(65_536):
            found += piece
    return found


def is_open(connection: socket.socket) -> bool:
    connection.settimeout(0)
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    except ConnectionResetError:
        pass
    finally:
        connection.settimeout(SECONDS)
    return False


@pytest.fixture
def opened(desk, capfd, caplog) -> Iterator[Callable[[ConnectionLimits], Address]]:
    """Opens the page with limits; nothing may be printed or logged by then."""
    with ExitStack() as stack:
        yield lambda limits: Address(stack.enter_context(serve_page(desk, limits=limits)))
    assert desk.failure == ""
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


@contextmanager
def half_open(address: Address, number: int) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(address.sent(HALVES[place % len(HALVES)])) for place in range(number)]


@pytest.mark.parametrize("method", [b"GET", b"POST", b"HEAD", b"OPTIONS", b"CONNECT", b"TRACE", b"O!dd"])
def test_every_target_without_the_token_in_its_place_is_refused(opened, method):
    address = opened(PATIENT)
    for target in TARGETS:
        answer = address.answer(b"%s %s HTTP/1.1\r\nHost: ADDRESS\r\n\r\n" % (method, target))
        assert answer.startswith(b"HTTP/1.1 403 "), (target, answer)


@pytest.mark.parametrize(("requests", "statuses"), [
    (BROKEN, {b"400"}), (REFUSED, {b"403"}), (ACCEPTED, {b"200"}), (USELESS, {b"400", b"404", b"405"}),
], ids=["broken", "refused", "accepted", "useless"])
def test_odd_requests_are_answered_once_and_end_the_connection(opened, kept, requests, statuses):
    address = opened(PATIENT)
    for request in requests:
        answer = address.answer(request)
        assert answer.split(b" ")[1] in statuses, (request[:200], answer)
        assert answer.count(b"HTTP/1.1 ") == 1
        assert b"\r\nconnection: close\r\n" in answer.lower()
    assert kept.answers == []
    assert address.works()


@pytest.mark.parametrize("part", HALVES)
def test_a_request_that_is_not_whole_in_time_is_cut_off(opened, part):
    assert opened(ConnectionLimits(64, request=0.05)).answer(part) == b""


@pytest.mark.parametrize("part", HALVES)
def test_a_request_that_drips_is_cut_off_as_one_that_stops(opened, part):
    with opened(ConnectionLimits(64, request=0.1)).sent(part) as connection:
        while is_open(connection):
            with suppress(ConnectionError):
                connection.send(b"1")


def test_a_page_that_waits_for_news_is_not_cut_off(opened, desk):
    address = opened(ConnectionLimits(64, request=0.5))
    seen = desk.state()["version"]
    with address.sent(b"GET /TOKEN/state?seen=%d HTTP/1.1\r\nHost: ADDRESS\r\n\r\n" % seen) as waiting:
        address.answer(b"GET")  # a whole one's time is over too
        assert is_open(waiting)
        desk.tell(["Bob went."])
        assert b"Bob went." in received(waiting)


def test_an_answer_that_is_not_there_or_not_taken_in_time_is_cut_off(opened, desk):
    address = opened(ConnectionLimits(64, answer=0.05))
    seen = desk.state()["version"]
    assert address.answer(b"GET /TOKEN/state?seen=%d HTTP/1.1\r\nHost: ADDRESS\r\n\r\n" % seen) == b""


def test_new_connections_take_the_place_of_the_oldest_without_a_whole_request(opened, desk):
    address = opened(ConnectionLimits(8, request=SECONDS))
    seen = desk.state()["version"]
    with address.sent(b"GET /TOKEN/state?seen=%d HTTP/1.1\r\nHost: ADDRESS\r\n\r\n" % seen) as waiting:
        with half_open(address, 200) as held:
            assert [received(each) for each in held[:-8]] == [b""] * 192
            assert all(map(is_open, held[-7:]))  # the page that waits has the place of the eighth
            for _ in range(20):
                assert address.works()
        desk.tell(["Bob went."])
        assert b"Bob went." in received(waiting)


def test_of_connections_that_all_wait_for_an_answer_the_oldest_makes_room(opened, desk):
    address = opened(ConnectionLimits(4, request=SECONDS))
    request = b"GET /TOKEN/state?seen=%d HTTP/1.1\r\nHost: ADDRESS\r\n\r\n" % desk.state()["version"]
    with ExitStack() as stack:
        waiting = [stack.enter_context(address.sent(request)) for _ in range(5)]
        assert received(waiting[0]) == b""
        assert all(map(is_open, waiting[1:]))
        assert address.works()


def test_a_lack_of_descriptors_cuts_off_the_oldest_and_passes(opened, monkeypatch):
    lacking, accept = [], socket.socket.accept

    def tired(listener: socket.socket) -> object:
        if lacking:
            raise OSError(errno.EMFILE, lacking.pop())
        return accept(listener)

    monkeypatch.setattr(server, "PAUSE", 0)
    monkeypatch.setattr(socket.socket, "accept", tired)
    address = opened(PATIENT)
    with half_open(address, 3) as held:
        assert address.works()
        lacking.extend([os.strerror(errno.EMFILE)] * 2)
        assert address.works()
        assert [received(each) for each in held[:2]] == [b""] * 2
        assert is_open(held[2])


@pytest.mark.parametrize(("descriptors", "connections"), [(32, 8), (64, 16), (1024, 256), (1_000_000, 256)])
def test_connections_leave_descriptors_for_the_match(monkeypatch, descriptors, connections):
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (descriptors, 1_000_000))
    assert affordable_connections() == connections


def test_too_few_descriptors_are_named_before_an_address_is_printed(desk, monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (31, 31))
    with pytest.raises(UsageError, match="may open 31 files here, and the page needs 32"), serve_page(desk):
        pass
