"""Positions of a match as people are shown them: pictures from the points of view of its seats, or the game's text."""

from dataclasses import dataclass, field

import pyspiel

import adapters
from adapters import boards
from custom_games.spiel import State
from gtarena.formatting import one_line, visible
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import REFUSED, Replay, whole_turns
from gtarena.logs.turns import Turn
from gtarena.reports.match_browser.rounds import Rounds, RoundsSeen

MOST_VIEWS = 6  # pictures of one position


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
    """What is shown of a match: its ``turns``, the position at its ``start`` and ``after`` each of its turns.

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
    turns = tuple(whole_turns(record))
    try:
        view = _MatchView(Replay.of_record(record), pictures)
        return ShownMatch(turns, view.position(), tuple(map(view.after, turns)), view.rounds.table())
    except REFUSED as error:
        return ShownMatch(turns, after=(None,) * len(turns), problem=one_line(str(error), 300))


class _MatchView:
    """A match in progress, as people are shown it."""

    def __init__(self, match: Replay, pictures: Pictures) -> None:
        self.rounds = RoundsSeen()
        self._match, self._pictures = match, pictures
        self._adapter = adapters.for_game(match.state.get_game())
        self._turns = 0
        kind = match.state.get_game().get_type()
        self._game, self._title = str(kind.short_name), str(kind.long_name)
        self._sees_all = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION

    def after(self, turn: Turn) -> Shown | None:
        """Makes a turn and returns the position after it; ``None`` if it has not changed."""
        changed = [self._match.apply(step.player, step.choice) for step in turn.steps]
        if any(changed) and isinstance(self._match.state, State):
            self.rounds.see(self._match.node, self._turns)
        self._turns += 1
        return self.position() if any(changed) else None

    def position(self) -> Shown | None:
        """Returns the position; ``None`` at a chance node, and where the rounds tell all of it."""
        if self._match.state.is_chance_node():
            return None
        if self._game in boards.board_games():
            views = self._views()
            if views:
                return Shown(views)
        text = "" if self.rounds.tell_all(self._match.state) else visible(self._match.text)
        return Shown(text=text) if text else None

    def _views(self) -> tuple[tuple[int | None, int], ...]:
        """Returns the points of view: of each seat, or one if all see the same or the player to move sees all."""
        drawn = {seat: self._pictures.number(board.svg(self._title))
                 for seat in self._seats() if (board := self._adapter.board(self._match.state, seat)) is not None}
        if len(set(drawn.values())) == 1 and (len(drawn) > 1 or not self._adapter.draws()):
            return ((None, *set(drawn.values())),)
        return tuple(drawn.items())

    def _seats(self) -> range:
        """Returns the seats whose points of view are drawn."""
        if self._sees_all:
            mover = max(self._match.state.current_player(), 0)  # below 0 if the game is over
            return range(mover, mover + 1)
        return range(min(self._match.state.num_players(), MOST_VIEWS))
