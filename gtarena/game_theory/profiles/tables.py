"""Tables of profiles: a tidy CSV with a row per finding, and a table for the terminal."""

import math
from collections.abc import Sequence

from gtarena.game_theory.profiles.collection import Profiles
from gtarena.game_theory.profiles.findings import Finding, group_scales
from gtarena.reports.spreadsheets import csv_text
from gtarena.reports.tables import Cell, Table

COLUMNS = ("agent", "game", "measure", "value", "low", "high", "unit", "condition", "count", "counted", "source",
           "note")
DIGITS, PERCENT_DIGITS, DOLLAR_DIGITS = 3, 1, 4


def tidy_csv(findings: Sequence[Finding]) -> str:
    """Returns the findings as CSV, a row each; cells of what is not known are empty."""
    return csv_text([COLUMNS, *(_row(each) for each in findings)])


def _row(each: Finding) -> list[float | str]:
    numbers = ("" if math.isnan(number) else number for number in (each.value, each.low, each.high))
    return [each.agent, each.game, each.measure, *numbers, each.about.unit, each.condition, each.count, each.counted,
            each.source, each.note]


def summary_table(profiles: Profiles) -> Table:
    """Returns the table with a row per measure and game, and a column per agent."""
    rows = []
    for scale in group_scales(profiles.findings):
        found = {each.agent: _cell(each) for each in scale}
        first = scale[0]
        label = ", ".join(filter(None, (first.about.title, first.game, first.condition)))
        rows.append((f"{label} (%)" if first.about.share else label,
                     tuple(found.get(agent) for agent in profiles.agents)))
    return Table("profiles", "Profiles, with 95 % intervals", tuple(profiles.agents), tuple(rows), label="measure")


def _cell(each: Finding) -> Cell | None:
    if math.isnan(each.value) and not (math.isfinite(each.low) or math.isfinite(each.high)):
        return None
    value, low, high = (number * (100 if each.about.share else 1) for number in (each.value, each.low, each.high))
    digits = PERCENT_DIGITS if each.about.share else DOLLAR_DIGITS if each.measure == "cost" else DIGITS
    return Cell(value, low=low, high=high, digits=digits)
