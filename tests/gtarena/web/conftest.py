"""Fixtures: a desk with an open turn, and a client that asks for its page as a browser does."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from starlette.testclient import TestClient

from gtarena.web.app import application
from gtarena.web.desk import Desk, OpenTurn

TOKEN = "a-token_of-letters"
PORT = 8765
SECONDS = 60.0  # for what takes a moment
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--no-first-run"]


@dataclass
class Kept:
    """Answers that have reached the match."""

    answers: list[str | None] = field(default_factory=list)

    def turn(self, view: str = "You see <b>nothing</b>.") -> OpenTurn:
        """Returns a turn on which "go" and "stay" are the moves."""
        def check(text: str) -> dict[str, Any]:
            if text not in ("go", "stay"):
                raise ValueError(f"{text!r} is no move")
            return {"decision": text}

        shown = {"rules": "Go or stay.", "view": view, "form": {}, "error": ""}
        return OpenTurn(shown, b"\x89PNG", check, self.answers.append)


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def desk(kept: Kept) -> Desk:
    desk = Desk("a game")
    desk.lay(kept.turn(), ["Ann went."])
    return desk


@pytest.fixture
def client(desk: Desk) -> TestClient:
    return TestClient(application(desk, TOKEN, PORT), base_url=f"http://127.0.0.1:{PORT}/{TOKEN}/")


@pytest.fixture(scope="module")  # for longer, its event loop would be in the way of other tests
def browser() -> Iterator[Browser]:
    """The system's Chromium; a test that needs one is skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("neither Chromium nor Chrome is installed")
    with sync_playwright() as playwright:
        expect.set_options(timeout=SECONDS * 1000)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=SECONDS * 1000)
        yield browser
        browser.close()
