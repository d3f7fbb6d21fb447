from gtarena.logs.stopping import (
    MOST_SHOWN,
    STOPPING,
    PairState,
    StoppingState,
    read_stopping,
    remove_stopping,
    stops_by_rule,
    write_stopping,
)

STATE = StoppingState("decided:0.1", (
    PairState("nim", "a", "b"), PairState("nim", "a", "c", 12, 0.5, 0.25, 0.75, "decided"),
    PairState("nim", "b", "c", 1, -0.5)), ("x", "y"))


def test_a_state_is_read_as_it_was_written_until_it_is_removed(tmp_path):
    assert read_stopping(tmp_path) is None
    write_stopping(tmp_path, STATE)
    assert read_stopping(tmp_path) == STATE
    (tmp_path / STOPPING).write_text("{")
    assert read_stopping(tmp_path) is None
    assert stops_by_rule(tmp_path)  # though nobody knows by which
    remove_stopping(tmp_path)
    remove_stopping(tmp_path)
    assert not stops_by_rule(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_state_is_told_with_the_pairs_that_are_known_first():
    assert list(STATE.lines()) == [
        "stop=decided:0.1: 1 decided, 2 open of 3 pairs; 2 matches not needed",
        "decided: nim: a against c: +0.50 [+0.25, +0.75] on 12 deals",
        "open: nim: a against b: nothing known on 0 deals",
        "open: nim: b against c: −0.50 on 1 deal"]
    assert next(StoppingState("decided:0.1", STATE.pairs[:1]).lines()) == (
        "stop=decided:0.1: 1 open of 1 pair; 0 matches not needed")
    assert [pair.width for pair in STATE.pairs] == [2, 0.5, 2]


def test_of_many_pairs_the_first_are_told():
    *_, last, more = StoppingState("interval:0.1", (PairState("nim", "a", "b"),) * (MOST_SHOWN + 3)).lines()
    assert last.startswith("open: nim")
    assert more == "… and 3 more pairs in stopping.json"
