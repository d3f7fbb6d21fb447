"""Sweeper: Hydra's own, with a plan of all jobs, quick checks, and nothing launched that is done already."""

import hashlib
import os
import secrets
import socket
import time
from collections.abc import Sequence
from contextlib import nullcontext
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any

from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.plugins import Plugins
from hydra.plugins import sweeper
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig, OmegaConf

from gtarena.cli.launchers import SweptJob, launch_jobs, settings_digest
from gtarena.errors import UsageError
from gtarena.logs import writer
from gtarena.runs.sweep_state import Sweep, logged, read_job, write_sweep

_BY_OVERRIDES = "${hydra.job.override_dirname}"


class Sweeper(sweeper.Sweeper):  # type: ignore[misc]
    """Sweeper whose jobs are known before the first begins, and which launches those that are not done.

    It has the settings of Hydra's own: the most jobs to launch at a time, and further overrides. It does not extend
    that class, because Hydra loads its own plugins anew when it looks for them.
    """

    def __init__(self, max_batch_size: int | None, params: dict[str, str] | None = None) -> None:
        self._size, self._params = max_batch_size, params or {}

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        self.hydra_context, self.config = hydra_context, config
        self.launcher = Plugins.instance().instantiate_launcher(
            hydra_context=hydra_context, task_function=task_function, config=config)

    def sweep(self, arguments: list[str]) -> None:
        """Runs every combination of the arguments' values.

        Raises:
            HydraException, OmegaConfBaseException: a combination is not valid; no job has begun.
            UsageError: two jobs have the same folder, another sweep runs in this one, or the most jobs to launch at a
                time is not a whole number of at least 1; no job has begun.
            OSError: the folder cannot be written.
        """
        if self._size is not None and (type(self._size) is not int or self._size < 1):
            raise UsageError(f"hydra.sweeper.max_batch_size={self._size} is not a whole number of at least 1")
        parser = OverridesParser.create(config_loader=self.hydra_context.config_loader)
        parsed = parser.parse_overrides([*(f"{key}={value}" for key, value in self._params.items()), *arguments])
        (combinations_of_values,) = BasicSweeper.split_arguments(parsed, None)
        folder = Path(self.config.hydra.sweep.dir)
        folder.mkdir(parents=True, exist_ok=True)
        OmegaConf.save(self.config, folder / "multirun.yaml")
        jobs = [SweptJob(number, self._name(number, words), words, folder)
                for number, words in enumerate(combinations_of_values)]
        _refuse_shared_folders(jobs)
        # The only job of a sweep over nothing has the sweep's folder, and locks it.
        with nullcontext() if jobs[0].folder == folder else writer.only_writer(folder):
            self._launch(folder, jobs)

    def _launch(self, folder: Path, jobs: Sequence[SweptJob]) -> None:
        settings = self._settings()
        missing = [job for job in jobs if not _is_done(job, settings)]
        self._check(missing)
        left = set(missing)
        sweep = Sweep(command=secrets.token_hex(8), started=time.time(), settings=settings, host=socket.gethostname(),
                      process=os.getpid(), jobs=tuple(job.name for job in jobs),
                      skipped=tuple(job.name for job in jobs if job not in left))
        write_sweep(folder, sweep)
        if sweep.skipped:
            print(f"{len(sweep.skipped)} of the sweep's {len(jobs)} jobs are done already")
        size = self._size or max(len(missing), 1)
        for first in range(0, len(missing), size):
            launch_jobs(self.launcher, missing[first:first + size], sweep.command, numbered=not self._is_usual)

    @property
    def _is_usual(self) -> bool:
        return str(self._pattern) == _BY_OVERRIDES

    @property
    def _pattern(self) -> Any:
        return OmegaConf.to_container(self.config.hydra.sweep, resolve=False)["subdir"]  # type: ignore[index, call-overload]

    def _name(self, number: int, words: Sequence[str]) -> str:
        """Returns the name of a job's folder; to compose the settings for that takes a tenth of a second."""
        if self._is_usual:
            excluded = set(self.config.hydra.job.config.override_dirname.exclude_keys)
            separators = self.config.hydra.job.config.override_dirname
            kept = sorted(word for word in words if word.split("=")[0].lstrip("+~") not in excluded)
            return str(separators.item_sep).join(kept).replace("=", str(separators.kv_sep))
        composed = self._composed(words)
        OmegaConf.update(composed, "hydra.job.num", number, force_add=True)
        OmegaConf.update(composed, "hydra.job.id", number, force_add=True)
        return str(composed.hydra.sweep.subdir)

    def _composed(self, words: Sequence[str]) -> DictConfig:
        composed: DictConfig = self.hydra_context.config_loader.load_sweep_config(self.config, list(words))
        return composed

    def _check(self, jobs: Sequence[SweptJob]) -> None:
        """Composes the settings of enough jobs to have seen every two values together; numbers are all alike."""
        seen: set[tuple[str, ...]] = set()
        for job in jobs:
            kinds = [_kind(word) for word in job.words]
            pairs = {*combinations(kinds, 2), tuple(kinds[:1])}
            if not pairs <= seen:
                self._composed(job.words)
                seen |= pairs

    def _settings(self) -> str:
        """Returns a digest of the version and of all configuration files."""
        digest = hashlib.sha256(version("gtarena").encode())
        for place in self.hydra_context.config_loader.get_search_path().get_path():
            folder = Path(place.path.removeprefix("file://"))
            for file in sorted(folder.rglob("*.yaml")) if "://" not in str(folder) else ():
                digest.update(file.read_bytes())
        # Nothing is known of what lies elsewhere.
        digest.update(secrets.token_bytes(8) if self.config.hydra.searchpath else b"")
        return digest.hexdigest()


def _refuse_shared_folders(jobs: Sequence[SweptJob]) -> None:
    first: dict[str, SweptJob] = {}
    for job in jobs:
        other = first.setdefault(job.name, job)
        if other is not job:
            both = " and ".join(" ".join(sorted({*one.words} - {*two.words})) or "the same job"
                                for one, two in ((other, job), (job, other)))
            raise UsageError(f"{both} would have the same folder in a sweep, {job.folder}: give each a command and a "
                             "name=NAME of its own")


def _kind(word: str) -> str:
    """Returns an override, without its value if that is a number."""
    key, _, value = word.partition("=")
    try:
        return f"{key}={type(float(value)).__name__}, {'.' in value}"
    except ValueError:
        return word


def _is_done(job: SweptJob, settings: str) -> bool:
    state = read_job(job.folder)
    return (state is not None and state.state == "done" and state.settings == settings_digest(settings, job.words)
            and state.logged == logged(job.folder))
