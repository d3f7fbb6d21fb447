"""Hearts: cards that are passed, the tricks so far, and points.

All is read from the history: the player's own deal, its passes, the cards that it received, and what was played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._cards import (
    RANKS,
    SEATS,
    SUITS,
    CardsView,
    list_tricks,
    other_names,
    read_history,
    sort_hand,
    split_table,
    strength_with,
)

PASSED = 3  # cards by every player
DIRECTIONS = (None, "left", "across", "right")  # by OpenSpiel's numbers, which are seats on
QUEEN, JACK = "QS", "JD"
QUEEN_POINTS, JACK_POINTS = 13, -10


class HeartsView(CardsView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        (offset, *deal), moves = read_history(state)
        passes = moves[:len(SEATS) * PASSED] if offset else []
        plays = [(seat, name_card(action)) for seat, action in moves[len(passes):]]
        tricks, table = split_table(list_tricks(plays, strength_with(None)))
        giver = (player - offset) % len(SEATS)
        # Sorted, as the order in which a player chose cards is nobody else's business.
        passed, given = ([name_card(action) for seat, action in sorted(passes) if seat == each]
                         for each in (player, giver))
        received = given if len(passes) == len(SEATS) * PASSED else []
        kept = {name_card(card) for card in deal[player::len(SEATS)]} - {*passed} | {*received}
        played = [card for _, card in plays]
        parameters = state.get_game().get_parameters()
        return {
            "seats": list(SEATS), "direction": DIRECTIONS[offset], "pass_to": SEATS[(player + offset) % len(SEATS)],
            "pass_from": SEATS[giver], "passing": bool(offset) and len(passes) < len(SEATS) * PASSED,
            "passed": passed, "received": received, "hand": sort_hand([*kept - {*played}]),
            "tricks": tricks, "table": table, "points": count_points(tricks, parameters["jd_bonus"]),
            "broken": not parameters["must_break_hearts"] or any(
                card[1] == "H" or (card == QUEEN and parameters["qs_breaks_hearts"]) for card in played)}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        card = name_card(action)
        return card, *other_names(card)


def name_card(number: int) -> str:
    """Returns the short name of a card."""
    return RANKS[number // len(SUITS)] + SUITS[number % len(SUITS)]


def count_points(tricks: Sequence[Mapping[str, Any]], jack: bool) -> list[int]:
    """Returns the points of every seat in complete tricks, before those for all points or for no trick."""
    points = [0] * len(SEATS)
    for trick in tricks:
        for play in trick["cards"]:
            card = play["card"]
            points[trick["winner"]] += (
                QUEEN_POINTS if card == QUEEN else JACK_POINTS if card == JACK and jack else int(card[1] == "H"))
    return points


VIEW = HeartsView()
