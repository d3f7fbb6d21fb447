"""Match records as reports and suites take them: read one by one, and then put into frames."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from gtarena.logs.ledger import FinishedSpending
from gtarena.logs.records import MatchRecord, Seat
from gtarena.logs.replay import ReplayedMatch
from gtarena.metrics.frames import SeatRows
from gtarena.reports.html import ReportContents
from gtarena.reports.leaderboard_rows import Boards, reported_boards
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.sections import Findings, Section
from gtarena.reports.tables import Table
from gtarena.runs.settings import ReportSettings
from gtarena.suites import load_suite
from gtarena.suites.contract import Trace
from gtarena.suites.econ_arena import results as econ_arena
from gtarena.suites.gamebench import results as gamebench
from gtarena.suites.gamma_bench import results as gamma_bench
from gtarena.suites.gtbench import profile as error_profile
from gtarena.suites.gtbench import results as gtbench
from gtarena.suites.magic import balance
from gtarena.suites.magic import results as magic
from gtarena.suites.reporting import SuiteMatches, write_sections


class HeldLog(ReportedLog):
    """Log whose matches are in memory; prompts and ledgers are looked up below the paths."""

    def __init__(self, records: Iterable[MatchRecord], *paths: Path) -> None:
        super().__init__(*paths)
        self.finished = FinishedSpending()  # none was read
        self.held = {record.match_id: record for record in records}
        self.numbers = {record.match_id: self.add(record) for record in records}

    def read_again(self, match_id: str) -> MatchRecord:
        return self.held[match_id]


def log_read(*paths: Path) -> ReportedLog:
    """The log below the paths, which has been read."""
    log = ReportedLog(*paths)
    deque(log.read(), maxlen=0)
    return log


_BOARDS: dict[tuple[str, ...], Boards] = {}


def boards_of(records: Iterable[MatchRecord]) -> Boards:
    """The boards of matches, which are computed once for the same matches, since all only read them."""
    listed = list(records)
    lines = tuple(record.line() for record in listed)
    if lines not in _BOARDS:
        _BOARDS[lines] = reported_boards(HeldLog(listed).seats.frame())
    return _BOARDS[lines]


def report_of(
    records: Iterable[MatchRecord], title: str = "A title", logs: Sequence[Path] = (), **parts: Any) -> ReportContents:
    """The report of matches; ``parts`` are fields of it."""
    listed = list(records)
    return ReportContents(**{"title": title, "log": HeldLog(listed, *logs), "boards": boards_of(listed), **parts})


def sections_of(records: Iterable[MatchRecord], out: Path, settings: ReportSettings | None = None) -> list[Section]:
    """Writes the sections of matches as a report does."""
    log, played = HeldLog(records), SuiteMatches()
    for record in records:
        played.add(record, log.numbers[record.match_id])
    return write_sections(played, log, out, settings or ReportSettings())


def trace_of(record: MatchRecord) -> Trace:
    return Trace.of(ReplayedMatch(record))


def extracted(suite: str, records: Iterable[MatchRecord]) -> tuple[list[Any], ReportedLog]:
    """Results that a suite extracts from its matches, and their log; raises what keeps a match from being scored."""
    log = HeldLog(records)
    found = (load_suite(suite).extract(ReplayedMatch(record), log.numbers[record.match_id]) for record in records)
    return [each for each in found if each is not None], log


def findings(suite: str, records: Iterable[MatchRecord]) -> Findings:
    found, log = extracted(suite, records)
    return load_suite(suite).findings(found, log)


def match_results(records: Iterable[MatchRecord]) -> list[gamma_bench.MatchResult]:
    return gamma_bench.match_results(extracted("gamma_bench", records)[0])


def match_frames(records: Iterable[MatchRecord]) -> gtbench.MatchFrames:
    found, log = extracted("gtbench", records)
    return gtbench.match_frames(found, log.seats)


def profile(records: Iterable[MatchRecord], judged: Callable[[Seat], bool] = error_profile.has_model) -> pd.DataFrame:
    """The error profile of matches of any suites."""
    rows = SeatRows()
    cases = [error_profile.collect_cases(ReplayedMatch(record), rows.add(record), judged) for record in records]
    return error_profile.profile(cases, rows.different)


def runs_frame(records: Iterable[MatchRecord]) -> pd.DataFrame:
    found, log = extracted("econ_arena", records)
    return econ_arena.runs_frame(found, log.seats.different)


def matches_frame(records: Iterable[MatchRecord]) -> pd.DataFrame:
    found, log = extracted("magic", records)
    return magic.matches_frame(found, log.seats.different)


def balance_tables(records: Iterable[MatchRecord]) -> list[Table]:
    found, log = extracted("magic", records)
    return balance.balance_tables([match.topic for match in found if match.topic],
                                  magic.names_by_number(found, log.seats.different))


def results(records: Iterable[MatchRecord], bootstrap: int = gamebench.RESAMPLES) -> gamebench.Results:
    """The results of matches of GameBench, and of those of people for no suite."""
    log = HeldLog(records)
    played = SuiteMatches()
    for record in records:
        played.add(record, log.numbers[record.match_id])
    return gamebench.results(log.seats.frame(set(played.found["gamebench"])), bootstrap)
