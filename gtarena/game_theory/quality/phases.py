"""Phases of matches: opening, middle and end, by the number of actions taken."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from statistics import fmean

import pyspiel

import adapters
from custom_games.framework.rules import CHANCE
from gtarena.agents.strategies import uniform_random
from gtarena.runs.matches.match import play_match

PHASES = ("opening", "middle", "end")
MATCHES = 20  # at random, whose mean length is that of the game


def phase_of(state: pyspiel.State) -> str:
    """Returns the phase of a position: each is a third of the mean number of actions in random matches of its game.

    It depends on the position alone, and so is the same in all matches, also in those that were broken off.
    """
    share = moves_made(state) / typical_length(str(state.get_game()))
    return PHASES[min(int(share * len(PHASES)), len(PHASES) - 1)]


def moves_made(state: pyspiel.State) -> int:
    """Returns the number of actions that players have taken; chance, which may deal many cards, has no part in it."""
    return sum(step.player != CHANCE for step in state.full_history())


@cache
def typical_length(game: str) -> float:
    """Returns the mean number of actions that players take in ``MATCHES`` random matches of a loaded game."""
    adapter = adapters.for_game(pyspiel.load_game(game))
    players = [uniform_random] * adapter.game.num_players()

    async def length(seed: int) -> int:
        played = await play_match(adapter, players, seed)
        assert played.state is not None, "a match that is played has a state"
        return moves_made(played.state)

    # In a thread, because the caller's own may run an event loop.
    with ThreadPoolExecutor(1) as pool:
        return fmean(pool.submit(asyncio.run, length(seed)).result() for seed in range(MATCHES))
