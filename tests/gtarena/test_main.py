import subprocess
import sys
from importlib.metadata import version

import pytest


@pytest.mark.parametrize(("words", "code", "out"), [
    (["--version"], 0, f"gtarena {version('gtarena')}\n"), (["gmes"], 2, "")])
def test_the_package_runs_as_the_command_line(words, code, out):
    ended = subprocess.run([sys.executable, "-m", "gtarena", *words], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (code, out)
