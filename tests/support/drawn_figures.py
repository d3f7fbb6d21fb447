"""Figures read back from their axes; whether they look good is for people to judge."""

import subprocess
import sys
import warnings

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Drawing
from matplotlib.legend import Legend

from gtarena.reports.sections import Figure


def drawn(figure: Figure) -> Drawing:
    """Draws a figure to the end; any warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawing = figure.draw()
        FigureCanvasAgg(drawing)
        drawing.draw_without_rendering()  # all of it but the pixels, which take as long as the rest
    return drawing


def panels(drawing: Drawing) -> dict[str, Axes]:
    """The panels by title; those without a title are under an empty one."""
    return {axes.get_title(loc="left").replace("\n", " "): axes for axes in drawing.axes}


def row_names(drawing: Drawing) -> list[str]:
    """The names of the rows, at the left of the first panel."""
    return [label.get_text() for label in drawing.axes[0].get_yticklabels()]


def dots(drawing: Drawing, heading: str, series: int = 0) -> dict[str, tuple[float, float, float]]:
    """By row, the value in a panel and both ends of its interval."""
    axes, names = panels(drawing)[heading], row_names(drawing)
    points = zip(*axes.lines[series + 1].get_data(), strict=True)  # the first line marks 0
    ends = {segment[0][1]: (segment[0][0], segment[1][0]) for lines in axes.collections
            for segment in lines.get_segments()}
    return {names[round(at)]: (value, *ends[at]) for value, at in points}


def values(drawing: Drawing, heading: str, series: int = 0) -> dict[str, float]:
    """By row, the value in a panel."""
    return {row: value for row, (value, *_) in dots(drawing, heading, series).items()}


def texts(*legends: Legend) -> list[str]:
    """The texts in legends."""
    return [text.get_text() for legend in legends for text in legend.get_texts()]


def imports_matplotlib(*modules: str) -> bool:
    """Tells if importing modules imports matplotlib."""
    code = f"import sys, {', '.join(modules)}; print('matplotlib' in sys.modules)"
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "True\n"
