"""Results of jobs that clusters have lost: the launchers of submitit and ray return them instead of giving up."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager as ContextManager
from contextlib import contextmanager, nullcontext
from typing import Any

from hydra.core.utils import JobReturn, JobStatus

Function = Callable[..., Any]


def return_lost_results(launcher: str) -> ContextManager[None]:
    """Lets a launcher, given by the name of its module, wait for all jobs even if some of them have died.

    The launchers of Hydra's plugins wait for one job after the other, and the first that died ends the command although
    the others are still running. They have no setting for that, so the function that waits is replaced meanwhile.
    """
    for package, waiting in _WAITING.items():
        if launcher.startswith(f"hydra_plugins.{package}"):
            return waiting()
    return nullcontext()


def lost_job_return() -> JobReturn:
    """Returns the result of a job without a result; its folder shows how far it came."""
    return JobReturn(_return_value=None, status=JobStatus.COMPLETED)


@contextmanager
def _submitit() -> Iterator[None]:
    from submitit.core.core import Job
    from submitit.core.utils import FailedJobError, UncompletedJobError

    def results(original: Function, job: Any) -> list[Any]:
        try:
            return list(original(job))
        except (FailedJobError, UncompletedJobError):
            return [lost_job_return()]

    with replace_function(Job, "results", results):
        yield


@contextmanager
def _ray() -> Iterator[None]:
    import ray
    from ray.exceptions import RayError

    def get(original: Function, *args: Any, **options: Any) -> Any:
        try:
            return original(*args, **options)
        except RayError:
            return lost_job_return()

    with replace_function(ray, "get", get):
        yield


_WAITING = {"hydra_submitit_launcher": _submitit, "hydra_ray_launcher": _ray}


@contextmanager
def replace_function(holder: Any, name: str, function: Function) -> Iterator[None]:
    """Replaces a function, which becomes the first argument of the new one, as long as the block runs."""
    original = getattr(holder, name)
    setattr(holder, name, lambda *args, **options: function(original, *args, **options))
    try:
        yield
    finally:
        setattr(holder, name, original)
