from pathlib import Path

import pytest

from gtarena.cli import status
from gtarena.runs.sweeps.state import Sweep, write_sweep
from tests.gtarena.conftest import Command


def test_the_status_is_shown_again_until_it_is_interrupted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise KeyboardInterrupt

    write_sweep(tmp_path, Sweep(command="now", started=0.0, jobs=("seed=1",)))
    assert status.show(str(tmp_path), 2.5, pause) == 0
    assert pauses == [2.5] * 3
    assert capsys.readouterr().out.count("sweep of 1 jobs: 1 not started") == 3


def test_the_status_is_shown_once_without_an_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_sweep(tmp_path, Sweep(command="now", started=0.0, jobs=("seed=1",)))
    assert status.show(str(tmp_path), None) == 0
    assert capsys.readouterr().out.count("sweep of") == 1


def test_an_interval_that_is_none_is_refused(command: Command) -> None:
    shown = command("status", ".", "--watch", "0")
    assert (shown.code, shown.complaints) == (2, [
        "gtarena: --watch 0 is not a number of seconds above 0 and up to 86400"])
