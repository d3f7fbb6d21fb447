"""Entry point of the command `gtarena`: runs a verb, or else the Hydra application."""

import logging
import os
import re
import sys
import threading
import traceback
import warnings
from collections.abc import Sequence
from functools import cache

from gtarena.cli.error_messages import FAILED, error_line, exit_code
from gtarena.cli.listings.help_text import help_text
from gtarena.cli.output import displays
from gtarena.cli.settings.arguments import run_arguments
from gtarena.cli.settings.plugin_setting import is_plugin_setting, load_plugins
from gtarena.cli.verbs import TAKING_SETTINGS, VERBS
from gtarena.errors import unknown
from gtarena.system.exhaustion import require_room
from gtarena.system.output import without_secrets

_LOOP_REMOVED = "BaseEventLoop.__del__"
STOPPED = 130  # the exit code after Ctrl-C
SEARCH_THREADS = "search"  # how their names begin (see gtarena.agents.search.bot_agent, which takes long to import)


def main() -> None:
    """Runs the command line and exits with its code."""
    _hush_broken_loops()
    with displays() as shown:
        with without_secrets():
            code = _code(sys.argv[1:])
        shown.flush()
        if shown.fault:
            print(f"gtarena: {shown.fault}: not everything was displayed", file=sys.stderr)
            code = code or FAILED
    if code == STOPPED and any(thread.name.startswith(SEARCH_THREADS) for thread in threading.enumerate()):
        sys.stderr.flush()
        os._exit(code)  # a search would be waited for until its end, which can take minutes
    sys.exit(code)


@cache  # for the rest of the process, because such a loop may be removed last of all
def _hush_broken_loops() -> None:
    """Says nothing of an event loop that was never whole, for lack of files, and fails again when it is removed."""
    tell = sys.unraisablehook
    sys.unraisablehook = lambda told: None if getattr(told.object, "__qualname__", "") == _LOOP_REMOVED else tell(told)


def _code(arguments: Sequence[str]) -> int:
    """Runs a command line, prints its error in one line, and returns its exit code."""
    debug = "--debug" in arguments
    logging.basicConfig(format="gtarena: %(message)s")
    if not debug:  # Ctrl-C can come between the making of a coroutine and its start
        warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    try:
        return run([word for word in arguments if word != "--debug"], debug=debug)
    except SystemExit as end:  # of argparse's help, and of Hydra's
        return end.code if isinstance(end.code, int) else 0 if end.code is None else FAILED
    except KeyboardInterrupt:
        print("\ngtarena: stopped; finished matches are kept, and the same command continues", file=sys.stderr)
        return STOPPED
    except Exception as error:  # noqa: BLE001  (every error ends here, as a line and an exit code)
        if debug:
            traceback.print_exc()
        print(f"gtarena: {error_line(error)}", file=sys.stderr)
        return exit_code(error)


def run(arguments: Sequence[str], *, debug: bool = False) -> int:
    """Runs a command line and returns the exit code.

    Raises:
        UsageError: a verb, an option or an argument does not exist.
        ExhaustedError: there is not even memory to begin with.
    """
    require_room()
    first = arguments[0] if arguments else ""
    if "--version" not in arguments:
        load_plugins(arguments)
    if first in VERBS:
        return VERBS[first]([word for word in arguments[1:] if first in TAKING_SETTINGS or not is_plugin_setting(word)])
    if first == "help" or {"-h", "--help"} & set(arguments):
        print(help_text(), end="")
        return 0
    if "--version" in arguments:
        from importlib.metadata import version

        print(f"gtarena {version('gtarena')}")
        return 0
    if re.fullmatch(r"\w+", first):
        raise unknown("verb", first, VERBS, f"(choose from: {', '.join(VERBS)}; settings are KEY=VALUE)")
    return _launch(arguments, debug)


def _launch(arguments: Sequence[str], debug: bool) -> int:
    arguments = run_arguments(arguments)
    # Hydra then raises errors, which `main` prints as one line, instead of printing several itself.
    os.environ["HYDRA_FULL_ERROR"] = "1"
    from gtarena.cli import hydra_app

    os.environ[hydra_app.DEBUG] = "1" if debug else ""
    return hydra_app.launch(arguments)
