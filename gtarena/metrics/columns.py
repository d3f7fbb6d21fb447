"""Columns of frames and Parquet files: their types and meanings, and which of them were asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from gtarena.errors import UsageError, suggest_names
from gtarena.system.exhaustion import require_room

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Kind = Literal["text", "whole", "number", "truth", "texts", "wholes", "numbers", "steps"]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Column:
    """A column of a table. Its meaning is a phrase for people; any value may be missing."""

    name: str
    kind: Kind
    meaning: str


def schema(columns: Iterable[Column]) -> pa.Schema:
    """Returns the columns as a schema of Arrow, which Parquet files, pandas and polars understand alike."""
    require_room()
    import pyarrow as pa

    step = pa.struct([("player", pa.int64()), ("action", pa.int64()), ("name", pa.string())])
    types = {
        "text": pa.string(), "whole": pa.int64(), "number": pa.float64(), "truth": pa.bool_(),
        "texts": pa.list_(pa.string()), "wholes": pa.list_(pa.int64()), "numbers": pa.list_(pa.float64()),
        "steps": pa.list_(step),
    }
    return pa.schema([pa.field(column.name, types[column.kind]) for column in columns])


def collect_columns(rows: Iterable[dict[str, Any]], names: Sequence[str]) -> dict[str, list[Any]]:
    """Returns these columns of the rows, each as a list."""
    # Column by column: as dictionaries, the rows of a long log would take several times the memory.
    values: dict[str, list[Any]] = {name: [] for name in names}
    for row in rows:
        for name, listed in values.items():
            listed.append(row[name])
    return values


def make_frame(values: Mapping[str, list[Any]], kinds: Mapping[str, Kind]) -> pd.DataFrame:
    """Returns a frame in which columns of known kinds have the same types whatever is missing, so that batches fit."""
    import pandas as pd

    frame = pd.DataFrame(values, dtype=None if next(iter(values.values())) else "object")
    types: dict[str, Any] = {
        "text": pd.Series(["", None]).dtype, "whole": "int64", "number": "float64", "truth": "bool"}
    return frame.astype({name: types[kinds[name]] for name in values if name in kinds})


def choose_columns(wanted: Collection[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    """Returns the names of the wanted columns in their order, or of all of them if ``wanted`` is ``None``.

    Raises:
        UsageError: there is no such column, none is wanted, or one is wanted twice.
    """
    if wanted is None:
        return tuple(known)
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    for name in names:
        if name not in known:
            close = suggest_names(str(name), known)
            raise UsageError(f"there is no column {name!r}{close} (columns: {', '.join(known)})")
    if not names or len(set(names)) < len(names):
        raise UsageError(f"columns={names} is not a list of different columns (there are: {', '.join(known)})")
    return tuple(names)


def check_batches(rows: int) -> None:
    """Checks the number of rows of a batch.

    Raises:
        UsageError: it is not a whole number of at least 1.
    """
    if not isinstance(rows, int) or isinstance(rows, bool) or rows < 1:
        raise UsageError(f"batches={rows} is not a number of rows: pass a whole number of at least 1")


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yields the items in lists of ``size``, and the rest of them last."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch


def pick_columns(rows: Iterable[dict[str, Any]], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yields the rows with only these columns."""
    return ({name: row[name] for name in names} for row in rows)
