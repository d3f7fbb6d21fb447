"""The command line: verbs here, everything else to the Hydra application."""

import logging
import os
import re
import sys
import traceback
from collections.abc import Sequence

from gtarena.cli.arguments import check_word
from gtarena.cli.error_messages import exit_code, explain
from gtarena.cli.verbs import VERBS
from gtarena.errors import UsageError, unknown

DEFAULT_SUITE = "arena"
_GAME_NUMBER = re.compile(r"(?<=[=,])(\d+)(?=,|$)")

HELP = """\
gtarena: how well do language models play games?

  gtarena                                  play the default arena offline, print the leaderboard, write the report
  gtarena game=kuhn_poker agents=[llm,mcts] matches=50 model.name=openai/gpt-4o-mini
  gtarena suite=arena matches=20           a suite of games; games=[nim] plays part of it
  gtarena suite=gamma_bench                a published benchmark: its games, scores, tables and figures
  gtarena -m +experiment=gamma_temperature one of its experiments (conf/experiment)
  gtarena -m prompt=v1,v2 model.temperature=0,1 game=nim
                                           every combination (a Hydra multirun), one merged report

verbs:
  gtarena games [NAME]                     the games; with a name its parameters, prompt versions and agents
  gtarena report DIR... --out DIR          merge the logs below the folders into tables and report.html
  gtarena replay FILE [--match ID]         show logged matches move by move
  gtarena status DIR                       what is done, what is missing and why, and what was spent
  gtarena import gamabench DIR --out FILE  published logs become match records, by playing them again
  gtarena import prompts gamabench DIR     published wordings become prompt versions
  gtarena doctor [KEY=VALUE ...]           check the installation, the keys and each model with one cheap call

settings (KEY=VALUE; `gtarena --cfg job` shows all of them with their values):
  name seed matches suite games game agents prompt workers
  opponents pairings                       whom the agents meet in games for two, and if each other as well (all) or
                                           only them (opponents)
  game.PARAMETER                           as `gtarena games NAME` lists them
  model.name model.api_base model.temperature model.max_tokens model.timeout model.concurrency
  model.retries model.requests_per_minute model.tokens_per_minute
  model.reasoning_effort model.structured  for models that think (low, medium, high); auto, on or off
  budget.usd budget.tokens budget.calls    the most that the command may spend; it then ends with what it has
  cache.enabled cache.path                 where replies are kept, so that none is paid for twice
  agent.NAME.SETTING                       agent.mcts.simulations=200
  illegal.policy illegal.retries           forfeit, invalid, random or charged, after so many more tries
  illegal.replays                          how often a match that is invalid is played again
  hydra.run.dir hydra.sweep.dir            where results go (results/NAME); the same command continues there

agents (agents=[A,B,...]):
  llm cot                                  the run's model: asked directly, or to think step by step
  sc_cot tot                               five replies and their majority; thoughts and moves that are voted on
  cooperative selfish mathematician        the run's model, told that it is such a person
  llm@ollama/llama3.1  llm*9               another model; nine seats
  mcts ismcts tit_for_tat grim always:MOVE fixed:MOVE/MOVE random human
  rational                                 the optimal strategy, in games that state one
  solver                                   best play, in games that are small enough (nim, tic_tac_toe, pig, kuhn_poker)

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
        check_word(word)
    keys = [word.split("=")[0].lstrip("+~") for word in arguments if "=" in word]
    # Hydra takes the game 2048 for a number, which cannot be the name of a config.
    arguments = [_GAME_NUMBER.sub(r'"\1"', word) if word.startswith("game=") else word for word in arguments]
    if not {"game", "suite", "experiment"} & set(keys):
        arguments.append(f"suite={DEFAULT_SUITE}")
    # Errors reach `main` as exceptions, instead of being printed by Hydra over several lines.
    os.environ["HYDRA_FULL_ERROR"] = "1"
    from gtarena.cli import hydra_app

    os.environ[hydra_app.DEBUG] = "1" if debug else ""
    return hydra_app.launch(arguments)


def _check_packages() -> None:
    import adapters

    if not hasattr(adapters, "for_game"):
        raise UsageError(
            f"the package 'adapters' at {adapters.__file__} is not gtarena's: give gtarena an environment of its own")
