import asyncio
import errno
import fcntl
import os
import threading

import pytest

from gtarena.errors import UsageError
from gtarena.logs import reader, writer
from gtarena.logs.prompt_texts import read_prompt_texts, read_text_hashes, refer
from tests.support.records import call, record, seat, write_log

DUEL = [seat("mcts", simulations=10), seat("random")]


def test_repair_cuts_off_a_torn_line_so_that_appending_goes_on_cleanly(tmp_path):
    a, b = record("a", DUEL, [1, -1]), record("b", DUEL, [-1, 1])
    path = write_log(tmp_path / "matches.jsonl", a)
    path.write_text(path.read_text() + b.line()[:50])
    assert writer.repair(path)
    assert not writer.repair(path)
    write_log(path, b)
    assert reader.read_records(path) == [a, b]


def test_repair_keeps_a_whole_line_that_only_lacks_its_line_break_and_an_empty_file(tmp_path):
    a, b = record("a", DUEL, [1, -1]), record("b", DUEL, [-1, 1])
    path = tmp_path / "matches.jsonl"
    path.touch()
    assert not writer.repair(path)
    path.write_text(a.line())
    assert not writer.repair(path)
    write_log(path, b)
    assert reader.read_records(path) == [a, b]


def test_a_line_that_did_not_fit_on_the_disk_leaves_no_trace(tmp_path, monkeypatch):
    path = write_log(tmp_path / "matches.jsonl", record("a", DUEL, [1, -1]))
    before, real = path.read_bytes(), os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[: len(data) // 2]))
    with pytest.raises(OSError, match="no room for a line"):
        writer.append_line(path, "x" * 100)
    assert path.read_bytes() == before


def test_a_file_system_without_locks_is_no_obstacle(tmp_path, monkeypatch, caplog):
    def refuse(*arguments):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with writer.only_writer(tmp_path):
        assert "has no locks; run one gtarena at a time there" in caplog.text


def test_texts_are_on_the_disk_before_the_record_that_needs_them(tmp_path, monkeypatch):
    log, synced, matches = writer.LogWriter(tmp_path), [], tmp_path / "matches.jsonl"
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append((os.fstat(descriptor).st_ino, matches.exists())))
    log.write(record("a", DUEL, [1, -1], calls=[call(texts=[log.put("Your move.")])]))
    folder, texts = tmp_path.stat().st_ino, (tmp_path / "texts.jsonl").stat().st_ino
    # The folder is synced with each new file, which a power cut could take otherwise.
    assert synced == [(folder, False), (texts, False), (folder, True)]
    log.sync()
    assert synced[3:] == [(matches.stat().st_ino, True)]


def test_one_sync_covers_all_matches_written_before_it(tmp_path, monkeypatch):
    log, sync, synced = writer.LogWriter(tmp_path), os.fsync, []

    def on_disk(descriptor):
        sync(descriptor)
        if os.fstat(descriptor).st_ino == (tmp_path / "matches.jsonl").stat().st_ino:
            synced.append(reader.match_ids(tmp_path))

    for match_id in "ab":
        log.write(record(match_id, DUEL, [1, -1]))
    monkeypatch.setattr(os, "fsync", on_disk)
    log.sync()
    log.close()
    assert synced == [{"a", "b"}]


def test_a_log_makes_no_files_before_it_is_written_to_and_stores_a_picture_once(tmp_path):
    log = writer.LogWriter(tmp_path)
    log.sync()
    log.close()
    assert list(tmp_path.iterdir()) == []
    log = writer.LogWriter(tmp_path)
    for match_id in ("a", "b"):
        message = {"role": "user", "content": "Your move.", "image": "iVBORw0K"}
        log.write(record(match_id, DUEL, [1, -1], calls=[call(messages=refer(log, [message]))]))
    assert sorted(read_prompt_texts(read_text_hashes(tmp_path), tmp_path).values()) == ["Your move.", "iVBORw0K"]
    assert len((tmp_path / "texts.jsonl").read_text().splitlines()) == 2


def test_all_logs_of_a_folder_are_synced(tmp_path, monkeypatch):
    paths = [tmp_path / name for name in ("texts-0.jsonl", "matches.jsonl", "matches-1.jsonl", "attempts.jsonl")]
    for path in (*paths, tmp_path / "plan.json"):
        path.write_text("{}\n")
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    writer.sync_logs(tmp_path)
    assert sorted(synced) == sorted(path.stat().st_ino for path in paths)


def test_a_text_that_found_no_room_keeps_its_record_out_and_is_stored_with_the_next_one(tmp_path, monkeypatch):
    log, write = writer.LogWriter(tmp_path), os.write
    digest = log.put("Your move.")
    one, two = (record(name, DUEL, [1, -1], calls=[call(texts=[digest])]) for name in "ab")

    def no_room_for_texts(descriptor, data):
        if (tmp_path / "texts.jsonl").stat().st_ino == os.fstat(descriptor).st_ino:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data)

    with monkeypatch.context() as full:
        full.setattr(os, "write", no_room_for_texts)
        with pytest.raises(OSError, match="No space"):
            log.write(one)
    log.write(two)
    assert read_prompt_texts({digest}, tmp_path) == {digest: "Your move."}
    assert reader.read_records(tmp_path) == [two]


@pytest.mark.parametrize(
    "name", [".lock", "errors.log", "matches.jsonl", "matches-0.jsonl", "texts.jsonl", "attempts.jsonl",
             "spending.jsonl", "spending-1.jsonl"])
def test_a_folder_with_a_link_for_a_log_is_refused_and_the_links_target_stays(tmp_path, name):
    target, folder = tmp_path / "target", tmp_path / "run"
    target.write_text("precious")
    folder.mkdir()
    (folder / name).symlink_to(target)
    with pytest.raises(UsageError, match=f"{name} is a link"), writer.only_writer(folder):
        pass
    if name != ".lock":
        with pytest.raises(OSError, match="symbolic links"):
            writer.append_line(folder / name, "{}")
    assert target.read_text() == "precious"


def test_a_folder_that_is_itself_a_link_is_written_to(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "real")
    with writer.only_writer(tmp_path / "run"):
        writer.append_line(tmp_path / "run" / "matches.jsonl", "{}")
    assert (tmp_path / "real" / "matches.jsonl").read_text() == "{}\n"


class Disk:
    """Syncs that wait until they are let go; ``on_disk`` has the lines that each covered."""

    def __init__(self):
        self.lines, self.on_disk = [], []
        self.began, self.go = threading.Semaphore(0), threading.Semaphore(0)

    def sync(self):
        covered = list(self.lines)
        self.began.release()
        self.go.acquire()
        self.on_disk.append(covered)


def run(play, sync):
    """Runs ``play(syncs, write, told)``, where ``write`` writes a line, and ``told`` has the lines told of."""
    told = []

    async def within():
        async with asyncio.TaskGroup() as tasks:
            syncs = writer.GroupedSyncs(sync, tasks)
            await play(syncs, lambda line: syncs.written(lambda failure: told.append((line, failure))), told)

    asyncio.run(within())
    return told


def test_lines_that_are_written_during_a_sync_share_the_next_and_are_told_of_after_it():
    disk = Disk()

    async def play(syncs, write, told):
        def put(line):
            disk.lines.append(line)
            write(line)

        put("a")
        await asyncio.to_thread(disk.began.acquire)
        put("b")
        put("c")
        assert told == []
        disk.go.release()
        await asyncio.to_thread(disk.began.acquire)
        assert told == [("a", None)]
        disk.go.release()

    told = run(play, disk.sync)
    assert (disk.on_disk, told) == ([["a"], ["a", "b", "c"]], [("a", None), ("b", None), ("c", None)])


def test_a_failed_sync_is_told_to_the_lines_that_it_should_have_covered_and_to_no_others():
    full = OSError(errno.EIO, os.strerror(errno.EIO))
    outcomes = iter([full, None])

    def sync():
        if error := next(outcomes):
            raise error

    async def play(syncs, write, told):
        write("a")
        write("b")
        await syncs.at_most(0)
        write("c")

    assert run(play, sync) == [("a", full), ("b", full), ("c", None)]


def test_whoever_waits_for_the_disk_goes_on_when_everything_is_on_it():
    async def play(syncs, write, told):
        await syncs.at_most(0)
        write("a")
        write("b")
        await syncs.at_most(2)
        assert told == []
        await syncs.at_most(1)
        assert told == [("a", None), ("b", None)]

    run(play, lambda: None)


def test_an_error_in_telling_ends_everything():
    def tell(failure):
        raise BrokenPipeError

    async def play(syncs, write, told):
        syncs.written(tell)
        await asyncio.Event().wait()

    with pytest.raises(BaseExceptionGroup) as raised:
        run(play, lambda: None)
    assert raised.group_contains(BrokenPipeError)
