"""Measures of single matches of GTBench besides their returns: regret, and the division of a pool.

Regret is defined in the paper's appendix G; the distance of a division from the Pareto frontier is our addition.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import numpy.typing as npt
import pyspiel

from adapters.native.negotiation import AGREE
from adapters.native.negotiation import VIEW as NEGOTIATION
from custom_games.framework.rules import CHANCE
from gtarena.suites.contract import Measure, Trace

Scheme = Literal["returns", "published"]

SEATS = 2
# By the player's own and the other's move; 0 is to be silent, 1 is to testify.
DILEMMA_REGRET = ((2, 1), (0, 0))

Points = npt.NDArray[np.int64]  # divisions x the value to either player


@dataclass(frozen=True)
class Instance:
    """The number of items of each type, and the value of one item of each type to either player."""

    pool: tuple[int, ...]
    values: tuple[tuple[int, ...], tuple[int, ...]]

    def distance(self, first: float, second: float) -> float:
        """Returns the Euclidean distance of a pair of values from the nearest Pareto-efficient division's values."""
        return float(np.linalg.norm(frontier(self) - (first, second), axis=1).min())


@cache
def frontier(instance: Instance) -> Points:
    """Returns both players' values of all Pareto-efficient divisions, in ascending order of the first player's."""
    taken = np.indices([size + 1 for size in instance.pool]).reshape(len(instance.pool), -1).T
    to_first, to_second = (np.array(values) for values in instance.values)
    points = np.unique(np.column_stack([taken @ to_first, (instance.pool - taken) @ to_second]), axis=0)[::-1]
    # In descending order of the first player's value, a point is dominated unless the second player's is a new maximum.
    best_before = np.concatenate([[-1], np.maximum.accumulate(points[:-1, 1])])
    return np.array(points[points[:, 1] > best_before][::-1])


def scheme_returns(own: npt.ArrayLike, other: npt.ArrayLike, scheme: Scheme) -> npt.NDArray[np.float64]:
    """Returns a player's returns by a scheme: unchanged, or 0 in a draw, as the published program stores them.

    The program stores a winner and a loser, so that a draw is 0 for both even if the game is not zero-sum.
    """
    returns = np.asarray(own, dtype=np.float64)
    return returns if scheme == "returns" else np.where(np.equal(own, other), 0.0, returns)


def scores(trace: Trace) -> Iterator[Measure]:
    """Yields the measures of a finished match for two players; most games have none.

    ``first_sealed_auction`` and ``iterated_prisoners_dilemma``: the ``regret`` of each player. ``negotiation``:
    ``agreement`` (1 or 0), and after an agreement ``own_value`` and ``opponent_value`` for each player,
    ``pareto_distance`` (see :meth:`Instance.distance`), and ``efficient``, 1 if that distance is 0, else 0.

    Raises:
        ValueError: a logged action is illegal, or the actions end before the game does.
    """
    if trace.game in GAME_MEASURES:
        yield from GAME_MEASURES[trace.game](trace)


def auction_regret(own: int, other: int, value: int) -> float:
    """Returns the regret of a bid, measured against the needed bid of one above the other's.

    A higher bid regrets the difference, any other bid the profit that the needed one would have made; as in the paper,
    so does the needed bid itself.
    """
    needed = other + 1
    return float(own - needed if own > needed else max(value - needed, 0))


def _auction(trace: Trace) -> Iterator[Measure]:
    trace.final_state()  # checks that every action is legal
    values = [action for player, action in trace.actions if player == CHANCE]
    bids = [action for player, action in trace.actions if player != CHANCE]
    for seat in range(SEATS):
        yield Measure("regret", auction_regret(bids[seat], bids[1 - seat], values[seat]), seat)


def _dilemma(trace: Trace) -> Iterator[Measure]:
    rounds = trace.node.position.rounds
    for seat in range(SEATS):
        yield Measure("regret", float(sum(DILEMMA_REGRET[moves[seat]][moves[1 - seat]] for moves in rounds)), seat)


def _negotiation(trace: Trace) -> Iterator[Measure]:
    state = trace.final_state()
    agreed = NEGOTIATION.name(state.get_game(), trace.actions[-1][1]) == AGREE
    yield Measure("agreement", float(agreed))
    if agreed:
        values = state.returns()
        for seat in range(SEATS):
            yield Measure("own_value", values[seat], seat)
            yield Measure("opponent_value", values[1 - seat], seat)
        distance = instance(state).distance(*values)
        yield Measure("pareto_distance", distance)
        yield Measure("efficient", float(distance == 0))


def instance(state: pyspiel.State) -> Instance:
    """Returns the pool and the players' values in a state of negotiation after its chance node."""
    pool = tuple(state.item_pool())
    # OpenSpiel redraws an all-zero valuation behind the first one, yet pays by the first one.
    first, second = (tuple(state.agent_utils(player)[:len(pool)]) for player in range(SEATS))
    return Instance(pool, (first, second))


GAME_MEASURES: Mapping[str, Callable[[Trace], Iterator[Measure]]] = {
    "first_sealed_auction": _auction,
    "iterated_prisoners_dilemma": _dilemma,
    "negotiation": _negotiation,
}
