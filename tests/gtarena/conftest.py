"""Fixtures: the command line in a folder of its own, and reports without pictures."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gtarena.cli import hydra_app
from gtarena.metrics import bootstrap
from gtarena.reports import sections
from gtarena.reports.comparisons import section
from tests.support.commands import Command, Shown, run_command


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """Runs ``gtarena WORDS`` in this process, with ``tmp_path`` as current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def run(*words: str, typed: str | None = None) -> Shown:
        capfd.readouterr()
        return Shown(run_command(*words, typed=typed), *capfd.readouterr())

    return run


@contextmanager
def no_pictures() -> Iterator[None]:
    """Leaves out the pictures of reports, which take longer than all else in them."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (sections, section):
            patch.setattr(module, "write_pictures", lambda figures, folder: {})
        yield


@pytest.fixture
def without_pictures() -> Iterator[None]:
    with no_pictures():
        yield


@pytest.fixture
def without_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out the report of a run, which takes longer than most runs."""
    monkeypatch.setattr(hydra_app, "report_run", lambda *_, **__: None)


@pytest.fixture
def plain_percentiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes intervals percentiles of the resamples of any number of units, which can be worked out by hand."""
    monkeypatch.setattr(bootstrap, "FEWEST_UNITS", 1)
    monkeypatch.setattr(bootstrap, "expanded_level", lambda units, level: level)
