"""Frames as tables of Arrow and of polars, with as little copying as their columns allow."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gtarena.errors import UsageError
from gtarena.system.extras import require_extra

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def _as_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _as_steps(history: Any) -> list[dict[str, Any]]:
    return [dict(zip(("player", "action", "name"), step, strict=True)) for step in history]


# Columns of matches that Arrow has no type for, with what makes one that it has: dictionaries, whose values have no
# common type, and tuples of several types.
CONVERTED: Mapping[str, Callable[[Any], Any]] = {"params": _as_json, "tags": _as_json, "history": _as_steps}


def to_arrow(frame: pd.DataFrame) -> pa.Table:
    """Returns a frame, such as those of :func:`gtarena.load_seats`, as a table of Arrow, without its index.

    The table has the frame's own memory for numbers, for the codes of categories and, with pandas 3, for texts. A
    change of values in the frame would be one in the table, so change a copy. Truth values, lists and every second row
    (``frame[::2]``) are copied. Where values are missing, NaN among them, a bit per row says so. ``params`` and
    ``tags`` become JSON, and ``history`` a list of ``player``, ``action`` and ``name``, as in Parquet files.

    Raises:
        UsageError: pyarrow is not installed.
    """
    require_extra("gtarena.to_arrow", "report")
    import pyarrow as pa

    plain = {name: frame[name].map(convert) for name, convert in CONVERTED.items() if name in frame}
    return pa.Table.from_pandas(frame.assign(**plain) if plain else frame, preserve_index=False)


def to_polars(frame: pd.DataFrame) -> Any:
    """Returns a frame as a ``polars.DataFrame``, by way of :func:`to_arrow`.

    Numbers have the memory of the frame, and so have the letters of texts of more than 12 bytes; of every text polars
    makes a view of 16 bytes. Categories get new codes.

    Raises:
        UsageError: polars or pyarrow is not installed.
    """
    try:
        polars = importlib.import_module("polars")
    except ImportError as error:
        raise UsageError("gtarena.to_polars needs polars, which is not installed: python -m pip install polars"
                         ) from error
    return polars.from_arrow(to_arrow(frame))
