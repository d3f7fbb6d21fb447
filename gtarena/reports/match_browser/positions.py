"""Positions of a match as people are shown them: pictures from the points of view of its seats, or the game's text."""

import logging
from dataclasses import dataclass, field
from functools import cache

import pyspiel

from adapters import boards
from gtarena.formatting import format_visible, one_line
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import Replay, ToldMatch, tell_match
from gtarena.logs.turns import last_seen
from gtarena.reports.match_browser.rounds import Rounds, RoundsSeen

MOST_VIEWS = 6  # pictures of one position

_log = logging.getLogger(__name__)


@cache
def _warn_once(game: str, fault: str) -> None:
    _log.warning("the board of %s fails, and the match browser shows such positions as text (%s)", game, fault)


@dataclass(frozen=True)
class Pictures:
    """SVG texts that positions refer to by their numbers; equal ones have one number."""

    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, svg: str) -> int:
        """Returns the number of a picture, which is collected if it is new."""
        return self._numbers.setdefault(svg, len(self._numbers))

    @property
    def svgs(self) -> list[str]:
        """The pictures in the order of their numbers."""
        return list(self._numbers)


@dataclass(frozen=True)
class Shown:
    """A position: ``(seat, number of the picture)`` for each point of view, or a ``text`` where it is not drawn.

    The seat is ``None`` if all seats see the same.
    """

    views: tuple[tuple[int | None, int], ...] = ()
    text: str | None = None


@dataclass(frozen=True)
class ShownMatch:
    """A match as it is ``told``, the position at its ``start`` and ``after`` each of its turns.

    A position is ``None`` if it looks as before, or chance is next. None is shown of a match that cannot be replayed.
    """

    told: ToldMatch
    start: Shown | None = None
    after: tuple[Shown | None, ...] = ()
    rounds: Rounds | None = None

    @property
    def problem(self) -> str | None:
        """The reason why the match cannot be replayed."""
        return None if self.told.error is None else one_line(str(self.told.error), 300)


def shown_match(record: MatchRecord, pictures: Pictures) -> ShownMatch:
    """Returns what is shown of a match; ``pictures`` collects the pictures of its positions."""
    view = _MatchView(pictures)
    told = tell_match(record, view.see)
    if told.error is not None:
        return ShownMatch(told, after=(None,) * len(told.turns))
    turn_of = [number for number, turn in enumerate(told.turns) for _ in turn.steps]
    after = tuple(last_seen(turn, view.shown) for turn in told.turns)
    return ShownMatch(told, view.shown[0], after, view.rounds.table(turn_of, told.seats))


@dataclass
class _MatchView:
    """Positions of a replayed match as people see them: ``shown`` has them by the number of steps made."""

    pictures: Pictures
    rounds: RoundsSeen = field(default_factory=RoundsSeen)
    shown: dict[int, Shown | None] = field(default_factory=dict)
    latest: Shown | None = None

    def see(self, match: Replay, made: int) -> None:
        """Notes what is shown of a position."""
        if made:
            self.rounds.see(match.state, made - 1)
        position = self._position(match)
        self.shown[made] = None if position == self.latest else position
        self.latest = position or self.latest

    def _position(self, match: Replay) -> Shown | None:
        """Returns the position; ``None`` at a chance node, and where the rounds tell all of it."""
        if match.state.is_chance_node():
            return None
        kind = match.kind
        if kind.short_name in boards.board_games():
            try:
                views = self._views(match, kind)
            except Exception as error:  # noqa: BLE001  (a fault of a plugged-in board costs its pictures, no match)
                views = ()
                _warn_once(kind.short_name, one_line(f"{type(error).__name__}: {error}", 200))
            if views:
                return Shown(views)
        text = "" if self.rounds.tell_all(match.state) else format_visible(match.text)
        return Shown(text=text) if text else None

    def _views(self, match: Replay, kind: pyspiel.GameType) -> tuple[tuple[int | None, int], ...]:
        """Returns the points of view: of each seat, or one if all see the same or the player to move sees all."""
        adapter = match.adapter
        drawn = {seat: self.pictures.number(board)
                 for seat in _seats(match, kind) if (board := adapter.watched_board(match.state, seat)) is not None}
        if len(set(drawn.values())) == 1 and (len(drawn) > 1 or not adapter.draws()):
            return ((None, next(iter(drawn.values()))),)
        return tuple(drawn.items())


def _seats(match: Replay, kind: pyspiel.GameType) -> range:
    """Returns the seats whose points of view are drawn."""
    if kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        mover = max(match.state.current_player(), 0)  # below 0 if the game is over
        return range(mover, mover + 1)
    return range(min(match.state.num_players(), MOST_VIEWS))
