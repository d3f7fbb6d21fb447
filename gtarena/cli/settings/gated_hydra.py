"""Hydra with a gate: what it composes is checked before it makes a callback, a folder or a file."""

import logging
import os
import warnings
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hydra import version
from hydra._internal.config_loader_impl import ConfigLoaderImpl
from hydra._internal.hydra import Hydra
from hydra._internal.utils import create_config_search_path
from hydra.core.config_search_path import ConfigSearchPath, SearchPathQuery
from hydra.core.global_hydra import GlobalHydra
from hydra.core.plugins import Plugins
from hydra.core.utils import JobReturn
from hydra.experimental.callback import Callback
from hydra.plugins.launcher import Launcher
from hydra.plugins.plugin import Plugin
from hydra.plugins.sweeper import Sweeper as AnySweeper
from hydra.types import RunMode, TaskFunction
from omegaconf import DictConfig, OmegaConf

from gtarena.cli.error_messages import refusing
from gtarena.cli.settings import hydra_config
from gtarena.cli.settings.composing import OneRepository, add_plugged_folders
from gtarena.cli.settings.config_secrets import require_no_secrets
from gtarena.cli.settings.hydra_parser import make_parser
from gtarena.cli.sweeps import sweep_results
from gtarena.cli.sweeps.job_names import JobNames, put_name
from gtarena.cli.sweeps.sweeper import Sweeper
from gtarena.errors import UsageError
from gtarena.runs.gate import admit_run
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings
from gtarena.runs.sweeps.state import SWEEP
from gtarena.suites.objective import objective_of
from gtarena.system.checkout import config_folder
from gtarena.system.files import named_path, require_folder

CONFIG = "config"
TASK = "hydra_app"  # the name of the job in Hydra's own settings

_admitted: list[tuple[RunSettings, Sequence[MatchSpec]]] = []  # the single run of the current command


def take_admitted_run() -> tuple[RunSettings, Sequence[MatchSpec]] | None:
    """Returns the settings and all matches of the run that was admitted in this process; ``None`` for a sweep's job."""
    return _admitted.pop() if _admitted else None


def run_hydra(arguments: Sequence[str], task: TaskFunction) -> None:
    """Does what Hydra's command line asks for: a run, a multirun, or to show a configuration.

    Raises:
        UsageError: an argument is not understood, or the gate refuses the run.
        HydraException, OmegaConfBaseException: the settings are not valid.
        OSError: a folder cannot be written.
    """
    parser = make_parser()
    stated = parser.parse_args(list(arguments))
    shows = {"--cfg": stated.cfg, "--info": stated.info, "--hydra-help": stated.hydra_help,
             "--shell-completion": stated.shell_completion}
    if stated.multirun + sum(map(bool, shows.values())) > 1:
        raise UsageError(f"-m, {', '.join(shows)} do not go together: -m plays, and each of the others shows something")
    version.setbase("1.3")
    hydra = GatedHydra(TASK, GatedLoader(_search_path(stated.config_dir)))
    _admitted.clear()
    GlobalHydra.instance().clear()  # of an earlier command of this process
    GlobalHydra.instance().initialize(hydra)
    if stated.cfg:
        _require_package(hydra, stated)
        hydra.show_cfg(CONFIG, stated.overrides, stated.cfg, stated.package, stated.resolve)
    elif stated.info:
        with _only_hydras_log():
            hydra.show_info(stated.info, CONFIG, stated.overrides)
    elif stated.hydra_help:
        hydra.hydra_help(CONFIG, parser, Namespace(overrides=["hydra/hydra_logging=none", "hydra/job_logging=none"]))
    elif stated.shell_completion:
        with refusing():
            hydra.shell_completion(CONFIG, stated.overrides)
    else:
        multirun = stated.multirun or hydra.get_mode(CONFIG, stated.overrides) == RunMode.MULTIRUN
        play, mode = (hydra.multirun, RunMode.MULTIRUN) if multirun else (hydra.run, RunMode.RUN)
        play(CONFIG, task, [*stated.overrides, f"hydra.mode={mode.name}"])


@contextmanager
def _only_hydras_log() -> Iterator[None]:
    """Takes our handlers off the log: what Hydra shows, it logs, through a handler of its own."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


def _search_path(own: str | None) -> ConfigSearchPath:
    """Returns the folders of configuration files; a folder of the user's ``own`` comes last but for the schema."""
    folders = create_config_search_path(str(config_folder()))
    add_plugged_folders(folders)
    if own is not None:
        place = os.path.abspath(own)
        if not os.path.isdir(place):
            raise UsageError(f"--config-dir: {own!r} not found; name a folder")
        folders.prepend("command-line", f"file://{place}", SearchPathQuery(provider="schema", path=None))
    return folders


def _require_package(hydra: Hydra, stated: Namespace) -> None:
    if stated.package in (None, "_global_"):
        return
    composed = hydra.compose_config(CONFIG, stated.overrides, RunMode.RUN)
    if OmegaConf.select(hydra.get_sanitized_cfg(composed, stated.cfg), stated.package) is None:
        raise UsageError(f"--package {stated.package} is no part of the {stated.cfg} settings: name one, as in "
                         "--package model")


class GatedLoader(ConfigLoaderImpl):  # type: ignore[misc]
    """Loader of configurations without secrets, of which those of a multirun's jobs have its folder."""

    def __init__(self, search_path: ConfigSearchPath) -> None:
        super().__init__(search_path)
        self.repository = OneRepository(search_path)

    def load_configuration(self, *arguments: Any, **named: Any) -> DictConfig:
        """Returns a composed configuration.

        Raises:
            UsageError: it holds a secret, a folder of ``hydra.searchpath`` does not exist, or a file cannot be read.
            HydraException, OmegaConfBaseException: the settings are not valid.
        """
        with refusing(), warnings.catch_warnings():
            warnings.filterwarnings("error", "provider=.* is not available", UserWarning)
            config: DictConfig = super().load_configuration(*arguments, **named)
            require_no_secrets(config)
            return config

    def load_sweep_config(self, master_config: DictConfig, sweep_overrides: list[str]) -> DictConfig:
        """Returns the configuration of a job, with its name, and below the folder of the multirun whatever it plays."""
        config: DictConfig = super().load_sweep_config(master_config, sweep_overrides)
        config.hydra.sweep.dir = master_config.hydra.sweep.dir
        put_name(config, JobNames.of(master_config, master_config.hydra.overrides.task).name(sweep_overrides))
        return config


class GatedHydra(Hydra):  # type: ignore[misc]
    """Hydra whose runs and multiruns pass the gate as soon as they are composed."""

    def compose_config(
        self, config_name: str | None, overrides: list[str], run_mode: RunMode, with_log_configuration: bool = False,
        from_shell: bool = True, validate_sweep_overrides: bool = True,
    ) -> DictConfig:
        """Returns a composed configuration; ``with_log_configuration`` is that of a run or multirun to begin now.

        Raises:
            UsageError: the gate refuses it.
            HydraException, OmegaConfBaseException: the settings are not valid.
            OSError: its folder cannot be written.
        """
        with refusing():
            config: DictConfig = super().compose_config(
                config_name, overrides, run_mode, with_log_configuration, from_shell, validate_sweep_overrides)
            if with_log_configuration and config_name:  # Hydra's own help has no configuration of ours
                _check_own(config)
                _admit_run(config) if run_mode == RunMode.RUN else _admit_multirun(config)
            return config


def _admit_run(config: DictConfig) -> None:
    settings = hydra_config.settings_of(config)
    folder = named_path(config.hydra.run.dir, "hydra.run.dir").absolute()
    specs = admit_run(settings, folder)
    objective_of(settings)
    _admitted[:] = [(settings, specs)]
    sweep_results.begin_run(folder)


def _admit_multirun(config: DictConfig) -> None:
    """Checks what holds for a multirun with any sweeper, and fixes its folder; its jobs pass the gate one by one.

    Ours admits them before it writes anything, and then says that they begin.
    """
    _plugin(config, "launcher", Launcher)
    sweeper = _plugin(config, "sweeper", AnySweeper)
    folder = named_path(config.hydra.sweep.dir, "hydra.sweep.dir")
    require_folder(folder)
    config.hydra.sweep.dir = str(folder)
    if not issubclass(sweeper, Sweeper):
        (folder / SWEEP).unlink(missing_ok=True)  # of an earlier sweep of ours, whose jobs and budget these are not
        sweep_results.begin_sweep(folder, hydra_config.report_of(config), config.tracker)


def _plugin(config: DictConfig, part: str, kind: type[Plugin]) -> type[Plugin]:
    """Returns the class of the sweeper or launcher that a configuration names."""
    known: dict[str, type[Plugin]] = {
        f"{each.__module__}.{each.__name__}": each for each in Plugins.instance().discover(kind)}
    name = OmegaConf.select(config, f"hydra.{part}._target_")
    if name not in known:
        stated = f"hydra.{part}._target_={name}" if name else f"hydra.{part}={config.hydra[part]}"
        raise UsageError(f"{stated} is no {part} of Hydra's: write hydra/{part}=NAME to choose another")
    return known[name]


def _check_own(config: DictConfig) -> None:
    """Checks what Hydra would not: that its callbacks are some, and that the folder for its files has a name."""
    for name, callback in config.hydra.callbacks.items():
        if not OmegaConf.is_dict(callback):
            raise UsageError(f"hydra.callbacks.{name}={callback} is no callback: write ~hydra.callbacks.{name} to "
                             "remove it")
    if config.hydra.output_subdir is not None:
        named_path(config.hydra.output_subdir, "hydra.output_subdir")


class Forgetting(Callback):  # type: ignore[misc]
    """Hydra callback that lets go of the settings of jobs that have ended.

    The launchers keep the returns of all jobs, and nobody reads these settings, which take most of the room.
    """

    def on_job_end(self, config: DictConfig, job_return: JobReturn, **kwargs: Any) -> None:
        job_return.cfg = job_return.hydra_cfg = None
