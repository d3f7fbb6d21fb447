"""Result folders and failures of a command's jobs, collected across all of Hydra's launchers."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig

ERROR_FILE = "error.json"

run_folders: list[Path] = []  # the folder of this process's single run
sweep_folders: list[Path] = []  # the folder of its multirun


@dataclass(frozen=True)
class JobFailure:
    """The failure of a run or of a multirun's job, kept as a file in its folder."""

    job: str
    exit_code: int
    message: str

    def write(self, folder: Path) -> None:
        (folder / ERROR_FILE).write_text(json.dumps(asdict(self)))


def failures(files: Iterable[Path]) -> list[JobFailure]:
    """Returns the failures in those of the files that exist."""
    return [JobFailure(**json.loads(file.read_text())) for file in files if file.exists()]


def forget() -> None:
    """Clears the folders, for a process that runs several commands."""
    run_folders.clear()
    sweep_folders.clear()


class FolderCallback(Callback):  # type: ignore[misc]
    """Hydra callback that collects the folders of runs and multiruns."""

    def on_run_end(self, config: DictConfig, **kwargs: Any) -> None:
        run_folders.append(Path(config.hydra.run.dir))

    def on_multirun_start(self, config: DictConfig, **kwargs: Any) -> None:
        # Jobs of an earlier multirun that is not repeated now must not make this one fail.
        for left_behind in Path(config.hydra.sweep.dir).rglob(ERROR_FILE):
            left_behind.unlink()

    def on_multirun_end(self, config: DictConfig, **kwargs: Any) -> None:
        sweep_folders.append(Path(config.hydra.sweep.dir))
