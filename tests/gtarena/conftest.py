"""Fixture that runs the command line in a folder of its own."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hydra.core.global_hydra import GlobalHydra

from gtarena.cli import hydra_app, main


@dataclass(frozen=True)
class Shown:
    """Exit code of a command, and what it wrote to standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def complaints(self) -> list[str]:
        """Lines on standard error, without those that show progress."""
        return [line for line in self.err.splitlines() if " matches/s, " not in line]


Command = Callable[..., Shown]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """Runs ``gtarena WORDS`` in this process, which imports litellm only once, with ``tmp_path`` as current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for variable in ("HYDRA_FULL_ERROR", hydra_app.DEBUG):  # the command line sets these for the whole process
        monkeypatch.setenv(variable, "")

    def run(*words: str) -> Shown:
        GlobalHydra.instance().clear()
        monkeypatch.setattr(sys, "argv", ["gtarena", *words])
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main.main()
        return Shown(int(ended.value.code or 0), *capfd.readouterr())

    return run
