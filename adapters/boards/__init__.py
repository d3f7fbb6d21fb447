"""Pictures of positions for people, of games whose prompts say all in words: one module per game.

A module has a function ``draw(obs, game)`` as the modules of :mod:`adapters.pictures`, and ``obs`` and ``game`` are the
same, with the player's own ``seat`` in ``obs``. It returns ``None`` where there is nothing to draw. Where a player sees
everything, a board addresses no player in particular, so that all have the same. Modules whose names begin with an
underscore are shared.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any

from adapters import pictures
from adapters.boards._kept import Draw, KeptBoards

_KEPT = KeptBoards()


@cache
def board_games() -> frozenset[str]:
    """Returns the short names of the games that have a board, those with a picture among them."""
    own = frozenset(module.name for module in pkgutil.iter_modules(__path__) if module.name[0] != "_")
    return own | pictures.drawn_games()


def board(name: str, obs: Mapping[str, Any], game: Mapping[str, Any], title: str) -> str | None:
    """Returns the board of an observation as SVG text; ``None`` if the game has none, or there is nothing to draw."""
    if name not in board_games():
        return None
    return _KEPT.board(_draw(name), obs, game, title)


@cache
def _draw(name: str) -> Draw:
    """Returns the function that draws a game."""
    package = pictures.__name__ if name in pictures.drawn_games() else __name__
    draw: Draw = importlib.import_module(f"{package}.{name}").draw
    return draw
