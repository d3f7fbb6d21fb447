"""Counts how often reports say that identical players differ, by kind of statement and run: at most 5 % is nominal.

    python scripts/null_test.py --seeds 50

All players of a run choose at random, under different names.
"""

import argparse

import _harness  # noqa: F401  (makes the packages importable from any directory)

from tests.support.null_runs import RUNS, count_certified


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=50, help="runs of each kind (default: 50)")
    seeds = range(1, parser.parse_args().seeds + 1)
    print(f"{'run':34} {'statement':12} {'certified':>9} {'pairs':>6} {'share':>7}")
    for run, agents in RUNS.items():
        for kind, counted in sorted(count_certified(run, agents, seeds).items()):
            print(f"{run:34} {kind:12} {counted.differing:9} {counted.pairs:6} {counted.share:7.1%}", flush=True)


if __name__ == "__main__":
    main()
