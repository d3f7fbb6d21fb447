"""Random playouts of Pit by a plain loop on lists of cards."""

import random
from typing import Any

VALUES = (100, 85, 75, 55, 80, 65, 60, 50)
ORDER = (0, 2, 1, 3)


def pit(rng: random.Random, corner_size: int = 6, winning_score: int = 500, commodities: int = 4, cards: int = 9,
        max_turns: int = 80, max_hands: int = 30, **told: str) -> tuple[list[Any], list[float]]:
    """Plays hands of passes, offers and swaps; the Bull and the Bear are the last two kinds of cards."""
    moves: list[Any] = []
    points = [0, 0, 0, 0]
    for hand in range(max_hands):
        order = [ORDER[(hand + place) % 4] for place in range(4)]
        deck = [kind for kind in range(commodities) for _ in range(cards)] + [commodities, commodities + 1]
        rng.shuffle(deck)
        moves += deck
        held: list[list[int]] = [[], [], [], []]
        for place, kind in enumerate(deck):
            held[order[place % 4]].append(kind)
        offers: dict[int, list[int]] = {}
        cornered = _corner(held, order, corner_size, commodities)
        for turn in range(max_turns):
            if cornered:
                break
            seat = order[turn % 4]
            action, offered, swap = rng.choice(_turns(held[seat], seat, offers, commodities + 2))
            moves.append(action)
            if offered:
                offers[seat] = offered
            if swap:
                maker, given = swap
                taken = offers.pop(maker)
                offers.pop(seat, None)
                _give(held, seat, maker, given)
                _give(held, maker, seat, taken)
                cornered = _corner(held, (seat, maker), corner_size, commodities)
        if cornered:
            winner, paid = cornered
            points[winner] += paid
            for seat in range(4):
                points[seat] -= 20 * sum(kind >= commodities for kind in held[seat] if seat != winner)
        if max(points[0] + points[1], points[2] + points[3]) >= winning_score:
            break
    ours, theirs = max(0, points[0] + points[1]), max(0, points[2] + points[3])
    share = ours / (ours + theirs) if ours + theirs else 0.5
    return moves, [share, share, 1 - share, 1 - share]


def _turns(held: list[int], seat: int, offers: dict[int, list[int]], kinds: int) -> list[tuple[int, Any, Any]]:
    """Returns the possible turns: the action, the cards offered, or the maker of an offer and the cards given."""
    turns: list[tuple[int, Any, Any]] = [(0, None, None)]
    for kind in range(kinds):
        count = held.count(kind)
        turns += [(4 * kind + number, [kind] * number, None) for number in range(1, min(4, count) + 1)]
        turns += [(1 + 4 * kinds + kinds * maker + kind, None, (maker, [kind] * len(offer)))
                  for maker, offer in offers.items() if maker != seat and len(offer) <= count]
    return turns


def _give(held: list[list[int]], giver: int, taker: int, given: list[int]) -> None:
    for kind in given:
        held[giver].remove(kind)
        held[taker].append(kind)


def _corner(held: list[list[int]], order: Any, corner_size: int, commodities: int) -> tuple[int, int] | None:
    """Returns the first seat of the order with a corner, and what it pays."""
    bull, bear = commodities, commodities + 1
    for seat in order:
        cards = held[seat]
        paid = [VALUES[kind] * (1 + (bull in cards and cards.count(kind) >= corner_size))
                for kind in range(commodities) if cards.count(kind) + (bull in cards) >= corner_size]
        if paid and bear not in cards:
            return seat, max(paid)
    return None
