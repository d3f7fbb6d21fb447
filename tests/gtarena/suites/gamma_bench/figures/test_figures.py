import pytest

from gtarena.suites.gamma_bench.figures import figures
from gtarena.suites.gamma_bench.scores import GAME_SCORES
from gtarena.suites.gamma_bench.sweeps import all_sweeps
from tests.support.drawn_figures import imports_matplotlib
from tests.support.gamma_bench_results import at_random, drawn, everything, result


def test_a_match_of_every_game_gives_a_figure_of_choices_actions_battle_and_pirates():
    assert [figure.name for figure in figures(everything(), [])] == ["choices-m", "actions-m", "battle-m", "pirates-m"]


@pytest.mark.parametrize("game", GAME_SCORES)
def test_a_match_of_one_game_alone_can_be_drawn(game):
    only = [result(at_random(game))]
    names = [figure.name for figure in figures(only, all_sweeps(only))]
    assert names
    for name in names:
        drawn(only, name, all_sweeps(only))


def test_nothing_gives_no_figures():
    assert figures([], all_sweeps([])) == []


def test_importing_the_figures_does_not_import_matplotlib():
    assert not imports_matplotlib("gtarena.suites.gamma_bench.figures")


def test_names_of_figures_are_those_of_files_and_differ_whatever_their_case():
    results = [each for who in ("a/b", "a:b", "A b", "../" * 90, "é$x") for each in everything(who)]
    names = [figure.name for figure in figures(results, all_sweeps(results))]
    assert len({name.casefold() for name in names}) == len(names)
    assert not any(set(name) & set('/\\:*?"<>| ') or name.startswith(".") or len(name) > 110 for name in names)
    titles = [figure.title for figure in figures(results, all_sweeps(results))]
    assert len(set(titles)) == len(titles)
