import errno
import os
import signal
from dataclasses import replace

import pytest

from gtarena.errors import UsageError
from gtarena.logs import writer
from gtarena.logs.reader import match_ids
from gtarena.models.budget import Limits
from gtarena.models.settings import ModelSettings
from gtarena.runs.matches import workers
from gtarena.runs.matches.runner import Job
from gtarena.runs.matches.workers import play_all
from gtarena.runs.schedule import schedule
from gtarena.system.exhaustion import exhausted
from tests.support.records import record, seat

RANDOM = seat("random", kind="random")
play_job = workers._work


def job(folder, matches=3, **settings):
    specs = schedule("kuhn_poker", {}, [RANDOM], matches=matches, seed=0)
    return Job(tuple(specs), ModelSettings(), folder, **settings)


def played(given, number):
    """Returns the errors of the job's matches, in the order of its matches."""
    errors = {}

    def on_ended(ended):
        assert ended.match_id not in errors
        errors[ended.match_id] = ended.error

    play_all(given, number, on_ended)
    return [errors[spec.match_id] for spec in given.specs]


@pytest.fixture
def shares(monkeypatch):
    """Jobs that would have been given to worker processes."""
    given = []

    def play(jobs):
        given.extend(jobs)
        return iter(())

    monkeypatch.setattr(workers, "_play_apart", play)
    return given


def test_every_match_is_played_by_exactly_one_worker(tmp_path, shares):
    given = job(tmp_path, matches=5)
    played(given, 3)
    assert [len(share.specs) for share in shares] == [2, 2, 1]
    assert sorted(spec.match_id for share in shares for spec in share.specs) == sorted(
        spec.match_id for spec in given.specs)


@pytest.mark.parametrize(("matches", "calls", "number", "expected"), [
    (5, None, 4, 4),
    (3, None, 8, 3),  # no worker without a match
    (5, 2, 4, 2),  # no worker without a call
])
def test_there_are_no_more_workers_than_matches_or_calls(tmp_path, shares, matches, calls, number, expected):
    played(job(tmp_path, matches, budget=Limits(calls=calls)), number)
    assert len(shares) == expected


@pytest.mark.parametrize(("number", "calls"), [(1, None), (4, 1)])
def test_a_single_worker_is_this_process(tmp_path, shares, number, calls):
    given = job(tmp_path, budget=Limits(calls=calls))
    assert played(given, number) == ["", "", ""]
    assert shares == []
    assert match_ids(tmp_path) == {spec.match_id for spec in given.specs}


def test_a_torn_last_line_is_removed_before_anything_is_played(tmp_path):
    (tmp_path / "matches.jsonl").write_text(record("a", [RANDOM, RANDOM], [1, -1]).line() + '\n{"match_id": "b')
    given = job(tmp_path, matches=1)
    assert played(given, 1) == [""]
    assert match_ids(tmp_path) == {"a", given.specs[0].match_id}


def test_texts_that_the_folder_holds_are_not_stored_by_any_worker(tmp_path, shares):
    writer.append_line(tmp_path / "texts-1.jsonl", writer.text_line("f" * 64, "Your move."))
    played(job(tmp_path), 2)
    assert [share.stored for share in shares] == [{"f" * 64}] * 2


def test_a_logged_match_counts_even_if_its_process_died_before_it_could_tell(tmp_path, monkeypatch):
    given = job(tmp_path)

    def die(jobs):
        line = record(given.specs[1].match_id, [RANDOM, RANDOM], [1, -1]).line()
        writer.append_line(tmp_path / "matches-1.jsonl", line)
        return iter(())

    monkeypatch.setattr(workers, "_play_apart", die)
    assert played(given, 2) == [workers.DIED, "", workers.DIED]


def test_processes_play_their_shares_and_report_every_match(tmp_path):
    given = job(tmp_path)
    assert played(given, 2) == ["", "", ""]
    assert match_ids(tmp_path) == {spec.match_id for spec in given.specs}
    assert {path.name for path in tmp_path.glob("matches*")} == {"matches-0.jsonl", "matches-1.jsonl"}


def starting(monkeypatch, outcomes):
    """Makes the start of processes fail for every outcome that is an error."""
    start, left = workers.start, iter(outcomes)

    def started(work):
        if error := next(left):
            raise error
        return start(work)

    monkeypatch.setattr(workers, "start", started)


def test_a_process_that_cannot_be_started_costs_its_own_matches_alone(tmp_path, monkeypatch):
    given = job(tmp_path, matches=4)
    refused = OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    starting(monkeypatch, [None, refused])
    reason = str(exhausted(refused))
    assert played(given, 2) == ["", reason, "", reason]
    assert played(replace(given, specs=given.specs[1::2]), 1) == ["", ""]


def no_memory(job, pipe):
    if job.worker == "1":
        raise MemoryError
    play_job(job, pipe)


def test_a_process_that_lacks_memory_says_so_and_the_others_go_on(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(workers, "_work", no_memory)
    reason = str(exhausted(MemoryError()))
    assert played(job(tmp_path, matches=4), 2) == ["", reason, "", reason]
    assert "Traceback" not in capfd.readouterr().err


def mistaken(job, pipe):
    raise UsageError("the cache is damaged")


def test_a_process_that_fails_tells_its_reason(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(workers, "_work", mistaken)
    assert played(job(tmp_path, matches=2), 2) == ["the cache is damaged"] * 2
    assert "Traceback" not in capfd.readouterr().err


def broken(job, pipe):
    raise ZeroDivisionError("by nought")


def test_an_unforeseen_error_of_a_process_leaves_its_traceback_in_the_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_work", broken)
    assert played(job(tmp_path, matches=2), 2) == ["ZeroDivisionError: by nought"] * 2
    kept = (tmp_path / writer.ERRORS).read_text()
    assert kept.count('raise ZeroDivisionError("by nought")') == 2
    assert {line for line in kept.splitlines() if line.startswith("worker ")} == {"worker 0", "worker 1"}


def killed(job, pipe):
    if job.worker == "1":
        os.kill(os.getpid(), signal.SIGKILL)
    play_job(job, pipe)


def test_a_process_that_the_system_kills_costs_its_own_matches_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_work", killed)
    assert played(job(tmp_path, matches=4), 2) == ["", workers.DIED, "", workers.DIED]
