"""Waves of matches: what a run that stops by a rule plays next, decided from its log whenever a wave has ended."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gtarena.logs.reader import Records
from gtarena.logs.records import MatchRecord
from gtarena.logs.stopping import PairState, StoppingState, write_stopping
from gtarena.metrics.bootstrap import FEWEST_UNITS
from gtarena.metrics.frames import SeatRows
from gtarena.metrics.paired_differences import Difference
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.sequential_differences import find_sequential_differences
from gtarena.runs.missing_matches import next_matches
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.stopping.comparisons import Agent, Comparison, Table, agent_of, find_comparisons, name_of, rounds_of
from gtarena.runs.stopping.rule import StopRule

GROWTH = 1.2  # of the number of rounds from look to look: a pair plays at most a fifth more than it has to


def looks(rounds: int) -> Iterator[int]:
    """Yields the numbers of rounds after which the log is looked at, the last of which is that of all rounds."""
    number = FEWEST_UNITS
    while number < rounds:
        yield number
        number = math.ceil(number * GROWTH)
    yield rounds


@dataclass
class _Log:
    """Log of a folder: the rows of its seats and the outcomes of its matches."""

    rows: SeatRows = field(default_factory=SeatRows)
    outcomes: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> "_Log":
        log = cls()
        for found in Records(folder).with_later():
            log.outcomes[str(found.match_id)] = found.outcome
            if isinstance(found, MatchRecord):
                log.rows.add(found)
        return log


class Waves:
    """Waves of a run's matches, to be iterated once: when the next one is asked for, the last one has been played.

    A wave has the rounds up to the next look of all tables that an open pair needs, those of the widest interval first.
    A pair is open until the rule or the number of its rounds ends it. Tables with a match that could not be finished
    are left as they are. Nothing but the log of complete waves decides, so that the same command goes on, in whatever
    order matches ended.

    Raises:
        UsageError: agents cannot be compared, or are too many.
    """

    def __init__(self, specs: Sequence[MatchSpec], rule: StopRule, replays: int, folder: Path) -> None:
        self._rule, self._replays, self._folder = rule, replays, folder
        self._rounds, self._order = rounds_of(specs), [spec.match_id for spec in specs]
        self._pairs: dict[Comparison, PairState] = {
            pair: PairState(pair.game, name_of(pair.first), name_of(pair.second)) for pair in find_comparisons(specs)}
        self.state = StoppingState(str(rule), tuple(self._pairs.values()))
        self._depth = dict.fromkeys(self._rounds, 0)
        self._log = _Log()

    def __iter__(self) -> Iterator[list[MatchSpec]]:
        self._log, unfinished = _Log.read(self._folder), set[Table]()
        for look in looks(max(map(len, self._rounds.values()))):
            going_on = [pair for pair in self._open_pairs() if unfinished.isdisjoint(pair.tables)]
            if not going_on:
                break
            tables = _tables_of(going_on)
            for table in tables:
                self._depth[table] = min(look, len(self._rounds[table]))
            wave = [spec for table in tables for spec in self._begun(table)]
            if self._missing(wave):
                yield wave
                self._log = _Log.read(self._folder)
            unfinished |= {table for table in tables if self._missing(self._begun(table))}
            if known := [pair for pair in going_on if unfinished.isdisjoint(pair.tables)]:
                self._judge(known)
            self._write()

    def _open_pairs(self) -> list[Comparison]:
        """Returns the open pairs, those of the widest interval first."""
        return sorted((pair for pair, state in self._pairs.items() if state.end == "open"),
                      key=lambda pair: self._pairs[pair].width, reverse=True)

    def _begun(self, table: Table) -> list[MatchSpec]:
        """Returns the matches of a table's rounds up to the latest look, further attempts at them left out."""
        return [spec for matches in self._rounds[table][:self._depth[table]] for spec in matches]

    def _missing(self, specs: Sequence[MatchSpec]) -> bool:
        return any(True for _ in next_matches(specs, self._log.outcomes, self._replays))

    def _judge(self, pairs: Sequence[Comparison]) -> None:
        """Notes what is known of open pairs, and which of them the rule ends."""
        seats, outcomes = dict[tuple[str, int], Agent](), self._log.outcomes
        for spec in (spec for table in self._rounds for spec in self._begun(table)):
            for attempt in _attempts(spec, outcomes):
                seats.update({(attempt.match_id, place): agent_of(seat) for place, seat in enumerate(spec.seats)})
        frame = self._log.rows.frame({match_id for match_id, _ in seats})
        keys = zip(frame["match_id"], frame["seat"], strict=True)
        names = {(game, seats[key]): name
                 for game, key, name in zip(frame["game"], keys, names_in(frame), strict=True)}
        known = {(each.game, each.pair): each for each in find_sequential_differences(frame, self._order)}
        for pair in pairs:
            first, second = (names.get((pair.game, agent), "") for agent in (pair.first, pair.second))
            for one, other in ((first, second), (second, first)):
                if found := known.get((pair.game, (one, other))):
                    self._pairs[pair] = _state(found, self._rule)

    def _write(self) -> None:
        needed, outcomes = set(_tables_of(self._open_pairs())), self._log.outcomes
        spared = [spec.match_id for table, rounds in self._rounds.items() if table not in needed
                  for matches in rounds for spec in matches if spec.match_id not in outcomes]
        self.state = StoppingState(str(self._rule), tuple(self._pairs.values()), tuple(spared))
        write_stopping(self._folder, self.state)


def _tables_of(pairs: Sequence[Comparison]) -> list[Table]:
    return list(dict.fromkeys(table for pair in pairs for table in pair.tables))


def _attempts(spec: MatchSpec, outcomes: Mapping[str, str]) -> Iterator[MatchSpec]:
    """Yields the logged attempts at a match, each of which but the last was invalid."""
    while spec.match_id in outcomes:
        yield spec
        spec = spec.again()


def _state(found: Difference, rule: StopRule) -> PairState:
    low, high = (None if math.isnan(end) else end for end in (found.low, found.high))
    return PairState(found.game, *found.pair, found.units, found.advantage, low, high, rule.end_of(found))
