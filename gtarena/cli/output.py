"""Standard output and standard error: what cannot be displayed costs the display, never the run."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

GONE = frozenset({errno.EPIPE, errno.EIO, errno.EBADF})  # nobody is left to read: not a failure


class Display:
    """Text stream that never raises an ``OSError``: after the first one it discards everything.

    ``fault`` says why, and stays empty if the stream's reader, such as `head`, has just gone away. All else is the
    stream's own.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.fault = ""
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")

    def write(self, text: str) -> int:
        """Writes a text and returns its length."""
        try:
            return self._stream.write(text)
        except OSError as error:
            self._discard(error)
            return len(text)

    def flush(self) -> None:
        """Writes what is buffered."""
        try:
            self._stream.flush()
        except OSError as error:
            self._discard(error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _discard(self, error: OSError) -> None:
        self.fault = "" if error.errno in GONE else f"{self._stream.name}: {error.strerror}"
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


@contextmanager
def displays() -> Iterator[Display]:
    """Makes :class:`Display` of standard output, which it yields, and of standard error, as long as the block runs."""
    _open_closed_ones()
    before = sys.stdout, sys.stderr
    shown, complaints = (Display(stream or _nowhere()) for stream in before)
    sys.stdout, sys.stderr = cast(TextIO, shown), cast(TextIO, complaints)
    try:
        yield shown
    finally:
        shown.flush()
        complaints.flush()
        sys.stdout, sys.stderr = before


def _open_closed_ones() -> None:
    """Opens what was closed before the program began, or else the next files, such as a log, get the numbers 0 to 2."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")
