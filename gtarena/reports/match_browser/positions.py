"""Positions of a match as people are shown them: pictures from the points of view of its seats, or the game's text."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import pyspiel

from adapters import boards
from gtarena.formatting import format_visible, one_line
from gtarena.logs.records import MatchRecord, Step
from gtarena.logs.replay import REFUSED, Replay
from gtarena.logs.turns import Turn, turns
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
    """A match as it is shown: its ``turns``, the position at its ``start`` and ``after`` each of its turns.

    A position is ``None`` if it has not changed, or chance is next. ``problem`` says why a match cannot be replayed;
    none of its positions are shown then.
    """

    turns: tuple[Turn, ...]
    start: Shown | None = None
    after: tuple[Shown | None, ...] = ()
    rounds: Rounds | None = None
    problem: str | None = None


def shown_match(record: MatchRecord, pictures: Pictures) -> ShownMatch:
    """Returns what is shown of a match; ``pictures`` collects the pictures of its positions."""
    try:
        view = _MatchView(Replay.of_record(record), pictures)
        start = view.position()
        view.play(record.history)
    except REFUSED as error:
        told = tuple(turns(record))
        return ShownMatch(told, after=(None,) * len(told), problem=one_line(str(error), 300))
    whole = tuple(turns(record.model_copy(update={"history": view.named}), view.continued))
    turn_of = [number for number, turn in enumerate(whole) for _ in turn.steps]
    return ShownMatch(whole, start, tuple(map(view.after, whole)), view.rounds.table(turn_of))


class _MatchView:
    """A match that is replayed, as people are shown it.

    ``continued`` is as in :func:`turns`; ``named`` are the steps with the names of :meth:`Replay.name`.
    """

    def __init__(self, match: Replay, pictures: Pictures) -> None:
        self.rounds = RoundsSeen()
        self.continued: set[int] = set()
        self.named: list[Step] = []
        self._match, self._pictures = match, pictures
        self._shown: dict[int, Shown | None] = {}  # by the index of the step that led there
        self._adapter = match.adapter
        kind = match.state.get_game().get_type()
        self._game = str(kind.short_name)
        self._sees_all = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION

    def play(self, history: Sequence[Step]) -> None:
        """Replays the match, and notes what is shown after every change of its state.

        Raises:
            ValueError: a step cannot be applied; as the other errors of ``REFUSED``.
        """
        for index, step in enumerate(history):
            if self._match.inside_move(step.player):
                self.continued.add(index)
            self.named.append(self._match.name(step))
            if self._match.apply(step.player, step.choice):
                self.rounds.see(self._match.state, index)
                self._shown[index] = self.position()

    def after(self, turn: Turn) -> Shown | None:
        """Returns the position after a turn; ``None`` if it has not changed."""
        changed = [index for index in range(turn.first, turn.first + len(turn.steps)) if index in self._shown]
        return self._shown[changed[-1]] if changed else None

    def position(self) -> Shown | None:
        """Returns the position; ``None`` at a chance node, and where the rounds tell all of it."""
        if self._match.state.is_chance_node():
            return None
        if self._game in boards.board_games():
            try:
                views = self._views()
            except Exception as error:  # noqa: BLE001  (a fault of a plugged-in board costs its pictures, no match)
                views = ()
                _warn_once(self._game, one_line(f"{type(error).__name__}: {error}", 200))
            if views:
                return Shown(views)
        text = "" if self.rounds.tell_all(self._match.state) else format_visible(self._match.text)
        return Shown(text=text) if text else None

    def _views(self) -> tuple[tuple[int | None, int], ...]:
        """Returns the points of view: of each seat, or one if all see the same or the player to move sees all."""
        drawn = {seat: self._pictures.number(board)
                 for seat in self._seats() if (board := self._adapter.board(self._match.state, seat)) is not None}
        if len(set(drawn.values())) == 1 and (len(drawn) > 1 or not self._adapter.draws()):
            return ((None, next(iter(drawn.values()))),)
        return tuple(drawn.items())

    def _seats(self) -> range:
        """Returns the seats whose points of view are drawn."""
        if self._sees_all:
            mover = max(self._match.state.current_player(), 0)  # below 0 if the game is over
            return range(mover, mover + 1)
        return range(min(self._match.state.num_players(), MOST_VIEWS))
