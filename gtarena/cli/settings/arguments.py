"""Validates command-line arguments before Hydra parses them."""

import argparse
import os
import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import NoReturn

from custom_games import GAMES
from gtarena.errors import UsageError, shorten, unknown
from gtarena.formatting import setting_key
from gtarena.games.game_presets import game_presets
from gtarena.system.files import named_path
from gtarena.system.redaction import HIDDEN, hide_secrets, is_secret_name, redact

# Hydra's options that a run takes, by their short forms.
_SHORT = {"-m": "--multirun", "-c": "--cfg", "-p": "--package", "-i": "--info", "-cd": "--config-dir",
          "-sc": "--shell-completion"}
HYDRA_OPTIONS = (*_SHORT, *_SHORT.values(), "--resolve", "--hydra-help")
_ABOUT_HYDRA = {"--shell-completion", "--hydra-help"}  # options with which nothing is composed
DEFAULT_SUITE = "arena"
_GAME_NUMBER = re.compile(r"(?<=[=,])(\d+)(?=,|$)")
# A key of Hydra's, with a sign to add or remove it, and the package in which it stands.
_KEY = re.compile(r"(?:\+\+?|~)?[A-Za-z_][\w./-]*(?:@[\w.:-]+)?")
_LEVELS = {"agent": 3, **dict.fromkeys(("game", "model", "cache", "budget", "illegal", "report"), 2)}
_INFORMATION = ("all", "config", "defaults", "defaults-tree", "plugins", "searchpath")  # that Hydra can print
_OPEN = ("hydra", "suite")  # groups whose settings have groups of their own
# Hydra would save the values of such settings in several files.
_SECRET = re.compile(r"key|secret|token$|password|credential", re.IGNORECASE)
_NAME = re.compile(r"\b(\w+)['\"]?\s*[:=]")
_PARAMETER = re.compile(r"\b(\w+)['\"]?\s*=")
_GAME = re.compile(r"\b(\w+)\(([^()]*)\)")  # as in a suite's list of games
_GAME_SETTING = re.compile(r"""game=(['"]?)(?!choice\(|glob\()(\w+)\((\s*\w+\s*=[^()]*)\)\1""")
_COPIES_VARIABLES = re.compile(r"\benv_(?:copy|set)\b|\boc\.env:")


def check_argument(argument: str) -> None:
    """Checks that an argument is a setting that holds no secret and names no unknown game.

    Raises:
        UsageError: it does.
    """
    _check_key(argument)
    secret = next(filter(_SECRET.search, _NAME.findall(_without_parameters(argument))), "")
    if secret or HIDDEN in redact(argument) or _copies_secret(argument):
        raise secret_setting(secret or argument.split("=")[0], argument)
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
    return is_secret_name(name) or hide_secrets(value) != value


def _copies_secret(argument: str) -> bool:
    return bool(_COPIES_VARIABLES.search(argument)) and any(map(is_secret_variable, re.findall(r"\w+", argument)))


def _check_key(argument: str) -> None:
    """Checks that a setting has a key, and that the key names no part of a single value."""
    key, sign, _ = argument.partition("=")
    if not (sign or key.startswith("~")) or not _KEY.fullmatch(key):
        raise UsageError(f"{shorten(argument)!r} cannot be read: settings are KEY=VALUE, as in seed=1, without "
                         "spaces around the =")
    names = re.split(r"[./]", key.lstrip("+~").partition("@")[0])
    level = _LEVELS.get(names[0], 1)
    if len(names) > level and names[0] not in _OPEN and _is_setting(names[0]):
        raise UsageError(f"{key}: {'.'.join(names[:level])} has a single value, and no settings below it")


def _is_setting(name: str) -> bool:
    from gtarena.runs.settings import RunSettings

    return name == "agent" or any(name == spec.name for spec in fields(RunSettings))


def is_parameter_setting(key: str) -> bool:
    """Returns whether a key, such as ``game.players``, sets a parameter of a game of ``custom_games``."""
    group, _, name = key.partition(".")
    return group == "game" and any(name in _parameters(rules) for rules in GAMES.values())


def _parameters(rules: type) -> set[str]:
    return {spec.name for spec in fields(rules)}


def _without_parameters(argument: str) -> str:
    """Returns an argument without the names of games' parameters, which mark no secret whatever they are called."""
    key, sign, value = argument.partition("=")
    if is_parameter_setting(key):
        return value
    return key + sign + _GAME.sub(_drop_parameters, value)


def _drop_parameters(stated: re.Match[str]) -> str:
    known = _parameters(GAMES[stated[1]]) if stated[1] in GAMES else set()
    return _PARAMETER.sub(lambda name: "" if name[1] in known else name[0], stated[0])


def _expand_game(argument: str) -> list[str]:
    """Returns ``game=NAME(A=B,C=D)`` as Hydra reads it, ``game=NAME game.A=B game.C=D``, and others as they are."""
    stated = _GAME_SETTING.fullmatch(argument)
    if stated is None:
        return [argument]
    return [f"game={stated[2]}", *(f"game.{each.strip()}" for each in stated[3].split(","))]


def _check_games(names: str) -> None:
    from gtarena import games

    for name in re.findall(r"\w+", names) or [names]:
        if name not in ("choice", "null"):
            games.type_of(name)


class Parser(argparse.ArgumentParser):
    """Argument parser that raises its errors."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (`{self.prog} --help` shows how)")


def path_argument(text: str) -> Path:
    """Returns the path that an argument of a verb names; the type of all such arguments.

    Raises:
        argparse.ArgumentTypeError: it is empty, or a link that leads to itself.
    """
    try:
        path = named_path(text, repr(text))
        path.resolve()
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except (RuntimeError, OSError):
        raise argparse.ArgumentTypeError(f"{text!r} is a link that leads to itself") from None
    return path


def checked_settings(arguments: Sequence[str]) -> list[str]:
    """Returns settings as Hydra reads them.

    Raises:
        UsageError: one is not understood, or may hold a secret.
    """
    arguments = [setting for argument in arguments for setting in _expand_game(argument)]
    for argument in arguments:
        check_argument(argument)
    # Hydra would read the game 2048 as a number, which cannot be the name of a config.
    return [_GAME_NUMBER.sub(r'"\1"', word) if word.startswith("game=") else word for word in arguments]


def run_arguments(arguments: Sequence[str]) -> list[str]:
    """Returns the checked arguments of a run in an order that Hydra reads, with the default suite if none is named.

    Raises:
        UsageError: an argument is not understood, or may hold a secret.
    """
    options, words = split_options(arguments)
    if _ABOUT_HYDRA & set(options):
        return [*options, *words]
    settings = checked_settings(words)
    _require_game_of_preset(settings)
    keys = set(map(setting_key, settings))
    default = [] if {"game", "preset", "suite", "experiment"} & keys else [f"suite={DEFAULT_SUITE}"]
    return [*options, *default, *settings]


def _require_game_of_preset(settings: Sequence[str]) -> None:
    """Checks that a preset and a game that are named together belong together.

    Raises:
        UsageError: the preset is of another game.
    """
    named = dict(word.split("=", 1) for word in settings if word.startswith(("game=", "preset=")))
    preset = game_presets().get(named.get("preset", ""))
    if preset and (game := named.get("game", preset.game).strip("'\"")) != preset.game:
        raise UsageError(f"preset={preset.name} is a preset of {preset.game}, not of {game}: leave game={game} out")


def split_options(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Returns the options of a run with their values, and the settings, wherever the options stand among them.

    Raises:
        UsageError: an option does not exist, or has no value or a wrong one.
    """
    for argument in arguments:
        if argument.startswith("-") and argument.split("=")[0] not in HYDRA_OPTIONS:
            raise unknown("option", argument, HYDRA_OPTIONS,
                          f"(choose from: {', '.join(HYDRA_OPTIONS)}; settings are KEY=VALUE)")
    arguments = [_SHORT.get(argument, argument) for argument in arguments]
    parser = Parser(prog="gtarena", add_help=False, allow_abbrev=False)
    for flag in ("--multirun", "--resolve", "--hydra-help", "--shell-completion"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--cfg", choices=["job", "hydra", "all"])
    parser.add_argument("--package")
    parser.add_argument("--config-dir", type=path_argument)
    parser.add_argument("--info", nargs="?", const="all", choices=_INFORMATION)
    parser.add_argument("settings", nargs="*")
    parsed = vars(parser.parse_intermixed_args(arguments))
    settings = parsed.pop("settings")
    for name in ("resolve", "package"):
        if parsed[name] and not parsed["cfg"]:
            raise UsageError(f"--{name} goes with --cfg, which shows settings")
    stated = {f"--{name.replace('_', '-')}": value for name, value in parsed.items() if value not in (None, False)}
    return [name if value is True else f"{name}={value}" for name, value in stated.items()], settings
