from math import exp, isnan

import pytest

from gtarena.suites.gamebench.figures import aggregation, categories, figures, pairs, ratings
from tests.support.drawn_figures import dots, drawn, panels, row_names, texts
from tests.support.gamebench_matches import duels, with_a_lost_game
from tests.support.suite_matches import results

# Odds of 3 to 1 in Santorini, where C has no match, and of 3 to 2 in Pit.
MATCHES = [*duels("santorini", ("A", "B", 1), ("A", "B", 1), ("A", "B", 1), ("A", "B", 0)),
           *duels("pit", ("C", "A", 0.6), ("A", "B", 0.6))]


THREE_TO_ONE = (("A", "B", 1), ("A", "B", 1), ("A", "B", 1), ("A", "B", 0))


@pytest.fixture(scope="module")
def found():
    return results(MATCHES, bootstrap=0)


def figure(found, name, scheme="checked"):
    return next(each for each in ratings.figures(found, scheme) if each.name == f"{name} {scheme}")


def test_figure_1b_and_ratings_by_game_have_intervals_in_panels_on_lines_of_about_equal_length():
    played = results([each.model_copy(update={"match_id": f"{number} {each.match_id}"}) for number in range(6)
                      for each in MATCHES], bootstrap=300)
    drawing = drawn(figure(played, "ratings overall"))
    assert row_names(drawing) == played.agents("checked")
    rated = played.ratings["checked"]["A", "overall"]
    assert dots(drawing, "")["A"] == pytest.approx((rated.rating, rated.low, rated.high))
    played = results([each for game in (
        "air_land_sea", "arctic_scavengers", "are_you_the_traitor", "codenames", "pit", "santorini")
        for each in duels(game, ("A", "B", 0.6))], bootstrap=0)
    drawing = drawn(figure(played, "ratings by game"))
    assert list(panels(drawing)) == ["ALS", "ARC", "AYT", "CN", "PT", "SN"]
    assert [axes.get_subplotspec().rowspan.start for axes in drawing.axes] == [0, 0, 0, 1, 1, 1]


def test_who_won_or_lost_everything_has_a_hollow_mark_at_its_place_and_an_arrow_to_the_open_side():
    played = results(duels("santorini", *THREE_TO_ONE, ("C", "A", 1), ("C", "B", 1), ("D", "A", 0)), bootstrap=300)
    places = ratings.place_unrated(played, "checked")
    assert {who: direction for (_, who), (_, direction) in places.items()} == {"C": 1, "D": -1}
    assert places["santorini", "C"][0] == 1  # above the best rated
    rated = played.ratings["checked"]
    strength = exp(rated["D", "santorini"].place - rated["A", "santorini"].rating)
    assert places["santorini", "D"][0] == pytest.approx(strength)
    strengths = drawn(figure(played, "strengths by game"))
    lines = strengths.axes[0].get_lines()
    assert sorted(line.get_ydata()[0] for line in lines if line.get_markerfacecolor() == "white") == pytest.approx(
        [strength, 1])
    assert strengths.axes[0].get_xlabel().startswith("Hollow")
    assert drawn(figure(played, "ratings by game")).get_supxlabel().startswith("Hollow")
    assert ratings.place_unrated(played, "published") == {}


def drawing(listed, name):
    return drawn(next(figure for figure in listed if figure.name == name))


def cells(shown, title=""):
    """The annotations of a map by row and column, which are numbered in the order of the rows."""
    axes = panels(shown)[title] if title else shown.axes[0]
    rows = [name.split("  ")[0] for name in row_names(shown)]
    columns = [label.get_text() for label in axes.get_xticklabels()]
    names = [rows[int(number) - 1] for number in columns] if columns[0].isdecimal() else columns
    return {(rows[round(text.get_position()[1])], names[round(text.get_position()[0])]): text.get_text()
            for text in axes.texts}


def test_figures_1a_and_2_and_matrices_have_marks_counts_and_scores_for_every_agent_and_game(found):
    strengths = ratings.relative_strengths(found, "checked")
    assert strengths["santorini"] == pytest.approx({"A": 1.0, "B": 1 / 3}, abs=0.01)
    assert strengths["pit"] == pytest.approx({"C": 1.0, "A": 2 / 3, "B": 4 / 9}, abs=0.01)
    assert set(ratings.relative_strengths(found, "published")["santorini"]) == {"A", "B", "C"}
    (axes,) = drawn(figure(found, "strengths by game")).axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert {name: len(line.get_xdata()) for name, line in lines.items()} == {"A": 2, "B": 2, "C": 1}
    assert lines["A"].get_ydata() == pytest.approx([2 / 3, 1.0], abs=0.01)  # Pit comes first
    assert len({line.get_marker() for line in lines.values()}) == 3
    assert [label.get_text() for label in axes.get_xticklabels()] == ["PT", "SN"]
    assert len({round(at, 3) for line in lines.values() for at in line.get_xdata()}) == 5  # beside each other
    assert cells(drawing(pairs.figures(found), "number of matches")) == {
        ("A", "overall"): "6", ("A", "PT"): "2", ("A", "SN"): "4", ("B", "overall"): "5", ("B", "PT"): "1",
        ("B", "SN"): "4", ("C", "overall"): "1", ("C", "PT"): "1"}
    assert cells(drawing(pairs.figures(found), "matches")) == {
        ("A", "B"): "5", ("B", "A"): "5", ("A", "C"): "1", ("C", "A"): "1"}
    assert cells(drawing(pairs.figures(found), "total scores"))["A", "B"] == "3.6"
    by_game = drawing(pairs.figures(found), "total scores by game")
    assert cells(by_game, "SN") == {("A", "B"): "3", ("B", "A"): "1"}
    assert cells(by_game, "PT")["C", "A"] == "0.6"
    listed = list(pairs.chances(found, "checked"))
    by_game = drawing(listed, "win probabilities checked by game")
    assert cells(by_game, "SN") == {("A", "B"): "0.75", ("B", "A"): "0.25"}
    published = drawing(pairs.chances(found, "published"), "win probabilities published by game")
    assert ("A", "C") in cells(published, "SN")
    overall = cells(drawing(listed, "win probabilities checked"))
    assert float(overall["A", "B"]) + float(overall["B", "A"]) == pytest.approx(1)
    assert [figure.title for figure in (*pairs.figures(found), *pairs.chances(found, "checked"))] == [
        "Number of matches by agent and game",
        "Number of matches of every two agents", "Number of matches of every two agents by game",
        "Total scores of every two agents", "Total scores of every two agents by game",
        "Win probabilities of every two agents (checked)", "Win probabilities of every two agents by game (checked)"]


ODDS = 100 * 3**0.5 / (1 + 3**0.5)  # against an average agent, half way between the two


def test_a_corner_is_the_probability_to_beat_an_agent_rated_0_and_a_spider_plot_says_what_gaps_are():
    found = results(duels("two_rooms_and_a_boom", *THREE_TO_ONE), bootstrap=0)
    strategy, *others = categories.average_chances(found, "checked")["A"]
    assert isnan(strategy)  # the only category without Two Rooms and a Boom
    assert others == pytest.approx([ODDS] * 5, abs=0.05)
    assert categories.average_chances(found, "checked")["B"][1:] == pytest.approx([100 - ODDS] * 5, abs=0.05)
    found = results([*duels("two_rooms_and_a_boom", *THREE_TO_ONE), *duels("codenames", ("A", "B", 0.5))], bootstrap=0)
    strategy, chance, _, language, _, cooperation = categories.average_chances(found, "checked")["A"]
    both = 100 * (5 / 3) ** 0.5 / (1 + (5 / 3) ** 0.5)  # shares of 3/4 and 1/2
    assert (strategy, chance, language, cooperation) == pytest.approx((50, ODDS, both, both), abs=0.05)
    (figure,) = categories.figures(results(duels("two_rooms_and_a_boom", *THREE_TO_ONE), bootstrap=0), "checked")
    drawing = drawn(figure)
    assert texts(*(axes.get_legend() for axes in drawing.axes if axes.get_legend())) == ["A", "B"]
    assert "no games among these" in drawing.get_supxlabel().replace("\n", " ")
    complete = results([*duels("two_rooms_and_a_boom", *THREE_TO_ONE), *duels("codenames", *THREE_TO_ONE)], bootstrap=0)
    (figure,) = categories.figures(complete, "published")
    assert drawn(figure).get_supxlabel() == ""
    unbeaten = duels("two_rooms_and_a_boom", *THREE_TO_ONE, ("C", "A", 1))
    (figure,) = categories.figures(results([*unbeaten, *duels("codenames", *THREE_TO_ONE)], bootstrap=0), "checked")
    drawing = drawn(figure)
    assert texts(*(axes.get_legend() for axes in drawing.axes if axes.get_legend())) == ["A", "B"]
    assert drawing.get_supxlabel().endswith("with ratings in fewer than three categories: C.")


@pytest.fixture(scope="module")
def lost_game():
    return results(with_a_lost_game(), bootstrap=20)


def test_general_ability_has_a_dot_with_its_interval_and_ratings_a_column_for_no_game_and_for_each(lost_game):
    ability, _ = aggregation.figures(lost_game, "published")
    drawing = drawn(ability)
    assert row_names(drawing) == ["human", "gpt-4", "gpt-3-cot", "gpt-3", "random"]
    scored = lost_game.factors["published"].agents.set_index("agent").loc["gpt-4", ["score", "low", "high"]]
    assert dots(drawing, "")["gpt-4"] == pytest.approx(tuple(scored))
    _, ratings_without = aggregation.figures(lost_game, "published")
    axes = drawn(ratings_without).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == [
        "none", "ALS", "ARC", "AYT", "CN", "HV", "PT", "SN", "TRB", "SB"]
    annotated = {(round(text.get_position()[0]), round(text.get_position()[1])): text.get_text() for text in axes.texts}
    assert len(annotated) == 10 * 5
    place = lost_game.agents("published").index("gpt-4")
    assert float(annotated[0, place]) < float(annotated[9, place])
    usual = lost_game.ratings["published"]["gpt-4", "overall"].rating
    assert float(annotated[0, place]) == pytest.approx(usual, abs=0.2)  # from fewer resamples


def test_one_sided_matches_have_ratings_only_as_published_and_hostile_names_are_drawn():
    found = figures(results(duels("pit", ("A", "B", 1.0)), bootstrap=0))
    names = [figure.name for figure in found]
    assert [name for name in names if name.endswith("-checked")] == []
    assert names == ["strengths-by-game-published", "ratings-overall-published", "ratings-by-game-published",
                     "win-probabilities-published", "win-probabilities-published-by-game", "number-of-matches",
                     "matches", "matches-by-game", "total-scores", "total-scores-by-game"]
    for figure in found:
        drawn(figure)
    names = ("$x^2$", "_h", "a" * 90 + "1", "a" * 90 + "2")
    met = [(one, other, score) for one in names for other in names if one < other for score in (0.0, 1.0)]
    found = figures(results([*duels("two_rooms_and_a_boom", *met), *duels("$a$ game", *met)], bootstrap=2))
    assert len({figure.name for figure in found}) == len(found)
    for figure in found:
        drawn(figure)
    assert list(aggregation.figures(results(duels("pit", ("A", "B", 0.6)), bootstrap=0), "checked")) == []
    unbeaten = [*duels("pit", ("A", "B", 1.0)), *duels("santorini", ("A", "B", 1))]
    assert list(aggregation.figures(results(unbeaten, bootstrap=0), "checked")) == []
