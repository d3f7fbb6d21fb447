"""Measures of single matches of GTBench besides their returns: regret, and the division of a pool.

Regret is defined in the paper's appendix G; the distance of a division from the Pareto frontier is our addition.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import numpy as np
import numpy.typing as npt
import pyspiel

from adapters.native.negotiation import AGREE
from adapters.native.negotiation import VIEW as NEGOTIATION
from custom_games.framework.rules import CHANCE
from gtarena.logs.replay import final_node, final_state
from gtarena.suites.contract import Measure, Trace
from gtarena.suites.gtbench.negotiation import Instance

Scheme = Literal["returns", "published"]

SEATS = 2
# By the player's own and the other's move; 0 is to be silent, 1 is to testify.
DILEMMA_REGRET = ((2, 1), (0, 0))


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
    final_state(trace.game, trace.params, trace.seed, trace.history)  # checks that every action is legal
    values = [action for player, action in trace.actions if player == CHANCE]
    bids = [action for player, action in trace.actions if player != CHANCE]
    for seat in range(SEATS):
        yield Measure("regret", auction_regret(bids[seat], bids[1 - seat], values[seat]), seat)


def _dilemma(trace: Trace) -> Iterator[Measure]:
    rounds = final_node(trace.game, trace.params, trace.history).position.rounds
    for seat in range(SEATS):
        yield Measure("regret", float(sum(DILEMMA_REGRET[moves[seat]][moves[1 - seat]] for moves in rounds)), seat)


def _negotiation(trace: Trace) -> Iterator[Measure]:
    state = final_state(trace.game, trace.params, trace.seed, trace.history)
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
