"""The tables of gamma-Bench: scores of games by run, setting and model, aggregated as in the paper."""

from collections.abc import Sequence
from statistics import mean, stdev

from gtarena.reports.tables import Cell, Table
from gtarena.suites.gamma_bench.results import MatchResult
from gtarena.suites.gamma_bench.scores import Scheme
from gtarena.suites.gamma_bench.sweeps import Sweep, SweepColumn

OVERALL = "Overall"
MEAN_COLUMN = "Avg ± Std"
OUTSIDE = "some outside 0 to 100, as the formulas allow"
HEADINGS = {
    "leaderboard": "Scores by player", "runs": "Scores of repeated runs", "temperature": "Scores by temperature",
    "prompt": "Scores by prompt wording", "instructions": "Scores by reasoning and persona",
}


def sweep_table(sweep: Sweep, scheme: Scheme) -> Table:
    """Returns the scores of a sweep: a row per game and one for all games, a column per column of the sweep.

    A cell is the mean over runs, with the sample standard deviation if there are several. The overall cell aggregates
    each run's mean over the games in the same way; it is empty if a game is missing. A last column has the mean and the
    standard deviation of the means in its row (Tables 5 to 9). The title tells of scores outside 0 to 100.
    """
    rows = [(game, tuple(_of_game(column, game, scheme) for column in sweep.columns)) for game in sweep.games]
    if len(rows) > 1:
        rows.append((OVERALL, tuple(_overall(column, sweep.games, scheme) for column in sweep.columns)))
    columns = tuple(column.label for column in sweep.columns)
    if sweep.averaged:
        columns, rows = (*columns, MEAN_COLUMN), [(label, (*cells, _across(cells))) for label, cells in rows]
    who = f", {sweep.who}" if sweep.who else ""
    heading = HEADINGS.get(sweep.kind, f"Scores by {sweep.kind}")
    scores = [result.score(scheme) for column in sweep.columns for result in column.results]
    remark = f"; {OUTSIDE}" if any(not 0 <= score <= 100 for score in scores) else ""
    return Table(f"{sweep.kind} {sweep.who}".strip(), f"{heading}{who} ({scheme}{remark})", columns, tuple(rows))


def _of_game(column: SweepColumn, game: str, scheme: Scheme) -> Cell | None:
    return _cell([result.score(scheme) for result in column.of(game)])


def _overall(column: SweepColumn, games: Sequence[str], scheme: Scheme) -> Cell | None:
    by_game = [column.of(game) for game in games]
    if not all(by_game):
        return None
    runs = set.intersection(*({result.run for result in of_game} for of_game in by_game))
    if not runs:
        return None
    return _cell([mean(_run_score(of_game, run, scheme) for of_game in by_game) for run in sorted(runs)])


def _run_score(results: Sequence[MatchResult], run: int, scheme: Scheme) -> float:
    return mean(result.score(scheme) for result in results if result.run == run)


def _across(cells: Sequence[Cell | None]) -> Cell | None:
    return _cell([cell.mean for cell in cells if cell])


def _cell(values: Sequence[float]) -> Cell | None:
    if not values:
        return None
    return Cell(mean(values), stdev(values) if len(values) > 1 else None)
