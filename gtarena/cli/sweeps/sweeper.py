"""Sweeper: Hydra's own, with a plan of all jobs, quick checks, and nothing launched that is done already."""

import hashlib
import os
import re
import secrets
import socket
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import TypeVar

from hydra.core.hydra_config import HydraConfig
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.plugins import Plugins
from hydra.plugins import sweeper
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig, OmegaConf

from gtarena.cli.error_messages import refusing
from gtarena.cli.planned_jobs import change_values
from gtarena.cli.settings import hydra_config
from gtarena.cli.sweeps import sweep_results
from gtarena.cli.sweeps.combinations import combinations_of
from gtarena.cli.sweeps.job_names import JOB_NAME, JobNames, raw_subdir
from gtarena.cli.sweeps.launchers import SweptJob, launch_jobs, settings_digest
from gtarena.errors import UsageError
from gtarena.logs import writer
from gtarena.runs.gate import admit_run
from gtarena.runs.sweeps.state import SweepState, measure_logs, read_job, write_sweep
from gtarena.runs.sweeps.status import settings_lines
from gtarena.suites.objective import objective_of
from gtarena.system.files import require_folder

QUIET = 2.0  # seconds after which a check of jobs is announced

# What decides which game is played: a number of one game may be none of another's.
_OF_THE_GAME = re.compile(r"[+~]*(?:game|suite|games|players)[=.@]")

Job = TypeVar("Job")


class Sweeper(sweeper.Sweeper):  # type: ignore[misc]
    """Sweeper whose jobs are known before the first begins, and which launches those that are not done.

    It has the settings of Hydra's own: the most jobs to launch at a time, and further overrides. It does not extend
    that class, because Hydra loads its own plugins anew when it looks for them.
    """

    def __init__(self, max_batch_size: int | None, params: dict[str, str] | None = None) -> None:
        self._size, self._params = max_batch_size, {} if params is None else params

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        self.hydra_context, self.config = hydra_context, config
        self.launcher = Plugins.instance().instantiate_launcher(
            hydra_context=hydra_context, task_function=task_function, config=config)

    def sweep(self, arguments: list[str]) -> None:
        """Runs every combination of the arguments' values.

        Raises:
            HydraException, OmegaConfBaseException: a combination is not valid; nothing has been written.
            UsageError: the gate refuses a job, there are too many, two have the same folder, another sweep runs in this
                one, or a setting of the sweeper is not allowed; no job has begun.
            OSError: the folder cannot be written.
        """
        folder = Path(self.config.hydra.sweep.dir)
        with refusing():
            jobs, settings = self._jobs(arguments, folder), self._settings()
            missing = [job for job in jobs if not _is_done(job, settings)]
            self._require_admitted(missing)
        folder.mkdir(parents=True, exist_ok=True)
        # The only job of a sweep over nothing may have the sweep's folder, and locks it.
        with nullcontext() if jobs[0].folder == folder else writer.only_writer(folder):
            sweep_results.begin_sweep(folder, hydra_config.report_of(self.config), self.config.tracker)
            OmegaConf.save(self.config, folder / "multirun.yaml")
            self._launch(folder, jobs, missing, settings)

    def _jobs(self, arguments: Sequence[str], folder: Path) -> list[SweptJob]:
        """Returns all jobs of the sweep."""
        self._check_settings()
        parser = OverridesParser.create(config_loader=self.hydra_context.config_loader)
        parsed = parser.parse_overrides([*(f"{key}={value}" for key, value in self._params.items()), *arguments])
        combinations = combinations_of(parsed)
        jobs = [SweptJob(number, name, words, folder)
                for number, (name, words) in enumerate(zip(self._names(combinations), combinations, strict=True))]
        _refuse_shared_folders(jobs)
        return jobs

    def _check_settings(self) -> None:
        if self._size is not None and (type(self._size) is not int or self._size < 1):
            raise UsageError(f"hydra.sweeper.max_batch_size={self._size} is not a whole number of at least 1")
        if not isinstance(self._params, Mapping):
            raise UsageError(f"hydra.sweeper.params={self._params} is not a group of settings: write "
                             "hydra.sweeper.params.KEY=A,B")

    def _launch(self, folder: Path, jobs: Sequence[SweptJob], missing: Sequence[SweptJob], settings: str) -> None:
        left, shared = set(missing), set(jobs[0].words).intersection(*(job.words for job in jobs))
        sweep = SweepState(
            command=secrets.token_hex(8), started=time.time(), settings=settings, host=socket.gethostname(),
            process=os.getpid(), jobs=tuple(job.name for job in jobs),
            skipped=tuple(job.name for job in jobs if job not in left),
            shared=tuple(word for word in jobs[0].words if word in shared),
            varying=tuple(tuple(word for word in job.words if word not in shared) for job in jobs))
        write_sweep(folder, sweep)
        done = f", {len(sweep.skipped)} of them done already" if sweep.skipped else ""
        print("\n".join([f"sweep of {len(jobs)} jobs{done}", *settings_lines(sweep)]))
        size = self._size or max(len(missing), 1)
        for first in range(0, len(missing), size):
            launch_jobs(self.launcher, missing[first:first + size], sweep.command, numbered=not self._is_usual)

    @property
    def _is_usual(self) -> bool:
        return raw_subdir(self.config) == JOB_NAME

    def _names(self, combinations: Sequence[Sequence[str]]) -> Iterator[str]:
        """Yields the names of the jobs' folders; to compose the settings for that takes a tenth of a second each."""
        if not self._is_usual:
            for number, words in enumerate(_announce_wait("naming", combinations)):
                composed = _number_job(self._compose(words), number)
                HydraConfig.instance().set_config(composed)  # to which the name may refer
                yield str(composed.hydra.sweep.subdir)
            return
        yield from map(JobNames.of(self.config, self.config.hydra.overrides.task).name, combinations)

    def _compose(self, words: Sequence[str]) -> DictConfig:
        composed: DictConfig = self.hydra_context.config_loader.load_sweep_config(self.config, list(words))
        return composed

    def _require_admitted(self, jobs: Sequence[SweptJob]) -> None:
        """Sends enough jobs through the gate to have seen every game, every value, and every two kinds together."""
        seen: set[object] = set()
        first = jobs[0].words if jobs else ()
        always = set(first).intersection(*(job.words for job in jobs))
        common = self._compose([word for word in first if word in always])
        for job in _announce_wait("checking", jobs):
            require_folder(job.folder)
            parts = _parts(job.words)
            if not parts <= seen:
                config = change_values(common, job.words, always) or self._compose(job.words)
                settings = hydra_config.settings_of(_number_job(config, job.number))
                admit_run(settings, job.folder)
                objective_of(settings)
                seen |= parts

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


def _number_job(config: DictConfig, number: int) -> DictConfig:
    """Returns the configuration of the job of this number."""
    for key in ("num", "id"):
        OmegaConf.update(config, f"hydra.job.{key}", number, force_add=True)
    return config


def _parts(words: Sequence[str]) -> set[object]:
    """Returns what the gate has to see of a job: its game, its values, and every two of them, of numbers the kinds."""
    game = tuple(word for word in words if _OF_THE_GAME.match(word))
    others = [word for word in words if word not in game]
    return {game, *map(_value, others), *combinations([game, *map(_kind, others)], 2)}


def _kind(word: str) -> str:
    """Returns an override, without its value if that is a number."""
    key, _, value = word.partition("=")
    try:
        return f"{key}={type(float(value)).__name__}, {'.' in value}"
    except ValueError:
        return word


def _value(word: str) -> str:
    """Returns an override, but seeds are all alike."""
    return _kind(word) if word.startswith("seed=") else word


def _announce_wait(doing: str, jobs: Sequence[Job]) -> Iterator[Job]:
    """Yields jobs, and tells what is done with them if that takes a while."""
    ends, told = time.monotonic() + QUIET, False
    for job in jobs:
        if not told and time.monotonic() > ends:
            print(f"gtarena: {doing} {len(jobs):,} jobs before the first begins", file=sys.stderr)
            told = True
        yield job


def _is_done(job: SweptJob, settings: str) -> bool:
    state = read_job(job.folder)
    return (state is not None and state.state == "done" and state.settings == settings_digest(settings, job.words)
            and state.logged == measure_logs(job.folder))
