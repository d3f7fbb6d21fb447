"""Verbs: one function for each `gtarena VERB`, which returns the exit code."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gtarena.cli.export import export_matches, publish_matches
from gtarena.cli.new import write_new_package
from gtarena.cli.play import play_a_match
from gtarena.cli.populations import show_populations
from gtarena.cli.profile import show_profiles
from gtarena.cli.quality import judge_logs
from gtarena.cli.settings.arguments import Parser, checked_settings, path_argument, split_options
from gtarena.cli.studies import verb_of
from gtarena.errors import UsageError
from gtarena.system.extras import require_extra

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # ECMA-48: cursor to the first place, and the page erased
LONGEST_WATCH = 86400  # seconds; far longer ones overflow the clock


def list_games(arguments: Sequence[str]) -> int:
    """Lists the games, describes one of them, or measures its balance."""
    parser = Parser(
        prog="gtarena games", description="Lists the games, describes one of them, or measures its balance.")
    parser.add_argument("name", nargs="?", help="a game's short name; with --balance also with parameters, such as "
                        "'pig(winscore=20)'")
    parser.add_argument("--balance", action="store_true", help="plays the game, and shows the share of wins of every "
                        "side by random agents, a search, and a deducer that reads what its own seat is told")
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="of each pairing (default: 100)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="draws the matches (default: 0)")
    parser.add_argument("--simulations", type=int, default=50, metavar="N", help="of a search (default: 50)")
    parsed = parser.parse_args(arguments)
    lines = _list_balance(parsed) if parsed.balance else _describe_games(parsed)
    print("\n".join(lines))
    return 0


def _describe_games(parsed: argparse.Namespace) -> Iterator[str]:
    from gtarena.cli.listings import game_listing

    return game_listing.all_games() if parsed.name is None else game_listing.one_game(parsed.name)


def _list_balance(parsed: argparse.Namespace) -> Iterator[str]:
    from gtarena.cli.listings.balance_listing import list_balance

    if parsed.name is None:
        raise UsageError("--balance measures one game: name it, as in gtarena games hive --balance")
    return list_balance(parsed.name, parsed.matches, parsed.seed, parsed.simulations)


def show_prompts(arguments: Sequence[str]) -> int:
    """Shows the prompts of a game, or of all games with prompts of their own."""
    parser = Parser(
        prog="gtarena prompts",
        description="Shows the prompts of a game as they are sent at the start, in the middle and at the end of a match"
                    " of random moves. Agents add instruction, persona and guide, and those with memory=reports send"
                    " past rounds as turns of a chat.")
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game, such as nim or 'pig(winscore=20)'; by default "
                        "all games with prompts of their own")
    parser.add_argument("version", nargs="?", metavar="VERSION", help="a prompt version; by default all of them")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="draws the match (default: 0)")
    parser.add_argument("--tokens", action="store_true", help="show how long the prompts are, in place of the prompts, "
                        "and how much of each the provider has seen before")
    parsed = parser.parse_args(arguments)
    from gtarena.cli.listings.game_listing import named_games
    from gtarena.cli.listings.length_listing import list_lengths
    from gtarena.cli.listings.prompt_listing import prompt_lines

    named = named_games() if parsed.game is None else [parsed.game]
    prompts = (line for game in named for line in prompt_lines(game, parsed.version, parsed.seed))
    for line in list_lengths(named, parsed.version, parsed.seed) if parsed.tokens else prompts:
        print(line, flush=True)
    return 0


def check_a_game(arguments: Sequence[str]) -> int:
    """Checks a game against the laws that every game keeps; the exit code is 1 if it breaks one."""
    parser = Parser(prog="gtarena check", description="Checks a game against the laws that every game keeps, on random "
                    "matches: one line for each law, and exit code 1 if one is broken.")
    parser.add_argument("game", metavar="GAME", help="a game, such as nim or 'pig(winscore=20)'")
    parser.add_argument("--matches", type=int, default=5, metavar="N", help="number of random matches (default: 5)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first match (default: 0)")
    parsed = parser.parse_args(arguments)
    if parsed.matches < 1:
        raise UsageError(f"--matches {parsed.matches} is not a whole number from 1")
    from gtarena.checks.conformance import check_game

    code = 0
    for finding in check_game(parsed.game, parsed.matches, parsed.seed):
        print(finding, flush=True)
        code = 1 if finding.broken else code
    return code


def merge_reports(arguments: Sequence[str]) -> int:
    """Merges the logs below folders into tables and report.html."""
    parser = Parser(
        prog="gtarena report", description="Merges the logs below folders into tables and report.html.")
    parser.add_argument(
        "paths", nargs="+", type=path_argument, metavar="DIR", help="a results folder, or a file of matches")
    parser.add_argument("--out", required=True, type=path_argument, metavar="DIR",
                        help="folder for the tables and report.html")
    parser.add_argument("--paper", action="store_true", help="show the numbers that the benchmarks' papers print")
    parser.add_argument("--tables", action="store_true", help="show all tables here, and not the leaderboard alone")
    parser.add_argument("--anchor", metavar="AGENT", help="agent whose rating is 0, named as in leaderboards; by "
                        "default the mean of all ratings is")
    parsed = parser.parse_args(arguments)
    require_extra("gtarena report", "report")
    from gtarena.runs.settings import ReportSettings
    from gtarena.suites.reporting import report_run

    report_run(parsed.paths, parsed.out, parsed.out.name, anchor=parsed.anchor,
               settings=ReportSettings(parsed.paper, parsed.tables))
    return 0


def show_replay(arguments: Sequence[str]) -> int:
    """Shows logged matches move by move, or the answers of a study."""
    parser = Parser(prog="gtarena replay", description="Shows logged matches move by move, or the answers of a study.")
    parser.add_argument("file", type=path_argument, metavar="FILE", help="a file of matches, or a results folder")
    parser.add_argument("--match", metavar="ID", help="only this match (the beginning of its id is enough)")
    parsed = parser.parse_args(arguments)
    from gtarena.logs import damage, reader
    from gtarena.reports.transcript import transcripts

    logged = reader.read_records(parsed.file) or reader.read_records(parsed.file, pattern=reader.ANSWERS)
    if not logged:
        reader.Records(parsed.file).require_some("replay")
    records = [record for record in logged if record.match_id.startswith(parsed.match or "")]
    if not records:
        raise UsageError(f"{parsed.file} holds no match {parsed.match or ''}".rstrip())
    print("\n\n".join(transcripts(records)))
    damage.warn_of_skipped(parsed.file)
    return 0


def show_status(arguments: Sequence[str]) -> int:
    """Shows the finished and missing matches of runs, and their cost."""
    parser = Parser(
        prog="gtarena status",
        description="Shows finished and missing matches, why they are missing, and the cost.")
    parser.add_argument("path", type=path_argument, metavar="DIR", help="a results folder, or one above several")
    parser.add_argument("--watch", metavar="SECONDS", nargs="?", type=float, const=5.0, help="show it again every so "
                        "many seconds (5 by default) until Ctrl-C")
    parsed = parser.parse_args(arguments)
    if parsed.watch is not None and not 0 < parsed.watch <= LONGEST_WATCH:
        raise UsageError(f"--watch {parsed.watch:g} is not a number of seconds above 0 and up to {LONGEST_WATCH}")
    return print_status(parsed.path, parsed.watch)


def print_status(path: str | Path, every: float | None, pause: Callable[[float], None] = time.sleep) -> int:
    """Prints the status, again after so many seconds until Ctrl-C if ``every`` is given, and returns the exit code.

    Raises:
        UsageError: no run has been started there.
    """
    from gtarena.runs.status import status_lines

    while True:
        text = "\n".join(status_lines(path))
        print(f"{CLEAR if every and sys.stdout.isatty() else ''}{text}", flush=True)
        if every is None:
            return 0
        try:
            pause(every)
        except KeyboardInterrupt:
            return 0


def run_doctor(arguments: Sequence[str]) -> int:
    """Checks the installation, the keys and the models."""
    if {"-h", "--help"} & set(arguments):
        print("usage: gtarena doctor [KEY=VALUE ...]\n\nChecks the installation, the keys and, with one cheap call "
              "each, the models that the settings name.")
        return 0
    options, settings = split_options(arguments)
    if options:
        raise UsageError(f"{options[0]} does not go with `gtarena doctor`, which checks one run")
    settings = checked_settings(settings)
    from gtarena.cli.doctor import run_checks
    from gtarena.cli.planned_jobs import plan_run

    return 0 if run_checks(plan_run(settings)) else 3


def show_experiments(arguments: Sequence[str]) -> int:
    """Lists the papers' tables and figures with their commands, or estimates what a run will cost."""
    from gtarena.cli.listings.experiments import list_experiments

    return list_experiments(arguments)


def import_published(arguments: Sequence[str]) -> int:
    """Converts a benchmark's published logs to match records, or its published prompts to prompt versions."""
    parser = Parser(
        prog="gtarena import",
        description="Converts published logs to match records, by replaying their moves if they have any, or published "
                    "prompts to prompt versions.")
    from gtarena.suites import importers

    offered = tuple(importers())
    logs = {each.kind: each.import_logs for each in offered if each.import_logs}
    wordings = {each.kind: each.import_prompts for each in offered if each.import_prompts}
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    for each in offered:
        if each.import_logs:
            results = kinds.add_parser(each.kind, help=f"raw results of {each.benchmark}")
            results.add_argument("folder", type=path_argument, metavar=each.place, help=each.results)
            results.add_argument(
                "--out", required=True, type=path_argument, metavar="FILE", help="the file of matches to write")
    prompts = kinds.add_parser("prompts", help="the prompts of a published benchmark")
    prompts.add_argument("benchmark", choices=list(wordings), help="the benchmark")
    prompts.add_argument("folder", type=path_argument, metavar="DIR", help="a checkout of its repository")
    prompts.add_argument("--out", type=path_argument, metavar="DIR",
                         help="folder for the versions; by default the one that gtarena reads")
    parsed = parser.parse_args(arguments)
    from adapters.rendering import templates

    if parsed.kind == "prompts":
        lines = wordings[parsed.benchmark](parsed.folder, parsed.out or templates.own_folder())
    else:
        lines = logs[parsed.kind](parsed.folder, parsed.out)
    for line in lines:
        print(line)
    return 0


def label_mistakes(arguments: Sequence[str]) -> int:
    """Writes a sheet of turns for labels given by hand, or counts the labels of filled sheets."""
    from gtarena.reports.label_sheets import read_sheet, write_sheet
    from gtarena.suites.gtbench.labels import LABELS, label_tables

    parser = Parser(
        prog="gtarena labels", formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="gtarena labels DIR... --out FILE.csv [--sample N] [--seed N]\n       "
              "gtarena labels FILE.csv... [--out DIR]",
        description="Writes a sheet with a row per turn of a model, or counts the labels that were filled in.",
        epilog="\n".join([
            "labels, several of them separated by semicolons (none: no mistake; empty: not examined):",
            *(f"  {label:18} {meaning}" for label, meaning in LABELS.items())]))
    parser.add_argument("paths", nargs="+", type=path_argument, metavar="PATH",
                        help="results folders or files of matches, or filled sheets, whose names end in .csv")
    parser.add_argument(
        "--out", type=path_argument, metavar="PATH", help="the sheet to write, or the folder for the tables")
    parser.add_argument("--sample", type=int, metavar="N", help="draw N matches; by default all are in the sheet")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="draws the matches (default: 0)")
    parsed = parser.parse_args(arguments)
    filled = [path.suffix == ".csv" for path in parsed.paths]
    if not any(filled):
        if parsed.out is None or parsed.out.suffix != ".csv":
            parser.error("--out must name the sheet to write, and end in .csv")
        turns, matches = write_sheet(parsed.paths, parsed.out, parsed.sample, parsed.seed)
        print(f"{parsed.out}: {turns} {'turn' if turns == 1 else 'turns'} of "
              f"{matches} {'match' if matches == 1 else 'matches'}")
        return 0
    if not all(filled) or parsed.sample is not None:
        parser.error("filled sheets (.csv) go without logs and without --sample")
    for table in label_tables({str(path): read_sheet(path, LABELS) for path in parsed.paths}):
        print(table.markdown())
        if parsed.out is not None:
            parsed.out.mkdir(parents=True, exist_ok=True)
            table.write(parsed.out)
    return 0


STUDIES = ("policy", "positions", "beliefs", "choices", "recognition")  # verbs that ask agents outside of matches
TAKING_SETTINGS = ("doctor", "experiments", "play", *STUDIES)  # verbs to which KEY=VALUE can be given
VERBS: dict[str, Callable[[Sequence[str]], int]] = {
    "games": list_games,
    "prompts": show_prompts,
    "check": check_a_game,
    "new": write_new_package,
    "report": merge_reports,
    "replay": show_replay,
    "labels": label_mistakes,
    "export": export_matches,
    "publish": publish_matches,
    "play": play_a_match,
    **{name: verb_of(name) for name in STUDIES},
    "quality": judge_logs,
    "populations": show_populations,
    "profile": show_profiles,
    "experiments": show_experiments,
    "status": show_status,
    "import": import_published,
    "doctor": run_doctor,
}
