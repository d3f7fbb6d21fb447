"""Files that are replaced whole, and results folders: links in them are replaced or refused, never followed."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from gtarena.errors import UsageError

TEMPORARY = ".gtarena-"  # beginning of the names of files that are not finished; a kill leaves them behind
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})  # of errors that are not the user's mistake


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """Opens a new file beside ``path`` that replaces it when the block ends; if the block raises, ``path`` stays.

    Readers see the old content or the new one, never a part of it. A link at ``path`` is replaced, and the file that
    it leads to stays as it is.

    Raises:
        OSError: the file cannot be written; its file name is ``path``.
    """
    unfinished = path.with_name(f"{TEMPORARY}{secrets.token_hex(8)}")
    try:
        # O_EXCL opens neither a file nor a link that somebody else has put there.
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            with open(descriptor, "wb") as file:
                yield file
            os.replace(unfinished, path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        if error.errno is None or error.filename not in (None, str(unfinished)):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_text(path: Path, text: str, encoding: str = "utf-8") -> None:
    """Writes a whole text file, as :func:`atomic_write` does; line breaks are written as they stand.

    Raises:
        OSError: the file cannot be written.
    """
    with atomic_write(path) as file:
        file.write(text.encode(encoding))


def without_links(path: str | Path, flags: int) -> int:
    """Opens a file unless it is a link; serves as an ``opener`` of :func:`open`.

    Raises:
        OSError: the file is a link (``ELOOP``), or cannot be opened.
    """
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)


def refuse_link(path: Path) -> None:
    """Checks that a path, which need not exist, is not a link.

    Raises:
        UsageError: it is a link.
    """
    if path.is_symlink():
        raise UsageError(f"{path} is a link, and links inside a results folder are not followed: remove it")


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
