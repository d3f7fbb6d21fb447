"""Job of a sweep in its process: notes when it begins and how it ends, and shares the budget of all jobs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode

from gtarena.cli.error_messages import error_line
from gtarena.cli.sweeps.launchers import settings_digest
from gtarena.models.budget import Account
from gtarena.runs.run import RunResult
from gtarena.runs.settings import RunSettings
from gtarena.runs.sweeps.state import JobState, begun, read_sweep


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
        state = self.state.ended(
            self.folder, "failed" if error else "done", reason, *(
                (result.played + result.present, result.played + result.present + len(result.unfinished))
                if result else ()))
        state.write(self.folder)


@contextmanager
def noted(folder: Path) -> Iterator[NotedJob | None]:
    """Notes that a job has begun, and how it ended when the block ends; yields nothing for runs outside sweeps."""
    config = HydraConfig.get()
    sweep = read_sweep(Path(config.sweep.dir)) if config.mode == RunMode.MULTIRUN else None
    if sweep is None:
        yield None
        return
    job = NotedJob(folder, begun(sweep.command, settings_digest(sweep.settings, list(config.overrides.task)), folder))
    job.state.write(folder)
    try:
        yield job
    except Exception as error:
        job.end(error)
        raise
    job.end(None)
