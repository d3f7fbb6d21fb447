"""Secrets in Hydra's configuration: refused before Hydra saves it, hidden in what it has saved."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hydra.experimental.callback import Callback
from omegaconf import DictConfig, OmegaConf
from omegaconf.resolvers import oc

from gtarena.cli.arguments import is_secret_variable, secret_setting
from gtarena.files import write_text
from gtarena.redaction import HIDDEN, hidden, is_secret_name, redacted


class SecretFoundError(BaseException):
    """Carries an error out of a callback, whose other exceptions Hydra turns into warnings."""


def register_resolver() -> None:
    """Makes interpolations of the form ``${oc.env:NAME}`` refuse variables that may hold a secret."""
    OmegaConf.register_new_resolver("oc.env", _variable, replace=True)


def _variable(name: str, *default: Any) -> str | None:
    if is_secret_variable(name):
        raise secret_setting(f"oc.env:{name}")
    return oc.env(name, *default)


class SecretsCallback(Callback):  # type: ignore[misc]
    """Hydra callback that refuses configurations with secrets, also those of files, which no argument shows."""

    def on_run_start(self, config: DictConfig, **kwargs: Any) -> None:
        _check(config)

    def on_multirun_start(self, config: DictConfig, **kwargs: Any) -> None:
        _check(config)

    def on_job_start(self, config: DictConfig, **kwargs: Any) -> None:
        # A sweep may choose files whose contents the check of the whole sweep has not seen.
        if config.hydra.output_subdir is not None:
            _hide(Path(config.hydra.runtime.output_dir) / config.hydra.output_subdir)
        _check(config)

    def on_multirun_end(self, config: DictConfig, **kwargs: Any) -> None:
        _hide(Path(config.hydra.sweep.dir))


def _check(config: DictConfig) -> None:
    settings: Any = OmegaConf.to_container(config, resolve=False)
    for name, value in _critical(settings):
        if is_secret_name(name) or HIDDEN in redacted(str(value)):
            raise SecretFoundError(secret_setting(name, str(value)))


def _critical(settings: Any) -> Iterator[tuple[str, Any]]:
    """Yields the names and values of the settings that take addresses and environment variables."""
    job, sweeper = settings["hydra"]["job"], settings["hydra"].get("sweeper") or {}
    yield from job["env_set"].items()
    yield from (sweeper.get("params") or {}).items()
    model = settings.get("model")
    if isinstance(model, dict):
        yield "model.api_base", model.get("api_base")


def _hide(folder: Path) -> None:
    for path in folder.glob("*.yaml"):
        saved = path.read_text(encoding="utf-8")
        shown = hidden(saved)
        if shown != saved:
            write_text(path, shown)
