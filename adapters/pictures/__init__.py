"""Pictures of positions: one module per game, under its short name, with a function ``draw(obs, game)``.

``obs`` and ``game`` are those of the game's prompts: what the player may know, so that a picture can tell nothing else,
and the parameters. The function returns a :class:`~adapters.images.drawing.Canvas`. Modules whose names begin with an
underscore are shared. A module is imported when a position of its game is drawn. Models can be sent these pictures;
:mod:`adapters.boards` has those that are for people only.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from adapters.images.drawing import Canvas

Draw = Callable[[Mapping[str, Any], Mapping[str, Any]], Canvas]

added: dict[str, Draw] = {}  # functions of other packages, by game


def drawn_games() -> frozenset[str]:
    """Returns the short names of the games that have a picture."""
    return _own_games().union(added)


@cache
def _own_games() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(__path__) if module.name[0] != "_")


def find_drawing(name: str) -> Draw:
    """Returns the function that draws one of these games."""
    if name in added:
        return added[name]
    draw: Draw = importlib.import_module(f"{__name__}.{name}").draw
    return draw


def draw_picture(name: str, obs: Mapping[str, Any], game: Mapping[str, Any]) -> bytes:
    """Returns the picture of an observation of one of the drawn games as a PNG file."""
    return find_drawing(name)(obs, game).png()
