import pytest

from gtarena.suites.gamebench.figures.ratings import figures, relative_strengths
from gtarena.suites.gamebench.results import results
from tests.support.drawn_figures import dots, drawn, panels, row_names
from tests.support.gamebench_matches import duels

# Odds of 3 to 1 in Santorini, where C has no match, and of 3 to 2 in Pit.
MATCHES = [*duels("santorini", ("A", "B", 1), ("A", "B", 1), ("A", "B", 1), ("A", "B", 0)),
           *duels("pit", ("C", "A", 0.6), ("A", "B", 0.6))]


@pytest.fixture(scope="module")
def found():
    return results(MATCHES, bootstrap=0)


def figure(found, name, scheme="checked"):
    return next(each for each in figures(found, scheme) if each.name == f"{name} {scheme}")


def test_a_strength_is_the_odds_against_the_best_of_the_game(found):
    strengths = relative_strengths(found, "checked")
    assert strengths["santorini"] == pytest.approx({"A": 1.0, "B": 1 / 3}, abs=0.01)
    assert strengths["pit"] == pytest.approx({"C": 1.0, "A": 2 / 3, "B": 4 / 9}, abs=0.01)
    assert set(relative_strengths(found, "published")["santorini"]) == {"A", "B", "C"}


def test_figure_1a_has_a_mark_of_its_own_shape_for_every_agent_and_game(found):
    (axes,) = drawn(figure(found, "strengths by game")).axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert {name: len(line.get_xdata()) for name, line in lines.items()} == {"A": 2, "B": 2, "C": 1}
    assert lines["A"].get_ydata() == pytest.approx([2 / 3, 1.0], abs=0.01)  # Pit comes first
    assert len({line.get_marker() for line in lines.values()}) == 3
    assert [label.get_text() for label in axes.get_xticklabels()] == ["PT", "SN"]
    assert len({round(at, 3) for line in lines.values() for at in line.get_xdata()}) == 5  # beside each other


def test_figure_1b_has_a_rating_with_its_interval_for_every_agent():
    played = results(MATCHES, bootstrap=300)
    drawing = drawn(figure(played, "ratings overall"))
    assert row_names(drawing) == played.agents("checked")
    rated = played.ratings["checked"]["A", "overall"]
    assert dots(drawing, "")["A"] == pytest.approx((rated.rating, rated.low, rated.high))


def test_ratings_by_game_have_a_panel_for_each_game_on_lines_of_about_equal_length():
    played = results([each for game in (
        "air_land_sea", "arctic_scavengers", "are_you_the_traitor", "codenames", "pit", "santorini")
        for each in duels(game, ("A", "B", 0.6))], bootstrap=0)
    drawing = drawn(figure(played, "ratings by game"))
    assert list(panels(drawing)) == ["ALS", "ARC", "AYT", "CN", "PT", "SN"]
    rows = [axes.get_subplotspec().rowspan.start for axes in drawing.axes]
    assert rows == [0, 0, 0, 1, 1, 1]
