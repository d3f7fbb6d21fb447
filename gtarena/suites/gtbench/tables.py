"""The tables of GTBench: NRA by game and opponent, completion, regret, negotiation, and errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from gtarena.metrics.bootstrap import BootstrapEstimate
from gtarena.metrics.duels import nra_by_duel
from gtarena.metrics.frames import FAILURES
from gtarena.reports.tables import Cell, Table
from gtarena.suites.gtbench.comparisons import Comparison, NraMatrix, comparisons, matrices
from gtarena.suites.gtbench.duel_means import means_by_duel
from gtarena.suites.gtbench.profile import ERROR_METRICS
from gtarena.suites.gtbench.results import MatchFrames, agent_names
from gtarena.suites.gtbench.scores import Scheme
from gtarena.suites.gtbench.taxonomy import AVERAGE, taxonomy_order

if TYPE_CHECKING:
    import pandas as pd

_DIGITS = 2
NEGOTIATION = {
    "agreements (share)": "agreement", "own value": "own_value", "opponent's value": "opponent_value",
    "distance from the Pareto frontier": "pareto_distance", "on the frontier (share)": "efficient"}

Pair = tuple[str, str]  # agent and opponent


def all_tables(found: MatchFrames, profile: pd.DataFrame, scheme: Scheme) -> list[Table]:
    """Returns all tables that these matches allow, those against conventional opponents first.

    Args:
        found: the matches.
        profile: their error profile, from :func:`gtarena.suites.gtbench.profile.profile`.
        scheme: the returns from which NRA is computed.
    """
    seats = found.valid(scheme)
    estimates = nra_by_duel(seats)
    compared = comparisons(seats, estimates)
    return [
        *(_compared(each, scheme) for each in compared if not each.is_model),
        *_completion(found.seats),
        *_regret(_sides(found.measured)),
        *_negotiation(_sides(found.measured)),
        *_errors(profile),
        *(_matrix(each, scheme) for each in matrices(seats, estimates)),
        *(_compared(each, scheme) for each in compared if each.is_model),
    ]


def _compared(comparison: Comparison, scheme: Scheme) -> Table:
    """Returns a row per game and per group of games, a column per agent (Figures 2 and 3, Tables 2 and 3)."""
    agents = comparison.by_agent
    rows = [(game, tuple(_cell(by_game.get(game)) for by_game in agents.values())) for game in comparison.games]
    rows += [(group, tuple(_cell(comparison.average(who, group)) for who in agents)) for group in comparison.groups()]
    return Table(f"nra against {comparison.opponent}", f"NRA against {comparison.opponent} ({scheme})",
                 tuple(agents), tuple(rows))


def _matrix(matrix: NraMatrix, scheme: Scheme) -> Table:
    """Returns a row and a column per model (Figure 8)."""
    rows = tuple((who, tuple(_cell(matrix.cells.get((who, other))) for other in matrix.models))
                 for who in matrix.models)
    return Table(f"nra between models {matrix.title}", f"NRA of rows against columns, {matrix.title} ({scheme})",
                 tuple(matrix.models), rows, label="agent")


def _completion(seats: pd.DataFrame) -> Iterator[Table]:
    """Yields the percentage of valid matches among those that a model started, by game (Table 5).

    Matches that the opponent broke off are not counted.
    """
    finished = seats["outcome"] == "finished"
    counted = seats.assign(valid=100.0 * finished)[(seats["model"] != "") & (finished | seats["broken_off"])]
    if counted.empty:
        return
    # A model that meets itself has both seats of the match.
    shares = counted.drop_duplicates(["match_id", "who"]).pivot_table(values="valid", index="game", columns="who")
    shares = shares.loc[sorted(shares.index, key=taxonomy_order)]
    if len(shares) > 1:
        shares.loc[AVERAGE] = shares.mean(skipna=False)
    rows = tuple((game, tuple(None if np.isnan(share) else Cell(share) for share in row))
                 for game, *row in shares.itertuples())
    title = "Completion: valid matches (%), excluding those that the opponent broke off"
    yield Table("completion", title, tuple(shares.columns), rows)


def _regret(measured: pd.DataFrame) -> Iterator[Table]:
    """Yields the mean regret by game (Figure 6)."""
    found = means_by_duel(measured, "regret")
    games = sorted({game for game, _, _ in found}, key=taxonomy_order)
    if found:
        yield _of_pairs("regret", "Mean regret per match", {game: _of_game(found, game) for game in games})


def _negotiation(measured: pd.DataFrame) -> Iterator[Table]:
    """Yields the frequency and the values of agreements, a table for each setting of the game (Figure 7)."""
    found = {title: means_by_duel(measured, metric) for title, metric in NEGOTIATION.items()}
    for game in sorted({game for estimates in found.values() for game, _, _ in estimates}):
        columns = {title: _of_game(estimates, game) for title, estimates in found.items()}
        yield _of_pairs(f"agreements {game}", f"Agreements in {game}; values are means over agreements", columns)


def _errors(profile: pd.DataFrame) -> Iterator[Table]:
    """Yields a table per metric, with a row per game and each agent's value and number of cases.

    Failures that never occurred have no table.
    """
    keys = zip(profile["metric"], profile["game"], agent_names(profile), strict=True)
    found = dict(zip(keys, zip(profile["value"], profile["count"], strict=True), strict=True))
    for metric in ERROR_METRICS:
        games = sorted({game for name, game, _ in found if name == metric}, key=taxonomy_order)
        agents = sorted({who for name, _, who in found if name == metric})
        rows = tuple((game, tuple(_cases(found.get((metric, game, who))) for who in agents)) for game in games)
        if rows and (metric not in FAILURES or any(cell and cell.mean for _, cells in rows for cell in cells)):
            yield Table(f"errors {metric}", f"Errors: {metric.replace('_', ' ')}", tuple(agents), rows)


def _cases(found: tuple[float, int] | None) -> Cell | None:
    return None if found is None else Cell(found[0], count=found[1], digits=_DIGITS)


def _sides(measured: pd.DataFrame) -> pd.DataFrame:
    """Drops agents without a model that met a model: the model's row covers both sides."""
    sides: pd.DataFrame = measured[(measured["model"] != "") | (measured["model_opponent"] == "")]
    return sides


def _of_game(found: Mapping[tuple[str, str, str], BootstrapEstimate], game: str) -> dict[Pair, BootstrapEstimate]:
    return {(who, opponent): estimate for (name, who, opponent), estimate in found.items() if name == game}


def _of_pairs(name: str, title: str, columns: Mapping[str, Mapping[Pair, BootstrapEstimate]]) -> Table:
    """Returns a table with a row per agent and opponent."""
    pairs = sorted({pair for estimates in columns.values() for pair in estimates})
    rows = tuple((f"{who} against {opponent}", tuple(_cell(column.get((who, opponent))) for column in columns.values()))
                 for who, opponent in pairs)
    return Table(name, title, tuple(columns), rows, label="agent")


def _cell(estimate: BootstrapEstimate | None) -> Cell | None:
    if estimate is None:
        return None
    low, high = estimate.interval()
    return Cell(estimate.value, low=low, high=high, digits=_DIGITS)
