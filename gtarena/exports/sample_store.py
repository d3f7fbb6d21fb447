"""Store of a log on disk, sorted by agent and model, so that a few matches at a time are in memory."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gtarena import games
from gtarena.logs.prompt_texts import iterate_texts
from gtarena.logs.reader import Records
from gtarena.logs.records import MatchRecord
from gtarena.metrics.agent_settings import DifferentSeats

_TABLES = """
CREATE TABLE matches (id TEXT PRIMARY KEY, line TEXT);
CREATE TABLE seats (kind INTEGER, match TEXT, seat INTEGER);
CREATE TABLE texts (sha256 TEXT PRIMARY KEY, text TEXT);
"""


@dataclass(frozen=True)
class SampleGroup:
    """Agent that was played with a model, in a suite or, without one, in a game: the matches of one log.

    ``kinds`` are the numbers of its seats in the store.
    """

    task: str
    agent: str
    model: str
    settings: str
    kinds: tuple[int, ...]


class SampleStore:
    """Seats of models in logged matches and the prompt texts, in a file that is made anew.

    Raises:
        UsageError: a path does not exist, or there are no matches.
    """

    def __init__(self, file: Path, paths: Sequence[Path]) -> None:
        self._base = sqlite3.connect(file)
        self._base.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;{_TABLES}")
        self._kinds: dict[tuple[str, int], int] = {}
        self._named: list[tuple[str, str]] = []
        self._seats = DifferentSeats()
        records = Records(*paths)
        records.require_some("export")
        for record in records:
            self._add(record)
        self._base.executemany("INSERT INTO texts VALUES (?, ?)", iterate_texts(*paths))
        self._base.execute("CREATE INDEX by_kind ON seats (kind)")
        self._base.commit()

    def _add(self, record: MatchRecord) -> None:
        task = record.suite or games.label(record.game, record.params)
        asked = {call.player for call in record.calls}
        kinds = [(self._kind(task, number, record, seat), record.match_id, seat)
                 for seat, number in enumerate(self._seats.add(record)) if seat in asked]
        if kinds:
            self._base.execute("INSERT INTO matches VALUES (?, ?)", (record.match_id, record.line()))
            self._base.executemany("INSERT INTO seats VALUES (?, ?, ?)", kinds)

    def _kind(self, task: str, number: int, record: MatchRecord, seat: int) -> int:
        kind = self._kinds.setdefault((task, number), len(self._named))
        if kind == len(self._named):
            self._named.append((record.seats[seat].agent, record.seats[seat].model or ""))
        return kind

    def groups(self) -> list[SampleGroup]:
        """Returns the groups, by task, agent, model and settings."""
        labels = self._seats.labels()
        kinds: dict[tuple[str, str, str, str], list[int]] = defaultdict(list)
        for (task, number), kind in self._kinds.items():
            kinds[task, *self._named[kind], labels[number]].append(kind)
        return [SampleGroup(*key, tuple(found)) for key, found in sorted(kinds.items())]

    def samples(self, group: SampleGroup) -> Iterator[tuple[MatchRecord, int]]:
        """Yields the matches of a group with the seat that its agent had, by match id and seat."""
        found = self._base.execute(
            "SELECT line, seat FROM seats JOIN matches ON id = match "
            "WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY match, seat", (json.dumps(group.kinds),))
        for line, seat in found:
            yield MatchRecord.model_validate_json(line), seat

    def texts(self, wanted: Collection[str]) -> Mapping[str, str]:
        """Returns the texts with these SHA-256s, as far as the logs have them."""
        found = (self._base.execute("SELECT sha256, text FROM texts WHERE sha256 = ?", (digest,)).fetchone()
                 for digest in wanted)
        return dict(row for row in found if row is not None)

    def close(self) -> None:
        """Closes the file."""
        self._base.close()
