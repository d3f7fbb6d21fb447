"""Status of runs: finished and missing matches, reasons and costs (`gtarena status`)."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gtarena import games
from gtarena.errors import UsageError
from gtarena.formatting import one_line
from gtarena.logs import damage, reader
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.plans import PLAN, parse_plan
from gtarena.logs.records import MatchRecord
from gtarena.logs.spending import Spending
from gtarena.logs.stopping import read_stopping
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.sweeps.state import SWEEP, read_sweep
from gtarena.runs.sweeps.status import sweep_lines
from gtarena.system.files import write_text
from gtarena.system.redaction import hide_json_secrets

MOST_RUNS = 20
NOT_YET = "not played yet"


def write_plan(folder: Path, specs: Sequence[MatchSpec]) -> None:
    """Writes the matches of the folder's latest command, replacing an earlier plan."""
    planned = {spec.match_id: games.label(spec.game, spec.params) for spec in specs}
    write_text(folder / PLAN, hide_json_secrets(json.dumps(planned)))


def status_lines(path: str | Path) -> Iterator[str]:
    """Yields the status of every sweep and every run in or below a folder, and the total cost of several runs.

    If a sweep has brought more than ``MOST_RUNS`` runs, only the sweeps are shown.

    Raises:
        UsageError: no run has been started there, or all that is there is a plan that cannot be read.
    """
    sweeps = [(saved.parent, sweep) for saved in sorted(Path(path).rglob(SWEEP)) if (sweep := read_sweep(saved.parent))]
    for folder, sweep in sweeps:
        yield from sweep_lines(folder, sweep)
    folders = sorted(plan.parent for plan in Path(path).rglob(PLAN))
    if sweeps and len(folders) > MOST_RUNS:
        yield f"`gtarena status {one_line(str(sweeps[0][0]))}/JOB` shows one of the jobs"
        return
    if not folders and not sweeps:
        raise UsageError(f"{path}: no run has been started there (it has no {PLAN})")
    total = Spending()
    for folder in folders:
        run = _LoggedRun(folder)
        try:
            run.read()
            yield from _run_lines(run)
        except UsageError as error:
            if len(folders) == 1:
                raise
            yield str(error)
        total.add(run.spent)
    if len(folders) > 1:
        yield f"all {len(folders)} runs spent: {total.text()}"


@dataclass
class _LoggedRun:
    """Run as its folder's logs have it: outcomes and reasons of failure by match id, repeats by outcome, spending."""

    folder: Path
    outcomes: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    replays: Counter[str] = field(default_factory=Counter)
    spent: Spending = field(default_factory=Spending)

    def _logs(self) -> list[Path]:
        return [path for pattern in reader.LOGGED for path in self.folder.glob(pattern)]

    @property
    def counted(self) -> str:
        """The word for what is planned in the folder."""
        return "questions" if any(self.folder.glob(reader.ANSWERS)) else "matches"

    def read(self) -> None:
        """Reads the logs and the ledgers of the folder."""
        for found in reader.Records(*self._logs()).with_later():
            self.outcomes[str(found.match_id)] = found.outcome
            if isinstance(found, MatchRecord):
                self.replays.update([found.outcome] if "attempt" in found.key else [])
                self.spent.add_record(found)
        for attempt in reader.read_attempts(*self.folder.glob(reader.ATTEMPTS)):
            self.reasons[attempt.match_id] = attempt.error
            self.spent.add_attempt(attempt)
        self.spent.add((read_ledgers(self.folder) or Spending()).beyond(self.spent))


def _run_lines(run: _LoggedRun) -> Iterator[str]:
    planned = parse_plan(data := (run.folder / PLAN).read_bytes())
    if planned is None:
        advice = f"{run.folder / PLAN}: the plan {damage.name_fault(data, 'repeat the command that started the run')}"
        yield from _without_plan(advice, Counter(run.outcomes.values()))
    else:
        stopping = read_stopping(run.folder)
        spared = frozenset(stopping.not_needed if stopping else ())
        planned = {match_id: game for match_id, game in planned.items() if match_id not in spared}
        yield from _with_plan(run, planned)
        yield from (f"  {line}" for line in (stopping.lines() if stopping else ()))
    if skipped := damage.summarise_skipped(*run.folder.glob("*.jsonl")):
        yield f"  {skipped}"
    yield f"  spent: {run.spent.text()}"
    if planned and (planned.keys() | run.reasons.keys()) - run.outcomes.keys():
        yield f"  repeat the command that started the run: it goes on with the missing {run.counted}"


def _with_plan(run: _LoggedRun, planned: Mapping[str, str]) -> Iterator[str]:
    """Yields what is done, missing and unfinished of the planned matches, and what is there beyond them."""
    outcomes, reasons, replays = run.outcomes, run.reasons, run.replays
    done = planned.keys() & outcomes.keys()
    ends = Counter(outcomes[match_id] for match_id in done)
    listed = f" ({_list_outcomes(ends)})" if done else ""
    yield f"{run.folder}: {len(done)} of {len(planned)} {run.counted} done{listed}"
    missing = Counter(
        (game, reasons.get(match_id, NOT_YET)) for match_id, game in planned.items() if match_id not in outcomes)
    for (game, reason), number in sorted(missing.items()):
        yield f"  missing: {number} of {one_line(game)}: {one_line(reason)}"
    if replays:
        yield f"  played again because they were invalid: {replays.total()} ({_list_outcomes(replays)})"
    unfinished = Counter(reasons[match_id] for match_id in reasons.keys() - planned.keys() - outcomes.keys())
    for reason, number in sorted(unfinished.items()):
        yield f"  unfinished: {number} to be played again or of earlier commands: {one_line(reason)}"
    others = len(outcomes) - len(done) - replays.total()
    if others:
        yield f"  also: {others} {run.counted} of earlier commands with other settings"


def _without_plan(advice: str, ends: Counter[str]) -> Iterator[str]:
    """Yields what is logged of a run whose plan cannot be read, for the reason that the ``advice`` tells.

    Raises:
        UsageError: it has no matches either.
    """
    if not ends:
        raise UsageError(advice)
    yield advice
    yield f"  logged: {ends.total()} matches ({_list_outcomes(ends)})"


def _list_outcomes(ends: Counter[str]) -> str:
    return ", ".join(f"{number} {outcome}" for outcome, number in sorted(ends.items()))
