"""Secrets in Hydra's configuration: refused before Hydra saves it."""

from collections.abc import Iterator, Mapping
from typing import Any

from omegaconf import DictConfig, OmegaConf
from omegaconf.resolvers import oc

from gtarena.cli.settings.arguments import is_parameter_setting, is_secret_variable, secret_setting
from gtarena.system.redaction import HIDDEN, is_secret_name, redact

# Parts of Hydra's own configuration that a user states; the others are Hydra's, such as the folders of this machine.
_STATED = ("job", "launcher", "sweeper", "run", "sweep", "overrides")
_SWEPT = "hydra.sweeper.params."  # before the keys of settings that are swept


def register_resolver() -> None:
    """Makes interpolations of the form ``${oc.env:NAME}`` refuse variables that may hold a secret."""
    OmegaConf.register_new_resolver("oc.env", _variable, replace=True)


def _variable(name: str, *default: Any) -> str | None:
    if is_secret_variable(name):
        raise secret_setting(f"oc.env:{name}")
    return oc.env(name, *default)


def require_no_secrets(config: DictConfig) -> None:
    """Checks that nothing which a user may state holds a secret: not a setting, and not a value of Hydra's own.

    Raises:
        UsageError: a text looks like a secret, or stands under a name of Hydra's that marks one. (Those of our own
            settings are known.)
    """
    settings: Any = OmegaConf.to_container(config, resolve=False)
    hydra = settings.pop("hydra", {})
    stated = list(_texts({key: hydra[key] for key in _STATED if key in hydra}, "hydra"))
    for name, value in (*_texts(settings), *stated):
        if HIDDEN in redact(f"{name} {value}"):
            raise secret_setting(name, value)
    for name, value in stated:
        marked = is_secret_name(name.rpartition(".")[2]) and not is_parameter_setting(name.removeprefix(_SWEPT))
        if value and marked:
            raise secret_setting(name, value)


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yields the names and texts of all values; a number is no secret by its name, as in limits of tokens."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _texts(each, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _texts(each, f"{name}.{number}")
    elif isinstance(value, str):
        yield name, value
