"""The command line: verbs here, everything else to the Hydra application."""

import argparse
import difflib
import os
import re
import sys
from collections.abc import Callable, Sequence

from gtarena.errors import UsageError

DEFAULT_SUITE = "arena"
# A value of such a setting would be written into Hydra's saved configuration, in several places.
_SECRET = re.compile(r"key|secret|token$|password|credential", re.IGNORECASE)

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

settings (KEY=VALUE; `gtarena --cfg job` shows all of them with their values):
  name seed matches suite games game agents prompt workers
  game.PARAMETER                           as `gtarena games NAME` lists them
  model.name model.api_base model.temperature model.max_tokens model.timeout model.concurrency
  agent.NAME.SETTING                       agent.mcts.simulations=200
  illegal.policy illegal.retries           forfeit, invalid or random, after so many further tries
  hydra.run.dir hydra.sweep.dir            where results go (results/NAME); the same command continues there

agents (agents=[A,B,...]):
  llm cot                                  the run's model: asked directly, or to think step by step
  llm@ollama/llama3.1  llm*9               another model; nine seats
  mcts ismcts tit_for_tat grim always:MOVE fixed:MOVE/MOVE random human

models: offline/random, offline/first and offline/flaky are built in; any other name goes to litellm, which takes
the key from the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY, ...).

--debug shows tracebacks. Exit codes: 0 done, 2 a mistake in the command, 3 something could not be played.
"""


def main() -> None:
    """Runs the command line and exits with its code."""
    arguments = sys.argv[1:]
    debug = "--debug" in arguments
    try:
        code = run([word for word in arguments if word != "--debug"])
    except KeyboardInterrupt:
        print("\ngtarena: stopped; finished matches are kept, and the same command goes on", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        # Whoever read the output has gone; writing what is left in the buffer would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        if debug:
            raise
        print(f"gtarena: {explain(error)}", file=sys.stderr)
        code = 2 if _is_usage(error) else 3
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Does what the arguments say and returns the exit code."""
    _check_packages()
    if arguments and arguments[0] in ("-h", "--help", "help"):
        print(HELP, end="")
        return 0
    if arguments and arguments[0] == "--version":
        from importlib.metadata import version

        print(f"gtarena {version('gtarena')}")
        return 0
    if arguments and arguments[0] in VERBS:
        return VERBS[arguments[0]](arguments[1:])
    if arguments and re.fullmatch(r"\w+", arguments[0]):
        near = difflib.get_close_matches(arguments[0], VERBS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"unknown verb {arguments[0]!r}{hint} (there are: {', '.join(VERBS)}; settings are KEY=VALUE)")
    return _launch(arguments)


def _launch(arguments: Sequence[str]) -> int:
    keys = [word.split("=")[0].lstrip("+~") for word in arguments if "=" in word and not word.startswith("-")]
    for key in keys:
        if _SECRET.search(key.split(".")[-1]):
            raise UsageError(f"{key}: keys are taken from the environment only, never from settings, which are saved")
    for word in arguments:
        if word.startswith("game="):
            _check_games(word.removeprefix("game="))
    if not {"game", "suite"} & set(keys):
        arguments = [*arguments, f"suite={DEFAULT_SUITE}"]
    # Errors reach `main` as exceptions, instead of being printed by Hydra over several lines.
    os.environ["HYDRA_FULL_ERROR"] = "1"
    from gtarena import app

    return app.launch(arguments)


def _check_games(names: str) -> None:
    from gtarena import games

    for name in re.findall(r"[a-z]\w*", names):
        if name not in ("choice", "glob"):
            games.type_of(name)


def _check_packages() -> None:
    import adapters

    if not hasattr(adapters, "for_game"):
        raise UsageError(
            f"the package 'adapters' at {adapters.__file__} is not gtarena's: give gtarena an environment of its own")


def games(arguments: Sequence[str]) -> int:
    """Lists the games, or tells all about one."""
    parser = argparse.ArgumentParser(prog="gtarena games", description="The games, or all about one of them.")
    parser.add_argument("name", nargs="?", help="a game's short name")
    parsed = parser.parse_args(arguments)
    from gtarena import catalogue

    lines = catalogue.one(parsed.name) if parsed.name else catalogue.every()
    print("\n".join(lines))
    return 0


def report(arguments: Sequence[str]) -> int:
    """Merges logs into tables and a page."""
    parser = argparse.ArgumentParser(
        prog="gtarena report", description="Merges the logs below folders into tables and report.html.")
    parser.add_argument("paths", nargs="+", metavar="DIR", help="a results folder, or a file of matches")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the tables and report.html go")
    parsed = parser.parse_args(arguments)
    from pathlib import Path

    from gtarena import app

    out = Path(parsed.out)
    out.mkdir(parents=True, exist_ok=True)
    app.summarise([Path(path) for path in parsed.paths], out, out.name)
    return 0


def replay(arguments: Sequence[str]) -> int:
    """Shows logged matches move by move."""
    parser = argparse.ArgumentParser(prog="gtarena replay", description="Shows logged matches move by move.")
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


VERBS: dict[str, Callable[[Sequence[str]], int]] = {"games": games, "report": report, "replay": replay}


def explain(error: Exception) -> str:
    """The error as one line that says what to do."""
    if _is_hydra(error):
        return _explain_hydra(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, ValueError):
        return " ".join(str(error).split())
    return f"{type(error).__name__}: {' '.join(str(error).split())} (--debug shows where)"


def _is_usage(error: Exception) -> bool:
    return isinstance(error, ValueError | OSError) or _is_hydra(error)


def _is_hydra(error: Exception) -> bool:
    return any(kind.__module__.split(".")[0] in ("hydra", "omegaconf") for kind in type(error).__mro__)


def _explain_hydra(error: Exception) -> str:
    """Hydra's message, with the setting that it is about and those that come near it."""
    cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
    lines = str(cause).strip().splitlines()
    override = getattr(error, "override", None)
    if override is not None:
        return f"{override!r} cannot be read ({lines[0]}); put quotation marks around the whole of it, and around names"
    unknown_key = re.match(r"Key '.+?' (?:is not in struct|not in 'Config')", lines[0])
    full_key = next((line.split()[-1] for line in lines if line.strip().startswith("full_key:")), "")
    if unknown_key:
        return _unknown_setting(full_key)
    missing = re.match(r"In '.*': Could not find '(.+)/(.+)'", lines[0])
    if missing:
        options = [line.strip() for line in lines if line.startswith("\t") and "=" not in line]
        return f"unknown {missing[1]} {missing[2]!r} (there are: {', '.join(options)})"
    return f"{full_key}: {lines[0]}" if full_key else lines[0]


def _unknown_setting(name: str) -> str:
    from gtarena import config

    known = config.known_keys(name, sys.argv[1:])
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
    return f"unknown setting {name!r}; {hint}"
