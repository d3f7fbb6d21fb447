"""Units of matches that a bootstrap draws whole, and the wins that a draw consists of.

Matches of the same game that were dealt the same chance, such as the same cards with seats swapped or at another table,
are not independent, and are one unit. Others, and all published matches, are a unit each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas as pd
    from scipy.sparse import csr_array

Numbers = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

MOST_AT_ONCE = 4_000_000  # numbers in an array of draws


@dataclass(frozen=True, eq=False)
class Units:
    """Kinds of units, which are units of one game with equal wins.

    ``wins`` has a row per kind and a column per ordered pair of agents: the column i * agents + j has the score of
    agent i against agent j. ``counts`` says how many units are of each kind, ``games`` has the number of the game of
    each, and ``chances`` how probable it is to draw one from all games.
    """

    agents: int
    wins: csr_array
    counts: Counts
    games: Counts
    chances: Numbers

    @property
    def expected(self) -> Numbers:
        """Wins in a draw of all units, on average: a matrix of agents against agents."""
        total: Numbers = self.wins.T @ (self.chances * self.counts.sum())
        return total.reshape(self.agents, self.agents)

    def among(self, kept: Sequence[int]) -> Units:
        """Returns the units with only the wins of some agents against each other; the chances stay."""
        columns = (np.array(kept)[:, None] * self.agents + np.array(kept)).ravel()
        return Units(len(kept), self.wins[:, columns], self.counts, self.games, self.chances)

    def draws(self, number: int, seed: int, draw: Draw) -> Iterator[Numbers]:
        """Yields the wins of as many draws as ``number`` says, in arrays of shape (draws, agents, agents)."""
        generator = np.random.default_rng(seed)
        at_once = max(1, MOST_AT_ONCE // max(len(self.counts), self.agents**2, 1))
        for start in range(0, number, at_once):
            size = min(at_once, number - start)
            drawn = draw(self, generator, size)
            yield (self.wins.T @ drawn.T).T.reshape(size, self.agents, self.agents)


Draw = Callable[[Units, np.random.Generator, int], Numbers]  # how often each kind is drawn, a row per draw


def from_all_games(units: Units, generator: np.random.Generator, draws: int) -> Numbers:
    """Draws as many units as there are, with replacement, each from a random game, as GameBench does.

    A game with few units gives more units than it has, so that they seem to vary less than they do.
    """
    if not len(units.counts):
        return np.zeros((draws, 0))
    return generator.multinomial(units.counts.sum(), units.chances, size=draws).astype(np.float64)


def game_by_game(units: Units, generator: np.random.Generator, draws: int) -> Numbers:
    """Draws from every game one unit less than it has, with replacement, and weighs the games alike.

    Draws of as many would vary too little, by half in a game of two units (Rao and Wu, J. Am. Stat. Assoc. 83, 1988,
    231-241). A game of one unit has nothing to vary.
    """
    drawn = np.zeros((draws, len(units.counts)))
    for game in range(units.games.max(initial=-1) + 1):
        kinds = units.games == game
        counts = units.counts[kinds]
        number = max(counts.sum() - 1, 1)
        weight = units.chances[kinds].sum() * units.counts.sum() / number
        drawn[:, kinds] = weight * generator.multinomial(number, counts / counts.sum(), size=draws)
    return drawn


def units_of(pairs: pd.DataFrame, agents: Sequence[str], ties: float) -> Units:
    """Returns the units of a frame of :func:`gtarena.metrics.ratings.score_pairs.score_pairs`.

    The chance of a unit is inversely proportional to the number of units of its game, so that all games count the same
    (GameBench, Eq. 1). Where units of one game have more matches than those of another, their wins count
    correspondingly less.

    Args:
        pairs: the scores.
        agents: names of all agents, in the order of the matrices.
        ties: wins that a score of exactly one half gives to each of the two.
    """
    from scipy.sparse import coo_array

    number = {name: place for place, name in enumerate(agents)}
    played, drawn, matches = (pairs[column].tolist() for column in ("game", "unit", "match_id"))
    rows = list(zip(played, drawn, strict=True))
    units = {unit: place for place, unit in enumerate(sorted(set(rows)))}
    keys = np.array([units[row] for row in rows], dtype=np.int64)
    units_in, matches_in = (Counter(game for game, *_ in distinct) for distinct in (
        units, set(zip(played, matches, strict=True))))
    per_unit = len(set(matches)) / max(len(units), 1)
    scale = np.array([per_unit * units_in[game] / matches_in[game] for game in played], dtype=np.float64)
    first, second = (pairs[side].map(number).to_numpy(dtype=np.int64) for side in ("first", "second"))
    score, weight = pairs["score"].to_numpy(dtype=np.float64), pairs["weight"].to_numpy(dtype=np.float64) * scale
    tied = score == 0.5
    won = np.where(tied, ties, score) * weight
    lost = np.where(tied, ties, 1 - score) * weight
    games = np.array([game for game, *_ in units], dtype=str)
    columns = np.concatenate([first * len(agents) + second, second * len(agents) + first])
    wins = coo_array((np.concatenate([won, lost]), (np.tile(keys, 2), columns)),
                     shape=(len(games), len(agents) ** 2))
    return _group_kinds(wins.tocsr(), games, len(agents))


def _group_kinds(wins: csr_array, games: npt.NDArray[np.str_], agents: int) -> Units:
    """Returns the kinds of units, of which each row of wins is one."""
    wins.sum_duplicates()
    wins.eliminate_zeros()
    ends = zip(wins.indptr[:-1], wins.indptr[1:], strict=True)
    rounded = wins.data.round(12)
    kinds: dict[tuple[str, bytes, bytes], int] = {}
    kind = np.array([
        kinds.setdefault((game, wins.indices[start:end].tobytes(), rounded[start:end].tobytes()), len(kinds))
        for game, (start, end) in zip(games, ends, strict=True)], dtype=np.int64)
    counts = np.bincount(kind, minlength=len(kinds))
    _, firsts = np.unique(kind, return_index=True)
    names, game = np.unique(games[firsts], return_inverse=True)
    per_game = np.bincount(game, weights=counts)
    return Units(agents, wins[firsts], counts, game, counts / per_game[game] / max(len(names), 1))
