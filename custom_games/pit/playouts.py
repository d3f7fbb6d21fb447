"""Random play of a hand of Pit, without a position at every turn."""

import random
from collections.abc import Callable

from custom_games.framework.cards import Deal, cards_of
from custom_games.pit.scoring import ORDER, Hand, Scoring
from custom_games.pit.turns import PASS, Turn, turns


def dealt_at_random(deal: Deal, rng: random.Random) -> list[list[int]]:
    """Returns the seats' cards after a random rest of a deal."""
    left = list(cards_of(deal.deck))
    rng.shuffle(left)
    cards = [list(held) for held in deal.hands]
    for seat, kind in zip(deal.receivers, left, strict=True):
        cards[seat][kind] += 1
    return cards


def random_hand(
    scoring: Scoring, cards: list[list[int]], offers: list[int], places: range, draw: Callable[[], float]
) -> Hand:
    """Plays a hand to its end with turns that are equally likely, and changes the cards and offers given.

    ``places`` are those of the turns left, as :meth:`Scoring.ended` counts them.
    """
    ended = scoring.ended(cards, places.start)
    if ended is not None:
        return ended
    known = turns(len(cards[0]))
    size = len(known)
    for place in places:
        seat = ORDER[place % len(ORDER)]
        held = cards[seat]
        # Of all turns those are drawn again that are not possible.
        while True:
            action = int(draw() * size)
            turn = known[action]
            if turn is None:
                break
            if turn.maker < 0:
                if held[turn.kind] >= turn.number:
                    offers[seat] = action
                    break
            elif turn.maker != seat and offers[turn.maker] and _swapped(known, cards, offers, seat, turn):
                ended = scoring.ended(cards, place)
                if ended is not None:
                    return ended
                break
    return Hand()


def _swapped(
    known: tuple[Turn | None, ...], cards: list[list[int]], offers: list[int], seat: int, turn: Turn
) -> bool:
    """Swaps cards for those of an offer, if the player has enough, and ends the offers of both; returns whether."""
    offer = known[offers[turn.maker]]
    assert offer is not None, "only an offer is accepted"
    held, other, number = cards[seat], cards[turn.maker], offer.number
    if held[turn.kind] < number:
        return False
    held[turn.kind] -= number
    other[turn.kind] += number
    held[offer.kind] += number
    other[offer.kind] -= number
    offers[seat] = offers[turn.maker] = PASS
    return True
