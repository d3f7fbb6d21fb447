"""Matrices of agents against agents, as the page shows them, as figures, and as a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from gtarena.formatting import NOTHING, format_percent, format_signed, one_line
from gtarena.metrics.duels import OVERALL, Duel, Pairing
from gtarena.reports.figures import heat_maps
from gtarena.reports.sections import Figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

SHADES = heat_maps.Shades("NRA of the row against the column", "gains", -1, 1)
FEWEST_AGENTS, MOST_AGENTS = 3, 24  # of a figure; the page and the table have all
MOST_FIGURES = 6
ALL_GAMES = "All games"
_CELL_WIDTH = 0.72  # inches, for an interval
_NAME = 120  # characters, as on leaderboards

Pairings = Mapping[Duel, Pairing]


def titled(game: str) -> str:
    """Returns the heading of a game, or of all games together."""
    return ALL_GAMES if game == OVERALL else game


def show_matrices(pairings: Pairings) -> list[Mapping[str, Any]]:
    """Returns the variables of the template for a matrix per game, that over all games first, if there are several."""
    return [_matrix(game, cells) for game, cells in _by_game(pairings).items()]


def _by_game(pairings: Pairings) -> dict[str, dict[tuple[str, str], Pairing]]:
    """Returns the pairings of each game to show: those over all games if there are several, and then each game's."""
    games: dict[str, dict[tuple[str, str], Pairing]] = {}
    for (game, who, opponent), pairing in pairings.items():
        games.setdefault(game, {})[who, opponent] = pairing
    several = len(games) > 2
    return {game: games[game] for game in sorted(games) if several or game != OVERALL}


def _matrix(game: str, cells: Mapping[tuple[str, str], Pairing]) -> Mapping[str, Any]:
    agents = _ranked(cells)
    opponents = _opponents(agents, cells)
    return {
        "label": titled(game),
        "game": None if game == OVERALL else game,
        "columns": [(agents.index(name) + 1, one_line(name, _NAME)) for name in opponents],
        "rows": [(number, one_line(who, _NAME), [_cell(cells.get((who, opponent)), opponent) for opponent in opponents])
                 for number, who in enumerate(agents, start=1) if any((who, each) in cells for each in opponents)],
    }


def _opponents(agents: Sequence[str], cells: Mapping[tuple[str, str], Pairing]) -> list[str]:
    """Returns the columns: a column with a single cell would repeat, with the sign changed, the cell opposite it."""
    several = [name for name in agents if sum((who, name) in cells for who in agents) > 1]
    return several or [*agents]


def _ranked(cells: Mapping[tuple[str, str], Pairing]) -> list[str]:
    """Returns the agents by their mean NRA over opponents, the best first; those without any stand last."""
    scores: dict[str, list[float]] = {}
    for (who, _), pairing in cells.items():
        scores.setdefault(who, []).extend([] if math.isnan(pairing.nra) else [pairing.nra])
    return sorted(scores, key=lambda who: (-sum(scores[who]) / len(scores[who]) if scores[who] else math.inf, who))


def _cell(pairing: Pairing | None, opponent: str) -> Mapping[str, Any] | None:
    if pairing is None:
        return None
    return {"nra": pairing.nra, "interval": interval(pairing.low, pairing.high), "matches": pairing.matches,
            "title": f"against {one_line(opponent, _NAME)}: {_told(pairing)}"}


def _told(pairing: Pairing) -> str:
    """Returns what stands beside the NRA of a pairing, in one line."""
    won = "" if math.isnan(pairing.win_rate) else f"win rate {format_percent(pairing.win_rate)} in "
    parts = [f"{won}{pairing.matches:,} {'match' if pairing.matches == 1 else 'matches'}"]
    if pairing.valued < pairing.matches:
        parts.append(f"{pairing.valued:,} with returns")
    if not math.isnan(pairing.low):
        parts.append(f"95 % interval {interval(pairing.low, pairing.high)}")
    if pairing.unfinished:
        parts.append(f"{pairing.unfinished:,} not finished")
    if not math.isnan(pairing.illegal_rate):
        parts.append(f"{format_percent(pairing.illegal_rate)} of its replies without a legal move")
    return ", ".join(parts)


def interval(low: float, high: float) -> str:
    """Returns the ends of an interval, ``[−0.10, +1.14]``, or a dash."""
    return NOTHING if math.isnan(low) else f"[{format_signed(low)}, {format_signed(high)}]"


def figures(pairings: Pairings) -> Iterator[Figure]:
    """Yields a figure per matrix with three agents or more, as far as there is room for them."""
    drawn = 0
    for game, cells in _by_game(pairings).items():
        valued = {pair: cell for pair, cell in cells.items() if not math.isnan(cell.nra)}
        if drawn < MOST_FIGURES and FEWEST_AGENTS <= len({who for who, _ in valued}) <= MOST_AGENTS:
            drawn += 1
            yield Figure(f"matrix {titled(game)}", f"NRA of agents against each other: {titled(game)}",
                         partial(_draw, titled(game), valued))


def _draw(label: str, cells: Mapping[tuple[str, str], Pairing]) -> Drawing:
    agents = _ranked(cells)
    annotated = {pair: (cell.nra, f"{format_signed(cell.nra)}\n{interval(cell.low, cell.high)}")
                 for pair, cell in cells.items()}
    return heat_maps.draw([heat_maps.HeatMap(label, annotated)], agents, agents, SHADES, cell_width=_CELL_WIDTH)


def frame_pairings(pairings: Pairings) -> pd.DataFrame:
    """Returns a row per game, agent and opponent with everything that is known of the pairing."""
    import pandas as pd

    return pd.DataFrame([{"game": titled(game), "agent": who, "opponent": opponent, **vars(pairing)}
                         for (game, who, opponent), pairing in sorted(pairings.items())])
