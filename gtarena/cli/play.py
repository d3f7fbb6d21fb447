"""Verb `gtarena play`: a person plays a match at the terminal or in the browser."""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gtarena.cli.settings.arguments import Parser, check_argument
from gtarena.cli.settings.named_game import settings_of_game
from gtarena.errors import UsageError
from gtarena.formatting import setting_key
from gtarena.system.extras import require_extra

if TYPE_CHECKING:
    from gtarena.logs.records import MatchRecord
    from gtarena.runs.sittings.sitting import Sitting

AGAINST = "against"
FOLDER = "play"  # below results/
LAST_PORT = 65535
_DESCRIPTION = """\
Lets you play a match at this terminal. You are told the rules and what your seat sees, and answer with the name or the
number of a move. /help lists the commands; after /quit, Ctrl-C or a closed terminal the same command goes on where you
left off. The match is logged in results/play/GAME like every other; after its end the same command plays the next one.
With --web you play in a browser on this computer, at an address that the command prints."""
_EXAMPLES = """\
examples:
  gtarena play tic_tac_toe
  gtarena play kuhn_poker against random --seat 0
  gtarena play 'pirate_game(players=5)' against mcts seed=3
  gtarena play air_land_sea against cot@openai/gpt-4o-mini name=evening
  gtarena play tic_tac_toe --web"""
# Settings of a run that a sitting decides by itself, and how it is told instead.
_NOT_HERE = {
    "game": "name the game first, as in `gtarena play nim`", "suite": "a person plays one game",
    "games": "a person plays one game", "agents": "write the opponents behind `against`",
    "opponents": "write the opponents behind `against`", "matches": "a person plays one match at a time",
    "pairings": "a person plays one match at a time", "draws": "a person plays one match at a time",
    "sides": "--seat N chooses the seat", "workers": "a person plays one match at a time",
    "hydra.run.dir": "name=NAME chooses the folder", "hydra.sweep.dir": "name=NAME chooses the folder",
}


def play_a_match(arguments: Sequence[str]) -> int:
    """Lets a person play a match."""
    parser = Parser(
        prog="gtarena play", formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="gtarena play GAME [against AGENT...] [KEY=VALUE...] [--seat N] [--partner AGENT] [--web]",
        description=_DESCRIPTION, epilog=_EXAMPLES)
    parser.add_argument("words", nargs="+", metavar="GAME [against AGENT...] [KEY=VALUE...]",
                        help="a game, such as nim or 'pig(winscore=20)'; the agents to play against; settings")
    parser.add_argument("--seat", type=int, metavar="N", help="your seat, counted from 0; by default it is drawn for "
                        "each match by the seed")
    parser.add_argument("--partner", metavar="AGENT", help="who plays the other seats of your team; by default the "
                        "agent that you play against")
    parser.add_argument("--web", action="store_true", help="play in the browser: prints an address for it")
    parser.add_argument("--port", type=int, metavar="N", help="the port of that address; by default any that is free")
    return _play(parser.parse_intermixed_args(arguments))


def _play(parsed: argparse.Namespace) -> int:
    """Plays a match with a person, or goes on with the one that was left.

    Raises:
        UsageError: a word is not understood, or a setting, a seat or an agent does not fit the game.
        UnfinishedError: a model could not be reached.
        OSError: the results folder cannot be written.
    """
    _check_port(parsed)
    if parsed.web:
        require_extra("gtarena play --web", "web")
    game, against, overrides = split_words(parsed.words)
    from gtarena.agents.people.front_ends import Quit
    from gtarena.runs.sittings.sitting import tell_log
    from gtarena.runs.sittings.sitting_plan import plan_sitting

    settings = settings_of_game(game, overrides)
    folder = Path("results") / FOLDER / settings.name
    sitting = plan_sitting(settings, folder, against, parsed.seat, parsed.partner)
    try:
        record = _sit(sitting, parsed)
    except Quit:
        print("You have left the match. The same command goes on with it.")
        return 0
    print(tell_log(folder, record))
    return 0


def _check_port(parsed: argparse.Namespace) -> None:
    if parsed.port is not None and not parsed.web:
        raise UsageError(f"--port {parsed.port} goes with --web")
    if parsed.port is not None and not 0 <= parsed.port <= LAST_PORT:
        raise UsageError(f"--port {parsed.port} is not a whole number from 0 to {LAST_PORT}")


def _sit(sitting: "Sitting", parsed: argparse.Namespace) -> "MatchRecord":
    if parsed.web:
        from gtarena.web.play import play_in_browser

        return play_in_browser(sitting, parsed.port or 0)
    from gtarena.cli.terminal_person import person_at_terminal
    from gtarena.runs.sittings.sitting import sit

    return asyncio.run(sit(sitting, person_at_terminal()))


def split_words(words: Sequence[str]) -> tuple[str, list[str], list[str]]:
    """Returns the game, the agent words behind ``against``, and the settings.

    Raises:
        UsageError: a word stands where none is expected, or a setting does not go with ``gtarena play``.
    """
    game, *rest = words
    overrides = [word for word in rest if "=" in word]
    others = [word for word in rest if "=" not in word]
    if "=" in game and "(" not in game:
        raise UsageError(f"{game} is no game: name the game first, as in `gtarena play nim {game}`")
    if others and others[0] != AGAINST:
        raise UsageError(f"{others[0]!r} is not understood: agents stand behind `against`, and settings are KEY=VALUE")
    if others == [AGAINST]:
        raise UsageError("against whom? Name an agent behind `against`, as in `gtarena play nim against mcts`")
    for word in overrides:
        check_argument(word)
        key = setting_key(word)
        if key in _NOT_HERE:
            raise UsageError(f"{word} does not go with `gtarena play`: {_NOT_HERE[key]}")
    return game, others[1:], overrides
