"""Values of moves by search: the mean returns of simulations that begin with each move, with the same effort for all.

The searches are those of the agents ``mcts`` and ``ismcts``. They differ in where a simulation begins and in what those
who move later can see; see :data:`SEARCHES`.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import chain, cycle, islice

import pyspiel

from gtarena.agents.search.mcts_agents import make_generator, runs_in_cpp
from gtarena.agents.search.openspiel_bots import TERMINAL, BotState, Generator, ISMCTSBot, MCTSBot
from gtarena.agents.search.redrawn_states import prepare_redraws
from gtarena.agents.search.searched_states import SearchedState, searched_state
from gtarena.agents.solving.base import is_deterministic_zero_sum
from gtarena.agents.solving.search import UCT_C, Search
from gtarena.game_theory.quality.whole_moves import NotRedrawnError, WholeMove

Worths = Sequence[float]  # to the player to move, of each of its moves
Worth = Callable[[pyspiel.State, int, Sequence[WholeMove], int, int], Worths]

TEXTS = 8  # random texts that a search looks at where a player speaks, as those of the agent mcts
WORLDS = 20  # states drawn for a run; to draw one can take longer than to search it
PLAYOUTS = 30  # random ones, whose returns tell how strongly a search has to explore


def hides(game: pyspiel.Game) -> bool:
    """Checks whether players may not know all that has happened."""
    return bool(game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION)


def mcts_worths(
    state: pyspiel.State, player: int, moves: Sequence[WholeMove], simulations: int, seed: int
) -> Worths:
    """Returns the values of moves by a tree search after each; under hidden information, all in one redrawn state.

    Where players choose at once, the others see the move.

    Raises:
        NotRedrawnError: no state could be redrawn.
    """
    game = state.get_game()
    if runs_in_cpp(game) and is_deterministic_zero_sum(game):
        values = Search(game, simulations, (seed,)).values(state, player)
        return [values[action] for (action,) in moves]
    rng = make_generator(game, seed)
    (root,) = _draw_worlds(state, player, 1, seed)
    bot = MCTSBot(game, _exploration(game, root, rng), simulations, 1, True, rng)
    return [_searched_worth(bot, player, reduce(SearchedState.after, move, root)) for move in moves]


def ismcts_worths(
    state: pyspiel.State, player: int, moves: Sequence[WholeMove], simulations: int, seed: int
) -> Worths:
    """Returns the values of moves by IS-MCTS: each simulation tries every move in one of ``WORLDS`` states.

    All simulations share a tree of information sets, so that the others answer what they see of a move, and no more.

    Raises:
        NotRedrawnError: no state could be redrawn.
    """
    game, rng = state.get_game(), make_generator(state.get_game(), seed)
    worlds = _draw_worlds(state, player, min(WORLDS, simulations), seed)
    bot = _SharedTree(game, _exploration(game, worlds[0], rng), simulations, 1, rng, seed)
    bot.reset()
    sums = [0.0] * len(moves)
    for world in islice(cycle(worlds), simulations):
        for number, move in enumerate(moves):
            after = reduce(SearchedState.after, move, world)
            sums[number] += bot.run_simulation(BotState(after, game))[player]
    return [total / simulations for total in sums]


SEARCHES: Mapping[str, Worth] = {"mcts": mcts_worths, "ismcts": ismcts_worths}


class _OnlyMove:
    """Decision of a player whose only move leads to a state, so that a search sums up the returns of that player.

    A node of the search knows the returns of the player who chose it alone, who otherwise might be another one.
    """

    def __init__(self, player: int, after: SearchedState) -> None:
        self.player, self.following = player, {0: after}

    def legal_actions(self) -> Sequence[int]:
        return (0,)

    def random_returns(self, rng: Generator) -> Sequence[float]:
        return self.following[0].random_returns(rng)


class _SharedTree(ISMCTSBot):
    """IS-MCTS whose information sets tell players apart who choose at once."""

    def get_state_key(self, state: BotState) -> tuple[int, int, str]:  # type: ignore[override]
        return state.at.player, *state.at.knowledge(state.at.player)


def _searched_worth(bot: MCTSBot, player: int, after: SearchedState) -> float:
    if after.player == TERMINAL:
        return float(after.returns[player])
    (child,) = bot.mcts_search(BotState(_OnlyMove(player, after))).children  # type: ignore[arg-type]
    return float(child.total_reward / child.explore_count if child.outcome is None else child.outcome[player])


def _draw_worlds(state: pyspiel.State, player: int, count: int, seed: int) -> list[SearchedState]:
    """Draws states that the player cannot tell from this one; where nothing is hidden, it is the only one."""
    if not hides(state.get_game()):
        return [searched_state(state, player, TEXTS, seed)]
    rng = random.Random(seed)
    try:
        _, draw = prepare_redraws(state, player)
        return [draw(rng) for _ in range(count)]
    except ValueError as error:
        raise NotRedrawnError("no other state was found in which the player would know the same") from error


def _exploration(game: pyspiel.Game, at: SearchedState, rng: Generator) -> float:
    """Returns the weight of exploration in a game whose playouts from here differ by so much.

    ``UCT_C`` is meant for returns from -1 to 1. Where all playouts end alike, the game's range counts.
    """
    returns = list(chain.from_iterable(at.random_returns(rng) for _ in range(PLAYOUTS)))
    spread = max(returns) - min(returns)
    return UCT_C * (spread or game.max_utility() - game.min_utility()) / 2
