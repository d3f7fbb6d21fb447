"""Exhaustion: the resource of this machine that has run out, recognised from the exception that this led to."""

import errno
import mmap
from collections.abc import Iterator, Mapping
from enum import Enum
from textwrap import shorten

from gtarena.errors import NoMoreCalls, UsageError

STACK = 8 << 20  # bytes of address space of a thread
ROOM = 256 << 20  # bytes of address space that libraries for arrays and tables are given to begin with


class Resource(Enum):
    """Resource that a machine may refuse: its name, the state of affairs, and the remedy."""

    DISK = ("nothing more can be written", "make room on the disk, or move the results (hydra.run.dir=FOLDER), the "
            "cache (cache.path=FILE) or temporary files (TMPDIR=FOLDER)")
    MEMORY = ("this machine lets the run have no more memory", "lower workers or model.concurrency, or raise the limit "
              "(`ulimit -v`, or that of its container)")
    DESCRIPTORS = ("this machine lets the run open no more files or connections", "raise `ulimit -n` or lower "
                   "model.concurrency")
    THREADS = ("this machine lets the run start no more threads or processes", "raise `ulimit -u`, or lower workers or "
               "model.concurrency")
    PORTS = ("this machine has no address or port left for another connection", "lower model.concurrency, or repeat "
             "the command in a minute")

    def __init__(self, state: str, remedy: str) -> None:
        self.state, self.remedy = state, remedy


class ExhaustedError(NoMoreCalls):
    """End of a run because this machine has no more of a resource; the message says which, and what to do.

    ``detail`` is what the system said, if anything.
    """

    def __init__(self, resource: Resource, detail: str = "") -> None:
        super().__init__(resource, detail)
        self.resource, self.detail = resource, detail

    def __str__(self) -> str:
        said = f" ({self.detail})" if self.detail else ""
        return f"{self.resource.state}{said}: {self.resource.remedy}"


MOST_SAID = 200  # characters of what an error says; those of imports give pages of advice

_BY_NUMBER: Mapping[int | None, Resource] = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO), Resource.DISK),
    errno.ENOMEM: Resource.MEMORY,
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), Resource.DESCRIPTORS),
    errno.EAGAIN: Resource.THREADS,  # of a new process
    **dict.fromkeys((errno.EADDRNOTAVAIL, errno.ENOBUFS), Resource.PORTS),
}
_NO_THREAD = "can't start new thread"
# In errors of Python, of C++ and of the system's loader. A server may say the same of its own memory, but not in these.
_SPOKEN_BY = (RuntimeError, ImportError)
_NO_MEMORY = ("bad_alloc", "failed to map segment", "Cannot allocate memory", "can't allocate")


def find_exhaustion(error: BaseException) -> ExhaustedError | None:
    """Returns the exhaustion that an exception arose from in the first place, also where others were raised instead.

    ``None`` means that it arose from something else. A ``UsageError`` tells of a mistake, whatever that led to.
    """
    return next((found for origin in reversed(list(_origins(error))) if (found := _recognise(origin))), None)


def unwritable_error(error: BaseException) -> NoMoreCalls:
    """Returns the end of a run that cannot write down what it pays for, for whatever reason."""
    return find_exhaustion(error) or NoMoreCalls(f"what the run pays for cannot be written down: {_message_of(error)}")


def _origins(error: BaseException | None) -> Iterator[BaseException]:
    """Yields an exception and all that it arose from or groups, the last cause at the end."""
    waiting, seen = [error], set()
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen or isinstance(each, UsageError):
            continue
        seen.add(id(each))
        yield each
        grouped = each.exceptions if isinstance(each, BaseExceptionGroup) else ()
        waiting += [each.__context__, each.__cause__, *grouped]


def _recognise(error: BaseException) -> ExhaustedError | None:
    if isinstance(error, ExhaustedError):
        return error
    resource = _resource(error)
    return resource and ExhaustedError(resource, _message_of(error))


def _resource(error: BaseException) -> Resource | None:
    if isinstance(error, MemoryError):
        return Resource.MEMORY
    if isinstance(error, OSError):
        return _BY_NUMBER.get(error.errno)
    if type(error) in _SPOKEN_BY:
        if str(error) == _NO_THREAD:
            return Resource.THREADS if _fits(STACK) else Resource.MEMORY  # for its stack
        return Resource.MEMORY if any(sign in str(error) for sign in _NO_MEMORY) else None
    return None


def require_room() -> None:
    """Checks that libraries may be loaded that, without memory, would wait for it for ever or end the process.

    Raises:
        ExhaustedError: there is not enough for them.
    """
    if not _fits(ROOM):
        raise ExhaustedError(Resource.MEMORY)


def _fits(size: int) -> bool:
    """Checks that so many bytes of address space may be had; they take no memory."""
    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE).close()
    except (OSError, MemoryError):
        return False
    return True


def _message_of(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return shorten(str(error), MOST_SAID)
