import subprocess
import sys

import pandas as pd
import pytest

import gtarena
from gtarena.errors import UsageError
from gtarena.logs.replay import ReplayedMatch
from gtarena.metrics.frames import load_records
from gtarena.suites import SUITES, importers, load_suite
from gtarena.suites.contract import Trace
from gtarena.suites.scoring import SCORE_COLUMNS, extract_scorable, score
from gtarena.system.checkout import config_folder
from tests.support.records import llm, record, seat, steps
from tests.support.suite_matches import findings, trace_of

BAR = {"players": 3, "rounds": 2, "capacity": 0.6, "fun": 10, "crowded": 0, "home": 5, "feedback": "implicit"}
# Two of three go, then nobody: shares of 2/3 and 0, which are 1/15 and 3/5 off the capacity.
HISTORY = steps((0, 1), (1, 1), (2, 0), (0, 0), (1, 0), (2, 0))


def frame(tmp_path, *records):
    path = tmp_path / "matches.jsonl"
    path.write_text("".join(each.line() + "\n" for each in records))
    return load_records(path)


def bar(match_id="m", seats=None, **fields):
    return record(match_id, seats or [llm()] * 3, [15, 15, 10], game="el_farol", params=BAR, history=HISTORY, **fields)


@pytest.mark.parametrize(("suite", "scheme", "complaint"), [
    ("gamma", None, "unknown suite 'gamma'; did you mean gamma_bench"),
    ("gamma_bench", "exact", "scheme=exact is not a scheme of gamma_bench; choose one of coded, printed, paper")])
def test_a_suite_or_scheme_that_does_not_exist_is_named(tmp_path, suite, scheme, complaint):
    with pytest.raises(UsageError, match=complaint):
        score(frame(tmp_path, bar()), suite, scheme)


def test_a_match_has_a_row_per_measure_of_it_and_its_players_and_illegal_actions_are_an_error(tmp_path):
    scored = gtarena.score(frame(tmp_path, bar(source="a/b.json")), "gamma_bench")
    assert tuple(scored.columns) == SCORE_COLUMNS
    by_metric = scored.set_index("metric")["value"]
    assert by_metric["raw_score"] == pytest.approx((1 / 15 + 3 / 5) / 2)
    assert by_metric["score"] == pytest.approx((0.6 - 1 / 3) / 0.6 * 100)
    assert (set(scored["source"]), set(scored["agent"])) == ({"a/b.json"}, {"llm"})
    assert set(scored["model"]) == {"offline/random"}
    assert scored["player"].isna().all()
    goods = {"players": 2, "rounds": 1, "tokens": 20, "multiplier": 2.0}
    match = record(
        "m", [llm(), seat("fixed:5")], [0, 0], game="public_goods", params=goods, history=steps((0, 20), (1, 5)))
    scored = score(frame(tmp_path, match), "gamma_bench")
    own = scored[scored["metric"] == "player_score"]
    assert own[["player", "agent", "model", "value"]].values.tolist() == [
        [0, "llm", "offline/random", 0], [1, "fixed:5", "", 75]]
    assert set(scored[scored["player"].isna()]["agent"]) == {"llm+fixed:5"}
    others = (bar("a", outcome="invalid"), record("b", [seat(), seat()], [1, -1], history=steps((-1, 0))))
    assert score(frame(tmp_path, *others), "gamma_bench").empty
    scored = score(frame(tmp_path, bar()).iloc[:0], "gamma_bench")
    assert scored.empty
    assert pd.api.types.is_float_dtype(scored["value"])
    broken = bar().model_copy(update={"history": steps((0, 1), (1, 7), (2, 0))})
    with pytest.raises(ValueError, match=r"^match m: step 1: action 7 of player 1 is not legal"):
        score(frame(tmp_path, broken), "gamma_bench")


def scorable(match, suite):
    return extract_scorable(ReplayedMatch(match), [0] * len(match.seats), load_suite(suite))


@pytest.mark.parametrize(("fields", "reason"), [
    ({"history": steps((0, 9))}, "^match m: step 0: action 9 of player 0 is not legal"),
    ({"params": BAR | {"rounds": 10**18}}, "^match m: "),
    ({"params": BAR | {"nonsense": 1}}, "^match m: unknown parameter of el_farol 'nonsense'"),
    ({"seats": [llm()]}, "^match m: 1 seats in a game for 3")])
def test_a_match_that_cannot_be_replayed_is_not_scorable(fields, reason):
    assert scorable(bar(), "gamma_bench")
    with pytest.raises(ValueError, match=reason):
        scorable(bar().model_copy(update=fields), "gamma_bench")


@pytest.mark.parametrize("suite", SUITES)
def test_a_match_that_a_suite_does_not_show_is_replayed_too_unless_it_is_published_without_moves(suite):
    assert scorable(bar(outcome="invalid"), suite) is None
    with pytest.raises(ValueError, match=r"^match m: step 0: action 9 of player 0 is not legal"):
        scorable(bar(outcome="invalid").model_copy(update={"history": steps((0, 9))}), suite)
    published = record("m", [seat()] * 3, None, game="gone", source="paper", suite=suite, outcome="invalid")
    scorable(published, suite)


@pytest.mark.parametrize("match", [
    record("m", [llm(), seat("mcts")], [2, -2], seed=7, source="a/b.json", tags={"run": 2}, params={"players": 2},
           history=steps((-1, 0), (0, 1))),
    record("m", [llm(), seat("mcts")], None, history=steps((-1, 0), (0, 1)), outcome="invalid", offender=0),
    record("m", [seat()] * 4, None, teams=[0, 1, 0, 1], outcome="forfeit", offender=2),
], ids=["finished", "invalid", "teams"])
def test_a_frames_row_and_a_record_leave_the_same_trace(tmp_path, match):
    (row,) = frame(tmp_path, match).itertuples(index=False)
    assert Trace.of_row(row) == Trace.of(ReplayedMatch(match))


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_is_loaded_by_the_name_that_its_records_have(name):
    suite = load_suite(name)
    assert name == suite.NAME
    assert len(set(suite.SCHEMES)) == len(suite.SCHEMES) > 0
    assert (config_folder() / "suite" / f"{name}.yaml").is_file()


@pytest.mark.parametrize("name", SUITES)
def test_without_matches_there_are_neither_tables_nor_figures(name):
    found = findings(name, [])
    assert (dict(found.tables), found.figures) == ({scheme: [] for scheme in load_suite(name).SCHEMES}, [])


@pytest.mark.parametrize("name", [name for name in SUITES if name != "gamebench"])
def test_games_that_a_suite_does_not_have_are_not_measured(name):
    other, suite = record("m", [seat()] * 3, [1, 2, -3], params={"players": 3}), load_suite(name)
    assert list(suite.measures(trace_of(other), suite.SCHEMES[0])) == []


def test_unknown_suites_are_errors_with_those_there_are_and_importers_have_names_of_their_own():
    with pytest.raises(UsageError, match=r"unknown suite 'gtbnch'; did you mean gtbench or gamebench\? .*: gamma_"):
        load_suite("gtbnch")
    kinds = [importer.kind for importer in importers()]
    assert "gamabench" in kinds
    assert len(set(kinds)) == len(kinds)
    assert "prompts" not in kinds  # which is a word of the verb's own


def test_listing_importers_imports_neither_data_frames_nor_drawings():
    code = "import sys; from gtarena.suites import importers; print([*importers()] and [*sys.modules])"
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "'gtarena.suites.gamma_bench'" in ended.stdout
    assert not any(f"'{heavy}'" in ended.stdout for heavy in ("pandas", "matplotlib", "litellm"))
