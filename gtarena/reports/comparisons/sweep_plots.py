"""Figures and the table of sweeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from gtarena.metrics.columns import batched
from gtarena.metrics.sweeps import MOST_LINES, ScoreSweep, SweepGrid, SweepLine
from gtarena.reports.figures import sweep_lines
from gtarena.reports.sections import Figure

if TYPE_CHECKING:
    import pandas as pd

MOST_GAMES = 6  # of a figure
MOST_FIGURES = 12


def figures(sweeps: Sequence[ScoreSweep]) -> Iterator[Figure]:
    """Yields the plots of every setting, the first of each setting before the second of any, up to a bound."""
    listed = [list(_figures(sweep)) for sweep in sweeps]
    longest = max(map(len, listed), default=0)
    in_turn = (plots[place] for place in range(longest) for plots in listed if place < len(plots))
    yield from islice(in_turn, MOST_FIGURES)


def _figures(sweep: ScoreSweep) -> Iterator[Figure]:
    games = sorted({line.game for line in sweep.lines})
    for some_games in batched(games, MOST_GAMES):
        lines = [line for line in sweep.lines if line.game in some_games]
        parts = list(batched(dict.fromkeys(line.name for line in lines), MOST_LINES))
        for number, names in enumerate(parts, start=1):
            drawn = [line for line in lines if line.name in names]
            shown = [game for game in some_games if any(line.game == game for line in drawn)]
            part = f", part {number} of {len(parts)}" if len(parts) > 1 else ""
            yield Figure(f"sweep {sweep.setting} {shown[0]}", f"{_title(sweep, drawn, shown)}{part}", partial(
                sweep_lines.draw, sweep, drawn, shown))


def _title(sweep: ScoreSweep, lines: Sequence[SweepLine], games: Sequence[str]) -> str:
    pooled = f", means over {' and '.join(sweep.pooled)}" if sweep.pooled else ""
    failures = ("; below, replies without a legal move and, dotted, matches that did not finish"
                if sweep_lines.has_failures(lines) else "")
    return f"Score by {sweep.setting} in {', '.join(games)}, with 95 % intervals{pooled}{failures}"


def frame_sweeps(swept: Sequence[ScoreSweep | SweepGrid]) -> pd.DataFrame:
    """Returns a row per setting, game, agent and value, with the values of the other settings that stay apart."""
    import pandas as pd

    return pd.DataFrame([{
        "setting": sweep.setting, "game": line.game, "agent": line.agent,
        "other_settings": " ".join(f"{name}={value}" for name, value in line.others), "value": point.value,
        "measure": line.score, "score": point.score, "low_95": point.low, "high_95": point.high,
        "matches": point.matches, "illegal_rate": point.illegal_rate, "unfinished_rate": point.unfinished,
    } for sweep in swept for line in sweep.lines for point in line.points])
