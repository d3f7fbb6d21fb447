"""Import of GameBench's published matches, a JSON file that states games, agents and scores, but no moves."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from gtarena.errors import UsageError
from gtarena.formatting import one_line
from gtarena.logs.records import MatchRecord, Seat
from gtarena.suites.gamebench.taxonomy import GAMES, PublishedGame
from gtarena.suites.published import PublishedSpec, require_replaceable
from gtarena.system.files import atomic_write

NAME = "gamebench"
BENCHMARK = "GameBench"
FILE = "matches.json"
OTHER_NAMES = {"gpt4-rap": "gpt-4-rap"}  # by which the published program also calls an agent
OTHER_GAMES = {"hive": "hive_without_beetles"}  # whose names here are others than in the published program
TIE = 0.5
ROUNDING = 0.01  # of two scores with two decimals
NOISE = 1e-9
EXAMPLES = 3  # of the entries that are no matches
SHOWN = 60  # letters of a word from the file

Score = tuple[str, float]


class _Object(tuple[tuple[str, Any], ...]):
    """Keys and values of a JSON object in the order of the file, repeated keys included."""


@dataclass(frozen=True)
class PublishedResult:
    """A published match: its place in the file, counted from 1, its game, and the agents with their scores.

    The scores sum to 1; ``rounded`` says that those of the file did not, by more than the last digits of a number.
    """

    number: int
    game: str
    scores: tuple[Score, Score]
    rounded: bool

    @property
    def facts(self) -> PublishedGame | None:
        """Facts about the game; ``None`` if the paper has no game of this name."""
        return GAMES.get(self.game)


def import_matches(path: Path, out: Path) -> Iterator[str]:
    """Writes a record for every match of a published file, and yields lines that sum up the import.

    The records have no moves. Sides are not published: the first agent of an entry is given team 0. The file ``out`` is
    replaced at the end, or not at all.

    Args:
        path: the file, or the folder with a ``matches.json``.
        out: a file of matches, free or an earlier import.

    Raises:
        UsageError: the file cannot be read, or an entry is not a match; or ``out`` must not be replaced.
    """
    path = path / FILE if path.is_dir() else path
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}); pass GameBench's {FILE}") from error
    require_replaceable(out, NAME, BENCHMARK)
    entries = _entries(path, content)
    digest = hashlib.sha256(content).hexdigest()
    out.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(out) as file:
        for entry in entries:
            file.write(_record(entry, digest).line().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    yield from _summary(entries)
    yield f"written to {out}"


def _entries(path: Path, content: bytes) -> list[PublishedResult]:
    try:
        listed = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_Object, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not JSON: {one_line(str(error), 200)}") from error
    if not isinstance(listed, list) or not listed:
        raise UsageError(f"{path} is not a JSON array of matches: pass GameBench's {FILE}")
    entries, wrong = [], []
    for number, value in enumerate(listed, start=1):
        try:
            entries.append(_entry(number, value))
        except ValueError as error:
            wrong.append(f"entry {number} {error}")
    if wrong:
        more = f"; and {len(wrong) - EXAMPLES} more" if len(wrong) > EXAMPLES else ""
        raise UsageError(f"{path}: {'; '.join(wrong[:EXAMPLES])}{more}; nothing was written")
    return entries


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")


def _entry(number: int, value: Any) -> PublishedResult:
    """Returns an entry of the file.

    Raises:
        ValueError: it is not a match; the message continues "entry 3".
    """
    if not isinstance(value, _Object):
        raise ValueError("is not an object")
    repeated = [key for key, times in Counter(key for key, _ in value).items() if times > 1]
    if repeated:
        raise ValueError(f"has the key {_shown(repeated[0])} twice")
    keys = dict(value)
    if "game" not in keys:
        raise ValueError('has no key "game"')
    named = _name(keys.pop("game"), "game")
    game = OTHER_GAMES.get(named, named)
    if len(keys) != 2:
        raise ValueError(f"has {len(keys)} agent{'s' * (len(keys) != 1)} beside its game, and a match has two")
    (one, first), (other, second) = ((_agent(key), _score(key, score)) for key, score in keys.items())
    if one == other:
        raise ValueError(f"has the agent {_shown(one)} twice")
    total = first + second
    if abs(total - 1) > ROUNDING + NOISE:
        raise ValueError(f"has scores of {first:g} and {second:g}, which do not sum to 1")
    return PublishedResult(number, game, ((one, first / total), (other, second / total)), abs(total - 1) > NOISE)


def _agent(key: str) -> str:
    name = _name(key, "agent")
    return OTHER_NAMES.get(name, name)


def _name(value: Any, what: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"has {_shown(value)} as the name of its {what}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"has half of a character in the name of its {what}") from error
    return value.strip()


def _score(agent: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -NOISE <= value <= 1 + NOISE:
        raise ValueError(f"gives {_shown(agent)} the score {_shown(value)}, which is not a number from 0 to 1")
    return min(max(float(value), 0.0), 1.0)


def _shown(value: Any) -> str:
    return one_line(json.dumps(value, default=repr), SHOWN)


def _record(entry: PublishedResult, digest: str) -> MatchRecord:
    facts = entry.facts
    teams = facts.teams if facts else [0, 1]
    seats = tuple(Seat(agent=entry.scores[team][0]) for team in teams)
    spec = PublishedSpec(entry.game, {}, seats, seed=0, suite=NAME,
                         source=f"{FILE} entry {entry.number}", sha256=digest)
    return MatchRecord(
        match_id=spec.match_id,
        key=spec.key,
        suite=NAME,
        game=entry.game,
        params=spec.params,
        seed=spec.seed,
        tags={"entry": entry.number},
        source=NAME,
        seats=list(seats),
        teams=None if len(teams) == 2 else teams,
        history=[],
        returns=[entry.scores[team][1] for team in teams],
        outcome="finished",
        started="",  # the file does not say when
        seconds=0.0,
    )


def _summary(entries: Sequence[PublishedResult]) -> Iterator[str]:
    matches = Counter(entry.game for entry in entries)
    ties = Counter(entry.game for entry in entries if entry.scores[0][1] == TIE)
    for game in (*(name for name in GAMES if name in matches), *sorted(matches.keys() - GAMES.keys())):
        unknown = "" if game in GAMES else f" (not a game of {BENCHMARK}: a seat for each agent)"
        yield f"{one_line(game, SHOWN)}: {_counted(matches[game], ties[game])}{unknown}"
    seats = Counter(agent for entry in entries for agent, _ in entry.scores)
    for agent, number in sorted(seats.items()):
        yield f"  {one_line(agent, SHOWN)}: {_counted(number, 0)}"
    yield f"all: {_counted(len(entries), ties.total())} of {len(seats)} agents"
    if rounded := sum(entry.rounded for entry in entries):
        yield f"rounded scores, divided by their sum: {rounded} match{'es' * (rounded != 1)}"
    yield "sides are not published: the first agent of an entry is in team 0"


def _counted(matches: int, ties: int) -> str:
    tied = f" ({ties} exact tie{'s' * (ties != 1)})" if ties else ""
    return f"{matches} match{'es' * (matches != 1)}{tied}"
