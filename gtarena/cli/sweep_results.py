"""Where the runs of a command leave their results and their failures, whatever launcher of Hydra's runs them."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig

ERROR_FILE = "error.json"

runs: list[Path] = []  # the folder of this process's single run
sweeps: list[Path] = []  # the folder of its multirun


@dataclass(frozen=True)
class Failure:
    """Why a run or a job of a multirun did not come to its end, kept in its folder for the process that asks."""

    job: str
    exit_code: int
    message: str

    def write(self, folder: Path) -> None:
        (folder / ERROR_FILE).write_text(json.dumps(asdict(self)))


def failures(files: Iterable[Path]) -> list[Failure]:
    """The failures in those of the files that exist."""
    return [Failure(**json.loads(file.read_text())) for file in files if file.exists()]


def forget() -> None:
    """Begins anew, for a process that runs several commands."""
    runs.clear()
    sweeps.clear()


class Folders(Callback):  # type: ignore[misc]
    """Hydra's callback that notes the folders."""

    def on_run_end(self, config: DictConfig, **kwargs: Any) -> None:
        runs.append(Path(config.hydra.run.dir))

    def on_multirun_start(self, config: DictConfig, **kwargs: Any) -> None:
        # Jobs of an earlier multirun that is not repeated now must not make this one fail.
        for left_behind in Path(config.hydra.sweep.dir).rglob(ERROR_FILE):
            left_behind.unlink()

    def on_multirun_end(self, config: DictConfig, **kwargs: Any) -> None:
        sweeps.append(Path(config.hydra.sweep.dir))
