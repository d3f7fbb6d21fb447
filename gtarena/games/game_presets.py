"""Named parameter sets of games: one YAML file in ``conf/preset`` for each word after ``preset=``.

A file is Hydra's: it overrides the game and sets its parameters. Its comments say what it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from gtarena import plugins

FOLDER = "preset"
PACKAGE = "@package"  # begins the comment for Hydra
_OVERRIDE = "override /game"


@dataclass(frozen=True)
class GamePreset:
    """Named parameter set of a game, with a sentence on it."""

    name: str
    game: str
    params: Mapping[str, Any]
    about: str

    @classmethod
    def from_file(cls, file: Path) -> "GamePreset":
        """Returns the preset in a file.

        Raises:
            ValueError: it overrides no game.
        """
        text = file.read_text(encoding="utf-8")
        config = yaml.safe_load(text)
        games = [entry[_OVERRIDE] for entry in config.get("defaults", ()) if _OVERRIDE in entry]
        if len(games) != 1:
            raise ValueError(f"{file} names no game: write defaults: [{{{_OVERRIDE}: NAME}}]")
        comments = [line.lstrip("# ") for line in text.splitlines() if line.startswith("#") and PACKAGE not in line]
        return cls(file.stem, str(games[0]), config.get("game") or {}, " ".join(comments))


def game_presets() -> dict[str, GamePreset]:
    """Returns the presets of all games by name, those of plug-ins too.

    Raises:
        ValueError: a file names no game.
    """
    return {name: preset for folder in plugins.config_folders() for name, preset in _read(folder).items()}


def presets_of(game: str) -> list[GamePreset]:
    """Returns the presets of a game, sorted by name."""
    return sorted((preset for preset in game_presets().values() if preset.game == game), key=lambda each: each.name)


@cache
def _read(folder: Path) -> Mapping[str, GamePreset]:
    files = sorted((folder / FOLDER).glob("*.yaml"))
    return {file.stem: GamePreset.from_file(file) for file in files}
