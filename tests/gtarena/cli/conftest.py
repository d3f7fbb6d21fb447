"""Fixtures of the command line's tests: results of an earlier run, and the check that a mistake changes nothing."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gtarena.conftest import Command

SECRET = "sk-" + "1234567890abcdef"

Refused = Callable[[str, str, int], None]


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the results of two matches of nim."""
    folder = tmp_path_factory.mktemp("played")
    words = ["game=nim", "agents=[random]", "matches=2", "hydra.run.dir=."]
    subprocess.run([sys.executable, "-m", "gtarena", *words], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def results(played: Path, tmp_path: Path) -> Path:
    """Copy of those results where a run of nim writes its own, beside an empty folder and a file."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("no folder")
    return Path(shutil.copytree(played, tmp_path / "results" / "nim"))


@pytest.fixture
def refused(command: Command, results: Path, tmp_path: Path) -> Refused:
    """Checks that a mistaken command line ends with one line of error and this exit code, and changes nothing."""

    def check(words: str, message: str, code: int) -> None:
        before = {path: path.read_bytes() for path in results.glob("*.jsonl")}
        shown = command(*words.split())
        (line,) = shown.complaints
        assert line.startswith("gtarena: ")
        assert re.search(message, line)
        assert shown.code == code
        assert {path: path.read_bytes() for path in before} == before
        assert not (tmp_path / "out").exists()
        said_and_saved = [shown.out, shown.err, *(path.read_text() for path in tmp_path.rglob("*.*aml"))]
        assert not any(SECRET in text for text in said_and_saved)

    return check
