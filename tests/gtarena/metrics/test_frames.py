import math

import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.logs.writer import append_line
from gtarena.metrics.frames import LOGGED_COLUMNS, load_records, logged_rows, seats_frame
from tests.support.records import call, llm, record, seat, steps, write_log

LLM, RANDOM, MCTS = llm(), seat("random"), seat("mcts")


def test_a_frame_of_matches_has_a_row_for_each_with_tags_and_history_and_of_none_its_columns(tmp_path):
    frame = load_records(tmp_path)
    assert frame.empty
    assert {"match_id", "cost", "returns"} <= set(frame.columns)
    played = record("a", [LLM, RANDOM], [1, -1], tags={"run": 2}, history=steps((-1, 3), (0, 1)))
    append_line(tmp_path / "matches.jsonl", played.line())
    frame = load_records(tmp_path)
    assert tuple(frame.columns) == (*LOGGED_COLUMNS, "run.seed")
    (row,) = frame.to_dict("records")
    assert (row["tags"], row["history"]) == ({"run": 2}, [(-1, 3, "move 3"), (0, 1, "move 1")])
    priced = record("a", [llm(), seat()], [1, -1], calls=[call(), call(cost=0.25)], params={"players": 2}, suite="s")
    unpriced = record("b", [llm(), seat()], None, outcome="invalid", offender=0, calls=[call(), call(cost=None)])
    frame = load_records(write_log(tmp_path / "priced" / "matches.jsonl", priced, unpriced))
    first, second = frame.to_dict("records")
    assert (first["players"], first["agents"], first["models"]) == (2, ["llm", "random"], ["offline/random", None])
    assert (first["params"], first["returns"], first["suite"]) == ({"players": 2}, [1, -1], "s")
    assert (first["calls"], first["tokens_in"], first["tokens_out"], first["cost"]) == (2, 20, 4, 0.75)
    assert second["returns"] is None
    assert frame["cost"].isna().tolist() == [False, True]


def results(players, returns, **fields):
    return seats_frame([record("m", players, returns, **fields)])["result"].fillna("none").tolist()


PAIRS, ALONE, FIVE = [0, 0, 1, 1], [1, 0, 1], [0, 0, 1, 1, 2]


@pytest.mark.parametrize(("teams", "returns", "expected"), [
    ([0, 1], [2, -2], ["win", "loss"]), ([0, 1], [0, 0], ["draw", "draw"]),
    ([0, 1, 2], [1, 5, 5], ["loss", "draw", "draw"]), ([0, 1, 2], [1, 5, 3], ["loss", "win", "loss"]),
    ([0], [7.0], ["none"]), ([0, 0], [1, 1], ["none", "none"]),  # without opponents
    (PAIRS, [1, 1, 0, 0], ["win", "win", "loss", "loss"]),
    ([0, 1, 0, 1], [1, 0, 1, 0], ["win", "loss", "win", "loss"]),
    (PAIRS, [0.5] * 4, ["draw"] * 4),
    (PAIRS, [4, 0, 1, 1], ["win", "win", "loss", "loss"]),  # by the means 2 and 1
    (PAIRS, [4, 0, 3, 1], ["draw"] * 4),
    (ALONE, [0, 1, 0], ["loss", "win", "loss"]),
    (ALONE, [1, 0, 1], ["win", "loss", "win"]),
    (FIVE, [1, 1, 1, 1, 0], ["draw"] * 4 + ["loss"]),
    *(([0, 0, 0, 1], [paid] * 4, ["draw"] * 4) for paid in (0.05, 0.1, 0.2, 0.35, 1 / 3))])  # whatever is rounded
def test_every_seat_of_a_team_wins_if_the_mean_return_of_its_team_is_above_the_best_of_the_others(
    teams, returns, expected
):
    assert results([RANDOM] * len(teams), returns, teams=teams) == expected


@pytest.mark.parametrize(("teams", "offender", "expected"), [
    ([0, 1], 0, ["loss", "win"]), ([0, 1, 2], 1, ["none", "loss", "none"]), (PAIRS, 1, ["loss", "loss", "win", "win"]),
    (ALONE, 0, ["loss", "win", "loss"]), (FIVE, 3, ["none", "none", "loss", "loss", "none"])])
def test_a_forfeit_of_one_seat_is_lost_by_its_team_and_won_by_the_other_of_two(teams, offender, expected):
    assert results([LLM] * len(teams), None, teams=teams, outcome="forfeit", offender=offender) == expected
    assert set(results([LLM] * len(teams), None, teams=teams, outcome="invalid", offender=offender)) == {"none"}


def test_seats_stand_by_match_and_number_with_their_settings_and_the_seats_of_other_teams_as_opponents():
    frame = seats_frame([
        record("b", [llm(prompt="v1"), RANDOM], [1, -1], game="pig", params={"winscore": 20}),
        record("a", [llm(prompt="v2"), RANDOM], [1, -1], game="pig", params={"winscore": 20, "players": 2})])
    assert frame[["match_id", "seat", "game", "model", "settings"]].values.tolist() == [
        ["a", 0, "pig(winscore=20)", "offline/random", "prompt=v2"], ["a", 1, "pig(winscore=20)", "", ""],
        ["b", 0, "pig(winscore=20)", "offline/random", "prompt=v1"], ["b", 1, "pig(winscore=20)", "", ""]]
    three, none = record("m", [LLM, RANDOM, MCTS], [3, 6, 0]), record("n", [LLM, RANDOM], None, outcome="invalid")
    frame = seats_frame([three, none])
    assert frame["opponents_return"].tolist()[:3] == [3, 1.5, 4.5]
    assert frame["opponents_return"].isna().tolist() == [False] * 3 + [True] * 2
    frame = seats_frame([record("m", [RANDOM] * 4, [1, 3, 2, 6], teams=[0, 1, 0, 1])])
    assert (frame["team"].tolist(), frame["team_count"].tolist()) == ([0, 1, 0, 1], [2] * 4)
    assert frame["opponents_return"].tolist() == [4.5, 1.5, 4.5, 1.5]
    rows = logged_rows([record("a", [RANDOM] * 3, [1, 0, 1], teams=ALONE), record("b", [LLM, RANDOM], [1, -1])])
    assert [row["teams"] for row in rows] == [[1, 0, 1], [0, 1]]


def test_replies_predictions_and_nudges_are_counted_by_form_limit_and_purpose():
    calls = [call(overlong_bytes=7, failure="illegal"), call(overlong_bytes=2), call(), call(1)]
    frame = seats_frame([record("m", [LLM, LLM], [1, -1], calls=calls)])
    assert frame[["overlong", "illegal"]].to_numpy().tolist() == [[2, 1], [0, 0]]
    calls = [call(form="json"), call(form="schema"), call(form="schema"), call(failure="ambiguous"), call(),
             call(purpose="vote", form="line"), call(1, form="whole"), call(1, form="box"), call(1, form="line")]
    frame = seats_frame([record("m", [LLM, LLM], [1, -1], calls=calls)])
    counted = [f"read_as_{form}" for form in ("json", "line", "box", "whole", "schema")]
    assert frame[[*counted, "ambiguous"]].to_numpy().tolist() == [[1, 0, 0, 0, 2, 1], [0, 1, 1, 1, 0, 0]]
    calls = [call(0, 0, purpose="prediction", failure="unparsable"), call(0, 0, purpose="prediction"),
             call(0, 0, purpose="estimate", failure="unparsable"), call(0, 0, purpose="thought", failure="empty"),
             call(0, 0, failure="illegal"), call(1, 2, purpose="estimate")]
    frame = seats_frame([record("m", [LLM, LLM], [0, 0], calls=calls)])
    assert (frame["unread"].tolist(), frame["unparsable"].tolist()) == ([2, 0], [0, 0])
    calls = [call(0, 0, failure="empty"), call(0, 0, nudges=1, failure="illegal"), call(0, 0, nudges=2),
             call(0, 4, nudges=1), call(0, 4, nudges=1), call(0, 6), call(1, 2)]
    assert seats_frame([record("m", [LLM, LLM], [1, -1], calls=calls)])["nudges"].tolist() == [3, 0]


def test_calls_requests_and_costs_are_counted_for_the_seat_that_made_them_and_unknown_where_one_is():
    calls = [call(0, 0, failure="illegal"), call(0, 0), call(0, 4, failure="empty", cost=None), call(1, 1)]
    frame = seats_frame([record("m", [LLM, seat("cot", "offline/random")], [1, -1], calls=calls)])
    first, second = frame.to_dict("records")
    assert (first["decisions"], first["calls"], first["illegal"], first["empty"], first["truncated"]) == (2, 3, 1, 1, 0)
    assert (first["tokens_in"], first["seconds"]) == (30, 3)
    assert math.isnan(first["cost"])
    assert (second["calls"], second["cost"]) == (1, 0.5)
    frame = seats_frame([record("a", [LLM, RANDOM], [1, -1], calls=[call(0, 0), call(0, 2, cost=None)])])
    assert (frame["cost"].isna().tolist(), frame["cost"][1]) == ([True, False], 0)
    calls = [
        call(0, 0, retries=2, tokens_reasoning=1),
        call(0, 2, cached=True, cost=0.0, tokens_in=None, tokens_reasoning=None, seconds=0.0),
        call(0, 4, tokens_reasoning=0)]
    first, second = seats_frame([record("m", [LLM, RANDOM], [1, -1], calls=calls)]).to_dict("records")
    assert (first["calls"], first["requests"], first["retries"], first["cached"]) == (3, 4, 2, 1)
    assert (first["tokens_in"], first["tokens_out"], first["tokens_reasoning"], first["cost"]) == (20, 4, 1, 1.0)
    assert (second["calls"], second["requests"], second["tokens_in"], second["cost"]) == (0, 0, 0, 0)


@pytest.fixture
def three(tmp_path):
    matches = [record(name, [llm(prompt=prompt), RANDOM], [1, -1], tags={"run": 1})
               for name, prompt in (("c", "v1"), ("a", "v2"), ("b", "v1"))]
    return write_log(tmp_path / "matches.jsonl", *matches)


def test_columns_and_batches_are_those_asked_for_with_the_settings_of_the_whole_log(three):
    frame = load_records(three, columns=["returns", "settings"])
    assert frame.columns.tolist() == ["returns", "settings"]
    assert frame["settings"].tolist() == [["prompt=v2", ""], ["prompt=v1", ""], ["prompt=v1", ""]]
    parts = list(load_records(three, batches=2))
    assert [part["match_id"].tolist() for part in parts] == [["c", "a"], ["b"]]
    assert [part["settings"].tolist() for part in parts] == [
        [["prompt=v1", ""], ["prompt=v2", ""]], [["prompt=v1", ""]]]
    assert all(part.columns.tolist() == load_records(three).columns.tolist() for part in parts)
    with pytest.raises(UsageError, match=r"no column 'game_name'.*\(columns: match_id, suite, game"):
        load_records(three, columns=["game_name"], batches=1)
    with pytest.raises(UsageError, match="batches=0 is not a number of rows"):
        load_records(three, batches=0)


def test_batches_and_columns_have_the_rows_and_types_of_the_whole_frame(tmp_path):
    matches = [record("a", [LLM, RANDOM], [1, -1], suite="s"),
               record("b", [LLM, RANDOM], None, outcome="forfeit", offender=0, error="e", calls=[call(cost=None)])]
    log = write_log(tmp_path / "matches.jsonl", *matches)
    whole = load_records(log)
    pd.testing.assert_frame_equal(pd.concat(load_records(log, batches=1), ignore_index=True), whole)
    for part in load_records(log, batches=1):
        assert part.dtypes.equals(whole.dtypes)
    for name in LOGGED_COLUMNS:
        pd.testing.assert_frame_equal(load_records(log, columns=[name]), whole[[name]])
    (tmp_path / "none").mkdir()
    empty = load_records(tmp_path / "none", columns=["suite", "calls", "cost", "offender"])
    assert empty.dtypes.equals(whole[list(empty)].dtypes)
