"""Contract of a tracker, and the run that it is told of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

Setting = bool | int | float | str
Status = Literal["finished", "failed"]


@dataclass(frozen=True)
class TrackedRun:
    """Run as a tracker knows it.

    ``name`` is that of the job, and ``experiment`` that of all jobs of its sweep. ``results`` is the folder of the
    command's results, in which the sweep has the folders of its jobs. ``settings`` are by their names on the command
    line, such as ``model.temperature``. ``key`` is a random word that a resumed run keeps.
    """

    name: str
    experiment: str
    results: Path
    settings: Mapping[str, Setting]
    key: str = ""


class Tracker(Protocol):
    """Run in a tracker, begun or resumed; any method may raise any error, after which no other is called."""

    def send(self, scores: Mapping[str, float], matches: int) -> None:
        """Sends the scores of so many matches; names consist of letters, digits, spaces and ``/._-``."""

    def end(self, status: Status, files: Sequence[Path]) -> None:
        """Ends the run, with the files of its report, and returns when the tracker has everything."""
