"""Fixtures: a desk with an open turn, and a client that asks for its page as a browser does."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.testclient import TestClient

from gtarena.web.app import application
from gtarena.web.desk import Desk, OpenTurn

TOKEN = "a-token_of-letters"
PORT = 8765


@dataclass
class Kept:
    answers: list[str | None] = field(default_factory=list)

    def turn(self, view: str = "You see <b>nothing</b>.") -> OpenTurn:
        def check(text: str) -> dict[str, Any]:
            if text not in ("go", "stay"):
                raise ValueError(f"{text!r} is no move")
            return {"decision": text}

        shown = {"rules": "Go or stay.", "view": view, "form": {}, "error": "", "places": {}}
        return OpenTurn(shown, "<svg/>", check, self.answers.append)


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
