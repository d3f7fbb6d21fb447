"""Status of runs: finished and missing matches, reasons and costs (`gtarena status`)."""

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from gtarena import games
from gtarena.errors import UsageError
from gtarena.formatting import one_line
from gtarena.logs import reader
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.spending import Spending
from gtarena.redaction import hidden_json
from gtarena.runs.schedule import MatchSpec

PLAN = "plan.json"
NOT_YET = "not played yet"


def write_plan(folder: Path, specs: Sequence[MatchSpec]) -> None:
    """Writes the matches of the folder's latest command, replacing an earlier plan."""
    planned = {spec.match_id: games.label(spec.game, spec.params) for spec in specs}
    # Written to another file and moved, so that a killed run leaves a complete plan.
    draft = folder / f"{PLAN}.draft"
    draft.write_text(hidden_json(json.dumps(planned)))
    os.replace(draft, folder / PLAN)


def status_lines(path: str | Path) -> Iterator[str]:
    """Yields the status of every run in or below a folder, and the total cost of several.

    Raises:
        UsageError: no run has been started there, or a log is damaged.
    """
    folders = sorted(plan.parent for plan in Path(path).rglob(PLAN))
    if not folders:
        raise UsageError(f"{path}: no run has been started there (it has no {PLAN})")
    total = Spending()
    for folder in folders:
        spent = Spending()
        yield from _run(folder, spent)
        total.add(spent)
    if len(folders) > 1:
        yield f"all {len(folders)} runs spent: {total.text()}"


def _run(folder: Path, spent: Spending) -> Iterator[str]:
    planned: dict[str, str] = _plan(folder / PLAN)
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
    yield f"  spent: {spent.text()}"
    if missing or unfinished:
        yield "  repeat the command that started the run to play the missing matches"


def _plan(path: Path) -> dict[str, str]:
    try:
        return dict(json.loads(path.read_text()).items())
    except (ValueError, AttributeError) as error:
        raise UsageError(f"{path}: the plan is damaged; repeat the command that started the run") from error


def _listed(ends: Counter[str]) -> str:
    return ", ".join(f"{number} {outcome}" for outcome, number in sorted(ends.items()))
