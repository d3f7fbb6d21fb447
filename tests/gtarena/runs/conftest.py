"""Fixtures of runs, which are about what is played and told."""

import multiprocessing

import pytest

from gtarena.system import processes
from tests.gtarena.conftest import no_pictures


@pytest.fixture(autouse=True, scope="package")
def _without_pictures():
    with no_pictures():
        yield


@pytest.fixture
def forked_workers(monkeypatch):
    """Makes worker processes copies of this one, which has imported what they need."""
    monkeypatch.setattr(processes, "spawn_context", lambda: multiprocessing.get_context("fork"))
