"""The Hydra application: what `gtarena game=... suite=... model.name=...` does."""

import asyncio
import json
import logging
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from gtarena import config, logs, texts
from gtarena.errors import UsageError
from gtarena.lineup import Lineup, maker
from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.client import ModelSettings, check_key
from gtarena.plan import plan
from gtarena.progress import progress
from gtarena.run import Ended, play_all, seat_settings
from gtarena.schedule import MatchSpec

ERROR_FILE = "error.json"
USAGE, FAILED = 2, 3
SHOWN_ERRORS = 5

finished_folders: list[Path] = []  # where the runs of this process left their results; the callback adds to it


def launch(overrides: Sequence[str]) -> int:
    """Runs the application and returns the exit code.

    Raises:
        HydraException, OmegaConfBaseException: the overrides do not make a configuration.
        OSError: the results folder cannot be written.
    """
    config.register()
    logging.basicConfig(format="%(message)s")
    sys.argv[1:] = list(overrides)
    hydra.main(version_base="1.3", config_path=str(config.folder()), config_name="config")(job)()
    return exit_code(finished_folders)


def exit_code(folders: Sequence[Path]) -> int:
    """The gravest exit code that a run below the folders left behind, 0 if none did."""
    errors = [json.loads(path.read_text()) for folder in folders for path in folder.rglob(ERROR_FILE)]
    return max((error["exit_code"] for error in errors), default=0)


def job(cfg: DictConfig) -> None:
    """One run, or one job of a multirun: a failure is written down and does not touch the other jobs."""
    folder = Path(HydraConfig.get().runtime.output_dir)
    alone = HydraConfig.get().mode == RunMode.RUN
    (folder / ERROR_FILE).unlink(missing_ok=True)
    try:
        settings = OmegaConf.to_container(cfg, resolve=True)
        unfinished = _play(settings, folder)  # type: ignore[arg-type]
        _finish(folder, settings["name"], alone)  # type: ignore[index, call-overload]
    except UsageError as error:
        _fail(folder, USAGE, str(error))
    else:
        if unfinished:
            _fail(folder, FAILED, _explain(unfinished))


def _fail(folder: Path, code: int, message: str) -> None:
    print(f"gtarena: {message}", file=sys.stderr)
    (folder / ERROR_FILE).write_text(json.dumps({"exit_code": code, "message": message}))


def _play(settings: Mapping[str, Any], folder: Path) -> list[Ended]:
    """Plays what is missing in the folder; returns the matches that could not be finished."""
    model = _model_settings(settings["model"])
    lineup = Lineup(settings["agent"], model, settings["prompt"], _illegal(settings["illegal"]))
    specs = plan(settings, lineup, lambda seat: maker(seat, lambda _: _Unasked(), texts.Memory()))
    if settings["workers"] < 1:
        raise UsageError(f"workers={settings['workers']} is not a whole number of at least 1")
    done = logs.match_ids(folder)
    missing = [spec for spec in specs if spec.match_id not in done]
    _check_models(missing, model)
    unfinished: list[Ended] = []
    with progress(len(specs), len(specs) - len(missing), quiet=_has_people(specs)) as show:

        def report(ended: Ended) -> None:
            show(ended)
            if ended.error:
                unfinished.append(ended)

        if missing:
            play_all(missing, model, folder, settings["workers"], report)
    print(f"{folder.name}: {len(missing) - len(unfinished)} matches played, "
          f"{len(specs) - len(missing)} were there already, {len(unfinished)} could not be finished")
    return unfinished


class _Unasked:
    """Stands for the model while agents are only tried on."""

    async def complete(self, request: Request) -> Reply:
        raise NotImplementedError


def _model_settings(given: Mapping[str, Any]) -> ModelSettings:
    try:
        return ModelSettings(**given)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _illegal(given: Mapping[str, Any]) -> Mapping[str, Any]:
    policies = ("forfeit", "invalid", "random")
    if given["policy"] not in policies:
        raise UsageError(f"illegal.policy={given['policy']} is not {' or '.join(policies)}")
    if given["retries"] < 0:
        raise UsageError(f"illegal.retries={given['retries']} is not a whole number of at least 0")
    return given


def _check_models(specs: Sequence[MatchSpec], model: ModelSettings) -> None:
    """Refuses, before anything is played, models that cannot work for want of a key."""
    asked = {seat_settings(model, seat) for spec in specs for seat in spec.seats if seat.model}
    try:
        for settings in sorted(asked, key=lambda settings: settings.name):
            asyncio.run(check_key(settings))
    except ModelError as error:
        raise UsageError(str(error)) from error


def _has_people(specs: Sequence[MatchSpec]) -> bool:
    return any(seat.params["kind"] == "human" for spec in specs for seat in spec.seats)


def _explain(unfinished: Sequence[Ended]) -> str:
    counts: dict[str, int] = {}
    for ended in unfinished:
        counts[ended.error] = counts.get(ended.error, 0) + 1
    listed = sorted(counts.items(), key=lambda item: -item[1])
    shown = "; ".join(f"{count} x {reason}" for reason, count in listed[:SHOWN_ERRORS])
    more = f"; and {len(listed) - SHOWN_ERRORS} other reasons" if len(listed) > SHOWN_ERRORS else ""
    return (f"{len(unfinished)} matches could not be finished ({shown}{more}). "
            "The same command plays them again; finished ones are kept.")


def _finish(folder: Path, name: str, alone: bool) -> None:
    if logs.match_ids(folder):
        summarise([folder], folder, name, show=alone)


def summarise(paths: Sequence[Path], out: Path, title: str, *, show: bool = True) -> None:
    """Writes the report of all matches below the paths, and shows the leaderboard."""
    from gtarena import report

    records = logs.read_records(*paths)
    written = report.write_report(records, out, title, paths)
    if show:
        report.print_leaderboard(records)
        print(f"\nLeaderboard, tables and report: {written}")


