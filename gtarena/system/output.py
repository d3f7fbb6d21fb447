"""Output of a process without secrets: what it prints, and what it logs anywhere."""

import logging
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from gtarena.system.redaction import hide_outside_secrets


class HidingStream:
    """Text stream that hides secrets in what is written to another one, which does everything else."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(hide_outside_secrets(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def without_secrets() -> Iterator[None]:
    """Hides secrets in everything that is printed or logged inside; one inside another changes nothing."""
    out, err, made = sys.stdout, sys.stderr, logging.getLogRecordFactory()
    sys.stdout, sys.stderr = hiding = _hiding(out), _hiding(err)
    if not isinstance(made, _HidingRecords):
        logging.setLogRecordFactory(_HidingRecords())
    try:
        yield
    finally:
        # A stream that something inside has replaced, because its reader has gone, stays replaced.
        sys.stdout = out if sys.stdout is hiding[0] else sys.stdout
        sys.stderr = err if sys.stderr is hiding[1] else sys.stderr
        logging.setLogRecordFactory(made)


def _hiding(stream: TextIO) -> TextIO:
    # A program may be started without one.
    return stream if stream is None or isinstance(stream, HidingStream) else cast(TextIO, HidingStream(stream))


class _HidingRecords:
    """Maker of log records, whose messages and tracebacks hide secrets before any handler sees them."""

    def __call__(self, *args: Any, **kwargs: Any) -> logging.LogRecord:
        record = logging.LogRecord(*args, **kwargs)
        record.msg, record.args = hide_outside_secrets(record.getMessage()), ()
        if record.exc_info and record.exc_info[0]:
            # Handlers print this text, if there is one, and do not make it again.
            record.exc_text = hide_outside_secrets("".join(traceback.format_exception(*record.exc_info)).rstrip())
        return record
