"""MLflow: runs of an experiment, at ``MLFLOW_TRACKING_URI`` or in MLflow's own local database."""

import fcntl
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from gtarena.system.files import open_without_links
from gtarena.trackers.contract import Status, TrackedRun

LOCK = ".mlflow.lock"
KEY = "gtarena.key"  # tag by which a resumed run is found
USUAL = {  # in the environment, unless the user has set them
    "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "2", "MLFLOW_HTTP_REQUEST_TIMEOUT": "20",  # seconds; MLflow's own take minutes
    "MLFLOW_DISABLE_TELEMETRY": "true", "MLFLOW_LOGGING_LEVEL": "WARNING",
    "MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT": "true"}


class MlflowRun:
    """Run of the experiment ``MLFLOW_EXPERIMENT_NAME``, or else of that of the sweep.

    A setting keeps the value that it had when the run began, because MLflow allows no other.
    """

    def __init__(self, run: TrackedRun) -> None:
        for name, value in USUAL.items():
            os.environ.setdefault(name, value)
        from mlflow import MlflowClient
        from mlflow.entities import Param

        with _alone(run.results):  # jobs that make a database at the same time get in each other's way
            self._client = MlflowClient()
            experiment = self._experiment(os.environ.get("MLFLOW_EXPERIMENT_NAME") or run.experiment)
        found = self._client.search_runs([experiment], f"tags.`{KEY}` = '{run.key}'", max_results=1)
        begun = found[0] if found else self._client.create_run(experiment, tags={KEY: run.key}, run_name=run.name)
        self._id = begun.info.run_id
        self._client.update_run(self._id, status="RUNNING")
        self._client.log_batch(self._id, params=[
            Param(name, str(value)) for name, value in run.settings.items() if name not in begun.data.params])

    def _experiment(self, name: str) -> str:
        """Returns the id of the experiment, which is made if there is none."""
        from mlflow.exceptions import MlflowException

        found = self._client.get_experiment_by_name(name)
        try:
            return str(found.experiment_id if found else self._client.create_experiment(name))
        except MlflowException:
            found = self._client.get_experiment_by_name(name)  # a job on another machine may have made it
            if found is None:
                raise
            return str(found.experiment_id)

    def send(self, scores: Mapping[str, float], matches: int) -> None:
        """Logs the scores as metrics at the step of so many matches."""
        from mlflow.entities import Metric

        now = int(time.time() * 1000)
        self._client.log_batch(self._id, metrics=[
            Metric(name, score, now, matches) for name, score in scores.items()])

    def end(self, status: Status, files: Sequence[Path]) -> None:
        """Logs the files as artifacts, and ends the run."""
        for file in files:
            self._client.log_artifact(self._id, str(file))
        self._client.set_terminated(self._id, status.upper())


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Waits until no other job of the command is in such a block; some file systems have no locks."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / LOCK, "w", opener=open_without_links) as file:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
