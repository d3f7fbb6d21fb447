"""The command line, run in this process, which has imported what it needs, and without leaving a trace in it."""

import logging
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from hydra.core.global_hydra import GlobalHydra

from gtarena.cli import hydra_app, main


@dataclass(frozen=True)
class Shown:
    """Exit code of a command, and what it wrote to standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def complaints(self) -> list[str]:
        """Lines on standard error, without those that show progress."""
        return [line for line in self.err.splitlines() if " matches/s, " not in line]


Command = Callable[..., Shown]


def run_command(*words: str, typed: str | None = None) -> int:
    """Runs ``gtarena WORDS`` and returns its exit code; afterwards Hydra and logging are as they were.

    ``typed`` is what a person types into a pipe in place of the terminal.
    """
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    GlobalHydra.instance().clear()
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        for variable in ("HYDRA_FULL_ERROR", hydra_app.DEBUG):  # which the command line sets for the whole process
            patch.setenv(variable, "")
        patch.setattr(sys, "argv", ["gtarena", *words])
        if typed is not None:
            reading, writing = os.pipe()
            os.write(writing, typed.encode())
            os.close(writing)
            patch.setattr(sys, "stdin", stack.enter_context(os.fdopen(reading)))
        try:
            with pytest.raises(SystemExit) as ended:
                main.main()
        finally:
            root.setLevel(level)
            root.handlers[:] = handlers
    return int(ended.value.code or 0)
