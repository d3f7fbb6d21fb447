"""The command line: verbs here, everything else to the Hydra application."""

import argparse
import logging
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import NoReturn

from gtarena.errors import UsageError, unknown
from gtarena.explain import exit_code, explain

DEFAULT_SUITE = "arena"
OPTIONS = ("-m", "--multirun", "--cfg", "--resolve", "--package", "--info", "--config-dir", "--debug")
# A value of such a setting would be written into Hydra's saved configuration, in several places.
_SECRET = re.compile(r"key|secret|token$|password|credential", re.IGNORECASE)
_GAME_NUMBER = re.compile(r"(?<=[=,])(\d+)(?=,|$)")
_NAME = re.compile(r"(\w+)['\"]?\s*[:=]")

HELP = """\
gtarena: how well do language models play games?

  gtarena                                  play the default arena offline, print the leaderboard, write the report
  gtarena game=kuhn_poker agents=[llm,mcts] matches=50 model.name=openai/gpt-4o-mini
  gtarena suite=arena matches=20           a suite of games; games=[nim] plays part of it
  gtarena -m prompt=v1,v2 model.temperature=0,1 game=nim
                                           every combination (a Hydra multirun), one merged report

verbs:
  gtarena games [NAME]                     the games; with a name its parameters, prompt versions and agents
  gtarena report DIR... --out DIR          merge the logs below the folders into tables and report.html
  gtarena replay FILE [--match ID]         show logged matches move by move
  gtarena status DIR                       what is done, what is missing and why, and what was spent
  gtarena doctor [KEY=VALUE ...]           check the installation, the keys and each model with one cheap call

settings (KEY=VALUE; `gtarena --cfg job` shows all of them with their values):
  name seed matches suite games game agents prompt workers
  game.PARAMETER                           as `gtarena games NAME` lists them
  model.name model.api_base model.temperature model.max_tokens model.timeout model.concurrency
  model.retries model.requests_per_minute model.tokens_per_minute
  model.reasoning_effort model.structured  for models that think (low, medium, high); auto, on or off
  budget.usd budget.tokens budget.calls    the most that the command may spend; it then ends with what it has
  cache.enabled cache.path                 where replies are kept, so that none is paid for twice
  agent.NAME.SETTING                       agent.mcts.simulations=200
  illegal.policy illegal.retries           forfeit, invalid or random, after so many further tries
  hydra.run.dir hydra.sweep.dir            where results go (results/NAME); the same command continues there

agents (agents=[A,B,...]):
  llm cot                                  the run's model: asked directly, or to think step by step
  llm@ollama/llama3.1  llm*9               another model; nine seats
  mcts ismcts tit_for_tat grim always:MOVE fixed:MOVE/MOVE random human

models: offline/random, offline/first and offline/flaky are built in; any other name goes to litellm, which takes
the key from the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY, ...).

--debug shows tracebacks. Exit codes: 0 done, 2 a mistake in the command, 3 something could not be played. The jobs of
a sweep do not hinder each other; it ends with the highest of their codes.
"""


def main() -> None:
    """Runs the command line and exits with its code."""
    arguments = sys.argv[1:]
    debug = "--debug" in arguments
    logging.basicConfig(format="gtarena: %(message)s")
    try:
        code = run([word for word in arguments if word != "--debug"], debug=debug)
    except KeyboardInterrupt:
        print("\ngtarena: stopped; finished matches are kept, and the same command goes on", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        # Whoever read the output has gone; writing what is left in the buffer would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:  # noqa: BLE001  (this is where every error ends, in a line and an exit code)
        if debug:
            traceback.print_exc()
        print(f"gtarena: {explain(error)}", file=sys.stderr)
        code = exit_code(error)
    sys.exit(code)


def run(arguments: Sequence[str], *, debug: bool = False) -> int:
    """Does what the arguments say and returns the exit code."""
    _check_packages()
    first = arguments[0] if arguments else ""
    if first in VERBS:
        return VERBS[first](arguments[1:])
    if first == "help" or {"-h", "--help"} & set(arguments):
        print(HELP, end="")
        return 0
    if "--version" in arguments:
        from importlib.metadata import version

        print(f"gtarena {version('gtarena')}")
        return 0
    if re.fullmatch(r"\w+", first):
        raise unknown("verb", first, VERBS, f"(there are: {', '.join(VERBS)}; settings are KEY=VALUE)")
    return _launch(arguments, debug)


def _launch(arguments: Sequence[str], debug: bool) -> int:
    for word in arguments:
        _check_word(word)
    keys = [word.split("=")[0].lstrip("+~") for word in arguments if "=" in word]
    # Hydra takes the game 2048 for a number, which cannot be the name of a config.
    arguments = [_GAME_NUMBER.sub(r'"\1"', word) if word.startswith("game=") else word for word in arguments]
    if not {"game", "suite"} & set(keys):
        arguments.append(f"suite={DEFAULT_SUITE}")
    # Errors reach `main` as exceptions, instead of being printed by Hydra over several lines.
    os.environ["HYDRA_FULL_ERROR"] = "1"
    from gtarena import app

    os.environ[app.DEBUG] = "1" if debug else ""
    return app.launch(arguments)


def _check_word(word: str) -> None:
    from gtarena.models import troubles

    if word.startswith("-") and word.split("=")[0] not in OPTIONS:
        raise unknown("option", word, OPTIONS, f"(there are: {', '.join(OPTIONS)}; settings are KEY=VALUE)")
    secret = next(filter(_SECRET.search, _NAME.findall(word)), "")
    if secret or troubles.HIDDEN in troubles.one_line(word):
        raise UsageError(f"{secret or word.split('=')[0]}: keys are taken from the environment only, "
                         "never from settings, which are saved")
    if word.startswith("game="):
        _check_games(word.removeprefix("game="))


def _check_games(names: str) -> None:
    from gtarena import games

    for name in re.findall(r"\w+", names) or [names]:
        if name not in ("choice", "glob", "null"):
            games.type_of(name)


def _check_packages() -> None:
    import adapters

    if not hasattr(adapters, "for_game"):
        raise UsageError(
            f"the package 'adapters' at {adapters.__file__} is not gtarena's: give gtarena an environment of its own")


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, as all others are."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (`{self.prog} --help` shows how)")


def games(arguments: Sequence[str]) -> int:
    """Lists the games, or tells all about one."""
    parser = _Parser(prog="gtarena games", description="The games, or all about one of them.")
    parser.add_argument("name", nargs="?", help="a game's short name")
    parsed = parser.parse_args(arguments)
    from gtarena import catalogue

    lines = catalogue.one(parsed.name) if parsed.name else catalogue.every()
    print("\n".join(lines))
    return 0


def report(arguments: Sequence[str]) -> int:
    """Merges logs into tables and a page."""
    parser = _Parser(
        prog="gtarena report", description="Merges the logs below folders into tables and report.html.")
    parser.add_argument("paths", nargs="+", metavar="DIR", help="a results folder, or a file of matches")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the tables and report.html go")
    parsed = parser.parse_args(arguments)
    from pathlib import Path

    from gtarena import app

    out = Path(parsed.out)
    app.summarise([Path(path) for path in parsed.paths], out, out.name)
    return 0


def replay(arguments: Sequence[str]) -> int:
    """Shows logged matches move by move."""
    parser = _Parser(prog="gtarena replay", description="Shows logged matches move by move.")
    parser.add_argument("file", metavar="FILE", help="a file of matches, or a results folder")
    parser.add_argument("--match", metavar="ID", help="only this match (the beginning of its id is enough)")
    parsed = parser.parse_args(arguments)
    from gtarena import logs
    from gtarena import replay as replays

    records = [r for r in logs.read_records(parsed.file) if r.match_id.startswith(parsed.match or "")]
    if not records:
        raise UsageError(f"no match {parsed.match or ''} in {parsed.file}")
    print("\n\n".join("\n".join(replays.replay(record)) for record in records))
    return 0


def status(arguments: Sequence[str]) -> int:
    """Tells where runs stand."""
    parser = _Parser(
        prog="gtarena status", description="What is done, what is missing and why, and what it has cost.")
    parser.add_argument("path", metavar="DIR", help="a results folder, or one above several")
    parsed = parser.parse_args(arguments)
    from gtarena import status as states

    print("\n".join(states.status(parsed.path)))
    return 0


def doctor(arguments: Sequence[str]) -> int:
    """Checks everything that a run would need."""
    if {"-h", "--help"} & set(arguments):
        print("usage: gtarena doctor [KEY=VALUE ...]\n\nChecks the installation, the keys and, with one cheap call "
              "each, the models that the settings name.")
        return 0
    for word in arguments:
        _check_word(word)
    from gtarena import app, config
    from gtarena import doctor as doctors

    settings = config.compose_settings(arguments)
    return 0 if doctors.report(settings, app.cache_path(settings["cache"])) else 3


VERBS: dict[str, Callable[[Sequence[str]], int]] = {
    "games": games, "report": report, "replay": replay, "status": status, "doctor": doctor,
}
