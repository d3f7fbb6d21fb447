"""Tables of the metrics that plug-ins add."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd
from pandas.api.types import is_integer_dtype

from gtarena import plugins
from gtarena.metrics.added_metrics import Metric
from gtarena.metrics.frames import load_records
from gtarena.reports.sections import Findings, Section, write_section
from gtarena.reports.tables import Cell, Table
from gtarena.system.files import make_subfolder

SECTION, SCHEME = "metrics", "tables"
ABOUT = "Metrics that plug-ins add."
DIGITS = 3

_log = logging.getLogger(__name__)


def write_added_metrics(paths: Sequence[Path], seats: pd.DataFrame, out: Path) -> list[Section]:
    """Writes the tables of the metrics of all plug-ins into a folder in ``out``; returns no section if there are none.

    Args:
        paths: the logs, of which the metrics of matches are computed.
        seats: a row per seat of these logs.
        out: the folder of the report.
    """
    metrics: Mapping[str, Metric] = plugins.added("metrics")
    if not metrics:
        return []
    frames = {"seats": seats}
    if any(metric.rows == "matches" for metric in metrics.values()):
        frames["matches"] = load_records(*paths)
    tables = list(_tables(metrics, frames))
    section = write_section(SECTION, frozenset(), Findings({SCHEME: tables}, []), make_subfolder(out, SECTION))
    return [replace(section, about=ABOUT)]


def _tables(metrics: Mapping[str, Metric], frames: Mapping[str, pd.DataFrame]) -> Iterator[Table]:
    for name, metric in metrics.items():
        try:
            yield as_table(name, metric.title or name, metric.compute(frames[metric.rows].copy()))
        except Exception as error:  # noqa: BLE001  (whatever a function of others raises, the report has the rest)
            _log.warning("the metric %s is left out: %s: %s", name, type(error).__name__, error)


def as_table(name: str, title: str, frame: pd.DataFrame) -> Table:
    """Returns a frame as a table of a report, in which columns of whole numbers have no decimals.

    Raises:
        ValueError: a column is not numeric.
    """
    numbers = frame.astype(float)
    digits = [0 if is_integer_dtype(kind) else DIGITS for kind in frame.dtypes]
    rows = tuple(
        (", ".join(map(str, label)) if isinstance(label, tuple) else str(label),
         tuple(None if pd.isna(value) else Cell(float(value), digits=shown)
               for value, shown in zip(values, digits, strict=True)))
        for label, values in zip(numbers.index, numbers.to_numpy(), strict=True))
    heading = " ".join(str(part) for part in numbers.index.names if part is not None) or "row"
    return Table(name, title, tuple(map(str, numbers.columns)), rows, label=heading)
