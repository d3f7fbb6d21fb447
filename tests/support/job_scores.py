"""A callback of Hydra's that keeps what jobs return."""

from typing import Any

from hydra.core.utils import JobReturn
from hydra.experimental.callback import Callback
from omegaconf import DictConfig

RETURNED: list[float | None] = []


class KeepScores(Callback):  # type: ignore[misc]
    """Keeps the return value of every job that ends in this process."""

    def on_job_end(self, config: DictConfig, job_return: JobReturn, **kwargs: Any) -> None:
        RETURNED.append(job_return.return_value)
