"""Status of runs: finished and missing matches, reasons and costs (`gtarena status`)."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from gtarena import games
from gtarena.errors import UsageError
from gtarena.files import write_text
from gtarena.formatting import one_line
from gtarena.logs import damage, reader
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.spending import Spending
from gtarena.redaction import hidden_json
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.sweep_jobs import PLAN
from gtarena.runs.sweep_state import SWEEP, read_sweep
from gtarena.runs.sweep_status import sweep_lines

MOST_RUNS = 20
NOT_YET = "not played yet"
_PLANNED = TypeAdapter(dict[str, str])


def write_plan(folder: Path, specs: Sequence[MatchSpec]) -> None:
    """Writes the matches of the folder's latest command, replacing an earlier plan."""
    planned = {spec.match_id: games.label(spec.game, spec.params) for spec in specs}
    write_text(folder / PLAN, hidden_json(json.dumps(planned)))


def status_lines(path: str | Path) -> Iterator[str]:
    """Yields the status of every sweep and every run in or below a folder, and the total cost of several runs.

    If a sweep has brought more than ``MOST_RUNS`` runs, only the sweeps are shown.

    Raises:
        UsageError: no run has been started there, or all that is there is a damaged plan.
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
        spent = Spending()
        try:
            yield from _run(folder, spent)
        except UsageError as error:
            if len(folders) == 1:
                raise
            yield str(error)
        total.add(spent)
    if len(folders) > 1:
        yield f"all {len(folders)} runs spent: {total.text()}"


def _run(folder: Path, spent: Spending) -> Iterator[str]:
    outcomes: dict[str, str] = {}
    replays: Counter[str] = Counter()
    for record in reader.Records(*folder.glob(reader.MATCHES)):
        outcomes[record.match_id] = record.outcome
        replays.update([record.outcome] if "attempt" in record.key else [])
        spent.add_record(record)
    reasons: dict[str, str] = {}
    for attempt in reader.attempts(*folder.glob(reader.ATTEMPTS)):
        reasons[attempt.match_id] = attempt.error
        spent.add_attempt(attempt)
    spent.add((read_ledgers(folder) or Spending()).beyond(spent))
    planned = _plan(folder / PLAN)
    if planned is None:
        yield _without_plan(folder, Counter(outcomes.values()), spent)
        return
    done = planned.keys() & outcomes.keys()
    ends = Counter(outcomes[match_id] for match_id in done)
    yield f"{folder}: {len(done)} of {len(planned)} matches done" + (f" ({_listed(ends)})" if done else "")
    missing = Counter(
        (game, reasons.get(match_id, NOT_YET)) for match_id, game in planned.items() if match_id not in outcomes)
    for (game, reason), number in sorted(missing.items()):
        yield f"  missing: {number} of {one_line(game)}: {one_line(reason)}"
    if replays:
        yield f"  played again because they were invalid: {replays.total()} ({_listed(replays)})"
    unfinished = Counter(reasons[match_id] for match_id in reasons.keys() - planned.keys() - outcomes.keys())
    for reason, number in sorted(unfinished.items()):
        yield f"  unfinished: {number} to be played again or of earlier commands: {one_line(reason)}"
    others = len(outcomes) - len(done) - replays.total()
    if others:
        yield f"  also: {others} matches of earlier commands with other settings"
    if skipped := damage.summary(*folder.glob("*.jsonl")):
        yield f"  {skipped}"
    yield f"  spent: {spent.text()}"
    if missing or unfinished:
        yield "  repeat the command that started the run to play the missing matches"


def _without_plan(folder: Path, ends: Counter[str], spent: Spending) -> str:
    """Returns the status of a run whose plan is damaged.

    Raises:
        UsageError: it has no matches either.
    """
    advice = f"{folder / PLAN}: the plan is damaged; repeat the command that started the run"
    if not ends:
        raise UsageError(advice)
    return f"{advice}\n  logged: {ends.total()} matches ({_listed(ends)})\n  spent: {spent.text()}"


def _plan(path: Path) -> dict[str, str] | None:
    """Returns the planned matches' games by match id, or ``None`` if the file holds something else."""
    try:
        return _PLANNED.validate_json(path.read_bytes())
    except ValidationError:
        return None


def _listed(ends: Counter[str]) -> str:
    return ", ".join(f"{number} {outcome}" for outcome, number in sorted(ends.items()))
