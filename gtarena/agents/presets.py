"""Agent presets: one YAML file in ``conf/agent`` for each word that names an agent.

A new preset is a new file there and nothing else: the command line, its help, ``gtarena games NAME`` and
``gtarena.play`` all read the folder.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType
from typing import Any

import yaml

from gtarena import plugins
from gtarena.errors import UsageError

DESCRIPTION = "description"
MISSING = "???"  # in a YAML file, marks a setting that has to be given; one alone is a word's argument
PLAIN = (bool, int, float, str, NoneType)  # types of YAML


@dataclass(frozen=True)
class AgentPreset:
    """Named kind of agent with its settings.

    ``settings`` are those that logs keep: ``kind`` first, and not the ``description``, which is a line of help.
    """

    name: str
    settings: Mapping[str, Any]
    description: str = ""

    @classmethod
    def from_config(cls, name: str, config: Mapping[str, Any]) -> "AgentPreset":
        """Returns the preset of a configuration, such as the content of a file in ``conf/agent``."""
        settings = {key: value for key, value in config.items() if key != DESCRIPTION}
        return cls(name, settings, str(config.get(DESCRIPTION, "")))

    @property
    def kind(self) -> str:
        """The kind of agent: ``llm``, ``human``, or a key of ``registry.KINDS``.

        Raises:
            UsageError: the settings have no ``kind``.
        """
        if "kind" not in self.settings:
            raise UsageError(f"agent {self.name} has no kind: set agent.{self.name}.kind")
        return str(self.settings["kind"])


def agent_configs() -> Mapping[str, Mapping[str, Any]]:
    """Returns the content of every file in ``conf/agent`` by name; a plug-in's kind without a file has its own name."""
    configs = {name: config for folder in plugins.config_folders() for name, config in _read_configs(folder).items()}
    stated = {config.get("kind") for config in configs.values()}
    return configs | {kind: _describe_kind(kind, make) for kind, make in plugins.added("agents", configs).items()
                      if kind not in stated}


def _describe_kind(kind: str, make: Callable[..., Any]) -> Mapping[str, Any]:
    """Returns what a file in ``conf/agent`` would say of a kind: its first line of help and the defaults of settings.

    A default that YAML has no word for is left to the kind, and the setting has to be added, as ``+agent.KIND.NAME=``.
    """
    settings = [*signature(make).parameters.values()][1:]  # the first is the seating
    defaults = {spec.name: MISSING if spec.default is Parameter.empty else spec.default for spec in settings}
    return {"kind": kind, DESCRIPTION: next(iter((make.__doc__ or "").strip().splitlines()), ""),
            **{name: value for name, value in defaults.items() if isinstance(value, PLAIN)}}


@cache
def _read_configs(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    files = sorted((folder / "agent").glob("*.yaml"))
    return {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in files}


def all_presets() -> dict[str, AgentPreset]:
    """Returns the presets of all agents by name, language models first."""
    presets = [AgentPreset.from_config(name, config) for name, config in agent_configs().items()]
    return {preset.name: preset for preset in sorted(presets, key=lambda preset: preset.kind != "llm")}
