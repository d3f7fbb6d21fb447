"""Settings of runs, which Hydra saves beside their logs."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import JsonValue

from gtarena.logs.plans import read_plan
from gtarena.logs.records import MatchRecord

CONFIG = Path(".hydra", "config.yaml")
STATED = Path(".hydra", "overrides.yaml")
SEED = "seed"
_OF_THE_MATCH = ("game", "suite")  # which its record tells
_TOP_SETTING = re.compile(r"^(\w+):.*\n(?:(?:[ -].*)?\n)*", re.MULTILINE)  # with all below it
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # eight times as fast, but not on every machine


class SavedSettings:
    """Settings of the runs in some folders: the seed, and every other setting that one of their commands states.

    Those of the game and of Hydra itself are left out. A folder has the settings of its latest command.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        stated = (name for folder in folders for name in _read_stated(folder))
        self.names = tuple(sorted({SEED, *stated}))
        self._saved = cache(self._read)
        self._plan = cache(read_plan)

    def of(self, record: MatchRecord, folder: Path) -> Mapping[str, JsonValue] | None:
        """Returns the settings of the run that a match in a folder is of, by their names on the command line.

        It is ``None`` where none are saved, and for matches of an earlier command, which the folder's plan lacks.
        """
        plan = self._plan(folder)
        again = "attempt" in record.key  # a further play of a match, which no plan foresees
        return self._saved(folder) if plan is None or again or record.match_id in plan else None

    def _read(self, folder: Path) -> Mapping[str, JsonValue] | None:
        config = _parse(_settings_below(_read_text(folder / CONFIG), {name.partition(".")[0] for name in self.names}))
        if not isinstance(config, dict):
            return None
        stated = _read_stated(folder)
        return {name: _value(config, name, stated.get(name)) for name in self.names}


def _value(config: Any, name: str, stated: str | None) -> JsonValue:
    """Returns the value of a setting, or, of a group of settings that was chosen by its name, that name."""
    found = config
    for part in name.split("."):
        if not isinstance(found, dict) or part not in found:
            return stated
        found = found[part]
    return stated if isinstance(found, dict) else found


def _settings_below(text: str, tops: Collection[str]) -> str:
    """Returns the part of a configuration that is below some of the topmost settings.

    To parse the presets of all agents as well would take a sweep of a thousand jobs some seconds.
    """
    return "".join(found[0] for found in _TOP_SETTING.finditer(text) if found[1] in tops)


def _read_stated(folder: Path) -> dict[str, str]:
    """Returns the settings that the command of a folder states, as they stand there."""
    listed = _parse(_read_text(folder / STATED))
    pairs = [str(each).lstrip("+~").partition("=") for each in listed] if isinstance(listed, list) else []
    return {name: value for name, _, value in pairs
            if not name.startswith(("hydra.", "hydra/")) and name.partition(".")[0] not in _OF_THE_MATCH}


def _read_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _parse(text: str) -> Any:
    """Returns what a text says in YAML, or ``None`` if it is empty or damaged."""
    try:
        loader = _Loader(text)
    except yaml.YAMLError:  # of a character that YAML does not allow
        return None
    try:
        found = loader.get_single_data()
        json.dumps(found)  # which refuses dates, sets and what refers to itself
        return found
    except (yaml.YAMLError, TypeError, ValueError, RecursionError):
        return None
    finally:
        loader.dispose()
