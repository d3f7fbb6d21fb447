"""Figures of the seven abilities: radar charts, their areas, and the win rate (Figures 1, 4 and 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING

from gtarena.formatting import one_line
from gtarena.reports.figures import bars, radar, style
from gtarena.reports.sections import Figure
from gtarena.suites.magic.ability_differences import find_ability_differences
from gtarena.suites.magic.ability_frames import abilities_frame
from gtarena.suites.magic.belief_pairs import Pair, belief_pairs
from gtarena.suites.magic.results import NO_BELIEFS
from gtarena.suites.magic.scores import ABILITIES, Scheme
from gtarena.suites.magic.tables import title as heading

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

CORNERS = {ability: heading(ability) for ability in ABILITIES}
MARK = "*"  # beside an ability in which a pair differs beyond noise

_WIDTH, _BAR_WIDTH, _RADAR_HEIGHT, _BARS_HEIGHT, _NOTE_ROW = 7.4, 0.85, 4.2, 2.6, 0.15  # inches
_NOTE_LETTERS = 120
_SHORT_CORNERS = dict(zip(
    ABILITIES, ("Judge.", "Reason.", "Decept.", "Self-aware.", "Cooper.", "Coord.", "Rational."), strict=True))


def figures(matches: pd.DataFrame, scheme: Scheme) -> Iterator[Figure]:
    """Yields the abilities of the challengers without beliefs, of those with them, and of pairs of both.

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
        scheme: the formulas, one of :data:`gtarena.suites.magic.scores.SCHEMES`.
    """
    table = abilities_frame(matches, scheme)
    aware = set(matches.loc[matches["beliefs"] != NO_BELIEFS, "challenger"])
    yield from charts(table, aware, f"({scheme})")
    pairs = [pair for pair in belief_pairs(matches) if set(_measured(table).index).issuperset(pair)]
    if pairs:
        yield Figure("abilities in pairs", f"Abilities of challengers without and with beliefs ({scheme})",
                     partial(_draw_pairs, table, _differing(matches, pairs, scheme)))


def charts(table: pd.DataFrame, aware: Collection[str], words: str) -> Iterator[Figure]:
    """Yields the abilities of the challengers without beliefs, and of those with them.

    Args:
        table: the frame of :func:`gtarena.suites.magic.ability_frames.abilities_frame`.
        aware: the challengers with beliefs.
        words: the end of the titles.
    """
    table = _measured(table).sort_values("area", ascending=False, kind="stable")
    for name, who, rows in (("abilities", "challengers", table[~table.index.isin(aware)]),
                            ("abilities with beliefs", "challengers with beliefs", table[table.index.isin(aware)])):
        if len(rows):
            yield Figure(name, f"Abilities, their radar area and win rate of {who} {words}", partial(_draw, rows))


def _measured(table: pd.DataFrame) -> pd.DataFrame:
    return table.dropna(subset=list(ABILITIES), how="all")


def _differing(matches: pd.DataFrame, pairs: Sequence[Pair], scheme: Scheme) -> dict[Pair, list[str]]:
    """Returns the abilities in which each pair differs beyond noise."""
    found = find_ability_differences(matches, pairs, scheme)
    return {pair: [each.ability for each in found if each.pair == pair and each.difference.beyond_noise]
            for pair in pairs}


def _draw(rows: pd.DataFrame) -> Drawing:
    """Draws a polygon per challenger, and below them bars of the areas and a line of the win rates, if known."""
    notes = _notes(rows)
    width = max(_WIDTH, _BAR_WIDTH * len(rows))
    totals = rows[["area", "win_rate"]].dropna(how="all")
    heights = [_RADAR_HEIGHT, _BARS_HEIGHT] if len(totals) else [_RADAR_HEIGHT]
    drawing = style.canvas(width, sum(heights) + _NOTE_ROW * len(notes))
    places = drawing.add_gridspec(len(heights), 2, height_ratios=heights, width_ratios=(2, 1))
    chart = radar.chart(drawing, places[0, 0], radar.Panel(_polygons(rows), list(CORNERS.values())))
    beside = drawing.add_subplot(places[0, 1], frameon=False, xticks=[], yticks=[])
    beside.legend(*chart.get_legend_handles_labels(), loc="center left", fontsize=style.SMALL, frameon=False,
                  handlelength=3.5)
    if len(totals):
        bars.with_line(drawing.add_subplot(places[1, :]), list(totals.index), list(totals["area"]),
                       list(totals["win_rate"]), ("area of the polygon", "win rate, per cent"))
    if notes:
        drawing.supxlabel("\n".join(notes), fontsize=style.SMALL, parse_math=False)
    return drawing


def _draw_pairs(table: pd.DataFrame, pairs: Mapping[Pair, Collection[str]]) -> Drawing:
    """Draws a panel for each pair, with a mark beside the abilities in which it differs beyond noise."""
    panels = [radar.Panel(_polygons(table.loc[[pair.vanilla, pair.aware]]), _marked_corners(marked))
              for pair, marked in pairs.items()]
    return radar.grid(panels, f"{MARK} the abilities of the two differ beyond noise, as in the tables of differences")


def _marked_corners(marked: Collection[str]) -> list[str]:
    return [f"{words} {MARK}" if ability in marked else words for ability, words in _SHORT_CORNERS.items()]


def _polygons(rows: pd.DataFrame) -> dict[str, list[float]]:
    return {str(who): [float(row[ability]) for ability in ABILITIES] for who, row in rows.iterrows()}


def _notes(rows: pd.DataFrame) -> list[str]:
    """Returns lines that name the abilities without a value, which are gaps in the drawing."""
    gaps = {who: [CORNERS[ability] for ability, value in zip(ABILITIES, values, strict=True) if value != value]
            for who, values in _polygons(rows).items()}
    listed = "; ".join(f"{one_line(who, 60)}: {', '.join(names)}" for who, names in gaps.items() if names)
    return wrap(f"Without a value, and so without an area: {listed}", _NOTE_LETTERS) if listed else []
