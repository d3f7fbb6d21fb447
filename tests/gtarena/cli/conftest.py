"""Fixtures of the command line's tests: results of an earlier run, and reports without pictures."""

import contextlib
import shutil
from pathlib import Path

import pytest

from tests.gtarena.conftest import no_pictures
from tests.support.commands import run_command


@pytest.fixture(autouse=True, scope="package")
def _without_pictures():
    with no_pictures():
        yield


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """Folder with the results of two matches of nim."""
    folder = tmp_path_factory.mktemp("played")
    with contextlib.chdir(folder):
        assert run_command("game=nim", "agents=[random]", "matches=2", "hydra.run.dir=.") == 0
    return folder


@pytest.fixture
def results(played, tmp_path):
    """Copy of those results where a run of nim writes its own, beside an empty folder and a file."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("no folder")
    return Path(shutil.copytree(played, tmp_path / "results" / "nim"))
