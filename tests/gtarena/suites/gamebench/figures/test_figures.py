from gtarena.suites.gamebench import findings
from gtarena.suites.gamebench.figures import figures
from gtarena.suites.gamebench.results import results
from tests.support.drawn_figures import drawn, imports_matplotlib
from tests.support.gamebench_matches import duels

RATED = ("strengths-by-game", "ratings-overall", "ratings-by-game", "reasoning-categories", "win-probabilities")


def test_nothing_gives_no_figures():
    assert findings([]).figures == []


def test_importing_the_figures_does_not_import_matplotlib():
    assert not imports_matplotlib("gtarena.suites.gamebench.figures")


def test_one_sided_matches_give_figures_of_ratings_only_as_published():
    found = figures(results(duels("pit", ("A", "B", 1.0)), bootstrap=20))
    names = [figure.name for figure in found]
    assert [name for name in names if name.endswith("-checked")] == []
    assert names == ["strengths-by-game-published", "ratings-overall-published", "ratings-by-game-published",
                     "win-probabilities-published", "win-probabilities-published-by-game", "number-of-matches",
                     "matches", "matches-by-game", "total-scores", "total-scores-by-game"]
    for figure in found:
        drawn(figure)


def test_hostile_names_of_agents_and_games_are_drawn():
    names = ("$x^2$", "_h", "a" * 90 + "1", "a" * 90 + "2", "b", "c", "d", "e")
    met = [(one, other, score) for one in names for other in names if one < other for score in (0.0, 1.0)]
    found = figures(results([*duels("two_rooms_and_a_boom", *met), *duels("$a$ game", *met)], bootstrap=20))
    assert len({figure.name for figure in found}) == len(found)
    for figure in found:
        drawn(figure)
