"""Counts the jobs, matches and model calls of the papers' commands: `python scripts/count_experiments.py`.

It writes the numbers that `gtarena experiments` lists, which takes half a minute. A test counts them again.
"""

from gtarena.cli.listings.experiment_facts import SHIPPED, count_shipped
from gtarena.suites.experiments import inventories


def commands() -> list[tuple[str, ...]]:
    """Returns the settings of every command of the papers' lists, each once."""
    return list(dict.fromkeys(each.overrides for paper in inventories() for each in paper.entries if each.command))


if __name__ == "__main__":
    SHIPPED.write_bytes(count_shipped(commands()))
