import pytest

from gtarena.suites.gamebench.figures.aggregation import figures
from gtarena.suites.gamebench.results import results
from tests.support.drawn_figures import dots, drawn, row_names
from tests.support.gamebench_matches import duels, with_a_lost_game


@pytest.fixture(scope="module")
def found():
    return results(with_a_lost_game(), bootstrap=20)


def test_general_ability_has_a_dot_with_its_interval_for_every_agent_the_best_first(found):
    ability, _ = figures(found, "published")
    drawing = drawn(ability)
    assert row_names(drawing) == ["human", "gpt-4", "gpt-3-cot", "gpt-3", "random"]
    scored = found.factors["published"].agents.set_index("agent").loc["gpt-4", ["score", "low", "high"]]
    assert dots(drawing, "")["gpt-4"] == pytest.approx(tuple(scored))


def test_ranks_have_a_column_for_no_game_and_one_for_each(found):
    _, ranks = figures(found, "published")
    axes = drawn(ranks).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == [
        "none", "ALS", "ARC", "AYT", "CN", "HV", "PT", "SN", "TRB", "SB"]
    annotated = {(round(text.get_position()[0]), round(text.get_position()[1])): text.get_text() for text in axes.texts}
    assert len(annotated) == 10 * 5
    place = found.agents("published").index("gpt-4")
    assert (annotated[0, place], annotated[9, place]) == ("3", "2")


def test_what_is_not_determined_is_not_drawn():
    assert list(figures(results(duels("pit", ("A", "B", 0.6)), bootstrap=0), "checked")) == []
    unbeaten = [*duels("pit", ("A", "B", 1.0)), *duels("santorini", ("A", "B", 1))]
    assert list(figures(results(unbeaten, bootstrap=0), "checked")) == []
