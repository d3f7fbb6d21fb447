from gtarena.metrics.sweeps import MOST_LINES, ScoreSweep, SweepLine, SweepPoint
from gtarena.reports.comparisons import sweep_plots
from tests.support.drawn_figures import drawn, panels


def line(game="nim", agent="a", others=()):
    points = (SweepPoint("0", 0.5, 0.2, 0.8, 4, 0.25, 0.0), SweepPoint("1", -0.5, -0.8, 0.2, 4, 0.5, 0.5))
    return SweepLine(game, "NRA", agent, others, points)


def titles(*lines, setting="temperature", **fields):
    return [figure.title for figure in sweep_plots.figures([ScoreSweep(setting, ("0", "1"), lines, **fields)])]


def test_figures_are_bounded_in_number_and_say_what_scores_are_means_over():
    (title,) = titles(line(), pooled=("prompt",))
    assert title.startswith("Score by temperature in nim, with 95 % intervals, means over prompt;")
    games = [line(f"game{number}") for number in range(sweep_plots.MOST_GAMES + 1)]
    agents = [line(agent=f"agent{number}") for number in range(MOST_LINES + 1)]
    assert (len(set(titles(*games))), len(set(titles(*agents)))) == (2, 2)
    lines = [line(f"game{number}") for number in range(100)]
    settings = ["temperature", "prompt", "persona"]
    shown = list(sweep_plots.figures([ScoreSweep(setting, ("0", "1"), tuple(lines)) for setting in settings]))
    assert len(shown) == sweep_plots.MOST_FIGURES
    assert [figure.name.split()[1] for figure in shown[:3]] == settings


def test_a_figure_has_a_panel_for_each_game_with_failures_below_and_the_table_a_row_for_each_point():
    (figure,) = sweep_plots.figures([ScoreSweep("temperature", ("0", "1"), (line(), line("pig")))])
    found = drawn(figure)
    assert {"nim", "pig"} <= panels(found).keys()
    assert [axes.get_ylabel() for axes in found.axes] == ["NRA", "failures, %"] * 2
    assert found.axes[1].lines[0].get_ydata().tolist() == [25, 50]
    table = sweep_plots.frame_sweeps([ScoreSweep("temperature", ("0", "1"), (line(others=(("prompt", "v1"),)),))])
    assert table["score"].tolist() == [0.5, -0.5]
    assert table.iloc[0].to_dict() == {
        "setting": "temperature", "game": "nim", "agent": "a", "other_settings": "prompt=v1", "value": "0",
        "measure": "NRA", "score": 0.5, "low_95": 0.2, "high_95": 0.8, "matches": 4, "illegal_rate": 0.25,
        "unfinished_rate": 0.0}
