"""Runs, begun or resumed: plays the matches that the folder does not hold yet, and tells those that did not finish."""

import sys
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

from gtarena.errors import UnfinishedError, UsageError
from gtarena.logs import reader
from gtarena.logs.ledger import open_ledger, read_ledgers
from gtarena.logs.spending import Spending
from gtarena.logs.stopping import need_all, remove_stopping, write_stopping
from gtarena.logs.writer import sync_logs
from gtarena.models.budget import Account
from gtarena.runs import status
from gtarena.runs.gate import admit_run
from gtarena.runs.matches.workers import Ended, Job, play_all
from gtarena.runs.missing_matches import missing_matches
from gtarena.runs.progress import MATCHES, BatchProgress, ShowProgress, show_progress
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings
from gtarena.runs.stopping.waves import Waves

SHOWN_ERRORS = 5


@dataclass(frozen=True)
class RunResult:
    """Number of matches played, number already present, and the matches that could not be finished.

    With ``asked`` they are questions. ``not_needed`` counts the planned ones that a rule of ``stop`` has spared.
    ``before`` is what the folder had spent when the command began.
    """

    played: int
    present: int
    unfinished: tuple[Ended, ...]
    asked: bool = False
    not_needed: int = 0
    before: Spending = field(default_factory=Spending)

    def __str__(self) -> str:
        done = f"{_count(self.played, self.asked)} {'answered' if self.asked else 'played'}"
        spared = f", {self.not_needed} not needed" if self.not_needed else ""
        return f"{done}, {self.present} already there, {len(self.unfinished)} unfinished{spared}"

    def check(self) -> None:
        """Checks that every match was finished.

        Raises:
            UsageError: some were not, all through the user's mistakes.
            UnfinishedError: some were not, for other reasons.
        """
        if not self.unfinished:
            return
        reasons = Counter(ended.error for ended in self.unfinished).most_common()
        number = _count(len(self.unfinished), self.asked)
        if all(ended.mistake for ended in self.unfinished):
            raise UsageError(f"{reasons[0][0]} ({number} could not be finished; finished ones are kept)")
        shown = "; ".join(f"{count} x {reason}" for reason, count in reasons[:SHOWN_ERRORS])
        more = f"; and {len(reasons) - SHOWN_ERRORS} other reasons" if len(reasons) > SHOWN_ERRORS else ""
        raise UnfinishedError(f"{number} could not be finished ({shown}{more}). "
                              f"The same command {'asks' if self.asked else 'plays'} them again; finished ones are "
                              "kept.")


def _count(number: int, asked: bool = False) -> str:
    one, several = ("question", "questions") if asked else ("match", "matches")
    return f"1 {one}" if number == 1 else f"{number} {several}"


def play_missing(
    settings: RunSettings, folder: Path, account: Account | None = None, specs: Sequence[MatchSpec] | None = None,
    show: ShowProgress = show_progress, before: Spending | None = None,
) -> RunResult:
    """Plays the matches of a run that are not yet in its folder; its budget is that of the ``account``, if given.

    ``specs`` are all matches of the run, if the gate has admitted it already. ``show`` shows the progress. What the
    folder has spent beyond ``before`` counts towards the budget; by default, what it spends from now on.

    Raises:
        UsageError: a setting is not allowed, a model cannot be called or priced, or the folder's logs are damaged.
        OSError: the folder cannot be written.
    """
    specs = admit_run(settings, folder) if specs is None else specs
    sync_logs(folder)  # what counts as played must be on disk
    batch = missing_matches(specs, folder, settings)
    _write_plan(specs, batch, folder)
    present, played = len(specs) - sum(not spec.attempt for spec in batch), 0
    before = before or read_ledgers(folder) or Spending()
    waves = _begin_waves(specs, settings, folder)
    show = BatchProgress() if waves else show
    unfinished: list[Ended] = []
    tried: set[str] = set()
    for wave in [specs] if waves is None else waves:
        batch = missing_matches(wave, folder, settings, tried) if waves else batch
        while batch:
            # The bar of the first batch shows what is already there, too.
            spent = (read_ledgers(folder) or Spending()).beyond(before)
            ended = _play(batch, 0 if tried else present, settings, folder, spent, account, show)
            tried |= {spec.match_id for spec in batch}
            failed = [each for each in ended if each.error]
            unfinished += failed
            played += len(ended) - len(failed)
            batch = missing_matches(wave, folder, settings, tried) if settings.illegal.replays else []
    if waves:
        print(*waves.state.lines(), sep="\n", file=sys.stderr)
    elif not unfinished:
        remove_stopping(folder)  # of an earlier command: which matches there are no longer depends on what they showed
    return RunResult(played, present, tuple(unfinished), asked=any(spec.question for spec in specs),
                     not_needed=len(waves.state.not_needed) if waves else 0, before=before)


def _begin_waves(specs: Sequence[MatchSpec], settings: RunSettings, folder: Path) -> Waves | None:
    """Returns the waves of a run that stops by a rule; of another one the folder notes that all matches are needed."""
    if settings.stop is None:
        need_all(folder)
        return None
    waves = Waves(specs, settings.stop, settings.illegal.replays, folder)
    write_stopping(folder, waves.state)
    return waves


def play_some(
    settings: RunSettings, folder: Path, specs: Sequence[MatchSpec], chosen: Set[str], spent: Spending
) -> RunResult:
    """Plays those of an admitted run's matches that are chosen by id and not yet in its folder, each once.

    ``spent`` counts towards the budget.

    Raises:
        UsageError: the folder's logs are damaged.
        OSError: the folder cannot be written.
    """
    sync_logs(folder)
    played = reader.read_outcomes(folder)
    batch = [spec for spec in specs if spec.match_id in chosen and spec.match_id not in played]
    _write_plan(specs, batch, folder)
    ended = _play(batch, len(chosen) - len(batch), settings, folder, spent) if batch else []
    failed = tuple(each for each in ended if each.error)
    return RunResult(len(ended) - len(failed), len(chosen) - len(batch), failed)


def _write_plan(specs: Sequence[MatchSpec], batch: Sequence[MatchSpec], folder: Path) -> None:
    status.write_plan(folder, specs)
    if any(seat.model for spec in batch for seat in spec.seats):
        open_ledger(folder)


def _play(
    batch: Sequence[MatchSpec], present: int, settings: RunSettings, folder: Path, spent: Spending,
    account: Account | None = None, show: ShowProgress = show_progress,
) -> list[Ended]:
    """Plays the matches, shows their progress behind those already present, and returns their ends."""
    repeated = sum(spec.attempt > 0 for spec in batch)
    if repeated:
        print(f"{_count(repeated)} played again, because the last attempt was invalid", file=sys.stderr)
    ended: list[Ended] = []
    people = any(seat.kind == "human" for spec in batch for seat in spec.seats)
    counted = "questions" if any(spec.question for spec in batch) else MATCHES
    with show(present + len(batch), present, quiet=people, counted=counted) as tell:

        def on_ended(end: Ended) -> None:
            tell(end)
            ended.append(end)

        cache = settings.cache
        job = Job(tuple(batch), settings.model, folder, settings.budget, cache.file, cache.queues, spent=spent,
                  account=account)
        play_all(job, settings.workers, on_ended)
    return ended
