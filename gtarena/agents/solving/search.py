"""Action values estimated by Monte Carlo tree search, for board games with too many positions for minimax."""

from functools import lru_cache

import pyspiel

from custom_games.framework.states import max_game_length
from gtarena.agents.solving.base import Solution, is_deterministic_zero_sum
from gtarena.seeds import derive

# For every legal action. With 500 simulations and a constant of 2, the values of Connect Four and of Breakthrough on
# 8 by 3 squares are as far from those of 10,000 simulations, and take twice as long.
SIMULATIONS = 250
UCT_C = 0.7
NO_MEMORY_LIMIT = 0  # megabytes
MAX_GAME_LENGTH = 250  # moves; a random playout of a longer game says little and takes long
CACHED_DECISIONS = 100_000


class Search(Solution):
    """Values that are exact if the search proves them, and mean returns of its playouts otherwise.

    The position after each action is searched separately, with the same effort: a single search from the position
    before would hardly visit the worse actions. The values depend on the history alone, and on the ``salt`` that seeds
    the search.
    """

    exact = False

    def __init__(self, game: pyspiel.Game, simulations: int = SIMULATIONS, salt: tuple[int, ...] = ()) -> None:
        self._game, self._simulations, self._salt = game, simulations, salt
        self._remembered = lru_cache(CACHED_DECISIONS)(self._searched)

    def values(self, state: pyspiel.State, player: int) -> dict[int, float]:
        return dict(self._remembered(tuple(state.history())))

    def _searched(self, history: tuple[int, ...]) -> dict[int, float]:
        state = self._game.new_initial_state()
        for action in history:
            state.apply_action(action)
        return {action: self._worth(state.child(action), state.current_player()) for action in state.legal_actions()}

    def _worth(self, state: pyspiel.State, player: int) -> float:
        """Returns the value of a position to a player."""
        if state.is_terminal():
            return float(state.player_return(player))
        seed = derive(*self._salt, *state.history())
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(
            self._game, evaluator, UCT_C, self._simulations, NO_MEMORY_LIMIT, True, seed, False)
        root = bot.mcts_search(state)
        chosen = root.best_child()
        for node in (root, chosen):
            if node.outcome:
                return float(node.outcome[player])
        mean = chosen.total_reward / chosen.explore_count
        return float(mean if chosen.player == player else -mean)


def solve(game: pyspiel.Game) -> Search | None:
    """Returns the estimator for the game; ``None`` if it is of another kind or too long."""
    return Search(game) if is_deterministic_zero_sum(game) and max_game_length(game) <= MAX_GAME_LENGTH else None
