import pandas as pd
import pytest

import gtarena
from gtarena.errors import UsageError
from gtarena.metrics.frames import load_records
from gtarena.suites import load_suite
from gtarena.suites.scoring import SCORE_COLUMNS, SuiteRecords, WithoutMatches, check_scorable, score
from tests.support.records import llm, record, seat, steps

BAR = {"players": 3, "rounds": 2, "capacity": 0.6, "fun": 10, "crowded": 0, "home": 5, "feedback": "implicit"}
# Two of three go, then nobody: shares of 2/3 and 0, which are 1/15 and 3/5 off the capacity.
HISTORY = steps((0, 1), (1, 1), (2, 0), (0, 0), (1, 0), (2, 0))


def frame(tmp_path, *records):
    path = tmp_path / "matches.jsonl"
    path.write_text("".join(each.line() + "\n" for each in records))
    return load_records(path)


def bar(match_id="m", seats=None, **fields):
    return record(match_id, seats or [llm()] * 3, [15, 15, 10], game="el_farol", params=BAR, history=HISTORY, **fields)


def test_a_match_has_a_row_per_measure_in_long_form(tmp_path):
    scored = gtarena.score(frame(tmp_path, bar(source="a/b.json")), "gamma_bench")
    assert tuple(scored.columns) == SCORE_COLUMNS
    by_metric = scored.set_index("metric")["value"]
    assert by_metric["raw_score"] == pytest.approx((1 / 15 + 3 / 5) / 2)
    assert by_metric["score"] == pytest.approx((0.6 - 1 / 3) / 0.6 * 100)
    assert set(scored["source"]) == {"a/b.json"}
    assert set(scored["agent"]) == {"llm"}
    assert set(scored["model"]) == {"offline/random"}
    assert scored["player"].isna().all()


def test_a_measure_of_a_player_names_its_seat_and_its_agent(tmp_path):
    goods = {"players": 2, "rounds": 1, "tokens": 20, "multiplier": 2.0}
    match = record(
        "m", [llm(), seat("fixed:5")], [0, 0], game="public_goods", params=goods, history=steps((0, 20), (1, 5)))
    scored = score(frame(tmp_path, match), "gamma_bench")
    own = scored[scored["metric"] == "player_score"]
    assert own[["player", "agent", "model", "value"]].values.tolist() == [
        [0, "llm", "offline/random", 0], [1, "fixed:5", "", 75]]
    assert set(scored[scored["player"].isna()]["agent"]) == {"llm+fixed:5"}


def test_unfinished_matches_and_other_games_have_no_scores(tmp_path):
    others = (bar("a", outcome="invalid"), record("b", [seat(), seat()], [1, -1], history=steps((-1, 0))))
    assert score(frame(tmp_path, *others), "gamma_bench").empty


def test_there_may_be_nothing_to_score(tmp_path):
    scored = score(frame(tmp_path, bar()).iloc[:0], "gamma_bench")
    assert scored.empty
    assert pd.api.types.is_float_dtype(scored["value"])


@pytest.mark.parametrize(("suite", "scheme", "complaint"), [
    ("gamma", None, "unknown suite 'gamma'; did you mean gamma_bench"),
    ("gamma_bench", "exact", "scheme=exact is not a scheme of gamma_bench; choose one of coded, printed, paper"),
])
def test_a_suite_or_scheme_that_does_not_exist_is_named(tmp_path, suite, scheme, complaint):
    with pytest.raises(UsageError, match=complaint):
        score(frame(tmp_path, bar()), suite, scheme)


def test_an_action_that_was_not_legal_is_an_error_and_not_a_score(tmp_path):
    broken = bar().model_copy(update={"history": steps((0, 1), (1, 7), (2, 0))})
    with pytest.raises(ValueError, match=r"^match m: step 1: action 7 of player 1 is not legal"):
        score(frame(tmp_path, broken), "gamma_bench")


def test_records_of_a_suite_are_selected_by_game_outcome_and_seats_on_every_pass():
    two, three = [seat()] * 2, [seat()] * 3
    played = [record("a", two, [1, -1], suite="s"), record("b", three, [1, 0, -1], suite="s"),
              record("c", two, None, suite="s", outcome="invalid", offender=0), record("d", two, [1, -1], suite="t"),
              record("e", two, [1, -1]), record("f", two, [1, -1], suite="s", game="nim")]

    def selected(**conditions):
        records = SuiteRecords(played, "s", **conditions)
        first, second = (" ".join(each.match_id for each in records) for _ in range(2))
        assert first == second
        return first

    assert selected() == "a b c f"
    assert selected(games=("nim",)) == "f"
    assert selected(finished=True) == "a b f"
    assert selected(seats=2) == "a c f"
    assert selected(games={"kuhn_poker": 1}, finished=True, seats=2) == "a"


def test_records_without_some_matches_can_be_gone_through_again_and_again():
    records = WithoutMatches([bar("a"), bar("b"), bar("c")], {"b"})
    assert [each.match_id for each in records] == [each.match_id for each in records] == ["a", "c"]


@pytest.mark.parametrize(("fields", "reason"), [
    ({"history": steps((0, 9))}, "^match m: step 0: action 9 of player 0 is not legal"),
    ({"params": BAR | {"rounds": 10**18}}, "^match m: "),
    ({"params": BAR | {"nonsense": 1}}, "^match m: unknown parameter of el_farol 'nonsense'"),
    ({"seats": [llm()]}, "^match m: 1 seats in a game for 3"),
])
def test_a_match_that_cannot_be_replayed_is_not_scorable(fields, reason):
    suite = load_suite("gamma_bench")
    check_scorable(bar(), suite)
    with pytest.raises(ValueError, match=reason):
        check_scorable(bar().model_copy(update=fields), suite)
