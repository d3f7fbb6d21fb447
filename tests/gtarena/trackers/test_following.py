import threading

import pytest

from gtarena.trackers import following
from gtarena.trackers.contract import TrackedRun
from gtarena.trackers.following import Followed, Follower, read_sent, tracking
from tests.gtarena.trackers.fakes import KeptRun, kept
from tests.support.records import record, seat, write_log

SEATS = [seat("mcts"), seat("random")]


@pytest.fixture(autouse=True)
def _kept_runs(monkeypatch):
    kept.clear()
    monkeypatch.setattr(following, "begin_tracker", lambda name, run: KeptRun(run))


def followed(folder):
    return Followed([folder], folder / "tracker.json", folder)


def run_of(folder):
    return TrackedRun("job", "sweep", folder, {})


def played(folder, *names):
    write_log(folder / "matches.jsonl", *(record(name, SEATS, [1, -1]) for name in names))


def test_scores_are_sent_while_matches_are_played_only_when_there_are_new_ones_and_at_the_end_with_the_report(tmp_path):
    came, pauses = iter([["a"], [], ["b", "c"]]), []

    def wait(seconds):
        pauses.append(seconds)
        names = next(came, None)
        if names is not None:
            played(tmp_path, *names)
        return names is None

    times = iter([0, 3, 3, 3, 10, 10.5])
    follower = Follower("kept", run_of(tmp_path), followed(tmp_path), wait, lambda: next(times))
    (tmp_path / "report.html").touch()
    follower._status = "finished"
    follower.run()
    assert [matches for matches, _ in kept[0].sent] == [1, 3]
    assert kept[0].sent[1][1]["results/wins/mcts"] == 3
    assert kept[0].ended == [("finished", ["report.html"])]
    assert pauses == [10, 27, 10, 10]  # nine times the three seconds that the first sending took


def test_a_resumed_run_keeps_its_key_and_sends_nothing_twice(tmp_path):
    played(tmp_path, "a", "b")
    for _ in range(2):
        with tracking("kept", run_of(tmp_path), followed(tmp_path)):
            pass
    with tracking("kept", run_of(tmp_path), followed(tmp_path)):
        played(tmp_path, "c")
    assert [[matches for matches, _ in each.sent] for each in kept] == [[2], [], [3]]
    assert {each.run.key for each in kept} == {read_sent(tmp_path / "tracker.json").key}
    assert len(kept[0].run.key) == 16


def test_a_run_of_another_folder_has_another_key_and_a_damaged_state_begins_anew(tmp_path):
    assert read_sent(tmp_path / "none.json").key != read_sent(tmp_path / "none.json").key
    (tmp_path / "tracker.json").write_text("{")
    assert read_sent(tmp_path / "tracker.json").matches == {}


def test_a_run_without_matches_sends_its_counts_once(tmp_path):
    with pytest.raises(ValueError, match="stop"), tracking("kept", run_of(tmp_path), followed(tmp_path)):
        raise ValueError("stop")
    assert [(matches, scores["matches/done"]) for matches, scores in kept[0].sent] == [(0, 0)]
    assert kept[0].ended == [("failed", [])]


@pytest.mark.parametrize("place", ["__init__", "send", "end"])
def test_a_tracker_that_raises_is_told_in_one_line_without_secrets_and_the_run_goes_on(
        tmp_path, monkeypatch, capsys, place):
    monkeypatch.setenv("TRACKER_API_KEY", "a-long-secret-of-the-server")

    def refuse(*_):
        raise OSError("no space, a-long-secret-of-the-server\nand more")

    monkeypatch.setattr(KeptRun, place, refuse)
    with tracking("kept", run_of(tmp_path), followed(tmp_path)):
        played(tmp_path, "a")
    assert capsys.readouterr().err == (
        "gtarena: tracker kept failed: OSError: no space, [hidden]; the matches go on, and their log is complete\n")


def test_a_tracker_that_hangs_is_left_behind(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(following, "PATIENCE", 0.0)
    answered = threading.Event()
    monkeypatch.setattr(KeptRun, "end", lambda *_: answered.wait())
    with tracking("kept", run_of(tmp_path), followed(tmp_path)):
        pass
    answered.set()
    assert "tracker kept has not taken everything in 0 seconds" in capsys.readouterr().err
