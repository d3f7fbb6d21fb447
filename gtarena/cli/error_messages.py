"""Error messages of the command line: one line and an exit code for every exception."""

import re
import sys

from gtarena.errors import TYPE_WORDS, UnfinishedError, near, not_installed
from gtarena.files import NO_ROOM
from gtarena.redaction import hidden_from_outside

USAGE, FAILED = 2, 3
LAUNCHERS = ("joblib", "submitit", "ray")  # extras of gtarena with launchers for sweeps

_UNKNOWN_KEY = re.compile(r"Key '.+?' (?:is not in struct|not in '\w+')")
_UNKNOWN_OPTION = re.compile(r"In '.*': Could not find '(.+)/(.*)'")
_WRONG_TYPE = re.compile(r"Value '(.*)' of type '.*' could not be converted to (\w+)")
_RESOLVING = re.compile(r"^UsageError raised while resolving interpolation: ")
_NO_VALUE = re.compile(r"field '.*' is not Optional")
_NO_LIST = re.compile(r"Invalid value assigned: (\w+) is not a ListConfig")
_SEVERAL_VALUES = re.compile(r"Ambiguous value for argument '(.*)'")
_OMEGACONF_TYPES = {"Integer": int, "Float": float, "Boolean": bool, "String": str}


def error_line(error: Exception) -> str:
    """Returns the message of an error as one line without secrets."""
    return hidden_from_outside(_line(error))


def _line(error: Exception) -> str:
    if _is_hydra(error):
        return _hydra_line(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, ValueError | UnfinishedError):
        return " ".join(str(error).split())
    return f"{type(error).__name__}: {' '.join(str(error).split())} (--debug shows where)"


def exit_code(error: Exception) -> int:
    """Returns 2 for a mistake in the command, or in a file that it names, and 3 for a full disk or unplayed matches."""
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return FAILED
    return USAGE if isinstance(error, ValueError | OSError) or _is_hydra(error) else FAILED


def _is_hydra(error: Exception) -> bool:
    return any(kind.__module__.split(".")[0] in ("hydra", "omegaconf") for kind in type(error).__mro__)


def _hydra_line(error: Exception) -> str:
    """Returns the message of an error of Hydra's, with the setting that caused it and what is allowed."""
    cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
    lines = _RESOLVING.sub("", str(cause).strip()).splitlines()
    override = getattr(error, "override", None)
    if override is not None:
        return f"{override!r} cannot be read ({lines[0]}); quote the whole argument, and special characters in it"
    key = next((line.split()[-1] for line in lines if line.strip().startswith("full_key:")), "")
    if _UNKNOWN_KEY.match(lines[0]):
        return _unknown_setting(key)
    if option := _UNKNOWN_OPTION.match(lines[0]):
        options = [line.strip() for line in lines if line.startswith("\t") and "=" not in line]
        extra = option[2].split("_")[0]
        if option[1] == "hydra/launcher" and extra in LAUNCHERS and not any(each.startswith(extra) for each in options):
            return str(not_installed(f"{option[1]}={option[2]}", f"hydra-{extra}-launcher", extra))
        return f"unknown {option[1]} {option[2]!r}{near(option[2], options)} (choose from: {', '.join(options)})"
    if wrong := _WRONG_TYPE.match(lines[0]):
        return f"{key}={wrong[1]} is not {TYPE_WORDS.get(_OMEGACONF_TYPES.get(wrong[2], object), wrong[2])}"
    if _NO_VALUE.match(lines[0]):
        return f"{key} needs a value"
    if _NO_LIST.match(lines[0]):
        return f"{key} is not a list: write {key}=[A,B]"
    if several := _SEVERAL_VALUES.match(lines[0]):
        return f"{several[1]} has several values: -m tries each of them, and [A,B] is a list"
    return f"{key}: {lines[0]}" if key else lines[0]


def _unknown_setting(key: str) -> str:
    from gtarena.cli import hydra_config

    group = key.partition(".")[0]
    if any(word.startswith(f"{group}=") and "," in word for word in sys.argv[1:]):
        stated = next((word.partition("=")[2] for word in sys.argv[1:] if word.startswith(f"{key}=")), "VALUE")
        return (f"{key} cannot be set before {group} is chosen, which has several values here: write "
                f"{key}=choice({stated}), so that each job sets it")
    return str(hydra_config.unknown_setting(key, hydra_config.names_beside(key, sys.argv[1:])))
