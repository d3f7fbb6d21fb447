"""CSV files whose texts no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas as pd

Quoting = Literal[0, 2]  # csv.QUOTE_MINIMAL or csv.QUOTE_NONNUMERIC

GUARD = "'"
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_STRIPPED = ("\t", "\r")  # spreadsheets drop these at the start of a cell


def guard_cell(text: str) -> str:
    """Returns a cell that no spreadsheet takes for a formula, behind an apostrophe; :func:`unguarded` takes it away."""
    harmful = text.startswith((GUARD, *_STRIPPED)) or text.lstrip().startswith(_FORMULA)
    return f"{GUARD}{text}" if harmful else text


def unguard_cell(cell: str) -> str:
    """Returns the text of a cell that :func:`guarded` has made."""
    return cell.removeprefix(GUARD)


def guard_frame(frame: pd.DataFrame) -> pd.DataFrame:
    """Returns a frame with :func:`guarded` texts, in which numbers stay numbers."""
    texts = frame.select_dtypes(exclude=["number", "bool"])
    return frame.assign(**{
        str(name): [guard_cell(cell) if isinstance(cell, str) else cell for cell in column]
        for name, column in texts.items()})


def csv_text(rows: Iterable[Sequence[float | str]], quoting: Quoting = csv.QUOTE_MINIMAL) -> str:
    """Returns rows of cells as CSV, with :func:`guarded` texts."""
    file = io.StringIO()
    cells = ([guard_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    csv.writer(file, lineterminator="\n", quoting=quoting).writerows(cells)
    return file.getvalue()
