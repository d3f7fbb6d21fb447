"""Provenance of a report: versions, settings, wordings, seeds and folders that its matches come from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from gtarena import games
from gtarena.formatting import one_line, short_value
from gtarena.logs.reader import MATCHES, find
from gtarena.logs.records import OURS, MatchRecord, Seat
from gtarena.metrics.agent_settings import WORDING

COMMIT = "commit"  # the key in the versions of a match that was played from a checkout
SEEDS_SHOWN, WORDINGS_SHOWN, LONGEST = 8, 40, 600

Line = tuple[str, str]  # heading and text


@dataclass
class Origins:
    """Origin of matches, collected match by match."""

    outcomes: Counter[str] = field(default_factory=Counter)
    suites: set[str] = field(default_factory=set)
    versions: Counter[str] = field(default_factory=Counter)
    commits: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    seeds: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    seats: dict[str, Seat] = field(default_factory=dict)
    wordings: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    days: set[str] = field(default_factory=set)

    def add(self, record: MatchRecord) -> None:
        """Notes where a match comes from."""
        label = games.label(record.game, record.params)
        self.outcomes[record.outcome] += 1
        self.suites |= set() if record.suite is None else {record.suite}
        self.sources[record.source] += 1
        self.seeds[label].add(record.seed)
        self.days.add(record.started[:10])
        for package, version in record.versions.items():
            if package == COMMIT:
                self.commits[version] += 1
            else:
                self.versions[f"{package} {version}"] += 1
        for seat in record.seats:
            self.seats.setdefault(seat.model_dump_json(), seat)
            if WORDING in seat.params:
                prompt = f"{record.game} {seat.params.get('prompt', '')}".strip()
                self.wordings[prompt, str(seat.params[WORDING])].add(seat.agent)

    @property
    def packages(self) -> dict[str, str]:
        """The packages that matches were played with, each with one of its versions."""
        return {package: version for package, _, version in (stated.rpartition(" ") for stated in self.versions)}


def provenance(found: Origins, logs: Sequence[str | Path] = ()) -> list[Line]:
    """Returns headings and lines that tell where a report's numbers come from; unknown ones are left out."""
    files = list(find(MATCHES, *logs)) if logs else []
    folders = {file.parent for file in files}
    imported = {source: number for source, number in found.sources.items() if source != OURS}
    listed = {
        "Versions": ", ".join(sorted(found.versions)),
        "Commit": _counted(found.commits),
        "Logs": f"{_several(len(files), 'file')} of matches in {_several(len(folders), 'folder')}" if files else "",
        "Imported": _counted(imported),
        "Seeds": "; ".join(f"{game}: {_seeds(seeds)}" for game, seeds in sorted(found.seeds.items())),
        "Settings of all models": _shared([seat for seat in found.seats.values() if seat.kind == "llm"]),
        "Wordings": _wordings(found.wordings),
    }
    return [(heading, one_line(line, LONGEST)) for heading, line in listed.items() if line]


def _counted(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} ({_several(number, 'match', 'matches')})" for name, number in sorted(numbers.items()))


def _several(number: int, word: str, words: str = "") -> str:
    return f"{number:,} {word if number == 1 else words or f'{word}s'}"


def _seeds(seeds: set[int]) -> str:
    first = ", ".join(map(str, sorted(seeds)[:SEEDS_SHOWN]))
    return f"{first}, ... ({len(seeds):,})" if len(seeds) > SEEDS_SHOWN else first


def _shared(seats: Sequence[Seat]) -> str:
    """Returns the settings that all seats have in common, but for the digest of the wording."""
    if not seats:
        return ""
    common: dict[str, JsonValue] = dict(seats[0].params)
    for seat in seats[1:]:
        common = {name: value for name, value in common.items() if seat.params.get(name, common) == value}
    return " ".join(f"{name}={short_value(value)}" for name, value in sorted(common.items())
                    if name not in (WORDING, "kind"))


def _wordings(wordings: Mapping[tuple[str, str], set[str]]) -> str:
    listed = [f"{prompt} {digest} ({', '.join(sorted(agents))})"
              for (prompt, digest), agents in sorted(wordings.items())]
    more = f"; and {len(listed) - WORDINGS_SHOWN} more" if len(listed) > WORDINGS_SHOWN else ""
    return "; ".join(listed[:WORDINGS_SHOWN]) + more
