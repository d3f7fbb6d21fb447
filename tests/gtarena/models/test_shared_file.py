import asyncio
import errno
import os
import resource
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from gtarena.errors import UsageError
from gtarena.models import shared_file
from gtarena.models.shared_file import BusyError, SharedFile, retry_while_busy
from tests.support import virtual_time

TABLE = "CREATE TABLE IF NOT EXISTS notes (text TEXT)"


def notes(path: Path | None) -> SharedFile:
    return SharedFile(path, (TABLE,), "a file of notes", "write on paper")


def note(file: SharedFile, text: str) -> None:
    with file.changing() as database:
        database.execute("INSERT INTO notes VALUES (?)", (text,))


def read(file: SharedFile) -> list[str]:
    with file.reading() as database:
        return [text for (text,) in database.execute("SELECT text FROM notes ORDER BY text")]


def test_nothing_is_opened_before_it_is_used_or_without_a_path(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "notes.sqlite"
    file = notes(path)
    file.close()
    assert not path.parent.exists()
    note(file, "a")
    file.close()
    assert read(file) == ["a"]
    file.close()
    file = notes(None)
    note(file, "a")
    assert read(file) == ["a"]
    assert read(notes(None)) == []


def test_a_change_that_fails_changes_nothing(tmp_path: Path) -> None:
    file = notes(tmp_path / "notes.sqlite")

    def fail() -> None:
        with file.changing() as database:
            database.execute("INSERT INTO notes VALUES ('a')")
            raise KeyError("a fault of ours")

    with pytest.raises(KeyError):
        fail()
    assert read(file) == []
    note(file, "b")
    assert read(file) == ["b"]
    file.close()


def test_a_file_that_cannot_be_opened_or_grow_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"file/notes\.sqlite cannot be opened: .* \(write on paper\)$"):
        read(notes(tmp_path / "file" / "notes.sqlite"))
    path = tmp_path / "notes.sqlite"
    file = notes(path)
    with file.reading() as database:
        database.execute("PRAGMA max_page_count = 2")
    with pytest.raises(OSError, match="database or disk is full") as raised:
        note(file, "x" * 10_000)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(path))
    assert read(file) == []
    file.close()


def test_without_a_free_descriptor_the_system_says_why_a_file_cannot_be_opened(tmp_path: Path) -> None:
    path, held = tmp_path / "notes.sqlite", []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    try:
        with suppress(OSError):
            while True:
                held.append(os.open(os.devnull, os.O_RDONLY))
        with pytest.raises(OSError, match="Too many open files") as raised:
            read(notes(path))
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert (raised.value.errno, raised.value.filename) == (errno.EMFILE, str(path))
    assert read(notes(path)) == []


@pytest.mark.parametrize("content", [b"x" * 5000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_of_something_else_is_named_and_left_alone(tmp_path, content):
    path = tmp_path / "notes.sqlite"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"is not a file of notes, or is damaged \(.*\); it can be deleted$"):
        read(notes(path))
    assert path.read_bytes() == content


def test_while_another_process_writes_the_others_go_on_and_the_change_is_made_afterwards(tmp_path: Path) -> None:
    file, events = notes(tmp_path / "notes.sqlite"), []
    note(file, "a")

    async def change() -> None:
        await retry_while_busy(lambda: note(file, "b"))
        events.append("changed")

    async def others() -> None:
        for second in range(3):
            await asyncio.sleep(1)
            events.append(f"second {second}")
        other.execute("COMMIT")

    async def together() -> None:
        await asyncio.gather(change(), others())

    with closing(sqlite3.connect(tmp_path / "notes.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert read(file) == ["a"]  # readers need not wait
        virtual_time.run(together())
    assert events == ["second 0", "second 1", "second 2", "changed"]
    assert read(file) == ["a", "b"]
    file.close()


def test_patience_ends(tmp_path: Path) -> None:
    file = notes(tmp_path / "notes.sqlite")
    note(file, "a")

    async def change() -> float:
        with pytest.raises(BusyError, match=r"notes\.sqlite: another process keeps it locked \(write on paper\)$"):
            await retry_while_busy(lambda: note(file, "b"))
        return virtual_time.now()

    with closing(sqlite3.connect(tmp_path / "notes.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waited = virtual_time.run(change())
    assert shared_file.PATIENCE <= waited <= shared_file.PATIENCE + 1
    file.close()


def test_what_fails_for_another_reason_is_tried_once() -> None:
    tries = []

    def fail() -> None:
        tries.append(1)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match="No space left"):
        asyncio.run(retry_while_busy(fail))
    assert len(tries) == 1
