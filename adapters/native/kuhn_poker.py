"""Kuhn poker for two or more players."""

import re
from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView

PASS, BET = "Pass", "Bet"
ANTE = 1


class KuhnPokerView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        moves = self.moves(state)
        cards = _list_cards(state.num_players())
        bets = sum(move["move"] == BET for move in moves)
        return {
            "cards": cards, "your_card": cards[_read_card(state, player)], "moves": moves, "bet_made": bets > 0,
            "pot": ANTE * state.num_players() + bets}

    def name(self, game: pyspiel.Game, action: int) -> str:
        return (PASS, BET)[action]


def _list_cards(players: int) -> list[str]:
    """Returns the deck from the lowest card to the highest."""
    return ["J", "Q", "K"] if players == 2 else [str(card) for card in range(players + 1)]


def _read_card(state: pyspiel.State, player: int) -> int:
    """Returns the player's own card, the number with which its information state starts."""
    found = re.match(r"\d+", state.information_state_string(player))
    assert found, "cards are dealt before anyone decides"
    return int(found[0])


VIEW = KuhnPokerView()
