"""Comparisons of a report: what they are computed from, and the folder with their figures and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gtarena.metrics import duels
from gtarena.metrics.duels import Duel, Pairing
from gtarena.metrics.match_costs import CostsOfStrength, costs_of_strength
from gtarena.metrics.paired_differences import Difference
from gtarena.metrics.sweeps import ScoreSweep, SweepGrid, find_grids, find_sweeps
from gtarena.reports.comparisons import grid_maps, heat_maps, noise, result_matrix, setting_effects, sweep_plots
from gtarena.reports.figures import cost_plots
from gtarena.reports.leaderboard_rows import Boards
from gtarena.reports.sections import Figure, with_file_names, write_pictures
from gtarena.reports.spreadsheets import guard_frame
from gtarena.system.files import make_subfolder, write_text

if TYPE_CHECKING:
    import pandas as pd

FOLDER = "comparisons"


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Comparisons of agents, with the pictures by title that are already written: those of sweeps, and of costs."""

    pairings: Mapping[Duel, Pairing]
    differences: Sequence[Difference] = ()
    sweeps: Sequence[ScoreSweep] = ()
    grids: Sequence[SweepGrid] = ()
    costs: CostsOfStrength | None = None
    sweep_pictures: Mapping[str, Path] = field(default_factory=dict)
    cost_pictures: Mapping[str, Path] = field(default_factory=dict)


def matrices_alone(boards: Boards) -> Comparisons:
    """Returns the pairings of agents and nothing else, for a page without the folder ``comparisons``."""
    return Comparisons(duels.pairings(boards.seats))


def write_comparisons(boards: Boards, out: Path) -> Comparisons:
    """Computes all comparisons, and writes their figures and tables into the folder ``comparisons`` of ``out``.

    Without anything to compare no folder is made.
    """
    seats, swept = boards.seats, find_sweeps(boards.seats)
    found = Comparisons(duels.pairings(seats), boards.differences, swept, find_grids(seats, swept),
                        costs_of_strength(seats, boards.overall))
    tables = {name: frame for name, frame in _tables(found, boards) if len(frame)}
    if not tables:
        return found
    folder = make_subfolder(out, FOLDER)
    for name, frame in tables.items():
        write_text(folder / f"{name}.csv", guard_frame(frame).to_csv(index=False))
    swept_figures, costs = list(_sweep_figures(found)), list(_cost_figures(found))
    pictures = write_pictures(with_file_names([*swept_figures, *costs, *heat_maps.figures(found.pairings)]), folder)
    return replace(found, sweep_pictures=_pictures_of(swept_figures, pictures),
                   cost_pictures=_pictures_of(costs, pictures))


def _pictures_of(figures: Sequence[Figure], pictures: Mapping[str, Path]) -> dict[str, Path]:
    return {figure.title: pictures[figure.title] for figure in figures if figure.title in pictures}


def _tables(found: Comparisons, boards: Boards) -> Iterator[tuple[str, pd.DataFrame]]:
    yield "results", result_matrix.frame_results(boards.results)
    yield "effects", setting_effects.frame_effects(boards.effects)
    yield "matrix", heat_maps.frame_pairings(found.pairings)
    yield "differences", noise.frame_differences(found.differences)
    yield "sweeps", sweep_plots.frame_sweeps([*found.sweeps, *found.grids])
    yield "costs", _cost_table(found.costs)


def _sweep_figures(found: Comparisons) -> Iterator[Figure]:
    yield from sweep_plots.figures(found.sweeps)
    yield from grid_maps.figures(found.grids)


def _cost_figures(found: Comparisons) -> Iterator[Figure]:
    if found.costs is not None and len(found.costs.agents) >= heat_maps.FEWEST_AGENTS:
        yield Figure("strength and cost", f"Strength ({found.costs.score}, with 95 % intervals) against cost; filled "
                     "and with a star, on the Pareto front: no other agent is better for the same cost or less, or as "
                     "good for less",
                     partial(cost_plots.draw, found.costs))


def _cost_table(costs: CostsOfStrength | None) -> pd.DataFrame:
    """Returns a row per agent with its cost and its score, the cheapest first."""
    import pandas as pd

    if costs is None:
        return pd.DataFrame()
    return pd.DataFrame([{
        "agent": agent.name, "dollars_per_match": agent.dollars, "tokens_per_match": agent.tokens,
        "measure": costs.score, "score": agent.score, "low_95": agent.low, "high_95": agent.high,
        "illegal_rate": agent.illegal_rate, "efficient": agent.efficient} for agent in costs.agents])
