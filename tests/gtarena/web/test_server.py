import asyncio
import re
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue

import pytest
from hydra.core.global_hydra import GlobalHydra
from playwright.sync_api import Browser, Page, expect

from gtarena.agents.people.front_ends import Quit
from gtarena.cli.settings.hydra_config import compose_settings
from gtarena.errors import UsageError
from gtarena.formatting import format_number
from gtarena.logs.reader import read_records
from gtarena.runs.sittings.sitting_plan import plan_sitting
from gtarena.web import play, server
from gtarena.web.desk import Desk
from gtarena.web.server import serve_page
from tests.support.browser import SECONDS


def test_the_page_is_served_on_this_computer_alone_while_it_is_needed(desk):
    with serve_page(desk) as address:
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
    with serve_page(desk) as address:
        port = int(address.split(":")[2].split("/")[0])
        urllib.request.urlopen(address).close()
        with pytest.raises(UsageError, match=rf"port {port} of 127\.0\.0\.1 cannot be used"), serve_page(desk, port):
            pass
    with serve_page(Desk("another"), port) as again:
        assert f":{port}/" in again
        assert again != address


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_does_not_exist_is_refused(desk, port):
    with pytest.raises(UsageError, match="cannot be used"), serve_page(desk, port):
        pass


def test_a_page_that_waits_for_news_does_not_keep_the_server(desk):
    with serve_page(desk):
        version = desk.state()["version"]
    assert desk.failure == ""
    news = asyncio.run(desk.news(version, 600))  # returns at once, or the test would not end in time
    assert news["version"] == version


def test_a_server_that_fails_says_so_at_the_desk_and_prints_nothing(desk, monkeypatch, capfd):
    def broken(*_: object) -> None:
        raise RuntimeError("no entrance")

    monkeypatch.setattr(server, "Connection", broken)
    with serve_page(desk) as address:
        port = int(address.split(":")[2].split("/")[0])
        socket.create_connection(("127.0.0.1", port)).close()
        desk.wait_for_page(SECONDS)  # nobody can see the end any more
        assert desk.failure == "RuntimeError: no entrance"
    assert capfd.readouterr() == ("", "")


MOVED = """left => document.body.dataset.phase === "over" || document.body.dataset.phase === "turn"
           && document.querySelectorAll(".moves button").length < left"""


@dataclass
class Played:
    """A sitting in a thread of its own: the address of its page, and how it ended."""

    folder: Path
    addresses: Queue[str] = field(default_factory=Queue)
    end: BaseException | None = None

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._play)
        self.thread.start()
        self.address = self.addresses.get(timeout=SECONDS)

    def _play(self) -> None:
        @contextmanager
        def served(desk, port) -> Iterator[str]:
            with original(desk, port) as address:
                self.addresses.put(address)
                yield address

        original, play.serve_page = play.serve_page, served
        try:
            GlobalHydra.instance().clear()
            settings = compose_settings(["game=tic_tac_toe"])
            play.play_in_browser(plan_sitting(settings, self.folder, ["random"], seat=0))
        except BaseException as error:  # noqa: BLE001  (looked at by the test)
            self.end = error
        finally:
            play.serve_page = original

    def join(self) -> None:
        self.thread.join(SECONDS)
        assert not self.thread.is_alive()


def opened(browser: Browser, address: str) -> Page:
    page = browser.new_page()
    page.goto(address)
    page.click("#close-rules")
    return page


def moves_made(page: Page) -> int:
    """The number of marks on the board that the page shows."""
    return len(re.findall(r"(?<= )[xo](?= |$)", page.inner_text("#view").partition("The moves")[0], re.MULTILINE))


def make_move(page: Page) -> None:
    page.click(".moves button >> nth=0")
    page.dblclick("#send")


def test_a_match_is_played_left_and_played_to_its_end(browser, tmp_path, capsys):
    first = Played(tmp_path)
    page = opened(browser, first.address)
    assert page.inner_text("#status") == "Your move"
    page.get_by_role("button", name="C2R2").press("Enter")
    expect(page.locator("#chosen")).to_have_text("C2R2")
    page.keyboard.press("Escape")  # undone
    expect(page.locator("#confirm")).to_be_hidden()
    page.get_by_role("button", name="C1R1").click()
    page.dblclick("#send")
    expect(page.locator("#view")).to_contain_text("C1R1 (you)")
    page.reload()
    expect(page.locator(".moves button")).to_have_count(7)
    assert moves_made(page) == 2
    page.click("#leave")
    page.click("#really-leave")
    expect(page.locator("#status")).to_have_text("You left the match")
    first.join()
    assert isinstance(first.end, Quit)
    assert first.address in capsys.readouterr().err

    second = Played(tmp_path)
    assert second.address != first.address
    page = opened(browser, second.address)
    assert moves_made(page) == 2
    while page.get_attribute("body", "data-phase") == "turn":
        made = moves_made(page)
        make_move(page)
        page.wait_for_function(MOVED, arg=9 - made)
    expect(page.locator("#question")).to_contain_text("The match is over.")
    second.join()
    assert second.end is None
    (record,) = read_records(tmp_path)
    assert page.inner_text("#position-heading") == "The position at the end"
    assert len(re.findall("[xo]", page.inner_text("#view"))) == len(record.history)
    assert page.get_attribute("#picture", "src") == "picture?number=end"
    assert (record.history[0].player, record.history[0].action) == (0, 0)
    assert record.outcome == "finished"
    returns = [f"Seat {place} ({who}): {format_number(record.returns[place])}"
               for place, who in enumerate(("you", "random"))]
    assert "\n".join(["The match is over.", *returns]) in page.inner_text("#question")
