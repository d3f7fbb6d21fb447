"""A decision of the agent `mcts`, beside the same search by OpenSpiel's bot on pyspiel's states."""

import argparse
import asyncio
from collections.abc import Iterator
from functools import partial

import numpy as np
import pyspiel
from _bench import Row, cpu_seconds
from open_spiel.python.algorithms import mcts

import adapters
from gtarena.agents.base import Decision, Seating
from gtarena.agents.registry import KINDS

# The largest share of the reference's time.
TARGETS = {
    "el_farol(players=10,rounds=20)": 1 / 20,
    "public_goods": 1 / 20,
    "guess_two_thirds": 1 / 20,
    "pirate_game": 1 / 8,
    "iterated_prisoners_dilemma": 1 / 8,
    "battle_royale": 1 / 8,
}
SEED = 1


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """Yields a row for each game: its first decision."""
    for name, most in TARGETS.items():
        state = pyspiel.load_game(name).new_initial_state()
        ours = cpu_seconds(partial(agents_decision, state, options.simulations), best_of=2)
        reference = cpu_seconds(partial(bots_decision, state, options.simulations))
        measured = f"{name}: decision of {options.simulations:,} simulations"
        yield Row(measured, ours, "OpenSpiel's bot on pyspiel's states", reference, most)


def agents_decision(state: pyspiel.State, simulations: int) -> None:
    """Lets the agent decide."""
    game, player = state.get_game(), first_player(state)
    agent = KINDS["mcts"](Seating(game, player, SEED), simulations=simulations)
    asyncio.run(agent.act(Decision(state, player, adapters.for_game(game), 0)))


def bots_decision(state: pyspiel.State, simulations: int) -> None:
    """Lets OpenSpiel's bot decide, with the agent's settings."""
    game = state.get_game()
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
        state = game.new_initial_state()
    rng = np.random.RandomState(SEED)
    bot = mcts.MCTSBot(game, 2.0, simulations, mcts.RandomRolloutEvaluator(1, rng), True, rng)
    bot.step(state)


def first_player(state: pyspiel.State) -> int:
    """Returns who decides: the first seat where all do."""
    return max(0, int(state.current_player()))
