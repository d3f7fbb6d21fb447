import numpy as np

from gtarena.suites.gamma_bench.sweeps import Column, Sweep, all_sweeps
from tests.support.drawn_figures import texts
from tests.support.gamma_bench_results import at_once, at_random, drawn, everything, line, panel, result


def test_a_comparison_has_a_line_per_column_that_is_the_mean_over_its_matches():
    runs = [result(at_once("divide_dollar", *played), run=run, settings={"temperature": temperature})
            for temperature, run, played in (
                (0.0, 1, [(1, 3), (5, 5), (8, 8)]), (0.0, 2, [(4, 4)]), (1.0, 1, [(0, 1)]), (1.0, 2, [(1, 2)]))]
    drawing = drawn(runs, "temperature", all_sweeps(runs))
    axes = panel(drawing, "Divide the Dollar")
    assert line(axes, "0") == [3, 5, 8]
    assert line(axes, "1") == [1]
    assert axes.lines[1].get_marker() == "o"  # a line of one point would not be seen
    assert texts(drawing.legends[0]) == ["0", "1"]
    assert drawing.legends[0].get_title().get_text() == "temperature"


def test_a_column_looks_the_same_in_all_panels_even_where_others_lack_the_game():
    results = [*everything("a"), *everything("b")[1:], *everything("c")]
    drawing = drawn(results, "leaderboard", all_sweeps(results))
    colours = {}
    for axes in drawing.axes:
        for each in axes.lines:
            colours.setdefault(each.get_label(), set()).add((each.get_color(), each.get_linestyle()))
    assert all(len(seen) == 1 for seen in colours.values())
    assert len(set.union(*colours.values())) == 3
    assert set(texts(drawing.legends[0])) == {"a", "b", "c"}


def test_thirteen_columns_all_look_different_and_fit_the_legend():
    names = [f"provider/a-model-with-a-rather-long-name-{number}" for number in range(13)]
    results = [each for number, name in enumerate(names) for each in everything(name, seed=number)]
    drawing = drawn(results, "leaderboard", all_sweeps(results))
    axes = panel(drawing, "El Farol Bar")
    # get_linestyle tells "--" for every kind of dashes.
    assert len({(each.get_color(), str(each._unscaled_dash_pattern)) for each in axes.lines}) == 13
    (legend,) = drawing.legends
    assert len(set(texts(legend))) == 13
    extent = legend.get_window_extent()
    assert min(extent.x0, extent.y0) >= 0
    assert extent.x1 <= drawing.bbox.width


def test_variants_of_games_are_together_with_a_legend_per_game():
    results = [
        *(result(at_random("guess_two_thirds", ratio=ratio), **changed)
          for ratio, changed in ((2 / 3, {}), *((number / 6, {"ratio": number / 6}) for number in range(4)))),
        *(result(at_random("pirate_game", gold=gold), **changed)
          for gold, changed in ((100, {}), (4, {"gold": 4})))]
    drawing = drawn(results, "games-settings", all_sweeps(results))
    guess, pirate = panel(drawing, "Guess 2/3 of the Average"), panel(drawing, "Pirate Game", 1)
    assert texts(guess.get_legend()) == ["0", "0.1667", "0.3333", "0.5", "0.6667"]
    assert guess.get_legend().get_title().get_text() == "ratio"
    assert texts(pirate.get_legend()) == ["4", "100"]


def test_parameters_that_change_together_share_a_cell_that_names_them_all():
    variants = [{}, {"low": 10}, {"low": 10, "high": 60}]
    results = [result(at_random("guess_two_thirds", **variant), **variant) for variant in variants]
    drawing = drawn(results, "games-high-low", all_sweeps(results))
    legend = panel(drawing, "Guess 2/3 of the Average").get_legend()
    assert texts(legend) == ["60, 10", "100, 0", "100, 10"]
    assert legend.get_title().get_text() == "high, low"


def test_names_of_models_are_neither_formulas_nor_left_out():
    names = ["$x^2$", "_hidden", "a" * 80 + "1", "a" * 80 + "2", "two\nlines"]
    results = [result(at_once("divide_dollar", (1, 2), (3, 4)), who=name) for name in names]
    drawing = drawn(results, "leaderboard", all_sweeps(results))
    shown = texts(drawing.legends[0])
    assert len(set(shown)) == len(names)
    assert {r"\$x^2\$", " _hidden", "two lines"} <= set(shown)
    assert all(len(text) < 45 for text in shown)


def test_a_comparison_shows_only_the_games_that_were_played():
    column = Column("only", (result(at_random("pirate_game")),))
    drawing = drawn(list(column.results), "leaderboard", [Sweep("leaderboard", "", (column,))])
    assert len(drawing.axes) == 2
    assert np.isfinite(drawing.axes[0].lines[0].get_ydata()).all()
