"""What `gtarena VERB` does, a function for each verb; it returns the exit code."""

import argparse
from collections.abc import Callable, Sequence
from typing import NoReturn

from gtarena.cli.arguments import check_word
from gtarena.errors import UsageError


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, as all others are."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (`{self.prog} --help` shows how)")


def games(arguments: Sequence[str]) -> int:
    """Lists the games, or tells all about one."""
    parser = _Parser(prog="gtarena games", description="The games, or all about one of them.")
    parser.add_argument("name", nargs="?", help="a game's short name")
    parsed = parser.parse_args(arguments)
    from gtarena.cli import game_listing

    lines = game_listing.one(parsed.name) if parsed.name else game_listing.every()
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

    from gtarena.suites.reporting import write_run_report

    out = Path(parsed.out)
    write_run_report([Path(path) for path in parsed.paths], out, out.name)
    return 0


def replay(arguments: Sequence[str]) -> int:
    """Shows logged matches move by move."""
    parser = _Parser(prog="gtarena replay", description="Shows logged matches move by move.")
    parser.add_argument("file", metavar="FILE", help="a file of matches, or a results folder")
    parser.add_argument("--match", metavar="ID", help="only this match (the beginning of its id is enough)")
    parsed = parser.parse_args(arguments)
    from gtarena.logs import store
    from gtarena.reports import transcript as replays

    records = [r for r in store.read_records(parsed.file) if r.match_id.startswith(parsed.match or "")]
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
    from gtarena.runs import status as states

    print("\n".join(states.status(parsed.path)))
    return 0


def doctor(arguments: Sequence[str]) -> int:
    """Checks everything that a run would need."""
    if {"-h", "--help"} & set(arguments):
        print("usage: gtarena doctor [KEY=VALUE ...]\n\nChecks the installation, the keys and, with one cheap call "
              "each, the models that the settings name.")
        return 0
    for word in arguments:
        check_word(word)
    from gtarena.cli import doctor as doctors
    from gtarena.cli import hydra_app, hydra_config

    settings = hydra_config.compose_settings(arguments)
    return 0 if doctors.report(settings, hydra_app.cache_path(settings["cache"])) else 3


def imported(arguments: Sequence[str]) -> int:
    """Imports a benchmark's published logs as match records, or its published wordings as prompt versions."""
    parser = _Parser(
        prog="gtarena import",
        description="Published logs become match records, by playing their moves again, and published wordings prompt "
                    "versions of one's own.")
    from gtarena.suites import importers

    offered = tuple(importers())
    logs = {each.kind: each.import_logs for each in offered if each.import_logs}
    wordings = {each.kind: each.import_prompts for each in offered if each.import_prompts}
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    for each in offered:
        if each.import_logs:
            results = kinds.add_parser(each.kind, help=f"raw results of {each.benchmark}")
            results.add_argument("folder", metavar="DIR", help="the folder of raw results; those below it count too")
            results.add_argument("--out", required=True, metavar="FILE", help="the file of matches to write")
    prompts = kinds.add_parser("prompts", help="the wordings of a published benchmark")
    prompts.add_argument("benchmark", choices=list(wordings), help="which one")
    prompts.add_argument("folder", metavar="DIR", help="a checkout of its repository")
    prompts.add_argument("--out", metavar="DIR", help="where the wordings go; by default where gtarena finds them")
    parsed = parser.parse_args(arguments)
    from pathlib import Path

    from adapters import templates

    folder = Path(parsed.folder)
    if parsed.kind == "prompts":
        out = Path(parsed.out) if parsed.out else templates.own_folder()
        lines = wordings[parsed.benchmark](folder, out)
    else:
        lines = logs[parsed.kind](folder, Path(parsed.out))
    for line in lines:
        print(line)
    return 0


VERBS: dict[str, Callable[[Sequence[str]], int]] = {
    "games": games, "report": report, "replay": replay, "status": status, "import": imported, "doctor": doctor,
}
