import pkgutil
import re

import numpy as np
import pytest
from matplotlib.colors import to_hex

from gtarena.reports import figures
from gtarena.reports.figures import style
from gtarena.reports.html import TEMPLATES
from gtarena.suites import SUITES
from tests.support.drawn_figures import imports_matplotlib


@pytest.fixture
def drawing():
    return style.canvas(4.0, 3.0)


@pytest.fixture
def axes(drawing):
    return drawing.add_subplot()


def test_importing_the_figures_does_not_import_matplotlib():
    names = [module.name for module in pkgutil.iter_modules(figures.__path__)]
    assert {"bars", "dialogue", "radar", "style"} <= set(names)
    modules = [f"gtarena.reports.figures.{name}" for name in names]
    modules += [f"gtarena.suites.{name}.figures" for name in SUITES]
    assert not imports_matplotlib(*modules)


@pytest.mark.parametrize(("name", "label"), [
    ("$x^2$", r"\$x^2\$"), ("_hidden", " _hidden"), ("two\nlines", "two lines"), ("\x1b[31m", "<U+001B>[31m"),
    ("provider/model-with-a-long-name-2025-01-01", "provider/model…ame-2025-01-01")])
def test_a_label_is_one_line_that_matplotlib_shows_literally_and_keeps_both_ends_of_a_name(name, label):
    assert style.labels([name], 30) == [label]


def test_labels_cut_to_the_same_text_are_numbered_and_headings_have_few_lines_where_nothing_is_parted():
    names = ["a" * 20 + "1" + "a" * 20, "a" * 20 + "2" + "a" * 20, "b"]
    assert style.labels(names, 9) == ["aaaa…aaaa", "aaaa…aaaa (2)", "b"]
    assert style.heading("iterated prisoners dilemma", 21) == "iterated prisoners\ndilemma"
    assert style.heading("x" * 100, 10) == "xxxxxxxxx…\nxxxxxxxxx"
    assert style.wrapped_labels(["llm openai/gpt-4o", "plain"], 13) == ["llm openai/\ngpt-4o", "plain"]
    cut = style.wrapped_labels(["a" * 20 + "1" + "a" * 20, "a" * 20 + "2" + "a" * 20], 5, 2)
    assert cut == ["aaaa…\naaaa", "aaaa…\naaaa\n(2)"]
    assert style.heading("$x$y", 2) == "\\$x\n\\$y"
    assert style.wrapped_labels(["$x$y"], 2) == ["\\$x\n\\$y"]


def test_cells_fill_lines_evenly_their_panels_share_rounds_and_stand_between_title_and_rounds():
    drawing, stacks = style.cells([1, 2, 1, 1, 3], across=4, width=2.0, height=1.0)
    assert list(map(len, stacks)) == [1, 2, 1, 1, 3]
    assert drawing.get_size_inches() == pytest.approx([6.0, 2.4])  # three cells above two
    upper, lower = stacks[1]
    upper.set_xlim(0, 7)
    assert lower.get_xlim() == (0, 7)
    assert stacks[0][0].get_xlim() != (0, 7)
    assert not upper.xaxis.get_tick_params()["labelbottom"]
    _, ((upper, lower),) = style.cells([2])
    style.caption([upper, lower], "Nim", "run")
    assert (upper.get_title(loc="left"), lower.get_title(loc="left")) == ("Nim", "")
    assert (upper.get_xlabel(), lower.get_xlabel()) == ("", "run")


def test_panels_leave_a_margin_at_known_bounds_and_whole_numbers_have_no_ticks_between_them(axes):
    style.row_panel(axes, "title", "NRA", (-1, 1), 3)
    assert (axes.get_ylim(), axes.get_xlim()) == ((2.5, -0.5), pytest.approx((-1.08, 1.08)))
    assert (axes.get_title(loc="left"), axes.get_xlabel()) == ("title", "NRA")
    style.line_panel(axes, "share", (0, 50))
    assert axes.get_ylim() == pytest.approx((-2, 52))
    assert axes.get_ylabel() == "share"
    axes.set_xlim(0, 2)
    style.whole_numbers(axes.xaxis)
    assert {tick % 1 for tick in axes.get_xticks()} == {0}


def test_a_line_counts_rounds_from_1_and_a_single_round_is_a_dot(axes):
    style.line(axes, np.array([5.0, 7.0]), "a")
    style.line(axes, np.array([5.0, np.nan]), "b")
    longer, single = axes.lines
    assert (longer.get_xdata().tolist(), longer.get_marker(), single.get_marker()) == ([1, 2], "None", "o")


@pytest.mark.parametrize("names", [["a", "b", "c", "d", "e"], ["1", "2", "3", "4", "5"]])
def test_lines_differ_without_their_colours(names):
    assert len({look["linestyle"] for look in style.line_styles(names)}) == 5


def test_numbers_are_shaded_in_their_order_and_lines_and_points_of_many_names_all_look_different():
    shades = [look["color"] for look in style.line_styles(["0", "0.5", "1", "2"])]
    assert len(set(shades)) == 4
    assert sorted(shades, key=sum) == shades  # from dark to light
    assert all("linestyle" in look for look in style.line_styles(["v1", "v2", "v3"]))
    assert all("linestyle" in look for look in style.line_styles(["1", "2"]))  # two need no scale
    looks = style.line_styles([f"m{number}" for number in range(28)])
    assert len({(look["color"], look["linestyle"]) for look in looks}) == 28
    marks = style.marker_styles([f"m{number}" for number in range(49)])
    assert len({(look["color"], look["marker"]) for look in marks}) == 49
    assert len({look["marker"] for look in style.marker_styles(list("abcdefg"))}) == 7


def test_a_legend_has_every_label_once_with_its_first_look_and_without_labels_there_is_none(drawing, axes):
    style.line(axes, np.arange(2.0))
    style.legend(drawing, style.legend_handles(drawing))
    assert drawing.legends == []
    left, right = drawing.add_subplot(1, 2, 1), drawing.add_subplot(1, 2, 2)
    style.line(left, np.arange(2.0), "a", color=style.BLUE)
    style.line(left, np.arange(2.0), color=style.GREEN)
    style.line(right, np.arange(2.0), "a", color=style.RED)
    style.line(right, np.arange(2.0), "b", color=style.RED)
    handles = style.legend_handles(drawing)
    assert [(handle.get_label(), to_hex(handle.get_color()).upper()) for handle in handles] == [
        ("a", style.BLUE), ("b", style.RED)]
    style.legend(drawing, handles, "agent")
    assert [text.get_text() for text in drawing.legends[0].get_texts()] == ["a", "b"]
    assert drawing.legends[0].get_title().get_text() == "agent"


@pytest.mark.parametrize(("width", "columns"), [(0.5, 1), (2.5, 2), (9.0, 3)])
def test_a_legend_has_as_many_columns_as_its_width_allows(axes, width, columns):
    for name in ("a" * 10, "b", "c"):  # the longest takes 0.6 + 10 * 0.062 inches
        style.line(axes, np.arange(2.0), name)
    style.own_legend(axes, "ratio", width)
    assert axes.get_legend()._ncols == columns
    assert axes.get_legend().get_title().get_text() == "ratio"


def test_an_agent_has_the_colour_of_its_place_in_all_figures_and_others_take_those_that_are_free():
    with style.colour_agents(["a", "b", "c"]):
        colours = [look["color"] for look in style.marker_styles(["c", "x", "a"])]
        assert colours == [style.COLOURS[2], style.COLOURS[1], style.COLOURS[0]]
        assert [look["color"] for look in style.line_styles(["b", "x"])] == [style.COLOURS[1], style.COLOURS[0]]
        assert [look["color"] for look in style.row_styles(["b", "x"])] == [style.COLOURS[1], style.COLOURS[0]]
    assert [look["color"] for look in style.marker_styles(["c", "a"])] == list(style.COLOURS[:2])


def test_the_page_has_the_colours_of_the_figures():
    css = (TEMPLATES / "report.css").read_text()
    for place, colour in enumerate(style.COLOURS):
        (own,) = re.findall(rf"\.colour{place} {{ --own: (#[0-9a-f]+); }}", css)
        assert to_hex(own) == colour.lower()
    behind, _, ahead = style.GAINS
    for name, colour in {"gain": ahead, "drop": behind}.items():
        light, _ = re.findall(rf"--{name}: (\d+) (\d+) (\d+);", css)
        assert "#{:02X}{:02X}{:02X}".format(*map(int, light)) == colour
