"""Tables of profiles: a tidy CSV with a row per finding, and a table for the terminal."""

import math
from collections.abc import Sequence
from itertools import groupby

from gtarena.game_theory.profiles.collection import Profiles
from gtarena.game_theory.profiles.findings import Finding, group_scales
from gtarena.game_theory.profiles.measures import MEASURES, Measure
from gtarena.reports.spreadsheets import csv_text
from gtarena.reports.tables import Cell, Table
from gtarena.reports.terminal import MOST_PARTS

COLUMNS = ("agent", "game", "measure", "value", "low", "high", "unit", "condition", "count", "counted", "source",
           "note")
DIGITS, PERCENT_DIGITS, DOLLAR_DIGITS = 3, 1, 4
MOST_COLUMNS = MOST_PARTS


def tidy_csv(findings: Sequence[Finding]) -> str:
    """Returns the findings as CSV, a row each; cells of what is not known are empty."""
    return csv_text([COLUMNS, *(_row(each) for each in findings)])


def _row(each: Finding) -> list[float | str]:
    numbers = ("" if math.isnan(number) else number for number in (each.value, each.low, each.high))
    return [each.agent, each.game, each.measure, *numbers, each.about.unit, each.condition, each.count, each.counted,
            each.source, each.note]


def summary_tables(profiles: Profiles) -> list[Table]:
    """Returns the tables of all measures: a row for each agent, and a column for each game and condition.

    A measure of more than ``MOST_COLUMNS`` has several tables, as a terminal divides a table into so many parts.
    """
    return [table for measure, scales in groupby(group_scales(profiles.findings), lambda scale: scale[0].measure)
            for table in _tables(MEASURES[measure], list(scales), profiles.agents)]


def _tables(about: Measure, scales: Sequence[Sequence[Finding]], agents: Sequence[str]) -> list[Table]:
    columns = tuple(f"{scale[0].game} {scale[0].condition}".strip() for scale in scales)
    cells = {(each.agent, column): _cell(each) for column, scale in zip(columns, scales, strict=True) for each in scale}
    found = dict.fromkeys(agent for agent in agents if any((agent, column) in cells for column in columns))
    rows = tuple((agent, tuple(cells.get((agent, column)) for column in columns)) for agent in found)
    title = f"{about.title} ({'%' if about.share else about.unit})"
    return Table(title, title, columns, rows, label="agent").divide(math.ceil(len(columns) / MOST_COLUMNS))


def _cell(each: Finding) -> Cell | None:
    if math.isnan(each.value) and not (math.isfinite(each.low) or math.isfinite(each.high)):
        return None
    value = math.nan if each.is_bound else each.value
    value, low, high = (number * (100 if each.about.share else 1) for number in (value, each.low, each.high))
    digits = PERCENT_DIGITS if each.about.share else DOLLAR_DIGITS if each.measure == "cost" else DIGITS
    return Cell(value, low=low, high=high, digits=digits)
