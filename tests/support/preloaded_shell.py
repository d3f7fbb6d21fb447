"""Shell that knows only gtarena: it forks for each command line, so that the imports are made once for all of them."""

import os
import shlex
import signal
import sys

from gtarena.cli import main, terminal_person  # noqa: F401  (for the commands)
from gtarena.runs.sittings import sitting_plan  # noqa: F401


def run(words: list[str]) -> None:
    """Runs ``gtarena WORDS`` in a process of its own, whose number is printed first, and prints its exit code."""
    process = os.fork()
    if not process:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = ["gtarena", *words]
        print(f"process {os.getpid()} ", flush=True)
        try:
            main.main()
        except SystemExit as end:
            sys.stdout.flush()
            os._exit(int(end.code or 0))
    _, status = os.waitpid(process, 0)
    print(f"exit code {os.waitstatus_to_exitcode(status)}", flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command
    print("ready ", end="", flush=True)
    for line in sys.stdin:
        run(shlex.split(line))
        print("ready ", end="", flush=True)
