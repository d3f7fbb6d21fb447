"""Rules sheets of games without prompts of their own: data beside the prompts, one file of parts for each game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import pyspiel

from adapters.recall import recall
from adapters.rendering import templates

FOLDER = "sheets"  # among the prompts
SEATS = "seats"  # the part that names the seats in their order, one on a line
# The other parts in the order in which prompts tell them, with their headings. A line is a sentence or a few.
HEADINGS = MappingProxyType({
    "goal": "Goal and returns",
    "turn": "Course of the game",
    "hidden": "What is hidden",
    "special": "Special cases",
    "position": "How positions are written",
    "move_names": "How moves are written"})


@dataclass(frozen=True)
class Sheet:
    """The rules of a game with certain parameters; all is empty where nothing is written of the game.

    Attributes:
        seats: the names of the seats in their order, or none.
        parts: the lines of each part that has any, by its heading.
    """

    seats: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def text(self) -> str:
        """Returns the lines of all parts."""
        return "\n".join(line for lines in self.parts.values() for line in lines)


def has_sheet(game: str) -> bool:
    """Returns whether a rules sheet of a game is there."""
    return game in templates.list_versions(FOLDER)


def sheet_digest(game: str) -> str:
    """Returns a short hash of a game's sheet, "" if it has none."""
    return templates.prompt_digest(FOLDER, game) if has_sheet(game) else ""


def read_sheet(game: pyspiel.Game) -> Sheet:
    """Returns the rules sheet of a loaded game, whose parameters it tells."""
    return recall(("sheet", templates.folders(), str(game)), lambda: _read_sheet(game))


def _read_sheet(game: pyspiel.Game) -> Sheet:
    name = game.get_type().short_name
    if not has_sheet(name):
        return Sheet()
    # OpenSpiel leaves out some parameters until they are read.
    parameters = {**game.get_type().parameter_specification, **game.get_parameters()}
    told = {"game": {**parameters, "players": game.num_players()}}
    seats = _read_lines(name, SEATS, told)
    parts = {heading: _read_lines(name, part, told) for part, heading in HEADINGS.items()}
    return Sheet(seats, {heading: lines for heading, lines in parts.items() if lines})


def _read_lines(name: str, part: str, told: Mapping[str, Any]) -> tuple[str, ...]:
    lines = templates.find(FOLDER, name).render_own_block(part, told).splitlines()
    return tuple(line for line in lines if line.strip())
