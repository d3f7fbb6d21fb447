"""Search agents: MCTS on the true state, IS-MCTS on the player's information set."""

import random
from typing import Annotated, Literal

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts as information_sets
from open_spiel.python.algorithms import mcts as python_mcts
from pydantic import Field
from pyspiel import GameType

from custom_games.framework.spiel import Game, State
from gtarena.agents.base import Agent, Decision, Move, Seating
from gtarena.agents.bots import BotAgent, Choose, in_thread
from gtarena.agents.eligibility import require_playable
from gtarena.agents.search.information_sets import node_sampler, world_sampler
from gtarena.agents.search.light_search import Draws, LightMCTSBot, NodeWalk, RandomRollouts, Walk
from gtarena.agents.search.light_state import Searched
from gtarena.agents.search.sequential_view import SequentialView
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
    see :class:`LightState`, which plays our own games on their rules, and :class:`SequentialView` for OpenSpiel's.
    Where a player speaks, it looks at ``texts`` random moves: see :class:`Searched`.

    Raises:
        UsageError: the game pays before its end.
    """
    game, seed = seating.game, seating.seed
    require_playable("mcts", game)
    if runs_in_cpp(game) and game.get_type().dynamics == GameType.Dynamics.SEQUENTIAL:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
        bot = pyspiel.MCTSBot(game, evaluator, uct_c, simulations, NO_MEMORY_LIMIT, solve, seed, False)
        return BotAgent(bot, in_thread)
    if isinstance(game, Game):
        return LightSearch(seating, simulations, uct_c, rollouts, solve, texts)
    return state_search(seating, simulations, uct_c, rollouts, solve)


def runs_in_cpp(game: pyspiel.Game) -> bool:
    """Checks whether the game is written entirely in C++.

    The C++ search bots crash the process on any other game: they copy states after releasing the interpreter lock. A
    game made from another game does not count, since the inner one may be written in Python.
    """
    wraps_another = any(isinstance(value, dict) for value in game.get_parameters().values())
    return type(game).__module__.startswith("pyspiel") and not wraps_another


class LightSearch(Agent):
    """OpenSpiel's MCTS in Python on the rules of a game of ours: see :class:`LightState`."""

    def __init__(
        self, seating: Seating, simulations: int, uct_c: float, rollouts: int, solve: bool, texts: int
    ) -> None:
        rng = random.Random(seating.seed)
        self._seed, self._searched = seating.seed, Searched(seating.game.rules, seating.player, texts)
        self._bot = LightMCTSBot(
            _sequential(seating.game), uct_c, simulations, RandomRollouts(rollouts, rng), solve, Draws(rng))

    async def act(self, decision: Decision) -> Move:
        return Move(await in_thread(self._choose, decision.state))

    def _choose(self, state: State) -> tuple[int, ...]:
        root = self._searched.root(state.node, derive(self._seed, "texts", len(state.history())))
        return root.spelled(self._bot.step(Walk(root)))


def state_search(
    seating: Seating, simulations: int, uct_c: float, rollouts: int, solve: bool
) -> Agent:
    """Returns OpenSpiel's MCTS in Python for its own games that are written in Python or have simultaneous moves."""
    rng = np.random.RandomState(seating.seed)
    evaluator = python_mcts.RandomRolloutEvaluator(rollouts, rng)
    bot = python_mcts.MCTSBot(_sequential(seating.game), uct_c, simulations, evaluator, solve, rng)

    async def in_view(choose: Choose[int], state: pyspiel.State) -> int:
        return await in_thread(lambda state: choose(SequentialView(state, seating.player)), state)

    return BotAgent(bot, in_view)


def _sequential(game: pyspiel.Game) -> pyspiel.Game:
    """Returns a sequential form of the game, of which the bots read only the type and the largest return."""
    if game.get_type().dynamics == GameType.Dynamics.SIMULTANEOUS:
        return pyspiel.convert_to_turn_based(game)
    return game


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
    return BotAgent(InformationSetSearch(seating, simulations, uct_c, worlds), in_thread)


class InformationSetSearch(information_sets.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's IS-MCTS with possible states drawn by :mod:`gtarena.agents.search.information_sets`.

    In a game of ours it searches a :class:`NodeWalk`, without pyspiel.
    """

    def __init__(self, seating: Seating, simulations: int, uct_c: float, worlds: int) -> None:
        light = isinstance(seating.game, Game)
        rng = random.Random(seating.seed)
        state_rng = np.random.RandomState(seating.seed)
        self._worlds_rng = random.Random(seating.seed)
        super().__init__(
            seating.game,
            RandomRollouts(1, rng) if light else python_mcts.RandomRolloutEvaluator(1, state_rng),
            uct_c,
            simulations,
            worlds,
            Draws(rng) if light else state_rng,
            information_sets.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            use_observation_string=not seating.game.get_type().provides_information_state_string,
        )

    def run_search(self, state: pyspiel.State) -> list[tuple[int, float]]:
        player = state.current_player()
        if isinstance(state, State):
            root, draw_node = node_sampler(state, player)
            self.set_resampler(lambda walk, player: NodeWalk(draw_node(self._worlds_rng), self._game))
            state = NodeWalk(root, self._game)
        else:
            draw = world_sampler(state, player)
            self.set_resampler(lambda state, player: draw(self._worlds_rng))
        policy: list[tuple[int, float]] = super().run_search(state)
        return policy
