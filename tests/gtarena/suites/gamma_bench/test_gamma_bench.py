"""The package as a suite: its measures, its findings and its importer."""

import math

import pytest

from gtarena.suites import gamma_bench
from gtarena.suites.contract import Measure, Trace
from tests.support.gamma_bench_matches import bar, division
from tests.support.records import llm, record, steps


def measured(match, scheme="coded"):
    return list(gamma_bench.measures(Trace.of(match), scheme))


@pytest.mark.parametrize(("scheme", "score"), [("coded", 100), ("printed", 0)])
def test_a_match_and_its_players_have_a_score_by_the_scheme(scheme, score):
    params = {"players": 2, "rounds": 1, "low": 0, "high": 100, "ratio": 1.0}
    match = record("m", [llm()] * 2, [0, 0], game="guess_two_thirds", params=params, history=steps((0, 50), (1, 50)))
    assert measured(match, scheme) == [
        Measure("score", score), Measure("raw_score", 50), Measure("player_score", score, 0),
        Measure("player_score", score, 1)]


def test_a_score_has_parts():
    params = {"players": 2, "gold": 4}
    match = record("m", [llm()] * 2, [4, 0], game="pirate_game", params=params, history=steps((0, 4), (0, 0), (1, 1)))
    # All four coins for the proposer are optimal, and accepting nothing is wrong.
    assert measured(match) == [Measure("score", 50), Measure("raw_score", 0), Measure("proposal_distance", 0),
                               Measure("vote_accuracy", 0)]


def test_a_player_who_never_shot_has_no_score_of_its_own():
    params = {"players": 3, "lowest_rate": 35, "rate_step": 5, "max_shots": 1}
    shot = record("m", [llm()] * 3, [0, 0, 0], game="battle_royale", params=params, history=steps((0, 2), (-1, 0)))
    found = measured(shot)
    players = [each for each in found if each.metric == "player_score"]
    assert [each.player for each in players] == [0]
    assert not any(math.isnan(each.value) for each in found)


def test_stated_values_are_part_of_the_match():
    match = gamma_bench.match_of(Trace.of(division(100, tags={"stated": [[0, 1, 70]]})))
    assert match.choices().tolist() == [[50, 70]]


def test_games_of_other_suites_have_no_measures():
    assert measured(record("m", [llm()] * 2, [1, -1])) == []


def test_findings_are_tables_by_scheme_and_figures():
    found = gamma_bench.findings([division(90), division(80, run=2), bar(3)])
    assert tuple(found.tables) == gamma_bench.SCHEMES
    for tables in found.tables.values():
        assert [table.name for table in tables] == ["runs m"]
    assert [figure.name for figure in found.figures] == ["runs-m", "choices-m", "actions-m"]


def test_both_logs_and_prompts_of_gamma_bench_can_be_imported(tmp_path):
    (importer,) = gamma_bench.IMPORTERS
    assert importer.kind == "gamabench"
    with pytest.raises(ValueError, match="raw results"):
        list(importer.import_logs(tmp_path / "missing", tmp_path / "out.jsonl"))
    with pytest.raises(ValueError, match="checkout"):
        list(importer.import_prompts(tmp_path, tmp_path / "out"))
