"""Matches with the folders of their logs, which are the jobs of a sweep."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gtarena.logs import reader
from gtarena.logs.reader import Records
from gtarena.logs.records import MatchRecord


class JobMatches:
    """Matches in files and below folders that are there now, each once, with the folder of the log that has it.

    Every iteration reads the files again. Iterating raises the errors of :class:`gtarena.logs.reader.Records`.
    """

    def __init__(self, *paths: str | Path) -> None:
        self.paths = paths
        self._records = Records.so_far(*paths)
        self.job = cache(self._job)

    def __iter__(self) -> Iterator[tuple[MatchRecord, Path]]:
        seen: set[str] = set()
        for place, row in self._records.placed():
            if isinstance(row, MatchRecord) and row.match_id not in seen:
                seen.add(row.match_id)
                yield row, place.file.parent

    def folders(self) -> list[Path]:
        """Returns the folders with logs, sorted."""
        return sorted(reader.folders(*reader.find(reader.MATCHES, *self.paths)))

    def _job(self, folder: Path) -> str:
        """Returns a folder's path from the folder that all paths have in common, empty for that folder itself."""
        base = os.path.commonpath([os.path.abspath(path) for path in reader.folders(*self.paths)])
        found = Path(os.path.relpath(folder, base)).as_posix()
        return "" if found == "." else found
