"""Result folders and failures of a command's jobs, with any of Hydra's launchers."""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from gtarena.runs.settings import ReportSettings
from gtarena.system.files import write_text
from gtarena.system.redaction import hidden_json

ERROR_FILE = "error.json"
SETTINGS = ".hydra"  # folder in which Hydra saves the settings of a job

run_folders: list[Path] = []  # folder of the single run of the current command
sweep_folders: list[Path] = []  # folder of its multirun
_reports: list[ReportSettings] = []  # what the merged report of its multirun shows


@dataclass(frozen=True)
class JobFailure:
    """Failure of a run, or of a job of a multirun, stored as a file in its folder."""

    job: str
    exit_code: int
    message: str

    def write(self, folder: Path) -> None:
        write_text(folder / ERROR_FILE, hidden_json(json.dumps(asdict(self))))


def failures(files: Iterable[Path]) -> list[JobFailure]:
    """Returns the failures stored in these files; files that do not exist are skipped."""
    return [JobFailure(**json.loads(file.read_text())) for file in files if file.exists()]


def remember(failure: JobFailure) -> bool:
    """Keeps a failure that cannot be written, and returns true, if the command runs in this process."""
    if os.getpid() not in _processes:
        return False
    unwritten.append(failure)
    return True


def report_settings() -> ReportSettings:
    """Returns what the merged report of the current multirun shows."""
    return _reports[-1] if _reports else ReportSettings()


def forget() -> None:
    """Forgets the folders and failures of an earlier command of the same process."""
    run_folders.clear()
    sweep_folders.clear()
    unwritten.clear()
    _reports.clear()
    _processes[:] = [os.getpid()]


unwritten: list[JobFailure] = []  # failures in this process whose files could not be written
_processes: list[int] = []  # that of the current command


def begin_run(folder: Path) -> None:
    """Remembers the folder of a run that the gate has admitted."""
    run_folders.append(folder)
    _remove_links(folder)


def begin_sweep(folder: Path, report: ReportSettings) -> None:
    """Remembers the folder of a multirun that the gate has admitted, and removes an earlier one's failures from it."""
    sweep_folders[:] = [folder]
    _reports[:] = [report]
    for each in (folder, *_jobs(folder)):
        _remove_links(each)
    for left_behind in folder.rglob(ERROR_FILE):
        left_behind.unlink()


def _jobs(sweep: Path) -> list[Path]:
    """Returns the folders of a multirun's jobs that have begun before."""
    return [saved.parent for saved in sweep.rglob(SETTINGS)]


def _remove_links(folder: Path) -> None:
    """Removes links in place of saved settings, which Hydra would follow when it saves those of a new job."""
    for saved in (folder / "multirun.yaml", folder / SETTINGS, *folder.glob(f"{SETTINGS}/*.yaml")):
        if saved.is_symlink():
            saved.unlink()
