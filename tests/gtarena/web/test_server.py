import asyncio
import errno
import os
import re
import resource
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue

import pytest
from hydra.core.global_hydra import GlobalHydra
from playwright.sync_api import Browser, Page, expect

from adapters.images.drawing import BLACK, WHITE, Canvas
from custom_games.action_specs import Branch, Branches, Choice, Division, Fields, Number, Selection, Text
from custom_games.action_specs.alphabets import WORD
from gtarena.agents.people.front_ends import Quit
from gtarena.cli.settings.hydra_config import compose_settings
from gtarena.errors import UsageError
from gtarena.formatting import format_number
from gtarena.logs.reader import read_records
from gtarena.runs.sittings.sitting import tell_log, tell_outcome
from gtarena.runs.sittings.sitting_plan import plan_sitting
from gtarena.web import play, server
from gtarena.web.desk import Desk, OpenTurn
from gtarena.web.forms import spec_form
from gtarena.web.server import ConnectionLimits, affordable_connections, serve_page
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
        socket.create_connection(("127.0.0.1", int(address.split(":")[2].split("/")[0]))).close()
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
        self.thread = threading.Thread(target=self._play, daemon=True)
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


def open_page(browser: Browser, address: str) -> Page:
    page = browser.new_page()
    page.goto(address)
    expect(page.locator("#board svg")).to_be_visible()
    return page


def moves_made(page: Page) -> int:
    board = page.inner_text("#view").partition("This is the board now")[2]
    return len(re.findall(r"(?<= )[xo](?= |$)", board, re.MULTILINE))


def make_move(page: Page) -> None:
    page.click(".moves button >> nth=0")
    page.dblclick("#send")


def test_a_match_is_played_left_and_played_to_its_end(browser, tmp_path, capsys):
    first = Played(tmp_path)
    page = open_page(browser, first.address)
    assert page.inner_text("#status") == "Your move"
    page.locator(".moves").get_by_role("button", name="C2R2").press("Enter")
    expect(page.locator("#chosen")).to_have_text("C2R2")
    page.keyboard.press("Escape")  # undone
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator("#rules-text")).to_be_visible()
    page.click("[data-place=C1R1]")
    page.dblclick("#send")
    expect(page.locator("#rules-text")).to_be_hidden()
    expect(page.locator("#view")).to_contain_text("you first and then by turns: C1R1")
    page.reload()
    expect(page.locator(".moves button")).to_have_count(7)
    assert moves_made(page) == 2
    expect(page.locator("#rules-text")).to_be_hidden()
    page.click("summary")
    expect(page.locator("#rules-text")).to_be_visible()
    page.click("#leave")
    page.click("#really-leave")
    expect(page.locator("#status")).to_have_text("You left the match")
    first.join()
    assert isinstance(first.end, Quit)
    assert first.address in capsys.readouterr().err

    second = Played(tmp_path)
    assert second.address != first.address
    page = open_page(browser, second.address)
    assert moves_made(page) == 2
    while page.get_attribute("body", "data-phase") == "turn":
        made = moves_made(page)
        make_move(page)
        page.wait_for_function(MOVED, arg=9 - made)
    expect(page.locator("#logged")).to_contain_text(f"gtarena report {tmp_path}")
    second.join()
    assert second.end is None
    (record,) = read_records(tmp_path)
    assert page.inner_text("#position-heading") == "The position at the end"
    assert len(re.findall("[xo]", page.inner_text("#view"))) == len(record.history)
    assert page.locator("#board circle").count() == len(record.history)
    assert page.locator("#board .open").count() == 0
    assert (record.history[0].player, record.history[0].action) == (0, 0)
    assert record.outcome == "finished"
    names = ["Player 0 (you)", "Player 1 (random)"]
    returns = [f"{name}\t{format_number(paid)}" for name, paid in zip(names, record.returns, strict=True)]
    assert page.inner_text("#returns").splitlines()[1:] == returns
    assert page.inner_text("#outcome") == tell_outcome(record, names)
    assert page.inner_text("#logged") == tell_log(tmp_path, record).replace("`", "")


POST = b"POST /TOKEN/move HTTP/1.1\r\nHost: ADDRESS\r\nContent-Type: application/json\r\n"
HALVES = [
    b"", b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nX: ",
    POST + b"Content-Length: 9999\r\n\r\n{", POST + b"Transfer-Encoding: chunked\r\n\r\n9"]
TARGETS = [
    b"x", b"*", b"/", b"//", b"/%", b"/%00", b"/%ff%fe", b"/..", b"/../TOKEN/", b"//TOKEN/", b"x/TOKEN/", b"?", b"#",
    b"http://ADDRESS/", b"http://ADDRESS/TOKEN/", b"host:1", b"/TOKENx", b"TOKEN/", b"/" + b"a" * 9000, b"\\", b"@"]
BROKEN = [
    b"GET /\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), bytes(5000), b"\r\n",
    b"GET / HTTP/1.1\r\n\r\n", b"GET /\xc3\xa4 HTTP/1.1\r\nHost: ADDRESS\r\n\r\n", b"GET\t/\tHTTP/1.1\r\n\r\n",
    b"GET /TOKEN/ HTTP/1.1\r\nHost: ADDRESS\r\nHost: ADDRESS\r\n\r\n", b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nX\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: ADDRESS\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nX: " + b"a" * 3_000_000,
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\n" + b"X: a\r\n" * 300_000, b"GET HTTP/1.1\r\n\r\n"]
REFUSED = [
    b"GET / HTTP/1.0\r\n\r\n", b"GET /TOKEN/ HTTP/1.0\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: ADDRESS\r\nContent-Length: 99999\r\n\r\nx",
    b"POST / HTTP/1.1\r\nHost: ADDRESS\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: ADDRESS\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n",
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\nConnection: keep-alive\r\n\r\n" * 50,
    b"GET / HTTP/1.1\r\nHost: ADDRESS\r\n\r\n\0garbage\r\n\r\n"]
ACCEPTED = [
    b"GET /TOKEN/ HTTP/1.1\r\nHost: ADDRESS\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET /TOKEN/state HTTP/1.1\r\nHost: ADDRESS\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"GET /TOKEN/state HTTP/1.1\r\nHost: ADDRESS\r\n\r\n" * 50,
    b"GET /TOKEN/state HTTP/1.1\r\nHost: ADDRESS\r\n\r\n\0garbage\r\n\r\n",
    b"GET /TOKEN/state?seen=%00%ff&&=&%zz HTTP/1.1\r\nHost: ADDRESS\r\n\r\n"]
USELESS = [
    b"CONNECT /TOKEN/ HTTP/1.1\r\nHost: ADDRESS\r\n\r\n", b"O!dd /TOKEN/move HTTP/1.1\r\nHost: ADDRESS\r\n\r\n",
    b"GET /TOKEN/%00 HTTP/1.1\r\nHost: ADDRESS\r\n\r\n", b"GET /TOKEN// HTTP/1.1\r\nHost: ADDRESS\r\n\r\n",
    b"POST /TOKEN/move HTTP/1.1\r\nHost: ADDRESS\r\nContent-Type: \xff\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", POST + b"Content-Length: 3000000\r\n\r\n" + b"{" * 3_000_000]
PATIENT = ConnectionLimits(64, request=SECONDS)


@dataclass
class Address:
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


HOSTILE = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
SPEC = Fields((
    Text("clue", 5, WORD, least=1), Number("bid", 0, 200, step=50), Division("gold", 2, 10),
    Selection("cards", ("Spear", "<b>Net"), (2, 1)),
    Branches("action", (Branch("draw", 0, Choice("card", ("Net",))), Branch("stop", 1)))))


def checked(text: str) -> dict[str, str]:
    if "fail" in text:
        raise ValueError("Not possible: the clue fails.")
    return {"clue": HOSTILE}


@pytest.fixture
def answers() -> list[str | None]:
    return []


@pytest.fixture
def address(answers) -> Iterator[str]:
    desk = Desk(HOSTILE)
    shown = {"rules": HOSTILE, "view": HOSTILE, "form": spec_form(SPEC), "error": HOSTILE, "places": {}}
    desk.lay(OpenTurn(shown, None, checked, answers.append), [HOSTILE])
    with serve_page(desk, limits=ConnectionLimits(16)) as address:
        yield address


@pytest.fixture
def crowd(address) -> Iterator[list[socket.socket]]:
    """Many more connections than the server bears, none of which asks for anything."""
    host, port = address.split("/")[2].split(":")
    with ExitStack() as stack:
        yield [stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(200)]


@pytest.fixture
def page(browser: Browser, address) -> Iterator[Page]:
    with closing(browser.new_page()) as page:
        page.goto(address)
        expect(page.locator("#rules-text")).to_have_text(HOSTILE)
        yield page


def said(page: Page, label: str) -> str:
    return page.get_by_label(label, exact=True).locator("xpath=following-sibling::p").inner_text()


def check_that_text_is_shown_as_it_stands_and_another_page_on_this_computer_reaches_nothing(page, browser, answers):
    for place in ("#title", "#view", "#notice", "#news li"):
        expect(page.locator(place)).to_have_text(HOSTILE)
    with pytest.raises(Exception, match="TrustedHTML"):
        page.evaluate("text => { document.body.innerHTML = text; }", HOSTILE)
    other = browser.new_page()  # without a policy of its own
    posted = {"method": "POST", "body": '{"number": 1}', "headers": {"Content-Type": "application/json"}}
    for path, options in (("state", {}), ("state", {"mode": "no-cors"}), ("leave", posted),
                          ("leave", {**posted, "mode": "no-cors"})):
        reached = "([address, options]) => fetch(address, options).then(() => 'reached', () => 'refused')"
        assert other.evaluate(reached, [page.url + path, options]) == "refused"
    other.close()
    assert answers == []
    assert page.inner_text("#status") == "Your move"


def test_hostile_text_is_only_shown_limits_are_checked_as_they_are_typed_and_a_whole_move_is_shown_before_it_is_sent(
    page, browser, answers
):
    check_that_text_is_shown_as_it_stands_and_another_page_on_this_computer_reaches_nothing(page, browser, answers)
    clue = page.get_by_label("Clue", exact=True)
    assert said(page, "Clue") == "0 of 5 bytes"
    clue.fill("größe")
    assert said(page, "Clue") == "7 bytes are 2 too many: at most 5"
    clue.fill("a b")
    assert said(page, "Clue") == 'This must be any word without spaces, and " " is not allowed in it'
    page.get_by_role("button", name="Review").click()
    expect(clue).to_be_focused()
    clue.fill("größ")
    assert said(page, "Clue") == "6 bytes are 1 too many: at most 5"
    clue.fill("grün")
    assert said(page, "Clue") == "5 of 5 bytes"
    bid = page.get_by_label("Bid", exact=True)
    bid.fill("70")
    assert said(page, "Bid") == "70 is not a step of 50"
    bid.fill("250")
    assert said(page, "Bid") == "250 is not from 0 to 200"
    bid.fill("150")
    page.get_by_label("player 1").fill("7")
    expect(page.get_by_text("7 of 10 divided, 3 left")).to_be_visible()
    page.get_by_label("player 2").fill("4")
    expect(page.get_by_text("11 is 1 more than the 10 to divide")).to_be_visible()
    page.get_by_label("player 2").fill("3")
    page.get_by_label("Spear, of 2").fill("2")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text("Choose one of these first")).to_be_visible()
    page.get_by_label("draw").check()
    page.get_by_label("Net", exact=True).check()
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#chosen dd")).to_have_text(HOSTILE)
    assert answers == []
    page.click("#undo")
    clue.fill("fail")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("[data-key=clue] #notice")).to_have_text("Not possible: the clue fails.")
    clue.fill("grün")
    expect(clue).to_have_value("grün")
    page.get_by_role("button", name="Review").click()
    page.click("#send")
    expect(page.locator("#status")).to_have_text("Others are thinking")
    assert answers == ['{"clue":"grün","bid":150,"gold":[7,3],"cards":["Spear","Spear"],"action":"draw","card":"Net"}']
    assert page.locator("img:visible, script:not([src='page.js'])").count() == 0
    assert page.evaluate("window.hacked") is None


def test_connections_of_others_keep_nobody_from_the_page(crowd, page, answers):
    page.reload()
    page.click("#leave")
    page.click("#really-leave")
    expect(page.locator("#status")).to_have_text("Others are thinking")
    assert answers == [None]
    assert [connection.recv(1) for connection in crowd[:-16]] == [b""] * 184  # cut off, or this would wait


MOVES = {"a1-b1": ["a1", "b1"], "a1-a2": ["a1", "a2"], "b2-b1=Q": ["b2", "b1"], "b2-b1=R": ["b2", "b1"], "c3": ["c3"]}


def board_of_places() -> str:
    canvas = Canvas(240, 240)
    for column, letter in enumerate("abc"):
        for row in range(3):
            canvas.square((40 + 80 * column, 40 + 80 * row), 80, WHITE, place=f"{letter}{row + 1}")
    canvas.disc((40, 40), 30, BLACK)
    return canvas.svg("A test")


@pytest.fixture
def board_page(browser: Browser, answers) -> Iterator[Page]:
    desk = Desk("a game")
    form = {"kind": "choice", "key": "", "options": [*MOVES, "pass"]}
    shown = {"rules": "Move.", "view": "A board.", "form": form, "error": "", "places": MOVES}
    desk.lay(OpenTurn(shown, board_of_places(), lambda text: {"": text}, answers.append), [])
    with serve_page(desk) as address, closing(open_page(browser, address)) as page:
        yield page


def marked(page: Page, mark: str) -> set[str]:
    return set(page.locator(f"#board .{mark}").evaluate_all("cells => cells.map((cell) => cell.dataset.place)"))


def offered(page: Page) -> list[str]:
    return page.locator(".moves button:visible").all_inner_texts()


def test_places_that_are_clicked_pick_the_moves_that_name_them_and_the_only_one_left_is_chosen(board_page, answers):
    page, place = board_page, "#board [data-place={}]".format
    assert marked(page, "open") == {"a1", "b2", "c3"}
    page.click(place("a1"))
    assert (marked(page, "picked"), marked(page, "next"), offered(page)) == (
        {"a1"}, {"b1", "a2"}, ["a1-b1", "a1-a2"])
    page.click(place("a1"))  # taken back
    assert (marked(page, "picked"), len(offered(page))) == (set(), 6)
    page.click(place("a1"))
    page.click(place("a2"))
    expect(page.locator("#chosen")).to_have_text("a1-a2")
    assert marked(page, "picked") == {"a1", "a2"}
    page.click(place("a2"))
    expect(page.locator("#confirm")).to_be_hidden()
    assert marked(page, "picked") == {"a1"}
    page.click(place("b2"))  # no move goes there, so it begins another one
    page.click(place("b1"))
    assert offered(page) == ["b2-b1=Q", "b2-b1=R"]
    page.get_by_role("button", name="b2-b1=R").click()
    expect(page.locator("#chosen")).to_have_text("b2-b1=R")
    page.click("#undo")
    assert (marked(page, "picked"), len(offered(page))) == (set(), 6)
    page.click(place("c3"))
    expect(page.locator("#chosen")).to_have_text("c3")
    assert answers == []
    page.click("#send")
    expect(page.locator("#status")).to_have_text("Others are thinking")
    assert (answers, marked(page, "open")) == (["c3"], set())


def test_places_are_reached_and_picked_by_keys(board_page):
    page = board_page
    stops = page.locator("#board [tabindex='0']")
    assert stops.count() == 1
    stops.focus()
    page.keyboard.press("Enter")
    assert marked(page, "picked") == {"a1"}
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board [data-place=b1]")).to_be_focused()
    page.keyboard.press(" ")
    expect(page.locator("#chosen")).to_have_text("a1-b1")
    expect(page.locator("#send")).to_be_focused()
    page.keyboard.press("Escape")
    assert marked(page, "picked") == set()
