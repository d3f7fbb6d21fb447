"""The interface between a benchmark's package and the code that scores it, reports it and imports its data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pyspiel

from custom_games.framework.node import Node
from gtarena.logs.records import Outcome
from gtarena.logs.replay import Replay, ReplayedMatch
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.sections import Findings

SchemeT = TypeVar("SchemeT", bound=str)
NumbersT = TypeVar("NumbersT")


@dataclass(frozen=True)
class Trace:
    """The part of a match that scores are computed from; ``history`` holds ``(player, action)`` pairs, chance being -1.

    ``returns`` has a number per seat, or is ``None`` if the match ended without a result. ``teams`` has the number of
    each seat's team, and ``offender`` is the seat whose replies ended an unfinished match.
    """

    match_id: str
    source: str
    game: str
    params: Mapping[str, Any]
    seed: int
    tags: Mapping[str, Any]
    seats: Sequence[tuple[str, str]]
    history: Sequence[tuple[int, int | str]]
    returns: Sequence[float] | None
    outcome: Outcome
    teams: Sequence[int]
    offender: int | None = None
    replayed: ReplayedMatch | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, match: ReplayedMatch) -> Trace:
        """Returns the trace of a logged match, whose replay is used."""
        record = match.record
        return cls(
            match_id=record.match_id, source=record.source, game=record.game, params=record.params, seed=record.seed,
            tags=record.tags, seats=[(seat.agent, seat.model or "") for seat in record.seats],
            history=[(step.player, step.choice) for step in record.history], returns=record.returns,
            outcome=record.outcome, teams=record.seat_teams, offender=record.offender, replayed=match)

    @classmethod
    def of_row(cls, row: Any) -> Trace:
        """Returns the trace of a row of :func:`gtarena.load_records`."""
        return cls(
            match_id=row.match_id, source=row.source, game=row.game, params=row.params, seed=row.seed, tags=row.tags,
            seats=[(agent, model or "") for agent, model in zip(row.agents, row.models, strict=True)],
            history=[(player, name if action is None else action) for player, action, name in row.history],
            returns=row.returns, outcome=row.outcome, teams=row.teams,
            offender=None if row.offender is None or isnan(row.offender) else int(row.offender))

    @cached_property
    def end(self) -> Replay:
        """The game after the whole history, replayed once.

        Raises:
            UsageError: the game does not exist or does not take these parameters.
            ValueError: an action is not legal where it stands.
        """
        if self.replayed is not None:
            return self.replayed.replay_to_end()
        replay = Replay(self.game, self.params, self.seed)
        for player, choice in self.history:
            replay.apply(player, choice)
        return replay

    @property
    def node(self) -> Node:
        """Position and path at the end of a match of a custom_games game, finished or not; raises as :attr:`end`."""
        return self.end.node

    def final_state(self) -> pyspiel.State:
        """Returns the terminal state of a finished match; raises as :attr:`end`.

        Raises:
            ValueError: the actions stop before the game is over.
        """
        self.end.require_end()
        return self.end.state

    @property
    def actions(self) -> list[tuple[int, int]]:
        """The ``(player, action)`` steps of a game without texts."""
        return [(player, choice) for player, choice in self.history if not isinstance(choice, str)]


@dataclass(frozen=True)
class Measure:
    """One number about a match, or about one of its players."""

    metric: str
    value: float
    player: int | None = None


@dataclass(frozen=True)
class Importer:
    """Import of a benchmark's published data; a function is ``None`` if the benchmark published no such data.

    ``kind`` is the argument of ``gtarena import`` that selects it, and ``benchmark`` is the name to show. Each function
    reads from the folder that is its first argument and writes to its second one, a file of matches or a folder of
    prompts. It yields its report line by line. ``place`` is the word for the argument with the logs, a folder or a
    file, and ``results`` describes it.
    """

    kind: str
    benchmark: str
    import_logs: Callable[[Path, Path], Iterator[str]] | None = None
    import_prompts: Callable[[Path, Path], Iterator[str]] | None = None
    place: str = "DIR"
    results: str = "a folder of raw results, searched with its subfolders"


class Suite(Protocol[SchemeT, NumbersT]):
    """A published benchmark: its scores, its tables and figures, and the import of its data.

    ``NAME`` is the suite's name in match records. ``SCHEMES`` are its ways of scoring, the default one first.
    ``SCORED`` are the outcomes of the matches that it scores.
    """

    NAME: str
    SCHEMES: tuple[SchemeT, ...]
    SCORED: tuple[Outcome, ...]
    IMPORTERS: tuple[Importer, ...]

    def measures(self, trace: Trace, scheme: SchemeT) -> Iterator[Measure]:
        """Yields the numbers that the benchmark measures in a match with an outcome of ``SCORED``; it may be none.

        Raises:
            ValueError: a logged action is illegal.
        """
        ...

    def extract(self, match: ReplayedMatch, numbers: Sequence[int]) -> NumbersT | None:
        """Returns what tables and figures need of a match, ``None`` if they do not show it.

        What they need of all matches must fit into memory.

        Args:
            match: the match; a game that is not replayed here is replayed afterwards, to see whether it can be.
            numbers: the number of each seat among the different ones of :attr:`gtarena.metrics.frames.SeatRows`.

        Raises:
            ValueError: a logged action is illegal.
            LookupError: the match cannot be scored.
        """
        ...

    def findings(self, found: Sequence[NumbersT], log: ReportedLog) -> Findings:
        """Returns the tables and figures that matches allow, given what was extracted from them and their log."""
        ...
