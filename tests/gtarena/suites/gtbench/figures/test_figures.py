from gtarena.suites.gtbench.figures import figures
from gtarena.suites.gtbench.results import match_frames
from tests.support.drawn_figures import imports_matplotlib
from tests.support.gtbench_figures import NO_ERRORS, titled
from tests.support.gtbench_matches import duels, match, model
from tests.support.records import seat

RANDOM = seat("random")
M, N = model("m"), model("n")


def test_nothing_gives_no_figures():
    assert figures(match_frames([]), NO_ERRORS) == []


def test_a_match_of_two_models_that_was_not_valid_gives_no_figure():
    assert list(titled([match("1", (M, N), None, outcome="invalid", offender=0)])) == []


def test_importing_the_figures_does_not_import_matplotlib():
    assert not imports_matplotlib("gtarena.suites.gtbench.figures")


def test_names_of_figures_are_those_of_files_and_differ_whatever_their_case():
    hostile = [model(name) for name in ("a/b", "A:b", "../" * 90, "é$x", "$x^2$")]
    matches = [each for game in ("nim", "pig") for one in hostile for each in duels(one, RANDOM, [1], game)]
    matches += [each for one in hostile for each in duels(one, M, [1], "nim") + duels(one, M, [1], "pig")]
    found = figures(match_frames(matches), NO_ERRORS)
    stems = [figure.name.casefold() for figure in found]
    assert len(set(stems)) == len(stems) == len({figure.title for figure in found})
    assert not any(set(stem) & set('/\\:*?"<>| ') or stem.startswith(".") or len(stem) > 110 for stem in stems)
