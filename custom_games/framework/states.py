"""Questions to a state of any game, be its rules ours or OpenSpiel's."""

from collections.abc import Mapping, Sequence
from math import inf

import pyspiel

from custom_games.framework.spiel import State


def max_game_length(game: pyspiel.Game) -> float:
    """Returns the largest number of moves that the game states; infinite if it states none, by 0 or less."""
    return length if (length := game.max_game_length()) > 0 else inf


def legal_actions(state: pyspiel.State, player: int) -> Sequence[int]:
    """Returns a player's legal actions, as a range where the rules give thousands of numbers as one."""
    return state.node.legal_actions(player) if isinstance(state, State) else list(state.legal_actions(player))


def penalty_action(state: pyspiel.State, player: int) -> int | None:
    """Returns the action by which the rules charge a player for an unusable answer; ``None`` if they do not."""
    return state.penalty_action(player) if isinstance(state, State) and player >= 0 else None


def choices(state: pyspiel.State) -> dict[int, Sequence[int]]:
    """Returns the legal actions of the players with something to decide; nothing at a chance node and at the end."""
    if state.is_chance_node() or state.is_terminal():
        return {}
    seats = range(state.num_players()) if state.is_simultaneous_node() else [state.current_player()]
    return {seat: legal for seat in seats if (legal := legal_actions(state, seat))}


def movers(state: pyspiel.State) -> list[int]:
    """Returns the players with something to decide; none at a chance node and at the end."""
    return list(choices(state))


def apply_together(state: pyspiel.State, actions: Mapping[int, int]) -> None:
    """Applies the action of everyone who moves now, by player: of chance or one player, or jointly of several."""
    if state.is_simultaneous_node():
        state.apply_actions([actions.get(seat, 0) for seat in range(state.num_players())])
    else:
        (action,) = actions.values()
        state.apply_action(action)
