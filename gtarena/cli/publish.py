"""Verb `gtarena publish`: a folder for a static host or a data set of the Hugging Face Hub."""

import argparse

from gtarena.cli.settings.arguments import path_argument
from gtarena.exports.publication import Wishes, publish
from gtarena.logs import damage

DESCRIPTION = """\
Makes a folder to publish: a dataset card (README.md), matches, seats, decisions and prompts as Parquet, the report with
its tables and figures, and a leaderboard page (index.html). Every byte is searched for keys once more before the folder
is there; if one is found, nothing is published. Nothing is uploaded."""
EXAMPLES = """\
examples:
  gtarena publish results/arena --out public/arena --license cc-by-4.0
  gtarena publish results/arena results/gtbench --out public/both --title "Two runs" --logs"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the verb to its parser."""
    parser.add_argument(
        "paths", nargs="+", type=path_argument, metavar="DIR", help="a results folder, or a file of matches")
    parser.add_argument("--out", required=True, type=path_argument, metavar="DIR",
                        help="the folder to make, or an earlier publication to replace")
    parser.add_argument("--license", metavar="NAME", help="license of the data as the Hugging Face Hub spells it, such "
                        "as cc-by-4.0; without it, the card has a gap to fill in")
    parser.add_argument("--title", metavar="TEXT", help="title of the pages; by default the folder's name")
    parser.add_argument("--logs", action="store_true", help="adds the logs themselves")


def make_folder(parsed: argparse.Namespace) -> int:
    """Makes the folder and says what to do with it.

    Raises:
        UsageError: there are no matches, a secret was found, or the folder holds something else.
        OSError: the folder cannot be written.
    """
    files = publish(parsed.paths, parsed.out, Wishes(parsed.title or parsed.out.resolve().name, parsed.license,
                                                     parsed.logs))
    print(f"{parsed.out}: {files} files, without any key that gtarena knows of. Look through README.md before you "
          "publish the folder.")
    damage.tell(*parsed.paths)
    return 0
