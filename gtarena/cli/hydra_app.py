"""Hydra application: runs and sweeps, such as `gtarena game=nim` and `gtarena -m game=nim seed=0,1`."""

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig

from gtarena.cli.error_messages import error_line, exit_code
from gtarena.cli.output import displays
from gtarena.cli.settings import gated_hydra, hydra_config
from gtarena.cli.sweeps import launchers, sweep_results
from gtarena.cli.tracked_jobs import track_job, track_report
from gtarena.logs import reader, writer
from gtarena.models.budget import Account
from gtarena.runs.resume import RunResult, play_missing
from gtarena.runs.settings import RunSettings
from gtarena.runs.sweeps.state import JobState, begin_job, read_sweep
from gtarena.suites.objective import objective_of
from gtarena.suites.reporting import report_run
from gtarena.system.output import without_secrets

SHOWN_FAILURES = 5
DEBUG = "GTARENA_DEBUG"  # environment variable that turns on tracebacks, also in the processes of Hydra's launchers


def launch(overrides: Sequence[str]) -> int:
    """Runs the application and returns its exit code, which for a multirun is the highest of its jobs.

    Raises:
        HydraException, OmegaConfBaseException: the overrides are not valid.
        UsageError: the gate refuses the run, or a job of the multirun.
        ValueError: the logs of a multirun cannot be merged.
        OSError: the results folder cannot be written.
    """
    hydra_config.register_configs()
    sweep_results.forget_command()
    sys.argv[1:] = list(overrides)
    launchers.announce_launcher()
    try:
        gated_hydra.run_hydra(overrides, run_job)
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        # Hydra's own files, of which the error does not tell the path.
        folder = next(iter(sweep_results.sweep_folders or sweep_results.run_folders), "results")
        error.filename = str(folder)
        raise
    failures = sweep_results.read_failures([folder / sweep_results.ERROR_FILE for folder in sweep_results.run_folders])
    failures += sweep_results.unwritten
    for folder in sweep_results.sweep_folders:
        failures += _merge_jobs(folder)
    return max((failure.exit_code for failure in failures), default=0)


def _merge_jobs(folder: Path) -> list[sweep_results.JobFailure]:
    """Writes the merged report of a multirun's jobs; prints and returns the failed ones."""
    if _has_matches(folder):
        report_run([folder], folder, folder.name, settings=sweep_results.report_settings())
        track_report(folder, sweep_results.tracker())
    failures = sweep_results.read_failures(sorted(folder.rglob(sweep_results.ERROR_FILE)))
    sweep_results.print_jobs(folder)
    if failures:
        names = ", ".join(failure.job for failure in failures[:SHOWN_FAILURES])
        names += ", ..." if len(failures) > SHOWN_FAILURES else ""
        print(f"gtarena: {len(failures)} of the sweep's jobs failed, for the reasons above: {names}", file=sys.stderr)
    return failures


def _has_matches(folder: Path) -> bool:
    return any(True for _ in reader.Records(folder))


def run_job(cfg: DictConfig) -> float | None:
    """Runs one configuration, alone or as a job of a multirun; a failure is written to a file and not raised.

    Returns:
        The score that ``objective`` names, for Hydra's callbacks and sweepers; ``None`` after a failure.

    Raises:
        Exception: a failure whose file cannot be written, in a process that a launcher has started.
    """
    with displays(), without_secrets():  # a launcher may run jobs in processes of its own
        return _run_noted(cfg)


def _run_noted(cfg: DictConfig) -> float | None:
    launchers.end_with_launcher()
    job_config = HydraConfig.get()
    folder, alone = Path(job_config.runtime.output_dir), job_config.mode == RunMode.RUN
    name = str(cfg.name) if alone else str(job_config.sweep.subdir)
    try:
        with writer.only_writer(folder), note_job(folder) as noted, track_job(cfg, folder, name):
            score = _play_and_report(cfg, folder, name, noted)
            # Removed at the end, because a second run that found the folder in use has written one too.
            (folder / sweep_results.ERROR_FILE).unlink(missing_ok=True)
            return score
    except Exception as error:  # noqa: BLE001  (an exception would end the remaining jobs)
        if os.environ.get(DEBUG):
            traceback.print_exc()
        message = error_line(error)
        print(f"gtarena: {message}" if alone else f"gtarena: {name}: {message}", file=sys.stderr)
        failure = sweep_results.JobFailure(name, exit_code(error), message)
        try:
            failure.write(folder)
        except Exception:  # noqa: BLE001  (the disk is full, or memory has run out)
            if not sweep_results.remember_failure(failure):
                raise error from None  # Hydra brings it to the first process when all jobs have ended
    return None


@dataclass
class NotedJob:
    """Job of a sweep that is running; ``result`` is what it has played."""

    folder: Path
    state: JobState
    result: RunResult | None = None

    def account(self, settings: RunSettings) -> Account:
        """Returns the account of the sweep's command, in a file that the processes of this machine share."""
        return Account(settings.cache.budgets, self.state.command)

    def end(self, error: Exception | None) -> None:
        """Notes the end of the job.

        Raises:
            OSError: it cannot be written.
        """
        reason, result = error_line(error) if error else "", self.result
        state = self.state.end(
            self.folder, "failed" if error else "done", reason, *(
                (result.played + result.present, result.played + result.present + len(result.unfinished))
                if result else ()))
        state.write(self.folder)


@contextmanager
def note_job(folder: Path) -> Iterator[NotedJob | None]:
    """Notes that a job has begun, and how it ended when the block ends; yields nothing for runs outside sweeps."""
    config = HydraConfig.get()
    sweep = read_sweep(Path(config.sweep.dir)) if config.mode == RunMode.MULTIRUN else None
    if sweep is None:
        yield None
        return
    overrides = list(config.overrides.task)
    settings = launchers.settings_digest(sweep.settings, overrides)
    job = NotedJob(folder, begin_job(sweep.command, settings, overrides, folder))
    job.state.write(folder)
    try:
        yield job
    except Exception as error:
        job.end(error)
        raise
    job.end(None)


def _play_and_report(cfg: DictConfig, folder: Path, name: str, noted: NotedJob | None) -> float | None:
    settings, specs = gated_hydra.take_admitted_run() or (hydra_config.settings_of(cfg), None)
    objective = objective_of(settings)
    result = play_missing(settings, folder, noted.account(settings) if noted else None, specs)
    print(f"{name}: {result}")
    if noted:
        noted.result = result
    # A page for each job of a sweep would take longer than many jobs.
    if HydraConfig.get().mode == RunMode.RUN and _has_matches(folder):
        report_run([folder], folder, settings.name, settings=settings.report)
    result.check()
    return objective.value(folder)
