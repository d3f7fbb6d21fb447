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
from gtarena.runs.matches.workers import Job, play_all
from gtarena.runs.schedule import schedule
from gtarena.system.exhaustion import find_exhaustion
from tests.support.records import record, seat

RANDOM = seat("random", kind="random")
play_job = workers._run_job


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


@pytest.mark.parametrize(("matches", "calls", "number", "expected"), [
    (5, None, 3, [2, 2, 1]),
    (3, None, 8, [1, 1, 1]),  # no worker without a match
    (5, 2, 4, [3, 2])])  # no worker without a call
def test_every_match_is_played_by_one_of_the_workers_that_have_work(tmp_path, shares, matches, calls, number, expected):
    given = job(tmp_path, matches, budget=Limits(calls=calls))
    played(given, number)
    assert [len(share.specs) for share in shares] == expected
    assert sorted(spec.match_id for share in shares for spec in share.specs) == sorted(
        spec.match_id for spec in given.specs)


@pytest.mark.parametrize(("number", "calls"), [(1, None), (4, 1)])
def test_a_single_worker_is_this_process(tmp_path, shares, number, calls):
    given = job(tmp_path, budget=Limits(calls=calls))
    assert played(given, number) == ["", "", ""]
    assert shares == []
    assert match_ids(tmp_path) == {spec.match_id for spec in given.specs}


def test_a_torn_last_line_is_removed_before_anything_is_played_and_stored_texts_are_known_to_workers(tmp_path, shares):
    (tmp_path / "matches.jsonl").write_text(record("a", [RANDOM, RANDOM], [1, -1]).line() + '\n{"match_id": "b')
    given = job(tmp_path, matches=1)
    assert played(given, 1) == [""]
    assert match_ids(tmp_path) == {"a", given.specs[0].match_id}
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
    start, left = workers.start_process, iter(outcomes)

    def started(work):
        if error := next(left):
            raise error
        return start(work)

    monkeypatch.setattr(workers, "start_process", started)


@pytest.mark.usefixtures("forked_workers")
def test_a_process_that_cannot_be_started_costs_its_own_matches_alone(tmp_path, monkeypatch):
    given = job(tmp_path, matches=4)
    refused = OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    starting(monkeypatch, [None, refused])
    reason = str(find_exhaustion(refused))
    assert played(given, 2) == ["", reason, "", reason]
    assert played(replace(given, specs=given.specs[1::2]), 1) == ["", ""]


def no_memory(job, pipe):
    if job.worker == "1":
        raise MemoryError
    play_job(job, pipe)


def mistaken(job, pipe):
    raise UsageError("the cache is damaged")


def killed(job, pipe):
    if job.worker == "1":
        os.kill(os.getpid(), signal.SIGKILL)
    play_job(job, pipe)


@pytest.mark.usefixtures("forked_workers")
@pytest.mark.parametrize(("work", "errors"), [
    (no_memory, ["", str(find_exhaustion(MemoryError()))] * 2), (mistaken, ["the cache is damaged"] * 2),
    (killed, ["", workers.DIED] * 2)])
def test_a_process_that_fails_tells_its_reason_and_costs_its_own_matches_alone(
    tmp_path, monkeypatch, capfd, work, errors
):
    monkeypatch.setattr(workers, "_run_job", work)
    assert played(job(tmp_path, matches=len(errors)), 2) == errors
    assert "Traceback" not in capfd.readouterr().err


def broken(job, pipe):
    raise ZeroDivisionError("by nought")


@pytest.mark.usefixtures("forked_workers")
def test_an_unforeseen_error_of_a_process_leaves_its_traceback_in_the_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_run_job", broken)
    assert played(job(tmp_path, matches=2), 2) == ["ZeroDivisionError: by nought"] * 2
    kept = (tmp_path / writer.ERRORS).read_text()
    assert kept.count('raise ZeroDivisionError("by nought")') == 2
    assert {line for line in kept.splitlines() if line.startswith("worker ")} == {"worker 0", "worker 1"}
