"""Boards that are kept as SVG by the values that were read to draw them: matches have positions in common."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from adapters.images.drawing import Canvas

MOST_CHARACTERS = 20_000_000  # of all boards that are kept; one has 1,000 to 50,000

Draw = Callable[[Mapping[str, Any], Mapping[str, Any]], Canvas | None]


@dataclass
class Noting(Mapping[str, Any]):
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
class KeptBoards:
    """Boards of several games as SVG text, of which each is drawn once, unless they become too many."""

    _read: dict[object, set[str]] = field(default_factory=dict)
    _boards: dict[object, str | None] = field(default_factory=dict)
    _characters: int = 0

    def board(self, draw: Draw, obs: Mapping[str, Any], game: Mapping[str, Any], title: str) -> str | None:
        """Returns what ``draw`` returns as SVG text with this title."""
        setting = draw, repr(game), title
        read = self._read.setdefault(setting, set())
        key = setting, _values(obs, read)
        if key not in self._boards:
            canvas = draw(Noting(obs, read), game)
            board = None if canvas is None else canvas.svg(title)
            # Observations that agree in all that was read for one of them lead to the same board.
            self._keep((setting, _values(obs, read)), board)
            return board
        return self._boards[key]

    def _keep(self, key: object, board: str | None) -> None:
        self._characters += len(board or "")
        if self._characters > MOST_CHARACTERS:
            self._boards.clear()
            self._characters = len(board or "")
        self._boards[key] = board


def _values(obs: Mapping[str, Any], read: set[str]) -> str:
    """Returns the values under these keys as text, in which each key stands before its value."""
    return repr([(key, obs.get(key)) for key in sorted(read)])
