"""Measures the speed of rules, search, matches and reports, each beside a reference measured in the same run.

    python scripts/bench.py                               # everything, several minutes
    python scripts/bench.py playouts search --markdown    # two sections, as the table of docs/speed.md

Times are CPU times, so that other programs on the machine disturb them little; of repeated measurements the best
counts. The exit code is 1 if a target is missed.
"""

import argparse
import sys
from collections.abc import Callable, Iterable

import bench_environments
import bench_matches
import bench_playouts
import bench_reports
import bench_search
from _bench import Row, machine

SECTIONS: dict[str, Callable[[argparse.Namespace], Iterable[Row]]] = {
    "playouts": bench_playouts.rows,
    "search": bench_search.rows,
    "engine": bench_matches.rows,
    "reports": bench_reports.rows,
    "environments": bench_environments.rows,
}
HEADER = ("measured", "time", "reference", "its time", "ratio", "target")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"{', '.join(SECTIONS)} (default: all)")
    parser.add_argument("--simulations", type=int, default=1000, help="simulations of a decision (default: 1000)")
    parser.add_argument("--matches", type=int, default=3000, help="matches of a run (default: 3,000)")
    parser.add_argument("--logged", type=int, default=21_000, help="matches of the leaderboard (default: 21,000)")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table, with the machine named")
    options = parser.parse_args()
    if unknown := set(options.sections) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    if options.markdown:
        print(f"{machine()}\n\n| {' | '.join(HEADER)} |\n|{'---|' * len(HEADER)}")
    missed = 0
    for section in options.sections or SECTIONS:
        for row in SECTIONS[section](options):
            missed += not row.met
            print(row.markdown() if options.markdown else row.line(), flush=True)
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
