import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gtarena.cli.output import Display, displays
from tests.support.runs import Forked, pipe_that_nobody_reads

RUN = ["game=kuhn_poker", "agents=[random]", "matches=2"]


def run_redirected(folder: Path, *redirections: tuple[str, int]) -> tuple[str, int | None]:
    """Runs a command with descriptors of its output open on a device, or on a pipe that nobody reads."""
    def redirect() -> None:
        for target, descriptor in redirections:
            os.dup2(os.open(target, os.O_WRONLY) if target else pipe_that_nobody_reads(), descriptor)

    return Forked(folder / "run", *RUN, prepare=redirect).finish()


def is_whole(folder: Path) -> bool:
    page = (folder / "run" / "report.html").read_text(encoding="utf-8")
    return page.rstrip().endswith("</html>") and not (folder / "run" / "error.json").exists()


def is_complete(folder: Path) -> bool:
    logged = (folder / "run" / "matches.jsonl").read_text()
    # A file does not take the place of a closed stream.
    return is_whole(folder) and len(logged.splitlines()) == 2 and "played" not in logged


@pytest.mark.parametrize("redirections", [[("", 1), ("", 2)], [("/dev/full", 2)]])
def test_a_display_that_is_gone_costs_nothing_but_the_display(tmp_path, redirections):
    written, code = run_redirected(tmp_path, *redirections)
    assert code == 0
    assert "Broken" not in written
    assert is_complete(tmp_path)


def test_what_is_not_displayed_on_a_full_device_is_told_and_the_report_is_written(tmp_path):
    written, code = run_redirected(tmp_path, ("/dev/full", 1))
    assert code == 3
    assert "No space left on device: not everything was displayed\n" in written
    assert is_whole(tmp_path)


@pytest.mark.parametrize(("redirected", "environment", "shown"), [
    ("<&- >&- 2>&-", {}, ""), ("| true", {}, ""),  # nor does the end of the interpreter, which writes what is left
    ("", {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, "?0?")])  # dashes between results
def test_streams_that_are_closed_and_characters_that_an_encoding_lacks_cost_nothing_else(
    tmp_path, redirected, environment, shown
):
    command = [sys.executable, "-m", "gtarena", *RUN, "hydra.run.dir=run"]
    ended = subprocess.run(["bash", "-o", "pipefail", "-c", f'"$@" {redirected}', "bash", *command], cwd=tmp_path,
                           capture_output=True, text=True, env={**os.environ, **environment}, timeout=120, check=False)
    assert ended.returncode == 0
    assert "Broken" not in ended.stderr
    assert shown in ended.stdout
    assert is_complete(tmp_path)


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
