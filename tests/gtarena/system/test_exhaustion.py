import errno
import os
import pickle
from itertools import pairwise

import pytest

from gtarena.errors import UsageError
from gtarena.system import exhaustion
from gtarena.system.exhaustion import ExhaustedError, Resource, find_exhaustion, unwritable_error


def system_error(number: int, path: str | None = None) -> OSError:
    return OSError(number, os.strerror(number), path)


@pytest.mark.parametrize(("error", "resource"), [
    *((system_error(number), Resource.DISK) for number in (
        errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)),
    (system_error(errno.ENOMEM), Resource.MEMORY), (MemoryError(), Resource.MEMORY),
    (RuntimeError("std::bad_alloc"), Resource.MEMORY), (RuntimeError("can't allocate lock"), Resource.MEMORY),
    (ImportError("libscipy_openblas.so: failed to map segment from shared object"), Resource.MEMORY),
    *((system_error(number), Resource.DESCRIPTORS) for number in (errno.EMFILE, errno.ENFILE)),
    (system_error(errno.EAGAIN), Resource.THREADS), (RuntimeError("can't start new thread"), Resource.THREADS),
    *((system_error(number), Resource.PORTS) for number in (errno.EADDRNOTAVAIL, errno.ENOBUFS))])
def test_an_exception_names_the_resource_that_ran_out(error, resource):
    found = find_exhaustion(error)
    assert found is not None
    assert found.resource is resource
    assert resource.state in str(found)
    assert resource.remedy in str(found)


class AnswerError(RuntimeError):
    """Error of a library, whose text is a server's."""


@pytest.mark.parametrize("error", [
    system_error(errno.ENOENT), system_error(errno.ECONNREFUSED), system_error(errno.EACCES), OSError("no room"),
    TimeoutError(), ValueError("std::bad_alloc"), RuntimeError("the event loop is closed"),
    ImportError("cannot import name 'x'"), AnswerError("CUDA error: out of memory: can't allocate 2 GB")])
def test_other_failures_are_no_exhaustion_whatever_a_server_says_of_its_own(error):
    assert find_exhaustion(error) is None


def chained(*errors: BaseException) -> BaseException:
    """Returns the last of exceptions of which each was raised while the one before was handled."""
    for first, then in pairwise(errors):
        then.__context__, then.__suppress_context__ = first, True
    return errors[-1]


def test_it_is_found_behind_other_exceptions_and_in_groups_the_first_of_several_and_each_looked_at_once():
    behind = chained(MemoryError(), ConnectionError("broke off"), ValueError("no answer"))
    for error in (behind, ExceptionGroup("several", [KeyError("a"), ExceptionGroup("more", [behind])])):
        assert find_exhaustion(error).resource is Resource.MEMORY  # type: ignore[union-attr]
    error = chained(system_error(errno.EMFILE, "x.so"), ImportError("failed to map segment: READ THIS"))
    assert str(find_exhaustion(error)).startswith(f"{Resource.DESCRIPTORS.state} (x.so: Too many open files): ")
    assert find_exhaustion(chained(MemoryError(), UsageError("players=1000000000 are too many"))) is None
    first, second = ValueError("a"), ValueError("b")
    first.__context__, second.__context__ = second, first
    assert find_exhaustion(first) is None


def test_without_memory_for_a_stack_or_for_libraries_it_is_memory_that_lacks(monkeypatch):
    def full(*arguments: object, **named: object) -> None:
        raise system_error(errno.ENOMEM)

    monkeypatch.setattr(exhaustion.mmap, "mmap", full)
    assert find_exhaustion(RuntimeError("can't start new thread")).resource is Resource.MEMORY  # type: ignore[union-attr]
    monkeypatch.undo()
    exhaustion.require_room()
    monkeypatch.setattr(exhaustion, "ROOM", 1 << 60)
    with pytest.raises(ExhaustedError, match="no more memory: lower workers"):
        exhaustion.require_room()


def test_whatever_keeps_a_file_from_being_written_ends_a_run_in_one_short_line_that_survives_processes():
    assert Resource.DESCRIPTORS.state in str(unwritable_error(system_error(errno.EMFILE)))
    assert str(unwritable_error(system_error(errno.EACCES, "log"))) == (
        "what the run pays for cannot be written down: log: Permission denied")
    error = ExhaustedError(Resource.DISK, "log: No space left on device")
    sent = pickle.loads(pickle.dumps(error))
    assert (sent.resource, str(sent), find_exhaustion(sent) is sent) == (error.resource, str(error), True)
    line = str(find_exhaustion(ImportError("failed to map segment\n" + "and so on\n" * 100)))
    assert len(line.splitlines()) == 1
    assert len(line) < 400
