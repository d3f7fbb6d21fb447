"""Validates command-line arguments before Hydra parses them."""

import os
import re
from dataclasses import fields

from gtarena.errors import UsageError, unknown
from gtarena.redaction import HIDDEN, hidden, is_secret_name, redacted

HYDRA_OPTIONS = ("-m", "--multirun", "--cfg", "--resolve", "--package", "--info", "--config-dir", "--debug")
# Hydra would save the values of such settings in several files.
_SECRET = re.compile(r"key|secret|token$|password|credential", re.IGNORECASE)
_NAME = re.compile(r"\b(\w+)['\"]?\s*[:=]")
_COPIES_VARIABLES = re.compile(r"\benv_(?:copy|set)\b|\boc\.env:")


def check_argument(argument: str) -> None:
    """Checks that the argument names no unknown option or game and a run's own folder, and holds no secret.

    Raises:
        UsageError: it does.
    """
    if argument.startswith("-") and argument.split("=")[0] not in HYDRA_OPTIONS:
        remedy = f"(choose from: {', '.join(HYDRA_OPTIONS)}; settings are KEY=VALUE)"
        raise unknown("option", argument, HYDRA_OPTIONS, remedy)
    named = filter(_SECRET.search, _NAME.findall(argument))
    secret = next((name for name in named if not (argument.startswith(f"game.{name}=") and _is_parameter(name))), "")
    if secret or HIDDEN in redacted(argument) or _copies_secret(argument):
        raise secret_setting(secret or argument.split("=")[0], argument)
    if argument.startswith("name=") and _names_no_folder(argument.removeprefix("name=").strip(" '\"")):
        raise UsageError(f"{argument} names no folder of its own in results/: give the run a name, or leave it out")
    if argument.startswith("game=") and not argument.startswith("game=glob("):
        _check_games(argument.removeprefix("game="))


def secret_setting(name: str, value: str = "") -> UsageError:
    """Returns the error for a setting that may hold a secret, without its value."""
    message = f"{name}: keys are taken from the environment only, never from settings, which are saved"
    address = "an address with a user name, a password or a query goes into PROVIDER_API_BASE"
    return UsageError(f"{message}; {address}" if "://" in value else message)


def is_secret_variable(name: str) -> bool:
    """Returns whether the environment variable may hold a secret, by its name or its value."""
    value = os.environ.get(name, "")
    return is_secret_name(name) or hidden(value) != value


def _copies_secret(argument: str) -> bool:
    return bool(_COPIES_VARIABLES.search(argument)) and any(map(is_secret_variable, re.findall(r"\w+", argument)))


def _names_no_folder(name: str) -> bool:
    return not os.path.normpath(f"results/{name}").startswith("results/")


def _is_parameter(name: str) -> bool:
    """Returns whether a game of ``custom_games`` has a parameter of this name, such as the index of a secret word."""
    from custom_games import GAMES

    return any(name == spec.name for rules in GAMES.values() for spec in fields(rules))  # type: ignore[arg-type]


def _check_games(names: str) -> None:
    from gtarena import games

    for name in re.findall(r"\w+", names) or [names]:
        if name not in ("choice", "null"):
            games.type_of(name)
