"""Liar's dice: a bid is named quantity-face, as in OpenSpiel under either bidding rule."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView

LIAR = "Liar"


class LiarsDiceView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {
            "your_dice": _read_dice(state, player), "total_dice": _count_dice(state.get_game()),
            "moves": self.moves(state)}

    def name(self, game: pyspiel.Game, action: int) -> str:
        bid = _decode_bid(game, action)
        return f"{bid[0]}-{bid[1]}" if bid else LIAR


def _count_dice(game: pyspiel.Game) -> int:
    return int(game.num_players() * game.get_parameters()["numdice"])


def _decode_bid(game: pyspiel.Game, action: int) -> tuple[int, int] | None:
    """Returns quantity and face of a bid; ``None`` for the call that the last bid is a lie."""
    dice, sides = _count_dice(game), game.get_parameters()["dice_sides"]
    if action == dice * sides:
        return None
    if game.get_parameters()["bidding_rule"] == "reset-face":
        return action // sides + 1, action % sides + 1
    return action % dice + 1, action // dice + 1


def _read_dice(state: pyspiel.State, player: int) -> list[int]:
    """Returns the player's own dice, in ascending order.

    They are read from the tensor, where each die is one-hot after the player's number: the string concatenates them,
    which is ambiguous for dice with ten sides or more.
    """
    parameters = state.get_game().get_parameters()
    sides, start = parameters["dice_sides"], state.num_players()
    tensor = state.information_state_tensor(player)
    ends = range(start + sides, start + sides * (parameters["numdice"] + 1), sides)
    return [tensor[end - sides:end].index(1.0) + 1 for end in ends]


VIEW = LiarsDiceView()
