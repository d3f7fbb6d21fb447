"""Helpers of the scripts that check whole runs: start gtarena, read its logs, start a server, print checks."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # makes tests.support importable from any directory

from gtarena.logs import reader  # noqa: E402
from gtarena.logs.records import MatchRecord  # noqa: E402


def start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """Starts ``gtarena WORDS`` in a subprocess, with its results in the folder and its output in ``printed.txt``."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "gtarena", f"hydra.run.dir={folder}", *words]
    with (folder / "printed.txt").open("ab") as printed:
        return subprocess.Popen(command, cwd=folder, stdout=printed, stderr=subprocess.STDOUT)


def run(folder: Path, *words: str) -> None:
    """Runs ``gtarena WORDS`` to its end; if it fails, exits with the end of its output."""
    if start(folder, *words).wait():
        sys.exit(f"gtarena failed:\n{(folder / 'printed.txt').read_text()[-2000:]}")


def records(folder: Path) -> list[MatchRecord]:
    """Returns all records in the folder's logs, including duplicates."""
    files = reader.find(reader.MATCHES, folder)
    return [MatchRecord.model_validate_json(line) for file in files for line in file.read_bytes().splitlines()]


@contextlib.contextmanager
def serving(*options: str) -> Iterator[str]:
    """Runs ``tests/support/faulty_server.py`` with these options in a subprocess, and yields its address."""
    command = [sys.executable, str(ROOT / "tests" / "support" / "faulty_server.py"), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


class Checks:
    """Prints the result of each check; ``failed`` counts those that failed."""

    def __init__(self) -> None:
        self.failed = 0

    def __call__(self, claim: str, holds: bool, found: object) -> None:
        self.failed += not holds
        print(f"  {'ok' if holds else 'NOT ok':7} {claim:66} {found}", flush=True)
