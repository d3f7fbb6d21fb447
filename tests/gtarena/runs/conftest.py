"""Fixtures of runs, which are about what is played and told."""

import pytest

from gtarena.cli import hydra_app
from tests.gtarena.conftest import no_pictures


@pytest.fixture(autouse=True, scope="package")
def _without_pictures():
    with no_pictures():
        yield


@pytest.fixture
def without_report(monkeypatch):
    """Leaves out the report of a run, which takes longer than most runs."""
    monkeypatch.setattr(hydra_app, "report_run", lambda *_, **__: None)
