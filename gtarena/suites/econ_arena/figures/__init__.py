"""The figures of Economics Arena: payoffs, deviations from equilibrium, and paths over the runs of sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtarena.reports.sections import Figure, with_file_names
from gtarena.suites.econ_arena.figures import deviations, paths, payoffs
from gtarena.suites.econ_arena.situations import drop_environment_agents

if TYPE_CHECKING:
    import pandas as pd


def figures(found: pd.DataFrame) -> list[Figure]:
    """Returns all figures that these runs allow, under names of files.

    Args:
        found: the frame of :func:`gtarena.suites.econ_arena.results.runs_frame`.
    """
    rows = drop_environment_agents(found)
    return with_file_names([*payoffs.figures(rows), *deviations.figures(rows), *paths.figures(rows)])
