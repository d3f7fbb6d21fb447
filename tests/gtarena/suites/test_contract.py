import pytest

from gtarena.metrics.frames import load_records
from gtarena.suites.contract import Trace
from tests.support.records import llm, record, seat, steps


def test_a_trace_holds_what_scores_are_computed_from():
    match = record("m", [llm(), seat("mcts")], [2, -2], seed=7, source="a/b.json", tags={"run": 2},
                   params={"players": 2}, history=steps((-1, 0), (0, 1)))
    assert Trace.of(match) == Trace(
        match_id="m", source="a/b.json", game="kuhn_poker", params={"players": 2}, seed=7, tags={"run": 2},
        seats=[("llm", "offline/random"), ("mcts", "")], history=[(-1, 0), (0, 1)], returns=[2, -2],
        outcome="finished", teams=[0, 1])


@pytest.mark.parametrize("match", [
    record("m", [llm(), seat("mcts")], [2, -2], seed=7, source="a/b.json", tags={"run": 2}, params={"players": 2},
           history=steps((-1, 0), (0, 1))),
    record("m", [llm(), seat("mcts")], None, history=steps((-1, 0), (0, 1)), outcome="invalid", offender=0),
    record("m", [seat()] * 4, None, teams=[0, 1, 0, 1], outcome="forfeit", offender=2),
], ids=["finished", "invalid", "teams"])
def test_a_frames_row_and_a_record_leave_the_same_trace(tmp_path, match):
    path = tmp_path / "matches.jsonl"
    path.write_text(match.line() + "\n")
    (row,) = load_records(path).itertuples(index=False)
    assert Trace.of_row(row) == Trace.of(match)
