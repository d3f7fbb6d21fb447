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
    kept_if_filled,
    make_subfolder,
    refuse_link,
    require_writable,
    without_links,
    write_text,
)


@pytest.fixture
def small_files():
    """Allows files of 4096 bytes, as a disk does that has no more room."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_file_is_replaced_when_the_block_ends_and_not_before(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with atomic_write(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def _write_and_fail(file, error):
    file.write(b"ne")
    raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path, error):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(error), atomic_write(path) as file:
        _write_and_fail(file, error)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_the_old_file_and_names_its_path(tmp_path, small_files):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(OSError, match="File too large") as caught:
        write_text(path, "x" * 10_000)
    assert (caught.value.filename, caught.value.errno) == (str(path), errno.EFBIG)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_to_be_made_is_tried_without_a_trace(tmp_path):
    require_writable(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match=r"nothing can be made in /proc \(.*\): name another folder: '/proc/x'$"):
        require_writable(Path("/proc/x"))


def test_a_missing_folder_is_told_by_the_path_that_was_asked_for(tmp_path):
    path = tmp_path / "nowhere" / "a.txt"
    with pytest.raises(FileNotFoundError) as caught:
        write_text(path, "x")
    assert caught.value.filename == str(path)


def test_a_file_gets_the_usual_permissions_and_the_text_as_it_stands(tmp_path):
    write_text(tmp_path / "ours", "a\r\n\u00e9\n", "utf-8-sig")
    (tmp_path / "usual").touch()
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("ours", "usual")}
    assert len(modes) == 1
    assert (tmp_path / "ours").read_bytes() == b"\xef\xbb\xbfa\r\n\xc3\xa9\n"


def test_a_link_is_replaced_and_its_target_stays(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("precious")
    link.symlink_to(target)
    write_text(link, "report")
    assert (target.read_text(), link.read_text(), link.is_symlink()) == ("precious", "report", False)


def test_a_killed_process_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    program = ("import os, sys; from pathlib import Path; from gtarena.system.files import atomic_write\n"
               "with atomic_write(Path(sys.argv[1])) as file:\n"
               "    file.write(b'new'); file.flush(); os.kill(os.getpid(), 9)")
    assert subprocess.run([sys.executable, "-c", program, str(path)]).returncode == -9
    assert path.read_text() == "old"


def test_links_are_not_opened_for_appending(tmp_path):
    (tmp_path / "target").write_text("precious")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    with pytest.raises(OSError, match="symbolic links"):
        without_links(tmp_path / "link", os.O_WRONLY | os.O_TRUNC)
    assert (tmp_path / "target").read_text() == "precious"
    with open(tmp_path / "file", "w", opener=without_links) as file:
        file.write("x")
    assert (tmp_path / "file").read_text() == "x"


def test_a_link_is_refused_also_one_that_leads_nowhere(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match=r"link is a link, and links inside a results folder are not followed: remove"):
        refuse_link(tmp_path / "link")
    refuse_link(tmp_path / "nothing")


def test_a_folder_may_be_a_link_and_those_below_it_may_not(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "results").symlink_to(tmp_path / "real")
    made = make_subfolder(tmp_path / "results", "gtbench", "figures")
    assert made == tmp_path / "results" / "gtbench" / "figures"
    assert (tmp_path / "real" / "gtbench" / "figures").is_dir()
    (tmp_path / "real" / "gtbench" / "coded").symlink_to(tmp_path)
    with pytest.raises(UsageError, match="coded is a link"):
        make_subfolder(tmp_path / "results", "gtbench", "coded", "deep")


def test_a_folder_is_removed_again_if_nothing_was_put_there(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), kept_if_filled(tmp_path / "a" / "b"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    with kept_if_filled(tmp_path / "a" / "b"):
        (tmp_path / "a" / "b" / "c").touch()
    assert (tmp_path / "a" / "b" / "c").exists()
