"""Goofspiel: the rounds so far, the cards that are left, and bids by the number of the card."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView
from custom_games.action_specs.patterns import Pattern, fold_numbers

ALL_CARDS = -1  # the number of turns that stands for as many as there are cards
RANDOM = "random"  # the order of point cards that is not known before


class GoofspielView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        parameters, text = state.get_game().get_parameters(), state.information_state_string(player)
        cards, seats = parameters["num_cards"], range(state.num_players())
        turned, winners = _read_numbers(text, "Point card sequence"), _read_numbers(text, "Win sequence")
        bids = _list_bids(state, cards, len(winners))
        seen = [player] if parameters["imp_info"] else list(seats)
        rounds = [
            {"card": card, "winner": winner if winner in seats else None,
             "bids": [bids[seat][at] if seat in seen else None for seat in seats]}
            for at, (card, winner) in enumerate(zip(turned, winners, strict=False))]
        turns = cards if parameters["num_turns"] == ALL_CARDS else parameters["num_turns"]
        return {
            "rounds": rounds, "round": len(winners) + 1, "turns": turns, "decisions": min(turns, cards - 1),
            "card": turned[-1] if len(turned) > len(winners) else None,
            "next_cards": _list_next(turned, cards, turns, parameters["points_order"]),
            "points": _read_numbers(text, "Points"),
            "hands": [[card for card in range(1, cards + 1) if card not in bids[seat]] if seat in seen else None
                      for seat in seats]}

    def name(self, game: pyspiel.Game, action: int) -> str:
        return f"Bid {action + 1}"

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return fold_numbers(super().patterns(state, player))


def _read_numbers(text: str, title: str) -> list[int]:
    """Returns the numbers of a line of OpenSpiel's text; a round without a winner has a number below 0."""
    found = re.search(rf"^{title}: *([-\d ]*)$", text, re.MULTILINE)
    return [int(number) for number in found[1].split()] if found else []


def _list_bids(state: pyspiel.State, cards: int, rounds: int) -> list[list[int]]:
    """Returns the bids of every seat in the rounds so far; the last card goes without a move in the history."""
    bids = [[step.action + 1 for step in state.full_history() if step.player == seat]
            for seat in range(state.num_players())]
    return [made if len(made) == rounds else [*made, *({*range(1, cards + 1)} - {*made})] for made in bids]


def _list_next(turned: Sequence[int], cards: int, turns: int, order: str) -> list[int]:
    """Returns the point cards that are not turned up yet, in their order if it is known, without those never used."""
    left = [card for card in range(1, cards + 1) if card not in turned]
    if order == RANDOM:
        return left
    return (left[::-1] if order == "descending" else left)[:turns - len(turned)]


VIEW = GoofspielView()
