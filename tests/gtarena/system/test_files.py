import errno
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gtarena.errors import UsageError
from gtarena.system.files import (
    atomic_write,
    keep_if_filled,
    make_subfolder,
    open_without_links,
    refuse_link,
    require_writable,
    write_text,
)


@pytest.fixture
def small_files():
    """Allows files of 4096 bytes, as a disk does that has no more room."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_file_is_replaced_when_the_block_ends_and_gets_the_usual_permissions(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with atomic_write(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]
    write_text(tmp_path / "ours", "a\r\n\u00e9\n", "utf-8-sig")
    (tmp_path / "usual").touch()
    assert len({stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("ours", "usual")}) == 1
    assert (tmp_path / "ours").read_bytes() == b"\xef\xbb\xbfa\r\n\xc3\xa9\n"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path, error):
    def write_and_fail(path):
        with atomic_write(path) as file:
            file.write(b"ne")
            raise error

    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(error):
        write_and_fail(path)
    assert (path.read_text(), list(tmp_path.iterdir())) == ("old", [path])


def test_a_full_disk_leaves_the_old_file_and_names_its_path(tmp_path, small_files):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(OSError, match="File too large") as caught:
        write_text(path, "x" * 10_000)
    assert (caught.value.filename, caught.value.errno) == (str(path), errno.EFBIG)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_to_be_made_is_tried_without_a_trace_and_a_missing_one_told_by_the_path_asked_for(tmp_path):
    require_writable(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match=r"nothing can be made in /proc \(.*\): name another folder: '/proc/x'$"):
        require_writable(Path("/proc/x"))
    path = tmp_path / "nowhere" / "a.txt"
    with pytest.raises(FileNotFoundError) as caught:
        write_text(path, "x")
    assert caught.value.filename == str(path)


def test_links_are_replaced_when_written_and_refused_or_not_opened_otherwise(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("precious")
    link.symlink_to(target)
    write_text(link, "report")
    assert (target.read_text(), link.read_text(), link.is_symlink()) == ("precious", "report", False)
    (again := tmp_path / "again").symlink_to(target)
    with pytest.raises(OSError, match="symbolic links"):
        open_without_links(again, os.O_WRONLY | os.O_TRUNC)
    assert target.read_text() == "precious"
    with open(tmp_path / "file", "w", opener=open_without_links) as file:
        file.write("x")
    assert (tmp_path / "file").read_text() == "x"
    (lost := tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match=r"lost is a link, and links inside a results folder are not followed: remove"):
        refuse_link(lost)
    refuse_link(tmp_path / "nothing")


def test_a_killed_process_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    program = ("import os, sys; from pathlib import Path; from gtarena.system.files import atomic_write\n"
               "with atomic_write(Path(sys.argv[1])) as file:\n"
               "    file.write(b'new'); file.flush(); os.kill(os.getpid(), 9)")
    assert subprocess.run([sys.executable, "-c", program, str(path)]).returncode == -9
    assert path.read_text() == "old"


def test_a_folder_may_be_a_link_and_those_below_it_may_not(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "results").symlink_to(tmp_path / "real")
    made = make_subfolder(tmp_path / "results", "gtbench", "figures")
    assert made == tmp_path / "results" / "gtbench" / "figures"
    assert (tmp_path / "real" / "gtbench" / "figures").is_dir()
    (tmp_path / "real" / "gtbench" / "coded").symlink_to(tmp_path)
    with pytest.raises(UsageError, match="coded is a link"):
        make_subfolder(tmp_path / "results", "gtbench", "coded", "deep")


def test_a_folder_is_removed_again_if_nothing_was_put_there(tmp_path):
    with pytest.raises(ZeroDivisionError), keep_if_filled(tmp_path / "a" / "b"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    with keep_if_filled(tmp_path / "a" / "b"):
        (tmp_path / "a" / "b" / "c").touch()
    assert (tmp_path / "a" / "b" / "c").exists()
