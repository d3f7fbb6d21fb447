"""Trials of games in a process of their own, because some parameters crash OpenSpiel's C++ code and its process."""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import IO, Any

from gtarena import plugins
from gtarena.errors import UnplayableError, UsageError
from gtarena.system.exhaustion import find_exhaustion

COMMAND = (sys.executable, "-m", "gtarena.games.trial_process")
MEMORY = 2 << 30  # bytes of data of a game's process, which takes little itself
SECONDS = 10  # of processor time for one game
# Settings of glibc, which other systems ignore: who writes out of bounds is stopped, instead of spoiling what is there.
STRICT = {"LD_PRELOAD": "libc_malloc_debug.so.0", "MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "165"}
PATIENCE = 120.0  # seconds until an answer; the process itself limits its processor time
GRACE = 5.0  # seconds for the end of a process that has closed its output

OUT_OF_MEMORY = f"it needs more than {MEMORY >> 30} GB of memory"
_ENDS = {
    -signal.SIGXCPU: f"it takes longer than {SECONDS} seconds",
    -signal.SIGKILL: "its process was killed, as one out of memory is",
}

class Trials:
    """Process that tries games, started when one is to be tried, and again after a crash; it ends when it is idle.

    What was found is remembered, so that a game is tried once.
    """

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command, self._lock = command, threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._found: dict[str, str] = {}

    def require_playable(self, label: str, name: str, parameters: Mapping[str, Any], changed: Sequence[str]) -> None:
        """Checks that a game can be played: that matches do not crash, raise exceptions or go on for ever.

        Args:
            label: the game as messages name it.
            name: its short name.
            parameters: those that are not the default, as pyspiel takes them.
            changed: their names, as messages have them.

        Raises:
            UnplayableError: it cannot, or takes too much time or memory.
            ExhaustedError, UsageError: it cannot be tried.
        """
        question = json.dumps([name, parameters], sort_keys=True)
        with self._lock:
            if question not in self._found:
                self._found[question] = self._try(question)
            reason = self._found[question]
        if reason:
            raise UnplayableError(label, reason, remedy(changed))

    def _try(self, question: str) -> str:
        """Returns what a trial found; nothing if the game is fine.

        Raises:
            ExhaustedError, UsageError: no process can be started to try it, and a game that crashes would end this one.
        """
        ending = ""
        for _ in range(2):  # the first process may have ended by itself, idle, just when it was asked
            try:
                process = self._running()
            except OSError as error:
                refused = UsageError(f"games with other parameters than the defaults cannot be tried here: {error}")
                raise find_exhaustion(error) or refused from error
            answer = _ask_process(process, question)
            if answer:
                return str(json.loads(answer)["failure"])
            ending = _ending(process)
            if process.returncode:
                break
        return ending

    def _running(self) -> "subprocess.Popen[bytes]":
        """Returns the process, which is started unless it runs.

        Raises:
            OSError: it cannot be started.
        """
        if self._process is None or self._process.poll() is not None:
            self._process = _start_process(self._command)
        return self._process

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def remedy(changed: Sequence[str]) -> str:
    """Returns the settings of which one has to be changed, where a game cannot be played."""
    return ", ".join(f"game.{parameter}" for parameter in changed)


def _start_process(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    command = [*command, *plugins.words()]
    # The process finds the same packages as this one. Threads of numerical libraries would only take memory.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1", **STRICT}
    # In a session of its own, Ctrl-C does not reach it.
    process = subprocess.Popen(  # noqa: S603  (our own module)
        command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment,
        start_new_session=True)
    if not _line(process.stdout):
        process.kill()
        raise OSError(f"{' '.join(command)} ended with exit code {process.wait()}")
    return process


def _ask_process(process: "subprocess.Popen[bytes]", question: str) -> bytes:
    """Returns the answer; nothing if the process has ended, or has not answered for long."""
    assert process.stdin is not None, "its input is a pipe"
    try:
        process.stdin.write(question.encode() + b"\n")
    except BrokenPipeError:
        return b""
    return _line(process.stdout)


def _line(stream: IO[bytes] | None) -> bytes:
    assert stream is not None, "its output is a pipe"
    return stream.readline() if select.select([stream], [], [], PATIENCE)[0] else b""


def _ending(process: "subprocess.Popen[bytes]") -> str:
    """Waits for the end of a process that does not answer, and returns how it ended; one that goes on is killed."""
    try:
        code = process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return f"it gives no answer within {PATIENCE:g} seconds"
    if code in _ENDS:
        return _ENDS[code]
    how = signal.strsignal(-code) if code < 0 else f"exit code {code}"
    return f"OpenSpiel itself crashed when the game was tried ({how})"


TRIALS = Trials()
atexit.register(TRIALS.close)
