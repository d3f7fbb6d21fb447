"""How the benchmarks' figures look: colours, panels, legends. All is set on the drawing itself, nothing globally."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gtarena.formatting import one_line

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Drawing

# The colours of Okabe and Ito, which people with any colour vision tell apart.
BLUE, ORANGE, GREEN, RED = "#0072B2", "#E69F00", "#009E73", "#D55E00"
COLOURS = (BLUE, ORANGE, GREEN, RED, "#CC79A7", "#56B4E9", "#444444")
GREY, FAINT, BAND = "#9A9A9A", "#E4E4E4", "#F3F3F3"
LINES: Sequence[Any] = ("-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)))
MARKERS = "osD^vPX"

TEXT, SMALL, TINY = 8.0, 7.0, 6.0  # points
MARGIN = 0.04  # of the height, above and below known bounds
BELOW_AXIS = 4.6  # letters' heights: the numbers and the name of the axis
LEGEND_HANDLE, LETTER = 0.6, 0.062  # inches
PAD = 0.06  # inches around everything
LONGEST_NAME = 32


def labels(names: Sequence[str], longest: int = LONGEST_NAME) -> list[str]:
    """Names that others wrote, as labels: short, on one line, no formulas, and still all different if they were."""
    shortened = [_label(name, longest) for name in names]
    return [text if text not in shortened[:place] else f"{text} ({shortened[:place].count(text) + 1})"
            for place, text in enumerate(shortened)]


def heading(text: str, letters: int) -> str:
    """Text that others wrote as a title of up to two lines, each of about so many letters."""
    return "\n".join(wrap(_label(text, 2 * letters), letters))


def _label(name: str, longest: int) -> str:
    line = one_line(name)
    if len(line) > longest:
        half = (longest - 1) // 2
        line = f"{line[:half]}…{line[-half:]}"  # versions and sizes of models stand at the end
    escaped = line.replace("$", r"\$")
    return f" {escaped}" if escaped.startswith("_") else escaped  # matplotlib lists nothing that starts with _


def canvas(width: float, height: float) -> Drawing:
    """An empty drawing, in inches."""
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(width, height))
    drawing.set_layout_engine("constrained", w_pad=PAD, h_pad=PAD)
    return drawing


def cells(
    parts: Sequence[int], across: int = 4, width: float = 2.6, height: float = 2.8
) -> tuple[Drawing, list[list[Axes]]]:
    """A drawing with a cell per number, each of as many panels on top of one another, rounds being common to these.

    At most ``across`` cells, of this width and height in inches, stand side by side.
    """
    rows = ceil(len(parts) / across)
    columns = ceil(len(parts) / rows)
    drawing = canvas(max(width * columns, 4.5), height * rows + 0.4)
    grid = drawing.add_gridspec(rows, columns)
    panels = []
    for place, number in enumerate(parts):
        inside = grid[divmod(place, columns)].subgridspec(number, 1)
        stack = [drawing.add_subplot(inside[0])]
        stack += [drawing.add_subplot(inside[part], sharex=stack[0]) for part in range(1, number)]
        for upper in stack[:-1]:
            upper.tick_params(labelbottom=False)
        panels.append(stack)
    return drawing, panels


def caption(stack: Sequence[Axes], title: str, rounds: str = "round") -> None:
    """The title above the first panel of a cell and the name of the rounds below the last one."""
    stack[0].set_title(title, fontsize=TEXT, loc="left")
    stack[-1].set_xlabel(rounds, fontsize=SMALL)


def plain(axes: Axes, label: str, bounds: tuple[float, float] | None = None) -> None:
    """What all panels with lines have in common: rounds are whole, known bounds are kept, lines stand out."""
    from matplotlib.ticker import MaxNLocator

    axes.set_ylabel(label, fontsize=SMALL)
    axes.tick_params(labelsize=SMALL, color=GREY)
    whole(axes.xaxis)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if bounds:
        low, high = bounds
        axes.set_ylim(low - MARGIN * (high - low), high + MARGIN * (high - low))


def whole(axis: Axis) -> None:
    """Only whole numbers along this axis."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=1))


def line(axes: Axes, values: npt.NDArray[np.float64], name: str = "", **look: Any) -> None:
    """A line over rounds, which count from 1; a lone round is a point. Without a name it is not in the legend."""
    marker = "o" if np.count_nonzero(~np.isnan(values)) == 1 else look.pop("marker", None)
    rounds = np.arange(1, len(values) + 1)
    axes.plot(rounds, values, label=name or "_", **{"linewidth": 1.4, "markersize": 3, **look, "marker": marker})


def looks(names: Sequence[str]) -> list[dict[str, Any]]:
    """How the lines of these names look: darker to lighter if all are numbers, which have an order, else all different.
    """
    import matplotlib

    if len(names) > 2 and all(map(_is_number, names)):
        shades = matplotlib.colormaps["viridis"](np.linspace(0, 0.88, len(names)))
        return [{"color": tuple(shade)} for shade in shades.tolist()]
    return [{"color": COLOURS[place % len(COLOURS)], "linestyle": LINES[place // len(COLOURS) % len(LINES)]}
            for place in range(len(names))]


def marks(number: int) -> list[dict[str, Any]]:
    """So many kinds of points that all look different, without colour too as far as there are shapes."""
    return [{"color": COLOURS[place % len(COLOURS)], "marker": MARKERS[(place + place // len(COLOURS)) % len(MARKERS)]}
            for place in range(number)]


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True


def named(drawing: Drawing) -> list[Artist]:
    """Everything in the panels that has a name, every name once: the first that has it."""
    found: dict[str, Artist] = {}
    for axes in drawing.axes:
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(name, handle)
    return list(found.values())


def legend(drawing: Drawing, handles: Sequence[Artist], title: str = "") -> None:
    """One legend for all panels, below them; none if there is nothing to tell."""
    if handles:
        columns = _legend_columns([str(handle.get_label()) for handle in handles], drawing.get_figwidth())
        drawing.legend(
            handles=handles, loc="outside lower center", ncols=columns, fontsize=TEXT, frameon=False,
            title=title, title_fontsize=TEXT)


def own_legend(axes: Axes, title: str, width: float) -> None:
    """A legend of one panel, below it; ``width`` is what there is room for, in inches."""
    handles, names = axes.get_legend_handles_labels()
    axes.legend(
        handles, names, loc="upper center", bbox_to_anchor=(0.45, 0), borderaxespad=BELOW_AXIS,
        ncols=_legend_columns(names, width), title=title, title_fontsize=SMALL, fontsize=SMALL,
        frameon=False, columnspacing=1.0, handlelength=1.8)


def _legend_columns(names: Sequence[str], width: float) -> int:
    return max(1, min(len(names), int(width / (LEGEND_HANDLE + LETTER * max(map(len, names))))))
