"""The page in a browser: its fields, and what it does with hostile texts and pages."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import Browser, Page, expect

from custom_games.action_specs import Branch, Branches, Choice, Division, Fields, Number, Selection, Text
from custom_games.action_specs.alphabets import WORD
from gtarena.web.desk import Desk, OpenTurn
from gtarena.web.forms import spec_form
from gtarena.web.server import ConnectionLimits, serve_page

HOSTILE = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
SPEC = Fields((
    Text("clue", 5, WORD, least=1), Number("bid", 0, 200, step=50), Division("gold", 2, 10),
    Selection("cards", ("Spear", "<b>Net"), (2, 1)),
    Branches("action", (Branch("draw", 0, Choice("card", ("Net",))), Branch("stop", 1))),
))


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
    shown = {"rules": HOSTILE, "view": HOSTILE, "form": spec_form(SPEC), "error": HOSTILE}
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
        page.click("#close-rules")
        yield page


def said(page: Page, label: str) -> str:
    """The line below a field."""
    return page.get_by_label(label, exact=True).locator("xpath=following-sibling::p").inner_text()


def test_limits_are_checked_as_they_are_typed_and_a_whole_move_is_shown_before_it_is_sent(page, answers):
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


def test_hostile_text_is_shown_as_it_stands(page):
    for place in ("#title", "#view", "#notice", "#news li"):
        expect(page.locator(place)).to_have_text(HOSTILE)
    with pytest.raises(Exception, match="TrustedHTML"):
        page.evaluate("text => { document.body.innerHTML = text; }", HOSTILE)


def test_another_page_on_this_computer_reaches_nothing(browser, page, answers):
    other = browser.new_page()  # without a policy of its own
    posted = {"method": "POST", "body": '{"number": 1}', "headers": {"Content-Type": "application/json"}}
    for path, options in (("state", {}), ("state", {"mode": "no-cors"}), ("leave", posted),
                          ("leave", {**posted, "mode": "no-cors"})):
        reached = "([address, options]) => fetch(address, options).then(() => 'reached', () => 'refused')"
        assert other.evaluate(reached, [page.url + path, options]) == "refused"
    other.close()
    assert answers == []
    assert page.inner_text("#status") == "Your move"
