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


@pytest.mark.parametrize("redirected", ["2>&1 | head -c 5 > /dev/null", "<&- >&- 2>&-", "2> /dev/full"])
def test_a_display_that_is_gone_costs_nothing_but_the_display(tmp_path, redirected):
    ended = shell(tmp_path, redirected)
    assert ended.returncode == 0
    assert "Broken" not in ended.stderr
    assert is_whole(tmp_path)
    logged = (tmp_path / "run" / "matches.jsonl").read_text()
    assert len(logged.splitlines()) == 2
    assert "played" not in logged  # a file does not take the place of a closed stream


@pytest.mark.parametrize(("redirected", "environment", "code", "stream", "told"), [
    ("", {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, 0, "stdout", "?0?"),  # for the dashes between results
    ("> /dev/full", {}, 3, "stderr", "gtarena: <stdout>: No space left on device: not everything was displayed\n")])
def test_what_cannot_be_shown_is_replaced_or_told_and_the_report_is_written(
    tmp_path, redirected, environment, code, stream, told
):
    ended = shell(tmp_path, redirected, **environment)
    assert ended.returncode == code
    assert told in getattr(ended, stream)
    assert is_whole(tmp_path)


def test_a_display_is_the_stream_but_for_writing_and_is_put_back_when_the_block_ends():
    stream = io.StringIO()
    shown = Display(stream)
    assert shown.write("text") == 4
    assert stream.getvalue() == "text"
    assert shown.isatty() is False
    assert shown.fault == ""
    before = sys.stdout, sys.stderr
    with displays() as shown:
        assert sys.stdout is shown
        print("shown")
    assert (sys.stdout, sys.stderr) == before
