from gtarena.metrics.sweeps import SweepGrid, SweepLine, SweepPoint
from gtarena.reports.comparisons import grid_maps
from tests.support.drawn_figures import drawn


def line(prompt="v1", agent="a", game="nim", score="NRA", values=("0", "10", "2")):
    points = (SweepPoint(value, 0.5, 0.2, 0.8, 4, 0.25, 0.0) for value in values)
    return SweepLine(game, score, agent, (("prompt", prompt),), tuple(points))


def shown(*lines, **fields):
    return list(grid_maps.figures([SweepGrid("temperature", "prompt", lines, **fields)]))


def test_a_map_has_a_cell_with_its_interval_for_each_pair_of_values_agents_side_by_side_and_a_figure_for_each_game():
    (figure,) = shown(line(), line("v2"))
    axes = drawn(figure).axes[0]
    assert figure.title == "NRA by prompt (rows) and temperature (columns) in nim, with 95 % intervals"
    assert [text.get_text() for text in axes.texts] == ["+0.50\n[+0.20, +0.80]"] * 6
    assert [[label.get_text() for label in labels] for labels in (axes.get_yticklabels(), axes.get_xticklabels())] == [
        ["v1", "v2"], ["0", "2", "10"]]
    both = shown(line(), line(agent="b"), line(game="pig", score="mean return"), pooled=("persona",))
    assert [figure.title.partition(",")[0] for figure in both] == [
        "NRA by prompt (rows) and temperature (columns) in nim",
        "mean return by prompt (rows) and temperature (columns) in pig"]
    assert all(figure.title.endswith(", means over persona") for figure in both)
    assert len(shown(*(line(game=f"g{number}") for number in range(99)))) == grid_maps.MOST_FIGURES
    assert shown(line(values=[f"{number}" for number in range(grid_maps.MOST_VALUES + 1)])) == []
    diagonal = [line(prompt, values=(value,)) for prompt, value in zip(("v1", "v2", "v3"), "012", strict=True)]
    assert (shown(*diagonal), len(shown(*diagonal, line("v1", values="12")))) == ([], 1)
