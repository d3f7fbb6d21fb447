"""Compares the scores that gamma-Bench's paper prints with those of its published logs, cell by cell.

    python scripts/published_tables.py ../GAMABench/raw_results

Imports the logs, makes the tables of a scoring scheme (--scheme, by default paper), and holds every cell of the paper's
Tables 1, 2 and 9 against ours. Two scores agree if they differ by no more than one unit of the last digit printed. The
scores of three rows of Table 1 are compared with exchanged columns, since they were computed from each other's files.
The exit code is 1 if a cell differs for a reason that is not known.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import _harness  # noqa: F401  makes tests.support importable

from gtarena.reports.reported_log import ReportedLog
from gtarena.suites.gamma_bench.importer.log_import import import_logs
from gtarena.suites.gamma_bench.results import match_results
from gtarena.suites.gamma_bench.scores import Scheme
from gtarena.suites.gamma_bench.sweeps import all_sweeps
from gtarena.suites.gamma_bench.tables import sweep_table
from gtarena.suites.reporting import SuiteMatches
from tests.support.published_tables import PrintedCell, compared, printed_tables


def found(folder: Path, scheme: Scheme) -> list[PrintedCell]:
    """Returns the printed cells with the scores of the logs below a folder."""
    with tempfile.TemporaryDirectory() as made:
        log = Path(made, "published.jsonl")
        for line in import_logs(folder, log):
            print(f"  {line}", file=sys.stderr)
        played = SuiteMatches()
        for record, numbers in ReportedLog(log).read():
            played.add(record, numbers)
        tables = [sweep_table(sweep, scheme) for sweep in all_sweeps(match_results(played.found["gamma_bench"]))]
    return list(compared(printed_tables(), tables))


def report(cells: Sequence[PrintedCell]) -> int:
    """Prints every cell that differs and the counts of each table; returns the exit code."""
    played = [cell for cell in cells if cell.ours]
    for cell in played:
        if not cell.agrees:
            print(f"{cell} ({cell.known or 'NOT EXPLAINED'})")
    for name in dict.fromkeys(cell.table for cell in cells):
        own = [cell for cell in cells if cell.table == name]
        print(f"{name}: {sum(cell.agrees for cell in own)} of {len(own)} cells agree, "
              f"{sum(cell.ours is None for cell in own)} have no matches")
    return int(any(not cell.agrees and not cell.known for cell in played))


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of the published raw results")
    parser.add_argument("--scheme", choices=get_args(Scheme), default="paper", help="the scores (default: paper)")
    options = parser.parse_args()
    sys.exit(report(found(options.folder, options.scheme)))


if __name__ == "__main__":
    main()
