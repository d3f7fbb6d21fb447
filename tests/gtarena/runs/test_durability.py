import asyncio
import errno
import os
import signal
from itertools import count
from pathlib import Path

import pytest

from gtarena.logs import reader
from gtarena.logs.records import Seat
from gtarena.models.settings import ModelSettings
from gtarena.runs.matches import workers
from gtarena.runs.matches.workers import Job, Worker
from gtarena.runs.schedule import schedule
from gtarena.system.exhaustion import ExhaustedError, Resource
from tests.support.runs import Forked, match_lines, play_here, untimed

pytestmark = pytest.mark.usefixtures("without_report")
RANDOM = Seat(agent="random", params={"kind": "random"})
WORDS = ["game=tic_tac_toe", "agents=[random]", "matches=200"]


class Disk:
    """Recorder of syncs: ``safe`` has the ids of the matches on disk; ``fail_from`` counts the first failing sync."""

    def __init__(self, monkeypatch, folder, fail_from=None):
        self.safe, self.syncs = set(), 0
        self._path, self._sync, self._fail_from = folder / "matches.jsonl", os.fsync, fail_from
        monkeypatch.setattr(os, "fsync", self._fsync)

    def _fsync(self, descriptor):
        if not self._path.exists() or os.fstat(descriptor).st_ino != self._path.stat().st_ino:
            return self._sync(descriptor)
        self.syncs += 1
        if self._fail_from is not None and self.syncs >= self._fail_from:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        covered = reader.match_ids(self._path)
        self._sync(descriptor)
        self.safe |= covered


def played(folder, specs, disk, concurrency=16):
    """Plays the matches and returns their errors; those without must have been on disk when they were told of."""
    ended = {}

    def on_ended(end):
        assert end.error or end.match_id in disk.safe
        ended[end.match_id] = end.error

    asyncio.run(Worker(Job(tuple(specs), ModelSettings(concurrency=concurrency), folder), on_ended).run())
    assert set(ended) == {spec.match_id for spec in specs}
    return ended


@pytest.fixture
def specs():
    return schedule("tic_tac_toe", {}, [RANDOM], matches=200, seed=0)


def test_matches_share_syncs_and_none_is_told_of_before_its_own(tmp_path, monkeypatch, specs):
    disk = Disk(monkeypatch, tmp_path)
    assert set(played(tmp_path, specs, disk).values()) == {""}
    # While a sync is under way each of the 16 matches that are played at a time can end.
    assert 1 < disk.syncs <= len(specs) / 4


def test_a_failed_sync_stops_the_run_and_every_match_told_of_is_on_disk(tmp_path, monkeypatch, specs):
    monkeypatch.setattr(workers, "MOST_UNSYNCED", 0)
    disk = Disk(monkeypatch, tmp_path, fail_from=3)
    ended = played(tmp_path, specs, disk)
    failed = ExhaustedError(Resource.DISK, f"{tmp_path / 'matches.jsonl'}: Input/output error")
    assert set(ended.values()) == {"", str(failed)}
    assert {match_id for match_id, error in ended.items() if not error} <= disk.safe
    # Those that were being played are still logged, and no other one is begun.
    assert len(list(match_lines(tmp_path))) < len(specs) / 2


def die_at_a_sync():
    """Kills this process when it is about to sync matches for the third time, which it does every 20 matches."""
    sync, syncs = os.fsync, count(1)

    def fsync(descriptor):
        if Path(f"/proc/self/fd/{descriptor}").resolve().name == "matches.jsonl" and next(syncs) == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        sync(descriptor)

    os.fsync = fsync
    workers.MOST_UNSYNCED = 20


def test_a_run_killed_between_a_write_and_its_sync_goes_on_and_syncs_what_it_finds(tmp_path, monkeypatch):
    assert play_here(tmp_path / "whole", *WORDS) == 0
    folder = tmp_path / "killed"
    written, code = Forked(folder, *WORDS, prepare=die_at_a_sync).finish()
    assert code == -9, written
    assert 0 < len(set(reader.match_ids(folder))) < 200

    with monkeypatch.context() as patched:
        disk = Disk(patched, folder)
        assert play_here(folder, *WORDS) == 0
    assert disk.safe == set(untimed(folder))
    assert untimed(folder) == untimed(tmp_path / "whole")


def test_what_counts_as_already_played_has_been_synced(tmp_path, monkeypatch, capfd):
    assert play_here(tmp_path, *WORDS) == 0
    disk = Disk(monkeypatch, tmp_path)
    assert play_here(tmp_path, *WORDS) == 0
    assert (disk.syncs, len(disk.safe)) == (1, 200)
    assert "0 matches played, 200 already there" in capfd.readouterr().out
