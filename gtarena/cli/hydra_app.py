"""The Hydra application: what `gtarena game=... suite=... model.name=...` does."""

import asyncio
import os
import sys
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from gtarena.agents.lineup import Lineup, maker
from gtarena.agents.llm import Policy
from gtarena.cli import hydra_config, sweep_results
from gtarena.cli.error_messages import exit_code, explain
from gtarena.errors import UnfinishedError, UsageError, unknown
from gtarena.logs import prompt_texts, store
from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.budget import Limits, check_price
from gtarena.models.cache import default_path
from gtarena.models.client import check_key
from gtarena.models.settings import ModelSettings
from gtarena.runs import status
from gtarena.runs.plan import plan
from gtarena.runs.progress import progress
from gtarena.runs.runner import Ended, Job, seat_settings
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.workers import play_all
from gtarena.suites.reporting import write_run_report

SHOWN_ERRORS = 5
DEBUG = "GTARENA_DEBUG"  # the environment variable that asks for tracebacks, wherever Hydra's launcher runs a job


def launch(overrides: Sequence[str]) -> int:
    """Runs the application and returns the exit code: of a multirun, the gravest of its jobs'.

    Raises:
        HydraException, OmegaConfBaseException: the overrides do not make a configuration.
        ValueError: the logs of a multirun cannot be merged.
        OSError: the results folder cannot be written.
    """
    hydra_config.register()
    sweep_results.forget()
    sys.argv[1:] = list(overrides)
    hydra.main(version_base="1.3", config_path=str(hydra_config.folder()), config_name="config")(job)()
    files = [folder / sweep_results.ERROR_FILE for folder in sweep_results.runs]
    failures = sweep_results.failures(files)
    for folder in sweep_results.sweeps:
        failures += _conclude(folder)
    return max((failure.exit_code for failure in failures), default=0)


def _conclude(folder: Path) -> list[sweep_results.Failure]:
    """Merges the logs of a multirun's jobs, and names the jobs that failed."""
    if store.match_ids(folder):
        write_run_report([folder], folder, folder.name)
    failures = sweep_results.failures(sorted(folder.rglob(sweep_results.ERROR_FILE)))
    if failures:
        names = ", ".join(failure.job for failure in failures)
        print(f"gtarena: {len(failures)} of the sweep's jobs failed, for the reasons above: {names}", file=sys.stderr)
    return failures


def job(cfg: DictConfig) -> None:
    """One run, or one job of a multirun: a failure is written down and does not touch the other jobs."""
    hydra_config = HydraConfig.get()
    folder, alone = Path(hydra_config.runtime.output_dir), hydra_config.mode == RunMode.RUN
    name = str(cfg.name) if alone else str(hydra_config.sweep.subdir)
    try:
        with store.only_writer(folder):
            _run(OmegaConf.to_container(cfg, resolve=True), folder, name, alone)  # type: ignore[arg-type]
            # Now, and not at first: a run that was kept out of the folder meanwhile has left one too.
            (folder / sweep_results.ERROR_FILE).unlink(missing_ok=True)
    except Exception as error:  # noqa: BLE001  (an exception would end all the jobs that are still to come)
        if os.environ.get(DEBUG):
            traceback.print_exc()
        message = explain(error)
        print(f"gtarena: {message}" if alone else f"gtarena: {name}: {message}", file=sys.stderr)
        sweep_results.Failure(name, exit_code(error), message).write(folder)


def _run(settings: Mapping[str, Any], folder: Path, name: str, show: bool) -> None:
    _refuse_strangers(settings, hydra_config.Config)
    unfinished = _play(settings, folder, name)
    if store.match_ids(folder):
        write_run_report([folder], folder, settings["name"], show=show)
    if unfinished:
        raise _unfinished_error(unfinished)


def _refuse_strangers(settings: Mapping[str, Any], schema: type) -> None:
    """Hydra takes anything that is put in with a +, and nothing would ever read it."""
    known = [setting.name for setting in fields(schema)]
    for stranger in settings.keys() - set(known):
        raise unknown("setting", stranger, known, f"(the settings there are: {', '.join(known)})")


def _play(settings: Mapping[str, Any], folder: Path, name: str) -> list[Ended]:
    """Plays what is missing in the folder; returns the matches that could not be finished."""
    model, limits = _model_settings(settings["model"]), _limits(settings["budget"])
    illegal = _illegal(settings["illegal"])
    lineup = Lineup(settings["agent"], model, settings["prompt"], illegal)
    specs = plan(settings, lineup, lambda seat: maker(seat, lambda _: _Unasked(), prompt_texts.Memory()))
    if settings["workers"] < 1:
        raise UsageError(f"workers={settings['workers']} is not a whole number of at least 1")
    outcomes = store.outcomes(folder)
    missing = [spec for spec in (_latest(spec, outcomes, illegal["replays"]) for spec in specs)
               if spec.match_id not in outcomes]
    _check_models(missing, model, limits)
    status.write_plan(folder, specs)
    unfinished: list[Ended] = []
    with progress(len(specs), len(specs) - len(missing), quiet=_has_people(specs)) as show:

        def report(ended: Ended) -> None:
            show(ended)
            if ended.error:
                unfinished.append(ended)

        if missing:
            job = Job(tuple(missing), model, folder, limits, cache_path(settings["cache"]), replays=illegal["replays"])
            play_all(job, settings["workers"], report)
    print(f"{name}: {len(missing) - len(unfinished)} matches played, "
          f"{len(specs) - len(missing)} were there already, {len(unfinished)} could not be finished")
    return unfinished


def _latest(spec: MatchSpec, outcomes: Mapping[str, str], replays: int) -> MatchSpec:
    """The match, or the first of its repetitions that is still to be played because all before were invalid."""
    while outcomes.get(spec.match_id) == "invalid" and spec.attempt < replays:
        spec = spec.again()
    return spec


def cache_path(given: Mapping[str, Any]) -> Path | None:
    """The file of the response cache, if there is to be one."""
    if not given["enabled"]:
        return None
    return Path(given["path"]).expanduser() if given["path"] else default_path()


def _limits(given: Mapping[str, Any]) -> Limits:
    if not isinstance(given, Mapping):
        raise UsageError(f"budget={given} is no limit: write budget.usd={given}, or budget.tokens or budget.calls")
    _refuse_strangers(given, Limits)
    return Limits(**given)


class _Unasked:
    """Stands for the model while agents are only tried on."""

    async def complete(self, request: Request) -> Reply:
        raise NotImplementedError


def _model_settings(given: Mapping[str, Any]) -> ModelSettings:
    if not isinstance(given, Mapping):
        raise UsageError(f"model={given} sets no setting of the model: write model.name={given}")
    _refuse_strangers(given, ModelSettings)
    return ModelSettings(**given)


def _illegal(given: Mapping[str, Any]) -> Mapping[str, Any]:
    if given["policy"] not in get_args(Policy):
        raise UsageError(f"illegal.policy={given['policy']} is not {' or '.join(get_args(Policy))}")
    for name in ("retries", "replays"):
        if given[name] < 0:
            raise UsageError(f"illegal.{name}={given[name]} is not a whole number of at least 0")
    return given


def _check_models(specs: Sequence[MatchSpec], model: ModelSettings, limits: Limits) -> None:
    """Refuses, before anything is played, models that cannot work for want of a key, or of a price to count by."""
    asked = {seat_settings(model, seat) for spec in specs for seat in spec.seats if seat.model}
    try:
        for settings in sorted(asked, key=lambda settings: settings.name):
            asyncio.run(check_key(settings))
            if limits.usd is not None:
                asyncio.run(check_price(settings))
    except ModelError as error:
        raise UsageError(str(error)) from error


def _has_people(specs: Sequence[MatchSpec]) -> bool:
    return any(seat.params["kind"] == "human" for spec in specs for seat in spec.seats)


def _unfinished_error(unfinished: Sequence[Ended]) -> Exception:
    reasons = Counter(ended.error for ended in unfinished).most_common()
    if all(ended.mistake for ended in unfinished):
        return UsageError(f"{reasons[0][0]} ({len(unfinished)} matches could not be finished; finished ones are kept)")
    shown = "; ".join(f"{count} x {reason}" for reason, count in reasons[:SHOWN_ERRORS])
    more = f"; and {len(reasons) - SHOWN_ERRORS} other reasons" if len(reasons) > SHOWN_ERRORS else ""
    return UnfinishedError(f"{len(unfinished)} matches could not be finished ({shown}{more}). "
                           "The same command plays them again; finished ones are kept.")
