"""First-price sealed-bid auction: a player knows its own valuation and nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView, make_span
from custom_games.action_specs.patterns import Pattern


class FirstSealedAuctionView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {"valuation": int(state.observation_string(player))}

    def name(self, game: pyspiel.Game, action: int) -> str:
        return str(action)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        bids = state.legal_actions(player)
        return [Pattern(make_span(bids[0], bids[-1]))]


VIEW = FirstSealedAuctionView()
