"""The figures of GameBench: ratings, numbers of matches, categories of reasoning, what is beyond the paper."""

from __future__ import annotations

from gtarena.reports.sections import Figure, with_file_names
from gtarena.suites.gamebench import SCHEMES
from gtarena.suites.gamebench.figures import aggregation, categories, pairs, ratings
from gtarena.suites.gamebench.results import Results


def figures(found: Results) -> list[Figure]:
    """Returns all figures that these matches allow, those of ratings by every scheme, under names of files."""
    if not found.games:
        return []
    by_scheme = [figure for scheme in SCHEMES for figure in (
        *ratings.figures(found, scheme), *categories.figures(found, scheme), *aggregation.figures(found, scheme),
        *pairs.chances(found, scheme))]
    return with_file_names([*by_scheme, *pairs.figures(found)])
