"""What happens when Hydra has run its jobs: one merged report, whatever launcher ran them."""

from pathlib import Path
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig

from gtarena import app, logs


class MergeReports(Callback):  # type: ignore[misc]
    """Hydra callback: merges the reports of a multirun, and remembers where results went."""

    def on_run_end(self, config: DictConfig, **kwargs: Any) -> None:
        app.finished_folders.append(Path(config.hydra.run.dir))

    def on_multirun_start(self, config: DictConfig, **kwargs: Any) -> None:
        # Jobs of an earlier multirun that is not repeated now must not make this one fail.
        for left_behind in Path(config.hydra.sweep.dir).rglob(app.ERROR_FILE):
            left_behind.unlink()

    def on_multirun_end(self, config: DictConfig, **kwargs: Any) -> None:
        folder = Path(config.hydra.sweep.dir)
        app.finished_folders.append(folder)
        if logs.match_ids(folder):
            app.summarise([folder], folder, folder.name)
