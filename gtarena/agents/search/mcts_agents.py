"""The agents mcts, which searches from the true state, and ismcts, which searches from the player's information set."""

import random
from typing import Annotated, Literal

import numpy as np
import pyspiel
from pydantic import Field
from pyspiel import GameType

from custom_games.framework.spiel import Game
from gtarena.agents.base import Agent, Decision, Move, Seating
from gtarena.agents.eligibility import require_playable
from gtarena.agents.search.bot_agent import BotAgent, in_thread
from gtarena.agents.search.openspiel_bots import BotState, Generator, ISMCTSBot, MCTSBot
from gtarena.agents.search.searched_states import SearchedState, searched_state
from gtarena.agents.solving.search import NO_MEMORY_LIMIT
from gtarena.seeds import derive

MAX_INT = 2**31 - 1  # of C++
ONE_PER_SIMULATION: Literal[-1] = -1  # worlds

Count = Annotated[int, Field(ge=1, le=MAX_INT)]
Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]


def mcts(
    seating: Seating, simulations: Count = 1000, uct_c: Weight = 2.0, rollouts: Count = 1, solve: bool = True,
    texts: Count = 8,
) -> Agent:
    """Returns a Monte Carlo tree search that sees the true state, hidden cards included.

    ``rollouts`` random playouts value each new node, ``uct_c`` weighs exploration against payoffs in the game's
    own units, and ``solve`` backs up proven results. At a simultaneous node the search does not see the others' moves:
    see :mod:`gtarena.agents.search.searched_states`. Where a player speaks, it looks at ``texts`` random moves: see
    :class:`RulesState`.

    Raises:
        UsageError: the game pays before its end.
    """
    game, seed = seating.game, seating.seed
    require_playable("mcts", game)
    if runs_in_cpp(game) and game.get_type().dynamics == GameType.Dynamics.SEQUENTIAL:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
        return BotAgent(pyspiel.MCTSBot(game, evaluator, uct_c, simulations, NO_MEMORY_LIMIT, solve, seed, False))
    return MCTSAgent(seating, MCTSBot(game, uct_c, simulations, rollouts, solve, make_generator(game, seed)), texts)


def runs_in_cpp(game: pyspiel.Game) -> bool:
    """Checks whether the game is written entirely in C++.

    The C++ search bots crash the process on any other game: they copy states after releasing the interpreter lock. A
    game made from another game does not count, since the inner one may be written in Python.
    """
    wraps_another = any(isinstance(value, dict) for value in game.get_parameters().values())
    return type(game).__module__.startswith("pyspiel") and not wraps_another


def make_generator(game: pyspiel.Game, seed: int) -> Generator:
    """Returns the random generator for the states on which a game is searched."""
    return (random.Random if isinstance(game, Game) else np.random.RandomState)(seed)


class MCTSAgent(Agent):
    """MCTS in Python."""

    def __init__(self, seating: Seating, bot: MCTSBot, texts: int = 0) -> None:
        self._seating, self._bot, self._texts = seating, bot, texts

    async def act(self, decision: Decision) -> Move:
        return Move(await in_thread(self._choose, decision.state))

    def _choose(self, state: pyspiel.State) -> tuple[int, ...]:
        root = self.root(state)
        return root.spell(self._bot.step(BotState(root)))

    def root(self, state: pyspiel.State) -> SearchedState:
        """Returns the state at which the search begins."""
        key = derive(self._seating.seed, "texts", len(state.history()))
        return searched_state(state, self._seating.player, self._texts, key)


def ismcts(
    seating: Seating, simulations: Count = 1000, uct_c: Weight = 2.0, worlds: Count | Literal[-1] = ONE_PER_SIMULATION
) -> Agent:
    """Returns an information-set Monte Carlo tree search, which sees only what its player may know.

    Every simulation starts in a state that the player cannot tell from the true one. ``worlds`` is the number of such
    states drawn for a decision; -1 draws one per simulation.

    Raises:
        UsageError: the game has no hidden information, has simultaneous moves, or hides what cannot be redrawn.
    """
    require_playable("ismcts", seating.game)
    game, seed = seating.game, seating.seed
    return BotAgent(ISMCTSBot(game, uct_c, simulations, worlds, make_generator(game, seed), seed))
