import asyncio
import re
import socket
import urllib.error
import urllib.request

import pytest

from gtarena.errors import UsageError
from gtarena.web import connections
from gtarena.web.desk import Desk
from gtarena.web.server import served
from tests.support.browser import SECONDS


def test_the_page_is_served_on_this_computer_alone_while_it_is_needed(desk):
    with served(desk) as address:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{43}/", address)
        with urllib.request.urlopen(address) as reply:
            assert reply.headers["Server"] is None
            assert b"<!doctype html>" in reply.read()
        port = int(address.split(":")[2].split("/")[0])
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/")
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", port), timeout=5)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address)


def test_a_chosen_port_is_used_again_at_once_and_two_cannot_have_it(desk):
    with served(desk) as address:
        port = int(address.split(":")[2].split("/")[0])
        urllib.request.urlopen(address).close()
        with pytest.raises(UsageError, match=rf"port {port} of 127\.0\.0\.1 cannot be used"), served(desk, port):
            pass
    with served(Desk("another"), port) as again:
        assert f":{port}/" in again
        assert again != address


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_does_not_exist_is_refused(desk, port):
    with pytest.raises(UsageError, match="cannot be used"), served(desk, port):
        pass


def test_a_page_that_waits_for_news_does_not_keep_the_server(desk):
    with served(desk):
        version = desk.state()["version"]
    news = asyncio.run(desk.news(version, 600))  # returns at once, or the test would not end in time
    assert news["version"] == version


def test_a_server_that_fails_says_so_at_the_desk_and_prints_nothing(desk, monkeypatch, capfd):
    def broken(*_: object) -> None:
        raise RuntimeError("no entrance")

    monkeypatch.setattr(connections, "Connection", broken)
    with served(desk) as address:
        port = int(address.split(":")[2].split("/")[0])
        socket.create_connection(("127.0.0.1", port)).close()
        desk.wait_for_page(SECONDS)  # nobody can see the end any more
        assert desk.failure == "RuntimeError: no entrance"
    assert capfd.readouterr() == ("", "")


def test_a_server_that_does_its_work_has_not_failed(desk):
    with served(desk) as address:
        urllib.request.urlopen(address).close()
    assert desk.failure == ""
