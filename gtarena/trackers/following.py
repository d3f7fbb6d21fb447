"""Following of a run's log: a thread sends the scores to a tracker, and neither ends nor slows the matches."""

import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from pydantic import Field, ValidationError

from gtarena.errors import first_line
from gtarena.formatting import one_line
from gtarena.logs.records import StrictModel
from gtarena.system.files import write_text
from gtarena.system.redaction import redact
from gtarena.trackers.contract import Status, TrackedRun, Tracker
from gtarena.trackers.registry import begin_tracker
from gtarena.trackers.scores import RunScores

LOOK_EVERY = 10.0  # seconds
REST = 9  # times as long as the last sending took, which thus takes at most a tenth of the time
PATIENCE = 60.0  # seconds that the end of a run waits for its tracker
LONGEST_REASON = 200  # characters
REPORT = ("report.html", "leaderboard.csv", "overall.csv")


class SentScores(StrictModel):
    """State of a run's tracking: its key, and the number of matches whose scores each tracker has."""

    NAME: ClassVar[str] = "the state of a run's tracking"

    key: str
    matches: dict[str, int] = Field(default_factory=dict)


def read_sent(path: Path) -> SentScores:
    """Returns the state in a file, or that of a run that begins if there is none that can be read."""
    try:
        return SentScores.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return SentScores(key=secrets.token_hex(8))


@dataclass(frozen=True)
class Followed:
    """Logs in some folders, the file of what was sent of them, and the folder in which their report will be."""

    folders: Sequence[Path]
    state: Path
    report: Path


class Follower(threading.Thread):
    """Thread that sends the scores of the logged matches again and again, at last those of all with the report.

    ``wait`` waits for so many seconds or until the run is over, and returns whether it is; ``clock`` is in seconds.
    An error of the tracker is told in one line, and nothing more is sent.
    """

    def __init__(
        self, tracker: str, run: TrackedRun, followed: Followed, wait: Callable[[float], bool] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(name=f"tracker {tracker}", daemon=True)  # no server that hangs keeps the command from its end
        self._tracker, self._run, self._followed = tracker, run, followed
        self._over, self._clock = threading.Event(), clock
        self._wait = wait or self._over.wait
        self._sent, self._scores = read_sent(followed.state), RunScores(followed.folders)
        self._status: Status = "failed"
        self._told = False

    def run(self) -> None:
        """Follows the run to its end."""
        try:
            self._keep(self._sent)  # before a kill could leave a run behind whose key nobody knows
            tracker = begin_tracker(self._tracker, replace(self._run, key=self._sent.key))
            pause = LOOK_EVERY
            while not self._wait(pause):
                began = self._clock()
                self._send(tracker)
                pause = max(LOOK_EVERY, REST * (self._clock() - began))
            self._send(tracker)
            tracker.end(self._status, [path for name in REPORT if (path := self._followed.report / name).exists()])
        except Exception as error:  # noqa: BLE001  (the log has everything, and the matches matter more)
            reason = redact(f"{type(error).__name__}: {first_line(error)}")
            self._tell(f"failed: {one_line(reason, LONGEST_REASON)}")

    def end(self, status: Status) -> None:
        """Lets the thread send the rest, and waits for it, but not for long."""
        self._status = status
        self._over.set()
        self.join(PATIENCE)
        if self.is_alive():
            self._tell(f"has not taken everything in {PATIENCE:.0f} seconds")

    def _send(self, tracker: Tracker) -> None:
        self._scores.read()
        if self._scores.matches == self._sent.matches.get(self._tracker):
            return
        tracker.send(self._scores.named(), self._scores.matches)
        self._keep(self._sent.model_copy(
            update={"matches": {**self._sent.matches, self._tracker: self._scores.matches}}))

    def _keep(self, sent: SentScores) -> None:
        write_text(self._followed.state, sent.model_dump_json())
        self._sent = sent

    def _tell(self, what: str) -> None:
        if self._told:
            return
        self._told = True
        print(f"gtarena: tracker {self._tracker} {what}; the matches go on, and their log is complete", file=sys.stderr)


@contextmanager
def tracking(tracker: str, run: TrackedRun, followed: Followed) -> Iterator[None]:
    """Sends the scores of the logs to a tracker while the block runs, and the report when it ends."""
    follower = Follower(tracker, run, followed)
    follower.start()
    try:
        yield
    except BaseException:
        follower.end("failed")
        raise
    follower.end("finished")
