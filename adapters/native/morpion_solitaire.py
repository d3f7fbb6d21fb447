"""Morpion Solitaire: moves are named by a state of the game's own, as OpenSpiel's copies of states point into others.

A clone names a move by memory of the state that it was copied from, which may be gone by then.
"""

from collections.abc import Sequence
from functools import cache

import pyspiel

from adapters.generic.generic_view import GenericView
from custom_games.action_specs.patterns import Pattern


class MorpionSolitaireView(GenericView):
    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = " ".join(_first_state().action_to_string(player, action).split())
        return name, f"{name} #{action}"

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return [Pattern(self.names(state, player, action)[0]) for action in state.legal_actions(player)]


@cache
def _first_state() -> pyspiel.State:
    """Returns a state that stays, which names the moves of all."""
    return pyspiel.load_game("morpion_solitaire").new_initial_state()


VIEW = MorpionSolitaireView()
