"""Logs in the format of inspect (inspect_ai), which its viewer and that of the Hugging Face Hub show."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import nan, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from gtarena.errors import UsageError, not_installed
from gtarena.exports.sample_store import SampleGroup, SampleStore
from gtarena.formatting import agent_name
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import MatchRecord, Seat
from gtarena.reports.tables import stem_of
from gtarena.system.files import TEMPORARY

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalResults, EvalSample, EvalSpec

ENDINGS = (".eval", ".json")
MOST_SAMPLES, MOST_LETTERS = 5000, 50_000_000  # of a log, which inspect_ai holds in memory when it writes it
_LONGEST_STEM = 60


def write_logs(paths: Sequence[Path], out: Path) -> Iterator[Path]:
    """Writes a log for each agent with a model, its settings, and suite or game; yields the files.

    A sample is the seat of a model in a match. Long logs are written in parts of at most ``MOST_SAMPLES`` samples.

    Args:
        paths: run folders, searched to the bottom, or files of matches.
        out: a folder, or a file that ends in ``.eval`` or ``.json`` if there is only one log.

    Raises:
        UsageError: inspect_ai is not installed, no model was called, a path does not exist, or there are several logs
            for one file.
        OSError: a log cannot be written.
    """
    _require_inspect()
    with tempfile.TemporaryDirectory(prefix=TEMPORARY) as folder:
        store = SampleStore(Path(folder) / "samples.sqlite", paths)
        try:
            groups = store.groups()
            if not groups:
                raise UsageError("nothing to export: no match has a call of a model")
            if out.suffix in ENDINGS and len(groups) > 1:
                raise UsageError(f"{out} is one file, and there are {len(groups)} logs (one for each agent, model and "
                                 "suite or game): pass a folder")
            for group in groups:
                yield from _write_group(store, group, out)
        finally:
            store.close()


def _require_inspect() -> None:
    """Checks that inspect_ai is there.

    Raises:
        UsageError: it is not.
    """
    try:
        import inspect_ai.log  # noqa: F401
    except ImportError as error:
        raise not_installed("gtarena export inspect", "inspect_ai", "inspect") from error


def _write_group(store: SampleStore, group: SampleGroup, out: Path) -> Iterator[Path]:
    from inspect_ai.log import write_eval_log

    number = 0
    for number, (seat, records, samples) in enumerate(_parts(store, group), start=1):
        if out.suffix in ENDINGS and number > 1:
            raise UsageError(f"{out} holds the first {MOST_SAMPLES:,} samples at most, and there are more: pass a "
                             "folder, which gets several files")
        log = _log(group, seat, records, samples, number)
        file = out if out.suffix in ENDINGS else out / _file_name(log)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_eval_log(log, str(file))
        yield file


def _parts(store: SampleStore, group: SampleGroup) -> Iterator[tuple[Seat, list[MatchRecord], list[EvalSample]]]:
    """Yields the group's samples in parts that fit into memory, with the seat of the first one, and the matches."""
    from gtarena.exports.inspect_samples import sample

    records: list[MatchRecord] = []
    samples: list[EvalSample] = []
    seat, letters = None, 0
    for record, number in store.samples(group):
        texts = store.texts({digest for call in record.calls if call.player == number for digest in call.hashes})
        seat = seat or record.seats[number]
        records.append(record.model_copy(update={"calls": [], "history": []}))
        samples.append(sample(record, number, texts))
        letters += sum(len(message.text) for message in samples[-1].messages)
        if len(samples) == MOST_SAMPLES or letters > MOST_LETTERS:
            yield seat, records, samples
            records, samples, letters = [], [], 0
    if seat and samples:
        yield seat, records, samples


def _log(
    group: SampleGroup, seat: Seat, records: Sequence[MatchRecord], samples: list[EvalSample], part: int
) -> EvalLog:
    from inspect_ai.log import EvalLog, EvalPlan, EvalPlanStep, EvalStats

    usage: dict[str, Any] = {}
    for each in samples:
        for model, used in each.model_usage.items():
            usage[model] = usage[model] + used if model in usage else used
    ends = [datetime.fromisoformat(record.started) + timedelta(seconds=record.seconds) for record in records]
    return EvalLog(
        status="success", eval=_spec(group, seat, records, samples, part), results=_results(samples),
        plan=EvalPlan(name=group.agent, steps=[EvalPlanStep(solver=group.agent, params=seat.params)]),
        samples=samples,
        stats=EvalStats(started_at=min(record.started for record in records), completed_at=max(ends).isoformat(),
                        model_usage=usage))


def _spec(
    group: SampleGroup, seat: Seat, records: Sequence[MatchRecord], samples: list[EvalSample], part: int
) -> EvalSpec:
    from inspect_ai.log import EvalConfig, EvalDataset, EvalSpec

    from gtarena.exports.inspect_samples import sampling

    digest = sha256("\n".join((group.task, group.agent, group.model, group.settings, str(part))))
    packages = {name: version for record in records for name, version in record.versions.items()}
    return EvalSpec(
        created=min(record.started for record in records), task=group.task, task_id=digest[:22],
        run_id=sha256(group.task)[:22], eval_id=digest[22:44], model=group.model, solver=group.agent,
        dataset=EvalDataset(name=group.task, samples=len(samples), sample_ids=[each.id for each in samples]),
        config=EvalConfig(epochs=1), model_generate_config=sampling(seat.params), packages=packages,
        task_args={"agent": group.agent, "settings": group.settings},
        metadata={"agent": agent_name(group.agent, group.model, group.settings), "part": part,
                  "games": sorted({record.game for record in records}), "agent_settings": seat.params})


def _results(samples: Sequence[EvalSample]) -> EvalResults:
    """Returns the mean of each score and its standard error, as inspect computes them."""
    from inspect_ai.log import EvalMetric, EvalResults, EvalScore

    from gtarena.exports.inspect_samples import SCORES

    scores = []
    for name, meaning in SCORES.items():
        values = [each.scores[name].as_float() for each in samples if name in (each.scores or {})]
        if values:
            error = stdev(values) / sqrt(len(values)) if len(values) > 1 else nan
            metrics = {"mean": fmean(values)} | ({} if error != error else {"stderr": error})
            scores.append(EvalScore(
                name=name, scorer=name, scored_samples=len(values), unscored_samples=len(samples) - len(values),
                metadata={"meaning": meaning},
                metrics={key: EvalMetric(name=key, value=value) for key, value in metrics.items()}))
    return EvalResults(total_samples=len(samples), completed_samples=len(samples), scores=scores)


def _file_name(log: EvalLog) -> str:
    """Returns a name of the kind that inspect gives to logs: the time, the task and an id."""
    time = log.eval.created[:19].replace(":", "-")
    task = stem_of(log.eval.task, _LONGEST_STEM).replace("_", "-")
    return f"{time}+00-00_{task}_{log.eval.task_id}.eval"
