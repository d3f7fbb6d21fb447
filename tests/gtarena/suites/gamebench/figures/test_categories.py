from math import isnan

import pytest

from gtarena.suites.gamebench.figures.categories import average_chances, figures
from gtarena.suites.gamebench.results import results
from tests.support.drawn_figures import drawn, texts
from tests.support.gamebench_matches import duels

THREE_TO_ONE = (("A", "B", 1), ("A", "B", 1), ("A", "B", 1), ("A", "B", 0))
ODDS = 100 * 3**0.5 / (1 + 3**0.5)  # against an average agent, half way between the two


def test_a_corner_is_the_probability_to_beat_an_agent_rated_0_by_the_rating_in_the_category():
    found = results(duels("two_rooms_and_a_boom", *THREE_TO_ONE), bootstrap=0)
    strategy, *others = average_chances(found, "checked")["A"]
    assert isnan(strategy)  # the only category without Two Rooms and a Boom
    assert others == pytest.approx([ODDS] * 5, abs=0.05)
    assert average_chances(found, "checked")["B"][1:] == pytest.approx([100 - ODDS] * 5, abs=0.05)


def test_two_games_of_a_category_weigh_the_same():
    found = results([*duels("two_rooms_and_a_boom", *THREE_TO_ONE), *duels("codenames", ("A", "B", 0.5))], bootstrap=0)
    strategy, chance, _, language, _, cooperation = average_chances(found, "checked")["A"]
    both = 100 * (5 / 3) ** 0.5 / (1 + (5 / 3) ** 0.5)  # shares of 3/4 and 1/2
    assert (strategy, chance, language, cooperation) == pytest.approx((50, ODDS, both, both), abs=0.05)


def test_a_spider_plot_has_a_polygon_per_agent_and_says_what_gaps_are():
    (figure,) = figures(results(duels("two_rooms_and_a_boom", *THREE_TO_ONE), bootstrap=0), "checked")
    drawing = drawn(figure)
    assert texts(*(axes.get_legend() for axes in drawing.axes if axes.get_legend())) == ["A", "B"]
    assert "no games among these" in drawing.get_supxlabel().replace("\n", " ")
    complete = results([*duels("two_rooms_and_a_boom", *THREE_TO_ONE), *duels("codenames", *THREE_TO_ONE)], bootstrap=0)
    (figure,) = figures(complete, "published")
    assert drawn(figure).get_supxlabel() == ""


def test_agents_with_fewer_than_three_categories_are_left_out():
    assert list(figures(results(duels("santorini", *THREE_TO_ONE), bootstrap=0), "checked")) == []


def test_a_spider_plot_names_the_agents_that_it_leaves_out():
    unbeaten = duels("two_rooms_and_a_boom", *THREE_TO_ONE, ("C", "A", 1))
    (figure,) = figures(results([*unbeaten, *duels("codenames", *THREE_TO_ONE)], bootstrap=0), "checked")
    drawing = drawn(figure)
    assert texts(*(axes.get_legend() for axes in drawing.axes if axes.get_legend())) == ["A", "B"]
    assert drawing.get_supxlabel().endswith("with ratings in fewer than three categories: C.")
