"""Colonel Blotto: a move is a list of coins, one number for each field in order, such as ``[3, 4, 3]``."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.views import BaseView
from custom_games.action_specs.patterns import Parts, Pattern

MOST_LISTED = 100  # moves; a schema can only tell lists one by one


class BlottoView(BaseView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        # Everybody moves at once, and then the game is over, so there is nothing to see before.
        made = enumerate(state.history()) if state.is_terminal() else ()
        return {"moves": [{"player": seat, "move": _name(state, action)} for seat, action in made]}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = _name(state, action)
        coins = name.strip("[]").split(", ")
        return (name, *(sign.join(coins) for sign in (" ", "-", "/") if len(coins) > 1))

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        if state.num_distinct_actions() <= MOST_LISTED:
            return super().patterns(state, player)
        parameters = state.get_game().get_parameters()
        return [Pattern(Parts(parameters["coins"], parameters["fields"]))]


def _name(state: pyspiel.State, action: int) -> str:
    """Returns OpenSpiel's name, ``[3,4,3]``, with a space behind each comma."""
    return ", ".join(state.action_to_string(0, action).split(","))


VIEW = BlottoView()
