"""Import of gamma-Bench's published logs as match records, by replaying their moves in our games."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gtarena import games
from gtarena.errors import UsageError
from gtarena.formatting import one_line
from gtarena.logs.records import MatchRecord, Seat
from gtarena.suites.gamma_bench import NAME
from gtarena.suites.gamma_bench.importer import anomalies
from gtarena.suites.gamma_bench.importer.log_format import PublishedLog, imported_name, read_log
from gtarena.suites.gamma_bench.importer.log_replay import FORMATS, Format
from gtarena.suites.gamma_bench.importer.parameters import parameters_of
from gtarena.suites.gamma_bench.importer.published_match import PublishedMatch
from gtarena.suites.published import PublishedSpec, require_replaceable
from gtarena.system.files import atomic_write

# What replaying a log raises if its parts are of other kinds than they should be.
_DAMAGED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
EXAMPLES = 5  # of each kind of difference
LINE_LIMIT = 200


@dataclass
class ImportSummary:
    """Counts of an import in progress, for the lines that end it."""

    matches: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    stated: Counter[str] = field(default_factory=Counter)
    differences: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)
    skipped: int = 0
    damaged: int = 0

    def add(self, game: str, log: PublishedLog, match: PublishedMatch, notes: Sequence[str]) -> None:
        """Counts a match that has been replayed, or nothing of it.

        Raises:
            ValueError: a number has too many digits to be shown.
        """
        repaired = {number for number, _, _ in match.stated}
        found = [
            (f"{game}: {each['what']}{' where a stated value was not legal' if each['round'] in repaired else ''}",
             f"{log.source} round {each['round'] + 1}: logged {each['logged']}, ours {each['ours']}")
            for each in match.differences]
        for kind, example in found:
            self.differences[kind].append(example)
        self.matches[game] += 1
        self.rounds[game] += len(log.rounds)
        self.stated[game] += len(match.stated)
        self.notes.extend(f"{log.source}: {note}" for note in notes)

    def lines(self) -> Iterator[str]:
        for game, number in sorted(self.matches.items()):
            rounds, stated = self.rounds[game], self.stated[game]
            yield f"{game}: {number} matches, {rounds} rounds compared, {stated} stated values not legal"
        yield f"all: {self.matches.total()} matches, {self.rounds.total()} rounds compared"
        yield f"differences: {sum(map(len, self.differences.values()))}"
        for kind, found in sorted(self.differences.items()):
            yield f"  {kind}: {len(found)}"
            yield from (f"    {one_line(example, LINE_LIMIT)}" for example in found[:EXAMPLES])
        yield f"notes: {len(self.notes)}"
        yield from (f"  {one_line(note, LINE_LIMIT)}" for note in self.notes)
        yield f"not imported: {self.damaged} damaged logs, {self.skipped} other JSON files"


def import_logs(folder: Path, out: Path) -> Iterator[str]:
    """Writes the records of all logs below a folder to a file, and yields lines that report the progress.

    A log that cannot be read or replayed is reported and left out. The file is replaced at the end, or not at all.

    Raises:
        UsageError: the folder does not exist, or has no logs or only damaged ones; or ``out`` exists and is not a file
            of imported matches.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a directory; pass the one with gamma-Bench's raw results")
    require_replaceable(out, NAME, "gamma-Bench")
    summary = ImportSummary()
    found: dict[str, tuple[PublishedLog, Format]] = {}
    for path in sorted(filter(Path.is_file, folder.rglob("*.json"))):
        source = path.relative_to(folder).as_posix()
        try:
            log = read_log(path, source)
            if log is None:
                summary.skipped += 1
            else:
                found[source] = log, _format(log)
        except (OSError, ValueError) as error:
            summary.damaged += 1
            yield _damaged(source, error)
    if not found:
        raise UsageError(f"{folder} has no logs of gamma-Bench; pass the directory with its raw results")
    yield from _write(found, out, summary)
    yield from summary.lines()
    yield f"written to {out}"


def _write(found: dict[str, tuple[PublishedLog, Format]], out: Path, summary: ImportSummary) -> Iterator[str]:
    notes = _notes(found)
    out.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(out) as file:
        for source, (log, format_) in found.items():
            try:
                record, match, every_note = _replayed(log, format_, notes[source])
                line = record.line().encode()  # fails for half of a character
                summary.add(record.game, log, match, every_note)
            except _DAMAGED as error:
                summary.damaged += 1
                yield _damaged(source, error)
            else:
                file.write(line + b"\n")
        if not summary.matches:
            raise UsageError("none of the logs could be imported; nothing was written")
        file.flush()
        os.fsync(file.fileno())


def _notes(found: dict[str, tuple[PublishedLog, Format]]) -> dict[str, list[str]]:
    listed = [log for log, _ in found.values()]
    played = {source: format_.game for source, (_, format_) in found.items()}
    notes: dict[str, list[str]] = defaultdict(list)
    for source, note in (*anomalies.duplicates(listed), *anomalies.undeclared_personas(listed, played)):
        notes[source].append(note)
    return notes


def _format(log: PublishedLog) -> Format:
    fitting = [format_ for key, format_ in FORMATS.items() if key in log.rounds[0]]
    if not fitting:
        raise ValueError(f"its game is unknown: its rounds have none of {', '.join(FORMATS)}")
    return fitting[0]


def _replayed(
    log: PublishedLog, format_: Format, notes: Sequence[str]
) -> tuple[MatchRecord, PublishedMatch, Sequence[str]]:
    """Returns the record of a log's match, its replay and the notes on both."""
    game = format_.game
    params = games.complete(game, parameters_of(game, log))
    match = PublishedMatch(game, params)
    format_.play(log, match)
    if not match.is_over:
        raise ValueError("it stops before the game is over")
    every_note = [*notes, *anomalies.undeclared_settings(log, game, params), *match.notes]
    tags: dict[str, Any] = {
        "run": log.name.run, "tag": log.name.tag, "stated": match.stated, "differences": match.differences,
        "notes": every_note}
    seats = tuple(_seat(log, number) for number in range(log.players))
    spec = PublishedSpec(game, params, seats, seed=0, suite=NAME, source=log.source, sha256=log.sha256)
    record = MatchRecord(
        match_id=spec.match_id,
        key=spec.key,
        suite=NAME,
        game=game,
        params=params,
        seed=spec.seed,
        tags=tags,
        source=log.source,
        seats=list(seats),
        history=match.history,
        returns=match.returns,
        outcome="finished",
        started="",  # the logs do not say when
        seconds=0.0,
    )
    return record, match, every_note


def _seat(log: PublishedLog, number: int) -> Seat:
    moves = log.fixed_moves(number)
    if moves is not None:
        return Seat(agent=f"fixed:{moves}", params={"kind": "fixed", "moves": moves})
    name = log.name
    return Seat(agent="llm", model=log.model(number), params={
        "kind": "llm", "prompt": imported_name(log.version), "temperature": name.temperature,
        "reasoning": name.reasoning, "persona": name.persona})


def _damaged(source: str, error: Exception) -> str:
    what = f"{error} is missing or unknown" if isinstance(error, KeyError) else str(error)
    return one_line(f"{source}: not imported: {what}", LINE_LIMIT)
