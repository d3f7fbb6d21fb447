"""The package as a suite: its measures and its findings."""

from dataclasses import replace

import pytest

from gtarena.suites import econ_arena
from gtarena.suites.contract import Trace
from tests.support.econ_arena_matches import RATIONAL, contest, model

M = model()


def measured(record) -> dict[tuple[str, int], float]:
    found = econ_arena.measures(Trace.of(record), econ_arena.SCHEMES[0])
    return {(each.metric, each.player): each.value for each in found}


def test_measures_are_means_over_the_runs_that_have_the_number_and_the_path_of_actions():
    found = measured(contest([M, M], [50, 0], [101, 10], [33, 20]))
    assert found["rule_break", 0] == pytest.approx(1 / 3)
    assert found["deviation", 0] == pytest.approx((0.5 + 0.33) / 2)
    assert found["net_gain", 1] == 1  # of two, the lower number is always nearer to two thirds of their mean
    assert [found["action_1", 0], found["action_3", 0]] == [50, 33]
    assert ("action_2", 0) not in found
    assert ("asset_ratio", 0) not in found
    assert [found[f"level_{level}", 0] for level in ("0", "1", "2")] == [0.5, 0.5, 0]
    assert found["level_rational", 1] == pytest.approx(1 / 3)


def test_a_player_without_any_usable_answer_has_no_deviation_at_all():
    found = measured(contest([M, M], [101, 0]))
    assert ("deviation", 0) not in found
    assert ("level_0", 0) not in found
    assert found["rule_break", 0] == 1


def test_other_games_have_no_measures():
    trace = Trace.of(contest([M, M], [50, 0]))
    assert list(econ_arena.measures(replace(trace, game="nim", params={}), econ_arena.SCHEMES[0])) == []


def test_findings_are_the_tables_of_the_only_scheme_and_the_figures_of_its_own_matches():
    stranger = contest([model("stranger"), M], [1, 2], match_id="b", suite="arena")
    found = econ_arena.findings([contest([M, RATIONAL], [50, 0], match_id="a"), stranger])
    assert [table.name for table in found.tables["printed"]] == [
        "payoffs by sessions beauty_contest rational none", "rule breaks",
        "payoffs by group beauty_contest rational none", "deviation beauty_contest",
        "levels beauty_contest rational none", "summary beauty_contest rational none"]
    assert tuple(found.tables) == econ_arena.SCHEMES
    assert [figure.name for figure in found.figures] == ["deviation-beauty_contest-rational"]
    assert not any("stranger" in table.markdown() for table in found.tables["printed"])
