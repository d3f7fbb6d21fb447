"""Trackers that keep what they are sent, or fail."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gtarena.trackers.contract import Status, TrackedRun


class KeptRun:
    """Run of a tracker that keeps what it is sent."""

    def __init__(self, run: TrackedRun) -> None:
        self.run, self.sent, self.ended = run, [], []
        kept.append(self)

    def send(self, scores: Mapping[str, float], matches: int) -> None:
        self.sent.append((matches, dict(scores)))

    def end(self, status: Status, files: Sequence[Path]) -> None:
        self.ended.append((status, [file.name for file in files]))


kept: list[KeptRun] = []  # in the order in which they began
