"""Jobs and reports that a tracker follows, as ``tracker=NAME`` asks for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from gtarena.formatting import setting_key, short_value
from gtarena.logs.reader import MATCHES, find
from gtarena.metrics.setting_columns import flat_settings
from gtarena.system.redaction import hide_secrets
from gtarena.trackers.contract import Setting, TrackedRun
from gtarena.trackers.following import Followed, tracking

STATE, REPORT_STATE = "tracker.json", "tracker-report.json"


@contextmanager
def track_job(config: DictConfig, folder: Path, name: str) -> Iterator[None]:
    """Lets the tracker of the settings, if they name one, follow a run or a job of this name while the block runs."""
    tracker = config.get("tracker")
    if tracker is None:
        yield
        return
    job = HydraConfig.get()
    results, experiment = folder, str(config.name)
    if job.mode == RunMode.MULTIRUN:
        results = Path(job.sweep.dir)
        experiment = results.name  # jobs of several games have names of their own
    run = TrackedRun(name, experiment, results, dict(tracked_settings(config, job.overrides.task)))
    with tracking(tracker, run, Followed([folder], folder / STATE, folder)):
        yield


def track_report(folder: Path, tracker: str | None) -> None:
    """Sends the report of a sweep, as a run of its own, to the tracker that its command names, if any."""
    if tracker:
        jobs = sorted({path.parent for path in find(MATCHES, folder)})
        run = TrackedRun(f"report of {folder.name}", folder.name, folder, {})
        with tracking(tracker, run, Followed(jobs, folder / REPORT_STATE, folder)):
            pass


def tracked_settings(config: DictConfig, overrides: Sequence[str]) -> Iterator[tuple[str, Setting]]:
    """Yields the settings of a run that have a value, by name, and gtarena's version.

    Of the presets of agents these are the settings that an override states, because most presets play in no match.
    """
    yield "gtarena", version("gtarena")
    stated = map(setting_key, overrides)
    for name in (*(key for key in config if key != "agent"), *(key for key in stated if key.startswith("agent."))):
        value = OmegaConf.select(config, str(name))
        plain: Any = OmegaConf.to_container(value, resolve=True) if OmegaConf.is_config(value) else value
        for flat, each in flat_settings({str(name): plain}):
            if each is not None:
                yield flat, _sent(each)


def _sent(value: Any) -> Setting:
    """Returns a value as trackers take it: a truth value or a number as it is, all others as text."""
    if isinstance(value, bool | int | float):
        return value
    return hide_secrets(f"[{','.join(map(short_value, value))}]" if isinstance(value, list) else str(value))
