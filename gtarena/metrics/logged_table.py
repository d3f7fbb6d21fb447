"""Tables of logs, which become one frame or, for logs that do not fit into memory, a frame per batch of rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, overload

from gtarena.logs.records import MatchRecord
from gtarena.metrics.columns import Kind, batched, check_batches, collect_columns, make_frame
from gtarena.metrics.job_matches import JobMatches
from gtarena.metrics.match_settings import NUMBERS, MatchSettings

if TYPE_CHECKING:
    import pandas as pd


class LoggedTable(ABC):
    """Table with rows for every match of a log, of fixed columns and of columns of settings.

    ``KINDS`` are the kinds of fixed columns. A whole frame is ``SORTED_BY`` some of them.
    """

    KINDS: ClassVar[Mapping[str, Kind]]
    SORTED_BY: ClassVar[Sequence[str]]

    def __init__(self, matches: JobMatches, fixed: Sequence[str], wanted: Collection[str] | None) -> None:
        self.matches, self.settings = matches, MatchSettings(matches, fixed, wanted)

    @abstractmethod
    def number(self, record: MatchRecord, folder: Path) -> dict[str, Any]:
        """Returns the numbers of the settings of a match, which are known from then on."""

    @abstractmethod
    def rows(self, record: MatchRecord, folder: Path) -> Iterator[dict[str, Any]]:
        """Yields the rows of a match, with the numbers of its settings; the folder is that of its log."""

    def finish(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Returns a frame of fixed columns as it is to be."""
        return frame

    @overload
    def load(self, batches: None) -> pd.DataFrame: ...

    @overload
    def load(self, batches: int) -> Iterator[pd.DataFrame]: ...

    @overload
    def load(self, batches: int | None) -> pd.DataFrame | Iterator[pd.DataFrame]: ...

    def load(self, batches: int | None) -> pd.DataFrame | Iterator[pd.DataFrame]:
        """Returns the table as one frame, or frames of ``batches`` rows each, in the order of the files.

        Raises:
            UsageError: there is no column of this name, or ``batches`` is no number of rows.
        """
        if batches is not None:
            return self._load_parts(batches)
        fixed = dict.fromkeys((*self.settings.fixed(), *self.SORTED_BY, *NUMBERS))
        frame = self._frame(self._rows(), list(fixed)).sort_values(list(self.SORTED_BY), ignore_index=True)
        return self.settings.put_in_place(frame)

    def _load_parts(self, size: int) -> Iterator[pd.DataFrame]:
        check_batches(size)
        if self.settings.have_columns() or "settings" in self.settings.fixed():
            for record, folder in self.matches:  # what settings there are is known at the end alone
                self.number(record, folder)
        self.settings.choose()
        names = [*self.settings.fixed(), *NUMBERS]
        return (self.settings.put_in_place(self._frame(part, names)) for part in batched(self._rows(), size))

    def _frame(self, rows: Iterable[dict[str, Any]], names: Sequence[str]) -> pd.DataFrame:
        return self.finish(make_frame(collect_columns(rows, names), self.KINDS))

    def _rows(self) -> Iterator[dict[str, Any]]:
        for record, folder in self.matches:
            yield from self.rows(record, folder)
