import json

import pytest

from gtarena.logs.plans import PLAN
from gtarena.logs.records import Attempt
from gtarena.logs.writer import append_line
from gtarena.trackers.scores import RunScores, _plain
from tests.support.records import call, llm, record, seat, write_log


def test_scores_are_those_of_the_leaderboards_with_counts_and_spending_of_what_the_log_has_so_far(tmp_path):
    scores = RunScores([tmp_path])
    assert scores.named() == {"matches/done": 0, "matches/unfinished": 0, "spent/requests": 0, "spent/tokens_in": 0,
                              "spent/tokens_out": 0, "spent/usd": 0}
    (tmp_path / PLAN).write_text(json.dumps(dict.fromkeys("abcd", "kuhn_poker")))
    seats = [llm(), seat("random")]
    write_log(tmp_path / "matches.jsonl", record("a", seats, [1, -1], calls=[call(), call(failure="illegal")]),
              record("b", seats, [-2, 2], calls=[call(failure="empty"), call()]), record("c", seats[::-1], [0, 0]))
    append_line(tmp_path / "attempts.jsonl", Attempt(match_id="d", error="no server", at="now").line())
    scores.read()
    found = scores.named()
    assert scores.matches == 3
    assert {name: value for name, value in found.items() if name.startswith(("matches/", "spent/"))} == {
        "matches/done": 3, "matches/planned": 4, "matches/unfinished": 1, "spent/requests": 4, "spent/tokens_in": 40,
        "spent/tokens_out": 8, "spent/usd": 2}
    agent = "llm offline_random"
    assert {name: value for name, value in found.items() if name.endswith(agent)} == pytest.approx({
        f"rating/{agent}": 0, f"results/wins/{agent}": 1, f"results/draws/{agent}": 1, f"results/losses/{agent}": 1,
        f"completion_rate/{agent}": 1, f"failures/illegal_rate/{agent}": 0.5, f"failures/truncated_rate/{agent}": 0,
        f"failures/empty_rate/{agent}": 0.25, f"failures/unparsable_rate/{agent}": 0,
        f"failures/illegal_move_rate/{agent}": 0.25, f"failures/ambiguous_rate/{agent}": 0,
        f"mean_return/kuhn_poker/{agent}": -1 / 3, f"nra/kuhn_poker/{agent}": -1 / 3})
    assert "failures/illegal_rate/random" not in found  # it has no replies


def test_a_match_that_came_later_or_is_logged_again_counts_once_and_its_attempt_no_longer(tmp_path):
    scores, seats = RunScores([tmp_path]), [seat("mcts"), seat("random")]
    append_line(tmp_path / "attempts.jsonl", Attempt(match_id="b", error="no server", at="now").line())
    write_log(tmp_path / "matches.jsonl", record("a", seats, [1, -1]))
    scores.read()
    assert scores.named()["matches/unfinished"] == 1
    write_log(tmp_path / "matches.jsonl", record("a", seats, [1, -1]), record("b", seats, [1, -1]))
    scores.read()
    found = scores.named()
    assert (found["matches/done"], found["matches/unfinished"], found["results/wins/mcts"]) == (2, 0, 2)


def test_the_bounds_of_a_rating_stand_beside_it_once_there_are_enough_deals(tmp_path):
    seats = [seat("mcts"), seat("random")]
    won = [record(f"{number}", seats, [1, -1] if number % 3 else [-1, 1], seed=number) for number in range(30)]
    write_log(tmp_path / "matches.jsonl", *won)
    scores = RunScores([tmp_path])
    scores.read()
    found = scores.named()
    assert found["rating/mcts low_95"] < found["rating/mcts"] < found["rating/mcts high_95"]
    assert found["rating/mcts"] > 0


def test_names_keep_to_what_all_trackers_allow_and_long_ones_stay_apart():
    assert _plain("llm openai/gpt temperature=0.5") == "llm openai_gpt temperature_0.5"
    long, other = _plain("g" * 300 + "1"), _plain("g" * 300 + "2")
    assert long != other
    assert len(long) == len(other) == 107
    assert _plain("llm persona=国") != _plain("llm persona=王")
