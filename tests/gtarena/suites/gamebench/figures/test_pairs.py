import pytest

from gtarena.suites.gamebench.figures.pairs import chances, figures
from gtarena.suites.gamebench.results import results
from tests.support.drawn_figures import drawn, panels, row_names
from tests.support.gamebench_matches import duels

MATCHES = [*duels("santorini", ("A", "B", 1), ("A", "B", 1), ("A", "B", 1), ("A", "B", 0)),
           *duels("pit", ("C", "A", 0.6), ("A", "B", 0.6))]


@pytest.fixture(scope="module")
def found():
    return results(MATCHES, bootstrap=0)


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


def test_figure_2_counts_the_matches_of_each_agent_in_each_game_below_its_abbreviation(found):
    assert cells(drawing(figures(found), "number of matches")) == {
        ("A", "overall"): "6", ("A", "PT"): "2", ("A", "SN"): "4", ("B", "overall"): "5", ("B", "PT"): "1",
        ("B", "SN"): "4", ("C", "overall"): "1", ("C", "PT"): "1"}


def test_matrices_have_numbers_of_matches_and_total_scores_over_all_games_and_by_game(found):
    assert cells(drawing(figures(found), "matches")) == {
        ("A", "B"): "5", ("B", "A"): "5", ("A", "C"): "1", ("C", "A"): "1"}
    assert cells(drawing(figures(found), "total scores"))["A", "B"] == "3.6"
    by_game = drawing(figures(found), "total scores by game")
    assert cells(by_game, "SN") == {("A", "B"): "3", ("B", "A"): "1"}
    assert cells(by_game, "PT")["C", "A"] == "0.6"


def test_probabilities_are_those_of_the_ratings_of_each_scheme(found):
    listed = list(chances(found, "checked"))
    by_game = drawing(listed, "win probabilities checked by game")
    assert cells(by_game, "SN") == {("A", "B"): "0.75", ("B", "A"): "0.25"}
    published = drawing(chances(found, "published"), "win probabilities published by game")
    assert ("A", "C") in cells(published, "SN")
    overall = cells(drawing(listed, "win probabilities checked"))
    assert float(overall["A", "B"]) + float(overall["B", "A"]) == pytest.approx(1)


def test_titles_name_what_a_figure_shows(found):
    assert [figure.title for figure in (*figures(found), *chances(found, "checked"))] == [
        "Number of matches by agent and game",
        "Number of matches of every two agents", "Number of matches of every two agents by game",
        "Total scores of every two agents", "Total scores of every two agents by game",
        "Win probabilities of every two agents (checked)", "Win probabilities of every two agents by game (checked)"]
