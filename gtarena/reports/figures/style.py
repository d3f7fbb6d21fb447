"""Style of figures: colours, labels, panels and legends. Nothing is set in matplotlib's global settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
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
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure as Drawing

# The palette of Okabe and Ito, distinguishable with any colour vision.
BLUE, ORANGE, GREEN, RED = "#0072B2", "#E69F00", "#009E73", "#D55E00"
COLOURS = (BLUE, ORANGE, GREEN, RED, "#CC79A7", "#56B4E9", "#444444")
GAINS = (RED, "#FFFFFF", BLUE)  # from behind over even to ahead
GREY, FAINT, BAND = "#9A9A9A", "#E4E4E4", "#F3F3F3"
LINES: Sequence[Any] = ("-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)), (0, (9, 2.5)))
MARKERS = "osD^vPX"

TEXT, SMALL, TINY = 8.0, 7.0, 6.0  # points
MARGIN = 0.04  # of the range of an axis, added at either end
BELOW_AXIS = 4.6  # font sizes: the tick labels and the label of the x axis
LEGEND_HANDLE, LETTER = 0.6, 0.062  # inches: the width of a handle with its gaps, and that of an average letter
PAD = 0.06  # inches around everything
_SHADES = 48  # of a colour map; a colour bar of more would be a picture of pixels in a vector file
LABEL_LETTERS = 48  # most letters of a label

_agents: ContextVar[tuple[str, ...]] = ContextVar("agents", default=())


@contextmanager
def colour_agents(names: Sequence[str]) -> Iterator[None]:
    """Gives each of these agents one colour in all figures that are drawn inside, that of its place among them."""
    token = _agents.set(tuple(names))
    try:
        yield
    finally:
        _agents.reset(token)


def _places(names: Sequence[str]) -> list[int]:
    """Returns places in the palette: an agent's own, and the free ones in turn for what is no agent of the report."""
    agents = _agents.get()
    own = {name: agents.index(name) for name in names if name in agents}
    free = (place for place in count() if place not in own.values())
    return [own[name] if name in own else next(free) for name in names]


def labels(names: Sequence[str], longest: int = LABEL_LETTERS) -> list[str]:
    """Returns names from logs as labels: shortened, on one line, without formulas, and numbered where equal."""
    return [_plain(text) for text in _told_apart([_shortened(name, longest) for name in names])]


def wrapped_labels(names: Sequence[str], letters: int, lines: int = 3) -> list[str]:
    """Returns :func:`labels` that are broken into lines of about ``letters`` letters each, also after a slash."""
    shortened = _told_apart([_shortened(name, letters * lines) for name in names])
    return ["\n".join(_lines(part, letters) for part in text.replace("/", "/\n").split("\n")) for text in shortened]


def heading(text: str, letters: int) -> str:
    """Returns text from logs as a title of up to two lines of about ``letters`` letters each."""
    return _lines(_shortened(text, 2 * letters), letters)


def _told_apart(texts: Sequence[str]) -> list[str]:
    return [text if text not in texts[:place] else f"{text} ({texts[:place].count(text) + 1})"
            for place, text in enumerate(texts)]


def _shortened(name: str, longest: int) -> str:
    line = one_line(name)
    half = (longest - 1) // 2
    # Names of models end with their version and size.
    return line if len(line) <= longest else f"{line[:half]}…{line[-half:]}"


def _lines(text: str, letters: int) -> str:
    return "\n".join(map(_plain, wrap(text, letters)))


def _plain(text: str) -> str:
    """Returns a text that is neither read as a formula nor left out of legends, as those that start with _ are."""
    escaped = text.replace("$", r"\$")
    return f" {escaped}" if escaped.startswith("_") else escaped


def canvas(width: float, height: float) -> Drawing:
    """Returns an empty drawing. Width and height are in inches."""
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(width, height))
    drawing.set_layout_engine("constrained", w_pad=PAD, h_pad=PAD)
    return drawing


def cells(
    parts: Sequence[int], across: int = 4, width: float = 2.6, height: float = 2.8
) -> tuple[Drawing, list[list[Axes]]]:
    """Returns a drawing with a grid of cells, and the panels of each cell, from top to bottom.

    Args:
        parts: the number of panels of each cell. They share the horizontal axis, which counts rounds.
        across: the most cells side by side.
        width: inches per cell.
        height: inches per cell.
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
    """Puts the title above the first panel of a cell and the label of the horizontal axis below the last one."""
    stack[0].set_title(title, fontsize=TEXT, loc="left")
    stack[-1].set_xlabel(rounds, fontsize=SMALL)


def line_panel(axes: Axes, label: str, bounds: tuple[float, float] | None = None) -> None:
    """Sets up a panel of lines over rounds; ``label`` and ``bounds`` are those of the vertical axis."""
    from matplotlib.ticker import MaxNLocator

    axes.set_ylabel(label, fontsize=SMALL)
    axes.tick_params(labelsize=SMALL, color=GREY)
    whole_numbers(axes.xaxis)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if bounds:
        low, high = bounds
        axes.set_ylim(low - MARGIN * (high - low), high + MARGIN * (high - low))


def row_panel(axes: Axes, title: str, label: str, bounds: tuple[float, float], rows: int) -> None:
    """Sets up a panel of rows, the first on top; ``label`` and ``bounds`` are those of the horizontal axis."""
    low, high = bounds
    margin = MARGIN * (high - low)
    axes.set_title(title, fontsize=SMALL, loc="left")
    axes.set_xlabel(label, fontsize=SMALL)
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.tick_params(labelsize=SMALL, color=GREY)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(GREY)


def whole_numbers(axis: Axis) -> None:
    """Puts ticks at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=1))


def line(axes: Axes, values: npt.NDArray[np.float64], name: str = "", **look: Any) -> None:
    """Draws a line over rounds, counted from 1; a single round is a dot. Without a name it is not in the legend."""
    marker = "o" if np.count_nonzero(~np.isnan(values)) == 1 else look.pop("marker", None)
    rounds = np.arange(1, len(values) + 1)
    axes.plot(rounds, values, label=name or "_", **{"linewidth": 1.4, "markersize": 3, **look, "marker": marker})


def line_styles(names: Sequence[str]) -> list[dict[str, Any]]:
    """Returns a line style per name: shades from dark to light if all are numbers, otherwise distinct colours.

    Neighbours differ in their dashes too, and so in grey.
    """
    import matplotlib

    dashes = [LINES[place % len(LINES)] for place in range(len(names))]
    colours: Sequence[Any] = [COLOURS[place % len(COLOURS)] for place in _places(names)]
    if len(names) > 2 and all(map(_is_number, names)):
        shades = matplotlib.colormaps["viridis"](np.linspace(0, 0.88, len(names)))
        colours = [tuple(shade) for shade in shades.tolist()]
    return [{"color": colour, "linestyle": dash} for colour, dash in zip(colours, dashes, strict=True)]


def marker_styles(names: Sequence[str]) -> list[dict[str, Any]]:
    """Returns a marker style per name, an agent's the same in all figures; seven differ in shape and in colour."""
    return [{"color": COLOURS[place % len(COLOURS)], "marker": MARKERS[(place + place // len(COLOURS)) % len(MARKERS)]}
            for place in _places(names)]


def row_styles(rows: Sequence[str]) -> list[dict[str, Any]]:
    """Returns a marker style per row of a plot without series: an agent's own, and the first one for all others."""
    agents = _agents.get()
    return [marker_styles([row])[0] if row in agents else {"color": COLOURS[0], "marker": MARKERS[0]} for row in rows]


def colour_map(colours: str) -> Colormap:
    """Returns a colour map: ``"gains"``, the page's own from behind to ahead, or one of matplotlib's."""
    import matplotlib
    from matplotlib.colors import LinearSegmentedColormap

    if colours == "gains":
        return LinearSegmentedColormap.from_list(colours, GAINS, _SHADES + 1)
    return matplotlib.colormaps[colours].resampled(_SHADES)


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True


def legend_handles(drawing: Drawing) -> list[Artist]:
    """Returns the labelled artists of all panels, the first for each label."""
    found: dict[str, Artist] = {}
    for axes in drawing.axes:
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(name, handle)
    return list(found.values())


def legend(drawing: Drawing, handles: Sequence[Artist], title: str = "") -> None:
    """Adds one legend for all panels below them, unless there are no handles."""
    if handles:
        columns = _legend_columns([str(handle.get_label()) for handle in handles], drawing.get_figwidth())
        drawing.legend(
            handles=handles, loc="outside lower center", ncols=columns, fontsize=TEXT, frameon=False,
            title=title, title_fontsize=TEXT)


def legend_lines(names: Sequence[str], width: float) -> int:
    """Returns the number of lines of a legend with these names, ``width`` inches wide at most."""
    return ceil(len(names) / _legend_columns(names, width))


def own_legend(axes: Axes, title: str, width: float) -> None:
    """Adds a legend for one panel below it, ``width`` inches wide at most."""
    handles, names = axes.get_legend_handles_labels()
    axes.legend(
        handles, names, loc="upper center", bbox_to_anchor=(0.45, 0), borderaxespad=BELOW_AXIS,
        ncols=_legend_columns(names, width), title=title, title_fontsize=SMALL, fontsize=SMALL,
        frameon=False, columnspacing=1.0, handlelength=1.8)


def _legend_columns(names: Sequence[str], width: float) -> int:
    return max(1, min(len(names), int(width / (LEGEND_HANDLE + LETTER * max(map(len, names))))))
