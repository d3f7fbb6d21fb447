import errno
import multiprocessing
import os
import signal
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection, wait

import pytest

from gtarena.system import processes
from gtarena.system.exhaustion import ExhaustedError, find_exhaustion
from gtarena.system.processes import count_cores, map_in_order, spawn_context, start_process


def squared(number: int) -> tuple[int, int]:
    """Work that refuses 13, and dies of 14."""
    if number == 13:
        raise ValueError("13")
    if number == 14:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number, os.getpid()


def test_one_process_is_this_one_several_keep_the_order_and_one_that_dies_is_told():
    assert list(map_in_order(squared, range(3), 1)) == [(0, os.getpid()), (1, os.getpid()), (4, os.getpid())]
    assert count_cores() >= 1
    done = map_in_order(squared, [*range(13), 13, 0], 2)
    found = [next(done) for _ in range(13)]
    assert [square for square, _ in found] == [number * number for number in range(13)]
    assert os.getpid() not in {pid for _, pid in found}
    with pytest.raises(ValueError, match="13"):
        next(done)
    with pytest.raises(BrokenProcessPool):
        list(map_in_order(squared, [1, 14, 2], 2))


def test_new_processes_never_hear_of_the_way_in_which_joblib_starts_its_own(monkeypatch):
    told: list[str] = []
    monkeypatch.setattr(multiprocessing, "get_start_method", lambda allow_none: "loky")
    monkeypatch.setattr(multiprocessing, "set_start_method", lambda method, force: told.append(method))
    assert spawn_context().get_start_method() == "spawn"
    assert told == ["spawn"]


def without_memory(pipe: Connection) -> None:
    raise ConnectionError("broke off") from MemoryError()


class DemandingError(Exception):
    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def demanding(pipe: Connection) -> None:
    raise DemandingError("no", "way")


@pytest.mark.parametrize(("work", "told"), [
    (without_memory, find_exhaustion(MemoryError())), (demanding, RuntimeError("DemandingError: no way"))])
def test_a_process_that_fails_says_so_as_the_last_that_comes_from_it_by_its_text_at_least(capfd, work, told):
    with start_process(work) as pipe:
        assert repr(pipe.recv()) == repr(told)
        with pytest.raises(EOFError):
            pipe.recv()
    assert capfd.readouterr().err == ""


def dead(pipe: Connection) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_whoever_sends_to_a_process_that_has_died_is_told_when_it_listens(monkeypatch):
    begun = processes.start_process

    def start_and_wait(work: object) -> Connection:
        pipe = begun(dead)
        assert wait([pipe], 60)
        return pipe

    monkeypatch.setattr(processes, "start_process", start_and_wait)
    with pytest.raises(BrokenProcessPool):
        list(map_in_order(squared, [1, 2, 3], 2))


def test_a_process_that_may_open_no_file_any_more_says_so_when_it_waits_for_others(monkeypatch):
    def invalid(pipes):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(processes, "wait", invalid)
    with pytest.raises(ExhaustedError, match="open no more files"):
        processes.wait_for_pipes([])
