"""Displays that are gone, closed, full or poor in characters, and the work that goes on."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gtarena.cli.output import Display, displays

START = [sys.executable, "-m", "gtarena"]
RUN = [*START, "game=kuhn_poker", "agents=[random]", "matches=2", "hydra.run.dir=run"]


def shell(folder: Path, redirected: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command with its output redirected by a shell, which ends with the code of the command."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", f'"$@" {redirected}', "bash", *RUN], cwd=folder, capture_output=True,
        text=True, env={**os.environ, **environment}, timeout=120, check=False)


def is_whole(folder: Path) -> bool:
    page = (folder / "run" / "report.html").read_text(encoding="utf-8")
    return page.rstrip().endswith("</html>") and not (folder / "run" / "error.json").exists()


@pytest.mark.parametrize("redirected", [
    "| true", "2>&1 | head -c 5 > /dev/null", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2> /dev/full"])
def test_a_display_that_is_gone_costs_nothing_but_the_display(tmp_path: Path, redirected: str) -> None:
    ended = shell(tmp_path, redirected)
    assert ended.returncode == 0
    assert "Broken" not in ended.stderr
    assert is_whole(tmp_path)
    assert len((tmp_path / "run" / "matches.jsonl").read_text().splitlines()) == 2


def test_what_the_terminal_cannot_encode_is_replaced(tmp_path: Path) -> None:
    ended = shell(tmp_path, "", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ended.returncode == 0
    assert "?0?" in ended.stdout  # the results, with dashes between them
    assert is_whole(tmp_path)


def test_a_full_disk_below_the_output_is_a_failure_and_the_report_is_written(tmp_path: Path) -> None:
    ended = shell(tmp_path, "> /dev/full")
    assert ended.returncode == 3
    assert "gtarena: <stdout>: No space left on device: not everything was displayed\n" in ended.stderr
    assert is_whole(tmp_path)


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    shell(tmp_path, "<&- >&- 2>&-")
    assert all("played" not in path.read_text() for path in (tmp_path / "run").glob("*.jsonl"))


def test_everything_but_writing_is_the_streams_own() -> None:
    stream = io.StringIO()
    shown = Display(stream)
    assert shown.write("text") == 4
    assert stream.getvalue() == "text"
    assert shown.isatty() is False
    assert shown.fault == ""


def test_the_streams_are_put_back_when_the_block_ends() -> None:
    before = sys.stdout, sys.stderr
    with displays() as shown:
        assert sys.stdout is shown
        print("shown")
    assert (sys.stdout, sys.stderr) == before
