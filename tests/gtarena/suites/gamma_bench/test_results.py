import math

import pytest

from gtarena.suites import gamma_bench
from gtarena.suites.contract import Measure
from gtarena.suites.gamma_bench.results import (
    changed_parameters,
    changed_settings,
    usual_settings,
    usual_variants,
    with_usual_settings,
)
from gtarena.suites.gamma_bench.scores import Match
from tests.support.gamma_bench_matches import USUAL, bar, division, player
from tests.support.records import llm, record, seat, steps
from tests.support.suite_matches import findings, match_results, trace_of


def test_a_result_tells_who_played_which_game_with_what_score_and_stands_in_the_papers_order():
    (found,) = match_results([division(90, run=3, gold=120)])
    assert (found.game, found.who, found.run, found.agents) == ("divide_dollar", "m", 3, ("llm", "llm"))
    assert found.settings == {name: value for name, value in USUAL.items() if name != "kind"}
    assert found.variant == {"players": 2, "rounds": 1, "gold": 120}
    assert found.score("coded") == pytest.approx(75)  # 30 of 120 off
    mixed = [player("a"), player("a"), player("b"), seat("fixed:1", kind="fixed"), player("b")]
    (found,) = match_results([bar(3, seats=mixed)])
    assert found.who == "2 x a + 2 x b + fixed:1"
    assert found.settings == {}
    (random,) = match_results([division(90, seats=[seat("random")] * 2)])
    assert random.who == "random"
    records = [division(90, run=2), division(80, run=1), bar(3), division(70, seats=[player("a")] * 2)]
    assert [(each.game, each.who, each.run) for each in match_results(records)] == [
        ("el_farol", "m", 1), ("divide_dollar", "a", 1), ("divide_dollar", "m", 1), ("divide_dollar", "m", 2)]


def test_sweeps_start_from_the_papers_settings_and_variants_or_else_from_the_most_frequent():
    hot = [player(temperature=0.5, memory="chat")] * 2
    results = match_results([division(100), division(90, seats=hot), division(80, seats=hot, run=2)])
    assert usual_settings(results)["m"] == {"prompt": "v1", "temperature": 1.0, "reasoning": "direct", "persona": None,
                                            "memory": "chat"}
    assert [each.score("coded") for each in with_usual_settings(results)] == [100]
    assert [changed_settings(each, usual_settings(results)) for each in results] == [
        set(), {"temperature"}, {"temperature"}]
    told = [player(prompt="gamabench_v1", reasoning="none")] * 2
    other = [player(prompt="gamabench_v2", reasoning="none")] * 2
    published = [division(90, seats=told, tags={"tag": "1"}), division(80, seats=other, tags={"tag": ""}),
                 division(70, seats=other, run=2, tags={"tag": "2"})]
    usual = usual_settings(match_results(published))["m"]
    assert (usual["prompt"], usual["reasoning"]) == ("gamabench_v1", "none")
    small = match_results([division(50, gold=50), division(40, gold=50, run=2), division(50, gold=60)])
    usual = usual_variants(small)
    assert usual["divide_dollar"]["gold"] == 50
    assert [changed_parameters(each, usual) for each in small] == [set(), {"gold"}, set()]


def test_imported_files_are_the_usual_game_but_for_institutions_and_are_never_pooled_with_ours():
    (gold,) = match_results([division(90, gold=50, tags={"tag": "t3"}, source="a")])
    assert gold.variant == {}
    loud = bar(3).model_copy(update={"tags": {"tag": "role1"}})
    loud.params["feedback"] = "explicit"
    (found,) = match_results([loud])
    assert found.variant == {"feedback": "explicit"}
    params = {"players": 3, "lowest_rate": 51, "rate_step": 5, "max_shots": 1}
    battle = record("m", [player()] * 3, [0, 0, 0], game="battle_royale", params=params, suite="gamma_bench",
                    history=steps((0, 2), (-1, 0)), tags={"tag": "rates51"})
    (found,) = match_results([battle])
    assert found.variant == {"players": 3, "lowest_rate": 51}
    files = [division(90, tags={"tag": "t5"}, source="a"), division(80, tags={"tag": "1"}, source="b"),
             division(70, tags={"tag": "2"}, source="c")]
    assert [each.score("coded") for each in match_results(files)] == [80]
    assert len(match_results([division(90), division(80)])) == 2  # which were played and not imported
    told = [player(prompt="gamabench_v1")] * 2
    published = {"tags": {"tag": "1"}, "source": "a"}
    theirs, ours, other = (division(90, seats=told, **published), division(80, seats=told),
                           division(70, seats=[player("n")] * 2, **published))
    assert {each.who: each.score("coded") for each in match_results([theirs, ours, other])} == {
        "m (published)": 90, "m": 80, "n": 70}
    assert [each.who for each in match_results([theirs, other])] == ["m", "n"]
    mixed = [player(), seat("fixed:91", kind="fixed")]
    found = match_results([division(90, seats=mixed, tags={"tag": "s1"}, source="a"), division(80)])
    assert {each.who: each.against_fixed for each in found} == {"m (published) + fixed:91": True, "m": False}


def measured(match, scheme="coded"):
    return list(gamma_bench.measures(trace_of(match), scheme))


@pytest.mark.parametrize(("scheme", "score"), [("coded", 100), ("printed", 0)])
def test_a_match_and_its_players_have_a_score_by_the_scheme(scheme, score):
    params = {"players": 2, "rounds": 1, "low": 0, "high": 100, "ratio": 1.0}
    match = record("m", [llm()] * 2, [0, 0], game="guess_two_thirds", params=params, history=steps((0, 50), (1, 50)))
    assert measured(match, scheme) == [Measure("score", score), Measure("raw_score", 50),
                                       Measure("player_score", score, 0), Measure("player_score", score, 1)]


def test_a_score_has_parts_and_only_players_with_shots_have_one_and_stated_values_count():
    params = {"players": 2, "gold": 4}
    match = record("m", [llm()] * 2, [4, 0], game="pirate_game", params=params, history=steps((0, 4), (0, 0), (1, 1)))
    # All four coins for the proposer are optimal, and accepting nothing is wrong.
    assert measured(match) == [Measure("score", 50), Measure("raw_score", 0), Measure("proposal_distance", 0),
                               Measure("vote_accuracy", 0)]
    params = {"players": 3, "lowest_rate": 35, "rate_step": 5, "max_shots": 1}
    shot = record("m", [llm()] * 3, [0, 0, 0], game="battle_royale", params=params, history=steps((0, 2), (-1, 0)))
    found = measured(shot)
    players = [each for each in found if each.metric == "player_score"]
    assert [each.player for each in players] == [0]
    assert not any(math.isnan(each.value) for each in found)
    assert Match.of(trace_of(division(100, tags={"stated": [[0, 1, 70]]}))).choices().tolist() == [[50, 70]]


def test_findings_are_tables_by_scheme_and_figures_and_both_logs_and_prompts_can_be_imported(tmp_path):
    found = findings("gamma_bench", [division(90), division(80, run=2), bar(3)])
    assert tuple(found.tables) == gamma_bench.SCHEMES
    for tables in found.tables.values():
        assert [table.name for table in tables] == ["runs m"]
    assert [figure.name for figure in found.figures] == ["runs-m", "choices-m", "actions-m"]
    (importer,) = gamma_bench.IMPORTERS
    assert importer.kind == "gamabench"
    with pytest.raises(ValueError, match="raw results"):
        list(importer.import_logs(tmp_path / "missing", tmp_path / "out.jsonl"))
    with pytest.raises(ValueError, match="checkout"):
        list(importer.import_prompts(tmp_path, tmp_path / "out"))
