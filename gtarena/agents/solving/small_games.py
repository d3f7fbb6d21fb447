"""Games whose whole tree can be visited again and again, as CFR does."""

from functools import lru_cache

import pyspiel
from pyspiel import GameType

from gtarena import games

MOST_NODES = 100_000  # of a game's tree


def reason_not_small(game: pyspiel.Game) -> str | None:
    """Returns the reason why CFR cannot find an equilibrium of a game in a while; ``None`` if it can."""
    kind = game.get_type()
    opposed = game.num_players() == 2 and kind.utility in (GameType.Utility.ZERO_SUM, GameType.Utility.CONSTANT_SUM)
    listed = kind.chance_mode != GameType.ChanceMode.SAMPLED_STOCHASTIC and not games.has_texts(game)
    sequential = kind.dynamics == GameType.Dynamics.SEQUENTIAL and kind.provides_information_state_string
    if not (opposed and listed and sequential):
        return "it needs two players with opposite interests who move one at a time, and chance that is listed"
    return None if _is_small(str(game)) else f"its tree has more than {MOST_NODES:,} nodes"


@lru_cache(maxsize=64)
def _is_small(game: str) -> bool:
    open_states, found = [pyspiel.load_game(game).new_initial_state()], 0
    while open_states and found <= MOST_NODES:
        state, found = open_states.pop(), found + 1
        if not state.is_terminal():
            open_states += [state.child(action) for action in state.legal_actions()]
    return found <= MOST_NODES
