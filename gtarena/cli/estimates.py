"""Estimate of the tokens, dollars, requests and time of a run, from a probe of a few of its matches."""

import asyncio
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from gtarena.agents.lineup import called_seats, seat_model
from gtarena.cli.planned_jobs import PlannedJob, plan_jobs
from gtarena.errors import UsageError
from gtarena.formatting import format_count, format_dollars, format_duration
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.reader import MATCHES, Records, read_outcomes
from gtarena.logs.records import Seat
from gtarena.logs.spending import Spending
from gtarena.logs.writer import only_writer
from gtarena.models.functions import is_local
from gtarena.models.litellm_loader import load_litellm
from gtarena.models.prices import is_priced, tokens_price
from gtarena.models.settings import ModelSettings
from gtarena.runs.estimates.probe import Numbered, choose_probe
from gtarena.runs.estimates.totals import MatchCost, Total, estimate_totals, match_cost
from gtarena.runs.gate import admit_run, called_models
from gtarena.runs.resume import play_some
from gtarena.runs.schedule import MatchSpec

MEASURES = ("requests", "tokens_in", "tokens_out", "cost")  # that are shown, before the time
UNPRICED = "the price of {} is unknown: model.prices=FILE states it (docs/models.md)"


@dataclass(frozen=True)
class Estimate:
    """Estimate of a whole run: totals by measure and of the seconds, and what the matches played so far have taken.

    ``total`` of a measure is ``None`` if it is the cost and a price is unknown, with the names of the models in
    ``unpriced``.
    """

    command: str
    folder: str
    matches: int
    probed: int
    probe: Spending
    probe_seconds: float
    totals: Mapping[str, Total | None]
    unpriced: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """Yields the estimate as a table."""
        yield self.command
        yield (f"  {self.probed:,} of {self.matches:,} matches played as a probe, in {self.folder}; the command goes "
               "on from there")
        yield f"  {'':12} {'probe':>12} {'whole run':>12}   95 % range"
        spent = asdict(self.probe) | {"seconds": self.probe_seconds}
        for measure, total in self.totals.items():
            shown = _SHOWN[measure]
            known = "?" if spent[measure] is None else shown(spent[measure])
            whole = "?" if total is None else shown(total.expected)
            yield f"  {_NAMES[measure]:12} {known:>12} {whole:>12}   {_show_range(total, measure)}"
        yield from (f"  {UNPRICED.format(name)}" for name in self.unpriced)

    def plain(self) -> dict[str, Any]:
        """Returns the estimate as plain values."""
        return asdict(self)


_NAMES = {"requests": "requests", "tokens_in": "tokens in", "tokens_out": "tokens out", "cost": "cost",
          "seconds": "time to play"}
_SHOWN = {"requests": format_count, "tokens_in": format_count, "tokens_out": format_count, "cost": format_dollars,
          "seconds": format_duration}


def _show_range(total: Total | None, measure: str) -> str:
    if total is None:
        return "?"
    if total.low is None or total.high is None:
        return "unknown; a larger --matches tells it"
    return f"{_SHOWN[measure](total.low)} to {_SHOWN[measure](total.high)}"


def estimate_run(overrides: Sequence[str], each: int) -> Estimate:
    """Plays ``each`` matches of every kind of a run, and returns the estimate of the whole.

    Raises:
        UsageError: the gate refuses a job, or a person is to play; nothing has been played.
        UnfinishedError: a match could not be played, as where the budget was spent.
    """
    command, jobs = plan_jobs(overrides)
    plans = [admit_run(job.settings, job.folder) for job in jobs]
    if any(seat.kind == "human" for specs in plans for spec in specs for seat in spec.seats):
        raise UsageError("agents=[human]: matches of people cannot be played as a probe")
    matches = sum(map(len, plans))
    kinds, picked = choose_probe(plans, each)
    print(f"probe: {len(picked):,} of {matches:,} matches", file=sys.stderr)
    # Now, because its import takes seconds that are not the probe's.
    litellm = asyncio.run(load_litellm()) if _calls_servers(jobs, plans) else None
    began, busy = monotonic(), process_time()
    spent, fresh = _play(jobs, plans, picked)
    wall, busy = monotonic() - began, process_time() - busy
    taken = _read_costs(jobs, plans, litellm)
    sums = estimate_totals(kinds, taken, jobs[0].settings.illegal.replays)
    load = busy / (sum(taken[key].seconds for key in fresh) or 1.0)
    shown: dict[str, Total | None] = {measure: sums[measure] for measure in MEASURES}
    shown["seconds"] = _estimate_time(sums, jobs, load, matches)
    seats = {str(seat): seat for specs in plans for spec in specs for seat in spec.seats}
    unknown = {name for seat in seats.values() for name in _list_unpriced(seat, jobs, litellm)}
    unpriced = () if sums["cost"] else tuple(sorted(unknown))
    return Estimate(str(command), str(_common_folder(jobs)), matches, len(picked), spent, wall, shown, unpriced)


def _calls_servers(jobs: Sequence[PlannedJob], plans: Sequence[Sequence[MatchSpec]]) -> bool:
    """Returns whether any planned match calls a model outside of this process."""
    return any(not is_local(model.name) for job, specs in zip(jobs, plans, strict=True)
               for model in called_models((seat for spec in specs for seat in spec.seats), job.settings))


def _play(
    jobs: Sequence[PlannedJob], plans: Sequence[Sequence[MatchSpec]], picked: Sequence[Numbered]
) -> tuple[Spending, list[tuple[int, str]]]:
    """Plays what is chosen of each job; returns what it spent, and the matches that were not there before."""
    spent, fresh = Spending(), list[tuple[int, str]]()
    for number, (job, specs) in enumerate(zip(jobs, plans, strict=True)):
        ids = {spec.match_id for of, spec in picked if of == number}
        if not ids:
            continue
        job.folder.mkdir(parents=True, exist_ok=True)
        with only_writer(job.folder):
            before = read_ledgers(job.folder) or Spending()
            there = set(read_outcomes(job.folder))
            try:
                play_some(job.settings, job.folder, specs, ids, spent).check()
            finally:
                spent.add((read_ledgers(job.folder) or Spending()).beyond(before))
                print(f"the probe has spent {spent.text()}", file=sys.stderr)
        fresh += [(number, match_id) for match_id in ids - there]
    return spent, fresh


def _read_costs(
    jobs: Sequence[PlannedJob], plans: Sequence[Sequence[MatchSpec]], litellm: Any
) -> dict[tuple[int, str], MatchCost]:
    """Returns what every planned match took that is in its job's folder."""
    taken = {}
    for number, (job, specs) in enumerate(zip(jobs, plans, strict=True)):
        planned = {spec.match_id for spec in specs}
        model = job.settings.model

        def price(seat: Seat, tokens_in: int, tokens_out: int, model: ModelSettings = model) -> float | None:
            return tokens_price(litellm, seat_model(model, seat), tokens_in, tokens_out)

        for record in Records(*job.folder.glob(MATCHES)):
            if record.match_id in planned:
                taken[number, record.match_id] = match_cost(record, price)
    return taken


def _list_unpriced(seat: Seat, jobs: Sequence[PlannedJob], litellm: Any) -> Iterator[str]:
    """Yields the names of the models called for a seat whose price is unknown."""
    for called in called_seats(seat) if seat.model else ():
        model = seat_model(jobs[0].settings.model, called)
        if not is_priced(litellm, model):
            yield model.name


def _estimate_time(sums: Mapping[str, Total | None], jobs: Sequence[PlannedJob], load: float, matches: int) -> Total:
    """Returns the time in seconds that playing takes: the largest of several bounds.

    They are the time of all matches divided by those played at a time, that of all requests by the requests at a time,
    the computing time, at ``load`` seconds for each second of a match, and what limits per minute allow.
    """
    settings, seconds = jobs[0].settings, sums["seconds"]
    model = settings.model
    assert seconds is not None
    requests, tokens_in, tokens_out, waited = (
        total.expected if (total := sums[name]) else 0.0 for name in ("requests", "tokens_in", "tokens_out", "waited"))
    bounds = [
        seconds.expected / min(model.concurrency, max(1.0, matches / len(jobs))),
        waited / model.concurrency,
        seconds.expected * load / settings.workers,
        60 * requests / model.requests_per_minute if model.requests_per_minute else 0.0,
        60 * (tokens_in + tokens_out) / model.tokens_per_minute if model.tokens_per_minute else 0.0,
    ]
    scale = max(bounds) / (seconds.expected or 1.0)
    low, high = (None if end is None else end * scale for end in (seconds.low, seconds.high))
    return Total(max(bounds), low, high)


def _common_folder(jobs: Sequence[PlannedJob]) -> Path:
    """Returns the folder of the only job, or the one above several."""
    return jobs[0].folder if len(jobs) == 1 else Path(os.path.commonpath([job.folder for job in jobs]))
