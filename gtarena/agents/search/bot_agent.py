"""Bots of OpenSpiel as agents, which think in threads of their own."""

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

import pyspiel

from custom_games.framework.states import apply_together
from gtarena.agents.base import Agent, Decision, Move
from gtarena.system.concurrency import by_hand

Choice = TypeVar("Choice")


async def in_thread(choose: Callable[[pyspiel.State], Choice], state: pyspiel.State) -> Choice:
    """Returns a choice made in a worker thread, so that other matches go on meanwhile.

    Bots written in C++ release the interpreter lock while they think, and so run in parallel.
    """
    # The thread gets a clone, because some states fill caches while they are read. Searches have threads of their own,
    # because litellm takes one of the event loop's for every call and would have to wait for a search to end.
    if by_hand.get():
        return choose(state.clone())
    return await asyncio.get_running_loop().run_in_executor(_search_threads(), choose, state.clone())


@cache
def _search_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="search")


class BotAgent(Agent):
    """Any ``pyspiel.Bot`` as an agent; at a simultaneous node it sees the state before anybody has moved."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    async def act(self, decision: Decision) -> Move:
        # Bots written with NumPy return its integers, which cannot be logged as JSON.
        return Move((int(await in_thread(self._bot.step, decision.state)),))

    def inform(self, state: pyspiel.State, moves: Mapping[int, Sequence[int]]) -> None:
        for before, joint in _single_actions(state, moves):
            if before.is_simultaneous_node():
                self._bot.inform_actions(before, [joint.get(seat, 0) for seat in range(before.num_players())])
            else:
                ((player, action),) = joint.items()
                self._bot.inform_action(before, player, action)


def _single_actions(
    state: pyspiel.State, moves: Mapping[int, Sequence[int]]
) -> Iterator[tuple[pyspiel.State, dict[int, int]]]:
    """Yields the actions of whole moves one of each player at a time, with the state before them."""
    for number in range(max(map(len, moves.values()))):
        actions = {player: move[number] for player, move in moves.items() if number < len(move)}
        yield state, actions
        if number + 1 < max(map(len, moves.values())):
            state = state.clone()
            apply_together(state, actions)
