import multiprocessing
import os
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool

import pytest

from gtarena.cli import launchers
from gtarena.errors import UnfinishedError, UsageError
from tests.support import ROOT

CHILD = """
import multiprocessing, os, signal, sys, threading
from gtarena.cli import launchers

def watched():
    launchers.end_with_launcher()
    os.write(1, b"ready\\n")  # one write, which another process cannot divide
    threading.Event().wait()

if __name__ == "__main__":
    os.environ[launchers.LAUNCHER] = str(os.getpid())
    child = multiprocessing.get_context("fork").Process(target=watched)
    child.start()
    os.write(1, b"started\\n")
    sys.stdin.readline()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def _no_launcher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(launchers.LAUNCHER, "")


def test_a_launch_is_repeated_after_a_process_died(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = iter([BrokenProcessPool("gone"), None])
    launched = []

    def launch() -> None:
        launched.append(os.environ[launchers.LAUNCHER])
        error = next(outcomes)
        if error:
            raise error

    launchers.relaunched(launch)
    assert launched == [str(os.getpid())] * 2
    assert capsys.readouterr().err == (
        "gtarena: a process of the sweep died (out of memory, or killed); the sweep goes on\n")


def test_a_sweep_whose_processes_die_time_and_again_ends() -> None:
    launched = []

    def launch() -> None:
        launched.append(1)
        raise BrokenProcessPool("gone")

    with pytest.raises(UnfinishedError, match=r"died \(out of memory, or killed\) 4 times; with fewer at a time"):
        launchers.relaunched(launch)
    assert len(launched) == 4


def test_other_errors_end_a_launch_at_once() -> None:
    with pytest.raises(UsageError, match="wrong"):
        launchers.relaunched(_wrong)


def _wrong() -> None:
    raise UsageError("wrong")


def test_a_child_of_the_command_ends_when_the_command_is_killed() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    assert {process.stdout.readline(), process.stdout.readline()} == {"started\n", "ready\n"}
    # The child holds the other end of the pipe too, so this returns when both have ended.
    assert process.communicate("die\n", timeout=60)[0] == ""
    assert process.returncode == -9


def test_a_main_process_outlives_whoever_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(launchers.LAUNCHER, "1")
    assert multiprocessing.current_process().name == "MainProcess"
    launchers.end_with_launcher.cache_clear()
    launchers.end_with_launcher()
    assert not any(thread.name == launchers.WATCH for thread in launchers.threading.enumerate())


def test_a_command_that_a_program_runs_in_a_child_of_its_own_is_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(launchers.LAUNCHER, str(os.getpid()))
    monkeypatch.setattr(multiprocessing.current_process(), "name", "SpawnProcess-1")
    started: list[str] = []
    monkeypatch.setattr(launchers.threading, "Thread", lambda name, **others: started.append(name))
    launchers.end_with_launcher.cache_clear()
    launchers.end_with_launcher()
    assert started == []
    launchers.end_with_launcher.cache_clear()
