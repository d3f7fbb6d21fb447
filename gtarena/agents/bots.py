"""Wrappers that make a ``pyspiel.Bot`` an agent, and an agent a ``pyspiel.Bot``."""

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

import pyspiel

import adapters
from custom_games.framework.spiel import State
from custom_games.framework.states import apply_together, movers
from gtarena.agents.base import Agent, Decision, Move, NoMove, Penalty, Seating, Unanswered

Choice = TypeVar("Choice")
Choose = Callable[[pyspiel.State], Choice]


async def inline(choose: Choose[Choice], state: pyspiel.State) -> Choice:
    """Runs a quick bot in the event loop itself."""
    return choose(state)


async def in_thread(choose: Choose[Choice], state: pyspiel.State) -> Choice:
    """Runs a bot in a worker thread, so that other matches go on meanwhile.

    Bots written in C++ release the interpreter lock while they think, and so run in parallel.
    """
    # The thread gets a clone, because some states fill caches while they are read. Searches have threads of their own,
    # because litellm takes one of the event loop's for every call and would have to wait for a search to end.
    return await asyncio.get_running_loop().run_in_executor(_search_threads(), choose, state.clone())


@cache
def _search_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="search")


# The code of 1999 behind these bots keeps as many throws as it is told to expect, and greenberg writes beyond fewer.
_LEAST_THROWS = {"greenberg": 1000}


def roshambo_bot(player: int, name: str, game: pyspiel.Game) -> pyspiel.Bot:
    """Returns a bot of the International RoShamBo Programming Competition for a repeated game of rock, paper, scissors.

    A bot that ``pyspiel.make_roshambo_bot`` makes for fewer throws than it has to make writes out of its bounds.
    """
    return pyspiel.make_roshambo_bot(player, name, max(game.max_game_length(), _LEAST_THROWS.get(name, 0)))


class BotAgent(Agent):
    """Any ``pyspiel.Bot`` as an agent; ``run`` is ``inline`` or ``in_thread``.

    At a simultaneous node the bot sees the state before anybody has moved.
    """

    def __init__(self, bot: Any, run: Callable[[Choose[int], pyspiel.State], Awaitable[int]] = inline) -> None:
        self._bot, self._run = bot, run
        self.instant = run is inline

    async def act(self, decision: Decision) -> Move:
        # Bots written with NumPy return its integers, which cannot be logged as JSON.
        return Move((int(await self._run(self._bot.step, decision.state)),))

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


class AgentBot(pyspiel.Bot):  # type: ignore[misc]
    """Any agent as a ``pyspiel.Bot`` for one seat; every restart makes a new agent.

    A compound move is returned action by action on consecutive steps, and the agent is told of others' whole moves.
    """

    def __init__(self, make: Callable[[Seating], Agent], seating: Seating) -> None:
        super().__init__()
        self._make, self._seating = make, seating
        self._adapter = adapters.for_game(seating.game)
        self.restart()

    def restart(self) -> None:
        self._agent = self._make(self._seating)
        self._pending: deque[int] = deque()
        self._start: pyspiel.State | None = None  # the state at which moves that are not whole yet started
        self._made: dict[int, tuple[int, ...]] = {}  # their actions

    def restart_at(self, state: pyspiel.State) -> None:
        self.restart()

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        self._told(state, {player: int(action)}, int(action))

    def inform_actions(self, state: pyspiel.State, actions: Sequence[int]) -> None:
        self._told(state, {seat: int(actions[seat]) for seat in movers(state)}, tuple(map(int, actions)))

    def _told(self, state: pyspiel.State, taken: Mapping[int, int], move: int | tuple[int, ...]) -> None:
        """Informs the agent of moves as soon as they are whole."""
        self._made |= {seat: (*self._made.get(seat, ()), action) for seat, action in taken.items()}
        if isinstance(state, State) and state.node.after(move).begun:
            self._start = self._start or state.clone()
            return
        start, moves = self._start or state, self._made
        self._start, self._made = None, {}
        self._agent.inform(start, moves)

    def step(self, state: pyspiel.State) -> int:
        """Returns the agent's next action.

        Raises:
            RuntimeError: the agent gave no move.
            ModelError: its model could not be reached.
        """
        if not self._pending:
            self._pending.extend(self._ask(state))
        return self._pending.popleft()

    def _ask(self, state: pyspiel.State) -> Sequence[int]:
        decision = Decision(state, self._seating.player, self._adapter, len(state.history()))
        # In another thread, because an event loop may already be running in the caller's.
        with ThreadPoolExecutor(max_workers=1) as thread:
            response = thread.submit(asyncio.run, self._agent.act(decision)).result()
        if isinstance(response, Unanswered):
            raise response.error
        if isinstance(response, NoMove):
            raise RuntimeError(f"the agent in seat {decision.player} gave no move: {response.reason}")
        return decision.charge() if isinstance(response, Penalty) else response.actions
