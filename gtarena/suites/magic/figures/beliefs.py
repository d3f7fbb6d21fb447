"""Figure of what beliefs do for the search of the chameleon (Figure 9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gtarena.reports.figures import bars, style
from gtarena.reports.figures.dot_plots import Dot
from gtarena.reports.sections import Figure
from gtarena.suites.magic.figures.estimates import mean_dot, ratio_dot
from gtarena.suites.magic.results import NO_BELIEFS
from gtarena.suites.magic.scores import NON_CHAMELEON, SCHEMES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

SERIES = {NO_BELIEFS: "no beliefs", "text": "beliefs read from a text", "matrix": "beliefs stated as a matrix"}

_GROUP_WIDTH, _MIN_WIDTH, _HEIGHT = 0.9, 5.4, 2.3  # inches


def figures(matches: pd.DataFrame) -> Iterator[Figure]:
    """Yields win rates and vote accuracies of the non-chameleons, if any of them has beliefs."""
    rows = matches[matches["role"] == NON_CHAMELEON]
    if (rows["beliefs"] != NO_BELIEFS).any():
        yield Figure("beliefs in chameleon", "Non-chameleons with and without beliefs, with 95 % intervals",
                     partial(_draw, rows))


def _draw(rows: pd.DataFrame) -> Drawing:
    grouped = groups(rows)
    drawing = style.canvas(max(_MIN_WIDTH, _GROUP_WIDTH * len(grouped)) + 0.6, _HEIGHT * len(ESTIMATES))
    by_challenger = {str(who): part for who, part in rows.groupby("challenger")}
    shown = {beliefs: words for beliefs, words in SERIES.items() if beliefs in set(rows["beliefs"])}
    for number, (label, estimate) in enumerate(ESTIMATES.items(), start=1):
        series = {words: {name: estimate(by_challenger[members[beliefs]])
                          for name, members in grouped.items() if beliefs in members}
                  for beliefs, words in shown.items()}
        bars.grouped(drawing.add_subplot(len(ESTIMATES), 1, number), list(grouped), series, label, (0, 100))
    style.legend(drawing, style.legend_handles(drawing))
    return drawing


def _vote_accuracy(matches: pd.DataFrame) -> Dot:
    return ratio_dot(matches, (f"judgement_right_{SCHEMES[0]}", f"judgement_total_{SCHEMES[0]}"), 100)


def _win_rate(matches: pd.DataFrame) -> Dot:
    return mean_dot(matches, "win_rate", 100)


ESTIMATES = {"win rate, per cent": _win_rate, "correct votes, per cent": _vote_accuracy}


def groups(rows: pd.DataFrame) -> dict[str, dict[str, str]]:
    """Returns groups of challengers of the same model and settings: by kind of beliefs, their names.

    A group has the name of its first challenger, the one without beliefs if there is one. A further challenger with the
    same beliefs begins another group.
    """
    agents = rows[["challenger", "model", "settings", "beliefs"]].drop_duplicates()
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    for beliefs in SERIES:
        for who, model, settings, _ in agents[agents["beliefs"] == beliefs].sort_values("challenger").itertuples(
                index=False, name=None):
            same = found.setdefault((model, settings), [])
            free = next((group for group in same if beliefs not in group), None)
            if free is None:
                same.append(free := {})
            free[beliefs] = who
    return {next(iter(group.values())): group for key in sorted(found) for group in found[key]}
