"""The package as a suite: its measures and its findings."""

import pytest

from gtarena.suites import gtbench
from gtarena.suites.contract import Measure, Trace
from tests.support.gtbench_matches import auction, deal, match, model
from tests.support.records import seat

SEATS = [model(), seat("mcts")]


@pytest.mark.parametrize(("scheme", "returns"), [("returns", [40, 40]), ("published", [0, 0])])
def test_a_draw_is_nothing_in_the_published_scheme(scheme, returns):
    drawn = Trace.of(match("m", SEATS, [40, 40], game="pig"))
    assert list(gtbench.measures(drawn, scheme)) == [
        Measure("return", value, player) for player, value in enumerate(returns)]


@pytest.mark.parametrize("scheme", gtbench.SCHEMES)
def test_a_result_is_the_same_in_both_schemes_and_scores_follow(scheme):
    found = list(gtbench.measures(Trace.of(auction("m", SEATS, (8, 10), (2, 6))), scheme))
    assert found == [Measure("return", 0, 0), Measure("return", 4, 1), Measure("regret", 1, 0), Measure("regret", 3, 1)]


def test_games_for_more_than_two_have_no_measures():
    assert list(gtbench.measures(Trace.of(match("m", [seat()] * 3, [1, 2, 3], game="kuhn_poker")), "returns")) == []


def test_matches_without_returns_have_no_measures():
    broken = Trace.of(match("m", SEATS, None, outcome="invalid", offender=0))
    assert list(gtbench.measures(broken, "returns")) == []


def test_there_are_tables_by_every_scheme_and_figures_and_other_suites_are_left_out():
    records = [auction("1", SEATS, (8, 10), (2, 6)), deal("2", SEATS[::-1], (5, 0, 5), (85, 50)),
               match("3", [model("stranger"), seat("mcts")], [1, -1], suite="arena")]
    found = gtbench.findings(records)
    assert tuple(found.tables) == gtbench.SCHEMES
    for tables in found.tables.values():
        names = [table.name for table in tables]
        assert names == ["nra against mcts", "completion", "regret", "agreements negotiation", *names[4:]]
        assert len(set(names)) == len(names)
    assert found.figures
    assert not any("stranger" in table.markdown() for tables in found.tables.values() for table in tables)
