"""What the scripts that try out whole runs share: starting gtarena, reading its logs, saying whether a claim holds."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # for tests.support.faulty_server, whatever this process was started as

from gtarena.logs import reader  # noqa: E402
from gtarena.logs.records import MatchRecord  # noqa: E402


def start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """``gtarena WORDS`` in a process of its own, with its results in the folder and what it prints in a file there."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "gtarena", f"hydra.run.dir={folder}", *words]
    with (folder / "printed.txt").open("ab") as printed:
        return subprocess.Popen(command, cwd=folder, stdout=printed, stderr=subprocess.STDOUT)


def run(folder: Path, *words: str) -> None:
    """The same to its end; ends this script too, with what gtarena said, if that failed."""
    if start(folder, *words).wait():
        sys.exit(f"gtarena failed:\n{(folder / 'printed.txt').read_text()[-2000:]}")


def records(folder: Path) -> list[MatchRecord]:
    """Every line of the folder's logs, one that is there twice included."""
    files = reader.find(reader.MATCHES, folder)
    return [MatchRecord.model_validate_json(line) for file in files for line in file.read_bytes().splitlines()]


@contextlib.contextmanager
def serving(*options: str) -> Iterator[str]:
    """The address of a server in a process of its own; the options are those of ``tests/support/faulty_server.py``."""
    command = [sys.executable, str(ROOT / "tests" / "support" / "faulty_server.py"), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


class Checks:
    """Prints claims as they are checked; ``failed`` counts those that do not hold."""

    def __init__(self) -> None:
        self.failed = 0

    def __call__(self, claim: str, holds: bool, found: object) -> None:
        self.failed += not holds
        print(f"  {'ok' if holds else 'NOT ok':7} {claim:66} {found}", flush=True)
