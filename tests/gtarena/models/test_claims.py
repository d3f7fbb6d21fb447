import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gtarena.models import claims
from gtarena.models.claims import Claims
from gtarena.models.shared_file import SharedFile
from tests.support import ROOT

OTHER = """
import sys
from pathlib import Path
from gtarena.models import claims
from gtarena.models.shared_file import SharedFile
path = Path(sys.argv[1])
file = SharedFile(path, (claims.TABLE,), "", "")
own = claims.Claims(path, lambda: 1000.0)
for line in sys.stdin:
    word, key = line.split()
    with file.changing() as database:
        answer = getattr(own, word)(database, key)
    print(answer, flush=True)
"""


class Other:
    """Process that takes and releases claims as it is told; its clock stands at 1000 seconds."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", OTHER, str(path)], cwd=ROOT, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)

    def does(self, words: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{words}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def die(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache.sqlite"


@pytest.fixture
def other(path: Path) -> Iterator[Other]:
    process = Other(path)
    yield process
    process.die()


def take(path: Path, key: str, now: float = 1000.0) -> bool:
    file = SharedFile(path, (claims.TABLE,), "", "")
    with file.changing() as database:
        taken = Claims(path, lambda: now).take(database, key)
    file.close()
    return taken


def test_a_call_that_a_running_process_has_claimed_is_not_to_be_had(path: Path, other: Other) -> None:
    assert other.does("take a") == "True"
    assert not take(path, "a")
    assert take(path, "b")
    assert other.does("take b") == "False"


def test_a_claim_that_was_given_up_is_to_be_had(path: Path, other: Other) -> None:
    other.does("take a")
    other.does("release a")
    assert take(path, "a")


def test_nobody_gives_up_the_claim_of_another(path: Path, other: Other) -> None:
    assert take(path, "a")
    other.does("release a")
    assert other.does("take a") == "False"


def test_a_claim_ends_with_its_process_however_that_ends(path: Path, other: Other) -> None:
    other.does("take a")
    other.process.kill()
    other.process.communicate()
    assert take(path, "a")


def test_a_process_has_its_own_claim_again_because_it_keeps_its_calls_apart_itself(path: Path) -> None:
    assert take(path, "a")
    assert take(path, "a")


@pytest.mark.parametrize(("now", "taken"), [
    (1000.0 + claims.LIFETIME - 1, False), (1000.0 + claims.LIFETIME, True),
    (500.0, True),  # the clock was put back, so that the claim would seem to last for longer than any
])
def test_a_process_that_does_not_get_on_loses_its_claim_in_the_end(
    path: Path, other: Other, now: float, taken: bool
) -> None:
    other.does("take a")
    assert take(path, "a", now) == taken
