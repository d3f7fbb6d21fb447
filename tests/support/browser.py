"""The installed Chromium or Chrome, in which tests open pages."""

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SECONDS = 60.0  # for what takes a moment
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="module")  # for longer, its event loop would be in the way of other tests
def browser() -> "Iterator[Browser]":
    """The system's Chromium; a test that needs one is skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("neither Chromium nor Chrome is installed")
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        expect.set_options(timeout=SECONDS * 1000)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=SECONDS * 1000)
        yield browser
        browser.close()
