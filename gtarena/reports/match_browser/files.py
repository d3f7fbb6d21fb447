"""Files of matches beside the page of a report, each with its digest as its name."""

from __future__ import annotations

import hashlib
import logging
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gtarena.formatting import agent_name
from gtarena.logs.damage import DamagedLineError
from gtarena.logs.prompt_texts import TextPlaces, write_text_places
from gtarena.logs.reader import Place, read_record
from gtarena.logs.records import MatchRecord
from gtarena.metrics.teams import AGENT_COLUMNS
from gtarena.reports.match_browser.index import Index, IndexRow, row_of
from gtarena.reports.match_browser.matches import Json, Shelf, match_json
from gtarena.reports.match_browser.packing import packed
from gtarena.reports.reported_log import ReportedLog
from gtarena.system.files import make_subfolder, write_text
from gtarena.system.processes import MOST, count_cores, map_in_order

if TYPE_CHECKING:
    import pandas as pd

FOLDER = "report_files"
MATCHES_IN_FILE = 50
LARGEST_FILE = 4_000_000  # characters of JSON, about; a match that is larger has a file of its own
FEW = 40  # files that are made sooner than other processes are ready

_NAME = re.compile(r"[0-9a-f]{16}\.js")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Browser:
    """Match browser of a report: its index as the page embeds it, and the names of its files.

    ``index`` is the base64 of gzip of JSON; ``matches`` is the number of matches in it.
    """

    index: str
    matches: int
    files: frozenset[str]


class Listed(NamedTuple):
    """Match that is to be written: its id, the names of its agents by seat, and where its record stands."""

    match_id: str
    names: tuple[str, ...]
    place: Place


class Written(NamedTuple):
    """File of matches: its digest, and the rows of the index in the order of the matches."""

    digest: str
    rows: list[IndexRow]


def write_files(log: ReportedLog, seats: pd.DataFrame, out: Path, processes: int | None = None) -> Browser | None:
    """Writes the files of all matches of a frame of seats into ``out / FOLDER``; files that are there stay.

    The files are the same with any number of processes. The line of each match is read a second time, by the process
    that writes the match: files are in the order of the schedule and name agents by the settings that vary in the whole
    log, and the matches of a long log do not fit into memory. A match that is no longer in its log is left out.

    Args:
        log: the log, which has been read.
        seats: its frame of seats.
        out: the folder of the report.
        processes: by default one for each core, at most 4, and none but this one for a few files.

    Returns:
        The browser of these files; ``None``, with a warning, if a process that made them has died.

    Raises:
        UsageError: the folder is a link.
        OSError: a file cannot be read or written.
    """
    folder = make_subfolder(out, FOLDER)
    listed = list(_listed(log, seats))
    groups = [listed[start : start + MATCHES_IN_FILE] for start in range(0, len(listed), MATCHES_IN_FILE)]
    processes = processes or (1 if len(groups) <= FEW else min(count_cores(), MOST))
    index = Index()
    with tempfile.TemporaryDirectory() as temporary:
        texts = Path(temporary) / "texts"
        write_text_places(texts, *log.paths)
        try:
            for files in _told(map_in_order(partial(_write_group, texts, folder), groups, processes), len(groups)):
                for file in files:
                    index.add(file.digest, file.rows)
        except BrokenProcessPool:
            _log.warning("a process that made files of matches died (out of memory, or killed); the report has no "
                         "match browser, and `gtarena report` makes it again")
            return None
    return Browser(index.text(), index.matches, frozenset(f"{digest}.js" for digest in index.files))


def _told(done: Iterator[list[Written]], groups: int) -> Iterable[list[Written]]:
    """Shows a bar on a terminal if there are more than a few groups."""
    if groups <= FEW or not sys.stderr.isatty():
        return done
    from rich.console import Console
    from rich.progress import track

    return track(done, "Match browser", groups, console=Console(stderr=True), transient=True)


def _listed(log: ReportedLog, seats: pd.DataFrame) -> Iterator[Listed]:
    """Yields the matches of a frame in the order of the schedule."""
    names: dict[str, list[str]] = {}
    for match_id, *agent in seats[["match_id", *AGENT_COLUMNS]].itertuples(index=False, name=None):
        names.setdefault(match_id, []).append(agent_name(*agent))
    for match_id in log.in_schedule():
        if match_id in names:
            yield Listed(match_id, tuple(names[match_id]), log.places[match_id])


def _write_group(database: Path, folder: Path, listed: Sequence[Listed]) -> list[Written]:
    """Writes matches into one file, or into several if they are large; those that are no longer there are left out."""
    written = list[Written]()
    with closing(TextPlaces(database)) as texts:
        file = _File(Shelf(texts))
        for each in listed:
            try:
                record = read_record(each.match_id, each.place)
            except DamagedLineError:
                continue
            file.add(record, each)
            if file.size >= LARGEST_FILE:
                written.append(file.write(folder))
                file = _File(Shelf(texts))
        if file.rows:
            written.append(file.write(folder))
    return written


@dataclass
class _File:
    """File of matches in the making."""

    shelf: Shelf
    matches: list[Json] = field(default_factory=list)
    rows: list[IndexRow] = field(default_factory=list)
    logged: int = 0  # bytes of the records

    def add(self, record: MatchRecord, listed: Listed) -> None:
        match = match_json(record, listed.names, self.shelf)
        self.matches.append(match)
        self.rows.append(row_of(record, listed.names, len(match["turns"])))
        self.logged += listed.place.length

    @property
    def size(self) -> int:
        """Characters of the JSON, about."""
        return self.logged + self.shelf.size

    def write(self, folder: Path) -> Written:
        data = packed(self.shelf.content(self.matches))
        digest = hashlib.sha256(data.encode()).hexdigest()[:16]
        write_text(folder / f"{digest}.js", f'gtarena_matches("{digest}","{data}");\n', "ascii")
        return Written(digest, self.rows)


def remove_others(out: Path, browser: Browser | None) -> None:
    """Removes the files of matches in ``out / FOLDER`` that a browser does not name; other files and links stay.

    Raises:
        OSError: a file cannot be removed.
    """
    folder, kept = out / FOLDER, browser.files if browser else frozenset()
    if folder.is_symlink() or not folder.is_dir():
        return
    for path in folder.iterdir():
        if _NAME.fullmatch(path.name) and path.name not in kept and path.is_file() and not path.is_symlink():
            path.unlink(missing_ok=True)
