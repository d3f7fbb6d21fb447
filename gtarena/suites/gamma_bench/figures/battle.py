"""Figure of a Battle Royale: the shots, and the players left (Figure 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtarena.reports.figures import style
from gtarena.suites.gamma_bench.results import MatchResult
from gtarena.suites.gamma_bench.scores import Match
from gtarena.suites.gamma_bench.series import Series, survivors

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

ROW, MOST = 0.24, 20.0  # inches: of a player's row, and of all rows at most


def draw(result: MatchResult) -> Drawing:
    """Draws the shots from left to right over a row per player until it is out, and the number of players left."""
    match = result.match
    above = min(max(ROW * match.rules.players, 1.5), MOST)
    drawing = style.canvas(7.0, above + 2.0)
    grid = drawing.add_gridspec(2, 1, height_ratios=[above, 1.1])
    shots = drawing.add_subplot(grid[0])
    left = drawing.add_subplot(grid[1], sharex=shots)
    shots.tick_params(labelbottom=False)
    _shots(shots, match)
    style.caption([shots, left], str(match.rules.facts.long_name), "shot")
    counts = Series("players left", survivors, (0, match.rules.players))
    style.line_panel(left, counts.label, counts.bounds)
    style.whole_numbers(left.yaxis)
    left.set_xlim(0.4, len(match.position.shots) + 0.6)
    style.line(left, counts.values(match), color=style.BLUE, marker="o", drawstyle="steps-post")
    style.legend(drawing, style.legend_handles(drawing))
    return drawing


def _shots(axes: Axes, match: Match) -> None:
    rules, shots = match.rules, list(enumerate(match.position.shots, start=1))
    seats = range(rules.players)
    out = {shot.target: number for number, shot in shots if shot.hit}
    ends = [out.get(seat, len(shots) + 0.5) for seat in seats]
    axes.hlines(seats, 0.5, ends, color=style.FAINT, linewidth=7, zorder=0)
    for wanted, name, colour, end in ((True, "hit", style.RED, "X"), (False, "missed", style.BLUE, "o")):
        these = [(number, shot) for number, shot in shots if shot.target is not None and shot.hit == wanted]
        at, by = [number for number, _ in these], [shot.shooter for _, shot in these]
        to = [shot.target for _, shot in these]
        axes.vlines(at, by, to, color=colour, linewidth=1.2)
        axes.plot(at, by, ".", color=colour, markersize=7)
        axes.plot(at, to, end, color=colour, markersize=6, markerfacecolor=colour if wanted else "white",
                  label=f"shot at and {name}")
    on_purpose = [(number, shot.shooter) for number, shot in shots if shot.target is None]
    axes.plot([], [], ".", color="black", markersize=7, label="shooter")
    axes.plot([number for number, _ in on_purpose], [seat for _, seat in on_purpose], "D", color=style.GREY,
              markersize=5, label="missed on purpose")
    axes.set_yticks(seats, [f"{rules.name(seat)}, {rules.rate(seat)} %" for seat in seats], fontsize=style.SMALL)
    axes.set_ylim(-0.6, rules.players - 0.4)
    axes.set_ylabel("player, hit rate", fontsize=style.SMALL)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(color=style.GREY)
