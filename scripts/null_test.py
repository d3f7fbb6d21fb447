"""Counts how often reports and suites say that identical players differ, by kind of statement: at most 5 % is nominal.

    python scripts/null_test.py --seeds 50

All players of a run choose at random, under different names.
"""

import argparse
from collections.abc import Mapping

import _harness  # noqa: F401  (makes the packages importable from any directory)

from tests.support.null_runs import RUNS, Certified, count_certified
from tests.support.null_suites import SUITE_RUNS, count_certified_by_suite


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=50, help="runs of each kind (default: 50)")
    seeds = range(1, parser.parse_args().seeds + 1)
    print(f"{'run':34} {'statement':14} {'certified':>9} {'pairs':>6} {'share':>7}")
    for run, agents in RUNS.items():
        print_counts(run, count_certified(run, agents, seeds))
    for suite in SUITE_RUNS:
        print_counts(suite, count_certified_by_suite(suite, seeds))


def print_counts(run: str, found: Mapping[str, Certified]) -> None:
    """Prints a line for each kind of statement."""
    for kind, counted in sorted(found.items()):
        print(f"{run:34} {kind:14} {counted.differing:9} {counted.pairs:6} {counted.share:7.1%}", flush=True)


if __name__ == "__main__":
    main()
