"""Weights & Biases: runs that are sent if the user is logged in, and else kept as files that can be sent later."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from gtarena.trackers.contract import Status, TrackedRun

PROJECT = "gtarena"
STEP = "matches/done"
USUAL = {  # in the environment, unless the user has set them
    "WANDB_ERROR_REPORTING": "false", "WANDB_SILENT": "true", "WANDB_INIT_TIMEOUT": "30"}  # seconds


class WandbRun:
    """Run of the project ``WANDB_PROJECT``, with the name of the sweep as its group.

    Its files are in ``WANDB_DIR``, or else in a folder ``wandb`` of the results.
    """

    def __init__(self, run: TrackedRun) -> None:
        for name, value in USUAL.items():
            os.environ.setdefault(name, value)
        import wandb

        stated = "WANDB_MODE" in os.environ or wandb.login(prompt=False, verify=False)
        # Nothing but scores, settings and reports: no output, code, command line, packages or machine.
        only = wandb.Settings(
            console="off", save_code=False, disable_code=True, disable_git=True, x_disable_meta=True,
            x_disable_stats=True, x_disable_machine_info=True, x_save_requirements=False)
        self._run = wandb.init(
            project=os.environ.get("WANDB_PROJECT", PROJECT), group=run.experiment, name=run.name, id=run.key,
            resume="allow", reinit="create_new", dir=os.environ.get("WANDB_DIR", run.results),
            config=dict(run.settings), allow_val_change=True, mode=None if stated else "offline", settings=only)
        # Steps of its own can only grow, and begin anew in a run that is resumed without a server.
        self._run.define_metric("*", step_metric=STEP)

    def send(self, scores: Mapping[str, float], matches: int) -> None:
        """Logs the scores, drawn over the number of matches."""
        self._run.log({**scores, STEP: matches})

    def end(self, status: Status, files: Sequence[Path]) -> None:
        """Copies the files into the run, which sends them, and ends it."""
        for file in files:
            copied = shutil.copy(file, self._run.dir)
            self._run.save(copied, base_path=self._run.dir, policy="now")
        self._run.finish(exit_code=0 if status == "finished" else 1)
