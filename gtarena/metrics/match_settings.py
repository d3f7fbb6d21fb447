"""Settings of matches as columns of frames: those of the game and of the run, and those of the agent in a seat."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gtarena.logs.records import MatchRecord, Seat
from gtarena.metrics.columns import choose_columns
from gtarena.metrics.job_matches import JobMatches
from gtarena.metrics.saved_settings import SEED, SavedSettings
from gtarena.metrics.setting_columns import NO_SETTINGS, DistinctSettings

if TYPE_CHECKING:
    import pandas as pd

OF_AGENT, OF_GAME, OF_RUN = "agent.", "game.", "run."  # before the names of settings
# Columns with the numbers of settings, until those of the settings take their place.
NUMBERS = AGENT_NUMBER, GAME_NUMBER, RUN_NUMBER = "agent.number", "game.number", "run.number"


class _Source(NamedTuple):
    """Origin of a column: the settings, the name among them, and the column that has the numbers of its rows."""

    settings: DistinctSettings
    name: str
    numbers: str


class MatchSettings:
    """Settings of matches, by which rows are numbered while a log is read and which become columns of its frame.

    The column of a game's setting begins with ``game.`` and that of a run's with ``run.``, but the run's seed is
    ``seed`` if that is none of ``fixed``. That of an agent's has its own name, or begins with ``agent.`` where the name
    is a column already or begins with one of these words.
    """

    def __init__(self, matches: JobMatches, fixed: Sequence[str], wanted: Collection[str] | None) -> None:
        self._fixed, self._wanted = fixed, [wanted] if isinstance(wanted, str) else wanted
        self._agents, self._games, self._runs = DistinctSettings(), DistinctSettings(), DistinctSettings()
        self._of_runs = self._wanted is None or any(
            str(name).startswith(OF_RUN) or name == self._run_column(SEED) for name in self._wanted)
        self._saved = SavedSettings(matches.folders() if self._of_runs else ())

    def of_match(self, record: MatchRecord, folder: Path) -> dict[str, int]:
        """Returns the numbers of the settings of a match whose log is in the folder, by ``NUMBERS``."""
        saved = self._saved.of(record, folder) if self._of_runs else None
        return {AGENT_NUMBER: NO_SETTINGS, GAME_NUMBER: self._games.add(json.dumps(record.params), record.params),
                RUN_NUMBER: NO_SETTINGS if saved is None else self._runs.add(str(folder), saved)}

    def of_agent(self, seat: Seat) -> dict[str, int]:
        """Returns the number of the settings of the agent in a seat, by its column of ``NUMBERS``."""
        return {AGENT_NUMBER: self._agents.add(json.dumps(seat.params), seat.params)}

    def fixed(self) -> list[str]:
        """Returns the wanted columns that are no settings."""
        return [name for name in self._fixed if self._wanted is None or name in self._wanted]

    def have_columns(self) -> bool:
        """Returns whether a wanted column is none of the fixed ones, and so that of a setting."""
        return self._wanted is None or not set(self._wanted) <= set(self._fixed)

    def choose(self) -> tuple[str, ...]:
        """Returns the wanted columns in their order, or all: the fixed ones, and those of the settings seen so far.

        Raises:
            UsageError: there is no such column.
        """
        return choose_columns(self._wanted, (*self._fixed, *self._sources()))

    def put_in_place(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Returns a frame with the columns of :meth:`choose`; those of settings come in place of their numbers."""
        import pandas as pd

        names, sources = self.choose(), self._sources()
        columns = {}
        for name in names:
            if name in sources:
                settings, own_name, numbers = sources[name]
                columns[name] = settings.column(own_name, frame[numbers].to_numpy("int64"))
        fixed = frame[[name for name in names if name not in sources]]
        # At once: a frame to which many columns are added one by one is slow.
        return pd.concat([fixed, pd.DataFrame(columns, index=frame.index)], axis="columns")[list(names)]

    def _sources(self) -> dict[str, _Source]:
        """Returns where the column of each setting comes from, by its name."""
        found: dict[str, _Source] = {}
        for name in self._agents.names():
            found[self._agent_column(name)] = _Source(self._agents, name, AGENT_NUMBER)
        for name in self._games.names():
            found[OF_GAME + name] = _Source(self._games, name, GAME_NUMBER)
        for name in sorted({SEED, *self._runs.names()}):
            found[self._run_column(name)] = _Source(self._runs, name, RUN_NUMBER)
        return found

    def _run_column(self, name: str) -> str:
        return SEED if name == SEED and SEED not in self._fixed else OF_RUN + name

    def _agent_column(self, name: str) -> str:
        taken = name in (*self._fixed, SEED) or name.startswith((OF_AGENT, OF_GAME, OF_RUN))
        return OF_AGENT + name if taken else name
