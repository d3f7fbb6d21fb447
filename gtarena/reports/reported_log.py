"""Logs of a report, of which each line is read and validated once."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from gtarena import games
from gtarena.logs.ledger import FinishedSpending
from gtarena.logs.plans import read_plan
from gtarena.logs.reader import MATCHES, Place, Records, find, read_record
from gtarena.logs.records import MatchRecord
from gtarena.logs.stopping import stops_by_rule
from gtarena.metrics.frames import SeatRows
from gtarena.metrics.sequential_differences import Watched
from gtarena.reports.provenance import Origins


class ReportedLog:
    """Logs of a report, and what it keeps of their matches as they are read.

    ``paths`` are folders, searched to the bottom, or files of matches. ``seats`` are the rows of the frame of seats,
    ``origins`` tells where the matches come from, ``finished`` what they have spent, and ``places`` where their lines
    stand.

    Raises:
        UsageError: a path does not exist.
    """

    def __init__(self, *paths: str | Path) -> None:
        self.paths = paths
        self.seats = SeatRows()
        self.origins = Origins()
        self.finished = FinishedSpending(find(MATCHES, *paths))
        self.places: dict[str, Place] = {}
        self._played: dict[Path, set[str]] = defaultdict(set)  # labels of games by folder
        self._samples: dict[str, MatchRecord] = {}
        self._records = Records.so_far(*paths)

    def read(self) -> Iterator[tuple[MatchRecord, list[int]]]:
        """Yields the matches, each once, with the numbers of their seats among ``seats.different``.

        Raises:
            UsageError: there are none.
        """
        for place, record in self._records.placed():
            if isinstance(record, MatchRecord):
                self.finished.add(place.file, record)
                if record.match_id not in self.places:
                    self.places[record.match_id] = place
                    self._played[place.file.parent].add(games.label(record.game, record.params))
                    yield record, self.add(record)
        if not self.places:
            raise self._records.none_to("report")

    def add(self, record: MatchRecord) -> list[int]:
        """Keeps what a report needs of a match; returns the number of each seat among the different ones."""
        self.origins.add(record)
        label = games.label(record.game, record.params)
        self._samples[label] = min(self._samples.get(label, record), record, key=_preference)
        return self.seats.add(record)

    @property
    def samples(self) -> list[MatchRecord]:
        """One match per game to show move by move, preferably with model calls, then preferably finished."""
        return [self._samples[label] for label in sorted(self._samples)]

    def in_schedule(self) -> Iterator[str]:
        """Yields matches folder by folder, in the order of the plan there; those that it lacks follow as they ended."""
        for folder, found in groupby(self.places, key=lambda match_id: self.places[match_id].file.parent):
            planned = {match_id: number for number, match_id in enumerate(read_plan(folder) or ())}
            yield from sorted(found, key=lambda match_id: planned.get(match_id, len(planned)))

    @property
    def watched(self) -> Watched | None:
        """The games of runs that stop by a rule; ``None`` without any."""
        watched = frozenset[str]().union(*(labels for folder, labels in self._played.items() if stops_by_rule(folder)))
        return Watched(watched, list(self.in_schedule())) if watched else None

    def read_again(self, match_id: str) -> MatchRecord:
        """Reads the line of a match that is to be shown.

        Raises:
            DamagedLineError: the match is no longer there.
            OSError: its file cannot be read.
        """
        return read_record(match_id, self.places[match_id])


def _preference(record: MatchRecord) -> tuple[bool, bool, str]:
    """Returns the sort key of sample matches, the best first."""
    return not record.calls, record.outcome != "finished", record.match_id
