"""Trackers by the names under which ``tracker=NAME`` finds them."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from gtarena.errors import UsageError, not_installed, shorten, unknown
from gtarena.trackers.contract import TrackedRun, Tracker


@dataclass(frozen=True)
class Registered:
    """Tracker with the name of its class, in the module of its name here, and the module and package it needs."""

    class_name: str
    module: str
    package: str


TRACKERS: Mapping[str, Registered] = {
    "tensorboard": Registered("TensorBoardRun", "tensorboard", "tensorboard"),
    "mlflow": Registered("MlflowRun", "mlflow", "mlflow-skinny"),
    "wandb": Registered("WandbRun", "wandb", "wandb"),
}


def require_tracker(name: object) -> None:
    """Checks that there is a tracker of this name, and its package.

    Raises:
        UsageError: there is none, or the package is not installed.
    """
    if not isinstance(name, str):
        raise UsageError(f"tracker={shorten(str(name))} is not the name of a tracker: write tracker=tensorboard")
    if name not in TRACKERS:
        raise unknown("tracker", name, TRACKERS, f"(choose from: {', '.join(TRACKERS)})")
    if find_spec(TRACKERS[name].module) is None:
        raise not_installed(f"tracker={name}", TRACKERS[name].package, name)


def begin_tracker(name: str, run: TrackedRun) -> Tracker:
    """Returns the run in the tracker of this name, which sends nothing twice if it is resumed.

    Raises:
        Exception: the tracker cannot be reached, or refuses the run.
    """
    begun: Tracker = getattr(import_module(f"{__package__}.{name}"), TRACKERS[name].class_name)(run)
    return begun
