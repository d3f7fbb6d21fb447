"""Verbs `gtarena export` and `gtarena publish`: matches in the formats of other programs, and a folder to publish."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from gtarena.cli.settings.arguments import Parser, path_argument
from gtarena.errors import UsageError
from gtarena.system.extras import require_extra

_EXPORT = """\
Writes the matches below folders in the formats of other programs.

decisions  one Parquet file with a row per call of a model: prompt digest, reply, move, failure, tokens and cost
inspect    logs of inspect (inspect_ai), one for each agent, model and suite or game, with the messages and scores"""
_EXPORT_EXAMPLES = """\
examples:
  gtarena export decisions results/arena --out decisions.parquet
  gtarena export inspect results/arena --out logs/
  gtarena export inspect results/tic_tac_toe --out tic_tac_toe.eval"""
KINDS = ("decisions", "inspect")
_PUBLISH = """\
Makes a folder to publish: a dataset card (README.md), matches, seats, decisions and prompts as Parquet, the report with
its tables and figures, and a leaderboard page (index.html). Every byte is searched for keys once more before the folder
is there; if one is found, nothing is published. Nothing is uploaded."""
_PUBLISH_EXAMPLES = """\
examples:
  gtarena publish results/arena --out public/arena --license cc-by-4.0
  gtarena publish results/arena results/gtbench --out public/both --title "Two runs" --logs"""


def export_matches(arguments: Sequence[str]) -> int:
    """Writes matches in the formats of other programs."""
    parser = Parser(prog="gtarena export", formatter_class=argparse.RawDescriptionHelpFormatter,
                    description=_EXPORT, epilog=_EXPORT_EXAMPLES)
    parser.add_argument("kind", choices=KINDS, help="the format")
    parser.add_argument(
        "paths", nargs="+", type=path_argument, metavar="DIR", help="a results folder, or a file of matches")
    parser.add_argument("--out", required=True, type=path_argument, metavar="PATH",
                        help="the file to write, which ends in .parquet; for inspect a file that ends in .eval or "
                        ".json, or a folder")
    parsed = parser.parse_args(arguments)
    return write_export(parsed.kind, parsed.paths, parsed.out)


def write_export(kind: str, paths: Sequence[Path], out: Path) -> int:
    """Writes matches in another program's format.

    Raises:
        UsageError: there is nothing to write, the file has another format's ending, or a package is not installed.
        OSError: a file cannot be written.
    """
    from gtarena.logs import damage

    if kind == "inspect":
        from gtarena.exports.inspect_logs import write_logs

        for written in write_logs(paths, out):
            print(written)
        damage.warn_of_skipped(*paths)
        return 0
    if out.suffix != ".parquet":
        raise UsageError(f"--out {out}: decisions are written as Parquet, into a file that ends in .parquet")
    require_extra("gtarena export decisions", "report")
    from gtarena.exports.parquet import write_decisions
    from gtarena.system.files import keep_if_filled

    with keep_if_filled(out.parent):
        rows = write_decisions(paths, out)
    print(f"{out}: {rows:,} {'row' if rows == 1 else 'rows'}")
    damage.warn_of_skipped(*paths)
    return 0


def publish_matches(arguments: Sequence[str]) -> int:
    """Makes a folder to publish, and says what to do with it.

    Raises:
        UsageError: there are no matches, a secret was found, or the folder holds something else.
        OSError: the folder cannot be written.
    """
    parser = Parser(prog="gtarena publish", formatter_class=argparse.RawDescriptionHelpFormatter,
                    description=_PUBLISH, epilog=_PUBLISH_EXAMPLES)
    parser.add_argument(
        "paths", nargs="+", type=path_argument, metavar="DIR", help="a results folder, or a file of matches")
    parser.add_argument("--out", required=True, type=path_argument, metavar="DIR",
                        help="the folder to make, or an earlier publication to replace")
    parser.add_argument("--license", metavar="NAME", help="license of the data as the Hugging Face Hub spells it, such "
                        "as cc-by-4.0; without it, the card has a gap to fill in")
    parser.add_argument("--title", metavar="TEXT", help="title of the pages; by default the folder's name")
    parser.add_argument("--logs", action="store_true", help="adds the logs themselves")
    parsed = parser.parse_args(arguments)
    require_extra("gtarena publish", "report")
    from gtarena.exports.publication import Wishes, publish
    from gtarena.logs import damage

    files = publish(parsed.paths, parsed.out, Wishes(parsed.title or parsed.out.resolve().name, parsed.license,
                                                     parsed.logs))
    print(f"{parsed.out}: {files} files, without any key that gtarena knows of. Look through README.md before you "
          "publish the folder.")
    damage.warn_of_skipped(*parsed.paths)
    return 0
