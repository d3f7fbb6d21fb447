"""Verb `gtarena export`: decisions as Parquet, or matches as logs of inspect."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from gtarena.cli.settings.arguments import path_argument
from gtarena.errors import UsageError
from gtarena.system.files import kept_if_filled

DESCRIPTION = """\
Writes the matches below folders in the formats of other programs.

decisions  one Parquet file with a row per call of a model: prompt digest, reply, move, failure, tokens and cost
inspect    logs of inspect (inspect_ai), one for each agent, model and suite or game, with the messages and scores"""
EXAMPLES = """\
examples:
  gtarena export decisions results/arena --out decisions.parquet
  gtarena export inspect results/arena --out logs/
  gtarena export inspect results/tic_tac_toe --out tic_tac_toe.eval"""
KINDS = ("decisions", "inspect")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the verb to its parser."""
    parser.add_argument("kind", choices=KINDS, help="the format")
    parser.add_argument(
        "paths", nargs="+", type=path_argument, metavar="DIR", help="a results folder, or a file of matches")
    parser.add_argument("--out", required=True, type=path_argument, metavar="PATH",
                        help="the file to write, which ends in .parquet; for inspect a file that ends in .eval or "
                        ".json, or a folder")


def export(kind: str, paths: Sequence[Path], out: Path) -> int:
    """Writes matches in another program's format.

    Raises:
        UsageError: there is nothing to write, the file has another format's ending, or inspect is not installed.
        OSError: a file cannot be written.
    """
    from gtarena.logs import damage

    if kind == "inspect":
        from gtarena.exports.inspect_logs import write_logs

        for written in write_logs(paths, out):
            print(written)
        damage.tell(*paths)
        return 0
    if out.suffix != ".parquet":
        raise UsageError(f"--out {out}: decisions are written as Parquet, into a file that ends in .parquet")
    from gtarena.exports.parquet import write_decisions

    with kept_if_filled(out.parent):
        rows = write_decisions(paths, out)
    print(f"{out}: {rows:,} {'row' if rows == 1 else 'rows'}")
    damage.tell(*paths)
    return 0
