"""Games whose whole tree can be visited again and again, as CFR and best responses do."""

from functools import lru_cache

import pyspiel
from pyspiel import GameType

from gtarena import games

MOST_NODES = 100_000  # of a game's tree


def reason_not_small(game: pyspiel.Game) -> str | None:
    """Returns the reason why CFR cannot find an equilibrium of a game in a while; ``None`` if it can."""
    opposed = game.num_players() == 2 and game.get_type().utility in (
        GameType.Utility.ZERO_SUM, GameType.Utility.CONSTANT_SUM)
    if not (opposed and _is_listed(game)):
        return "it needs two players with opposite interests who move one at a time, and chance that is listed"
    return _reason_too_large(game)


def reason_not_searched(game: pyspiel.Game) -> str | None:
    """Returns the reason why a game's whole tree cannot be visited in a while; ``None`` if it can."""
    if not _is_listed(game):
        return "it needs players who move one at a time and say no free texts, and chance that is listed"
    return _reason_too_large(game)


def _is_listed(game: pyspiel.Game) -> bool:
    """Checks for players who move one at a time without free texts, whose knowledge is stated, and listed chance."""
    kind = game.get_type()
    return bool(
        kind.dynamics == GameType.Dynamics.SEQUENTIAL and kind.provides_information_state_string
        and kind.chance_mode != GameType.ChanceMode.SAMPLED_STOCHASTIC and not games.has_texts(game))


def _reason_too_large(game: pyspiel.Game) -> str | None:
    return None if _is_small(str(game)) else f"its tree has more than {MOST_NODES:,} nodes"


@lru_cache(maxsize=64)
def _is_small(game: str) -> bool:
    open_states, found = [pyspiel.load_game(game).new_initial_state()], 0
    while open_states and found <= MOST_NODES:
        state, found = open_states.pop(), found + 1
        if not state.is_terminal():
            open_states += [state.child(action) for action in state.legal_actions()]
    return found <= MOST_NODES
