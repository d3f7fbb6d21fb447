"""Files that are replaced whole, and results folders: links in them are replaced or refused, never followed."""

import errno
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from gtarena.errors import UsageError

TEMPORARY = ".gtarena-"  # beginning of the names of files that are not finished; a kill leaves them behind


@contextmanager
def name_in_errors(path: Path, also: Path | None = None) -> Iterator[None]:
    """Gives the system's errors of the block the name of a file, if they have none or that of ``also``.

    Raises:
        OSError: the block does.
    """
    try:
        yield
    except OSError as error:
        if error.errno is not None and error.filename in (None, str(also)):
            error.filename = str(path)
        raise


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """Opens a new file beside ``path`` that replaces it when the block ends; if the block raises, ``path`` stays.

    Readers see the old content or the new one, never a part of it. A link at ``path`` is replaced, and the file that
    it leads to stays as it is.

    Raises:
        OSError: the file cannot be written; its file name is ``path``.
    """
    unfinished = path.with_name(f"{TEMPORARY}{secrets.token_hex(8)}")
    with name_in_errors(path, also=unfinished):
        # O_EXCL opens neither a file nor a link that somebody else has put there.
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            with open(descriptor, "wb") as file:
                yield file
            os.replace(unfinished, path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise


def write_text(path: Path, text: str, encoding: str = "utf-8") -> None:
    """Writes a whole text file, as :func:`atomic_write` does; line breaks are written as they stand.

    Raises:
        OSError: the file cannot be written.
    """
    with atomic_write(path) as file:
        file.write(text.encode(encoding))


def open_without_links(path: str | Path, flags: int) -> int:
    """Opens a file unless it is a link; serves as an ``opener`` of :func:`open`.

    Raises:
        OSError: the file is a link (``ELOOP``), or cannot be opened.
    """
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)


def named_path(path: str, setting: str) -> Path:
    """Returns a path that a command names in a setting; an empty one would mean the current folder.

    Raises:
        UsageError: it is empty.
    """
    if not path.strip():
        raise UsageError(f"{setting} is an empty path: name a file or a folder (. is the current one)")
    return Path(path)


def require_folder(folder: Path) -> Path:
    """Returns the folder, or else the nearest one above it that exists; checks that it seems possible to make the rest.

    Raises:
        OSError: something else has its place, it may not be written, or its name is too long.
    """
    existing = next(path for path in (folder, *folder.parents) if path.is_symlink() or path.exists())
    if not existing.is_dir():
        raise _refusal(errno.ENOTDIR, folder)
    if not os.access(existing, os.W_OK | os.X_OK):
        raise _refusal(errno.EACCES, existing)
    longest = os.pathconf(existing, "PC_NAME_MAX")
    if any(len(os.fsencode(part)) > longest for part in folder.parts):
        raise _refusal(errno.ENAMETOOLONG, folder)
    return existing


def require_writable(folder: Path) -> None:
    """Checks that a folder can be written, or made; what is made to find out is gone afterwards.

    Raises:
        OSError: as :func:`require_folder`, or nothing can be made there, as below /proc, whatever its permissions say.
    """
    existing = require_folder(folder)
    try:
        os.rmdir(tempfile.mkdtemp(prefix=TEMPORARY, dir=existing))
    except OSError as error:
        told = f"nothing can be made in {existing} ({error.strerror}): name another folder"
        raise OSError(error.errno, told, str(folder)) from error


def _refusal(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))


def refuse_link(path: Path) -> None:
    """Checks that a path, which need not exist, is not a link.

    Raises:
        UsageError: it is a link.
    """
    if path.is_symlink():
        raise UsageError(f"{path} is a link, and links inside a results folder are not followed: remove it")


@contextmanager
def keep_if_filled(folder: Path) -> Iterator[None]:
    """Makes a folder for the block, with those above it, and removes at its end those that are new and empty.

    Raises:
        OSError: the folder cannot be made.
    """
    new = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for path in new:
            with suppress(OSError):  # there is something in it
                path.rmdir()


def make_subfolder(folder: Path, *names: str) -> Path:
    """Makes a folder below another one, and returns its path.

    Raises:
        UsageError: a part below ``folder`` is a link.
        OSError: the folder cannot be made.
    """
    for name in names:
        folder = folder / name
        refuse_link(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
