from matplotlib.colors import to_hex

from tests.support.drawn_figures import panels, texts
from tests.support.gtbench_figures import drawn, errors, map_cells, titled


def test_errors_are_rates_with_their_cases_and_columns_are_named_in_a_legend():
    profile = errors(("nim", "m", "win_missed", 0.25, 1200), ("nim", "n", "win_missed", 0.0, 3),
                     ("pig", "m", "illegal", 0.5, 2), ("pig", "m", "empty", 0.0, 2))
    drawing = drawn([], "Error rates and numbers of cases", profile)
    assert set(panels(drawing)) == {"win missed", "illegal", ""}  # the last is the scale; no reply was empty
    assert map_cells(drawing, "win missed") == {("nim", 1): "25%\nof 1,200", ("nim", 2): "0%\nof 3"}
    assert map_cells(drawing, "illegal") == {("pig", 1): "50%\nof 2"}
    assert texts(*drawing.legends) == ["llm m", "llm n"]


def test_value_given_away_has_a_scale_of_its_own():
    profile = errors(("kuhn_poker", "m", "value_given_away", 1.5, 4),
                     ("connect_four", "m", "value_given_away_estimated", 0.0, 2))
    assert list(titled([], profile)) == ["Value given away per decision, and numbers of decisions"]
    drawing = drawn([], "Value given away per decision, and numbers of decisions", profile)
    assert map_cells(drawing, "value given away") == {("kuhn poker", 1): "1.50\nof 4"}
    assert drawing.axes[0].images[0].get_clim() == (0, 1.5)


def test_text_on_maps_is_light_on_dark_and_dark_on_light():
    profile = errors(("nim", "m", "win_missed", 1.0, 1), ("nim", "n", "win_missed", 0.0, 1))
    axes = panels(drawn([], "Error rates and numbers of cases", profile))["win missed"]
    assert [to_hex(text.get_color()) for text in axes.texts] == ["#ffffff", "#000000"]
