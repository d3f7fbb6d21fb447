"""Pictures of positions for people alone, of games whose prompts say all in words: one module per game.

A module has a function ``draw(obs, game)`` as the modules of :mod:`adapters.pictures`, and ``obs`` and ``game`` are the
same, with the player's own ``seat`` in ``obs``. It returns ``None`` where there is nothing to draw. Where a player sees
everything, a board addresses no player in particular, so that all have the same. Boards that OpenSpiel writes as text
may be rows of a table in place of modules (``_text_boards``), and games with a picture for models have it for a board.

Pieces have the colours of their seats (``SEAT_COLOURS``). Where a game's pieces have colours of their own, as black and
white stones, its module has them as ``SIDES``, in the order of seats; two seats of one team follow each other.
Modules whose names begin with an underscore are shared.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from adapters import pictures
from adapters.boards._text_boards import TEXT_BOARDS, TEXT_SIDES, Draw

MOST_CHARACTERS = 20_000_000  # of all boards that are kept; one has 1,000 to 50,000


@dataclass
class TrackedObservation(Mapping[str, Any]):
    """An observation that notes which of its values are ``read``."""

    obs: Mapping[str, Any]
    read: set[str]

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return self.obs[key]

    def __iter__(self) -> Iterator[str]:
        self.read.update(self.obs)
        return iter(self.obs)

    def __len__(self) -> int:
        self.read.update(self.obs)
        return len(self.obs)


@dataclass
class BoardCache:
    """Boards of several games as SVG text, of which each is drawn once, unless they become too many.

    They are kept by the values that were read to draw them, as matches have positions in common.
    """

    _read: dict[object, set[str]] = field(default_factory=dict)
    _boards: dict[object, str | None] = field(default_factory=dict)
    _characters: int = 0

    def board(self, draw: Draw, obs: Mapping[str, Any], game: Mapping[str, Any], title: str) -> str | None:
        """Returns what ``draw`` returns as SVG text with this title."""
        setting = draw, repr(game), title
        read = self._read.setdefault(setting, set())
        key = setting, _write_values(obs, read)
        if key not in self._boards:
            canvas = draw(TrackedObservation(obs, read), game)
            board = None if canvas is None else canvas.svg(title)
            # Observations that agree in all that was read for one of them lead to the same board.
            self._keep((setting, _write_values(obs, read)), board)
            return board
        return self._boards[key]

    def _keep(self, key: object, board: str | None) -> None:
        self._characters += len(board or "")
        if self._characters > MOST_CHARACTERS:
            self._boards.clear()
            self._characters = len(board or "")
        self._boards[key] = board


def _write_values(obs: Mapping[str, Any], read: set[str]) -> str:
    """Returns the values under these keys as text, in which each key stands before its value."""
    return repr([(key, obs.get(key)) for key in sorted(read)])


_CACHE = BoardCache()
added: dict[str, Draw] = {}  # functions of other packages, by game


def board_games() -> frozenset[str]:
    """Returns the short names of the games that have a board, those with a picture among them."""
    return _own_games().union(TEXT_BOARDS, pictures.drawn_games(), added)


@cache
def _own_games() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(__path__) if module.name[0] != "_")


def draw_board(name: str, obs: Mapping[str, Any], game: Mapping[str, Any], title: str) -> str | None:
    """Returns the board of an observation as SVG text; ``None`` if the game has none, or there is nothing to draw."""
    if name not in board_games():
        return None
    return _CACHE.board(_find_drawing(name), obs, game, title)


def seat_colours(name: str, seats: int) -> tuple[str, ...] | None:
    """Returns the colours of the seats' pieces where they have colours of their own; ``None`` in all other games."""
    module = inspect.getmodule(_find_drawing(name)) if name in board_games() else None
    sides = TEXT_SIDES.get(name) or getattr(module, "SIDES", None)
    return None if sides is None else tuple(sides[seat * len(sides) // seats] for seat in range(seats))


def _find_drawing(name: str) -> Draw:
    """Returns the function that draws a game."""
    if (found := TEXT_BOARDS.get(name) or added.get(name)) is not None:
        return found
    if name in pictures.drawn_games():
        return pictures.find_drawing(name)
    draw: Draw = importlib.import_module(f"{__name__}.{name}").draw
    return draw
