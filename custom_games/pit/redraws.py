"""Hands of Pit in which the cards that a player has not seen are dealt anew."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from custom_games.framework.cards import Counts, cards_of, counts_of
from custom_games.pit.scoring import SEATS, Scoring
from custom_games.pit.turns import MOST, Made, turns

TRIES = 1000


class Table(NamedTuple):
    """The seats' cards, the actions of their pending offers, and the turns made in a hand."""

    cards: tuple[Counts, ...]
    offers: tuple[int, ...]
    made: tuple[Made, ...]


def redrawn(table: Table, player: int, scoring: Scoring, is_open: bool, rng: random.Random) -> Table:
    """Returns the table with the other players' cards dealt anew, until they fit what the player knows.

    All cards known to have gone to a player stay there, as far as the player cannot have given them away since; nobody
    has a corner; and whoever has a pending offer has as many cards of one kind, of which it is now an offer. If
    ``TRIES`` deals do not fit, the true one is kept. Which kinds earlier offers and swaps were of is not drawn anew.
    """
    least = _least(table.made, player, is_open, len(table.cards[0]))
    for _ in range(TRIES):
        cards = _dealt(table.cards, least, player, rng)
        backed = [_kinds(cards[seat], offer) if seat != player else [] for seat, offer in enumerate(table.offers)]
        hidden = [seat for seat in SEATS if table.offers[seat] and seat != player and not is_open]
        if scoring.ended(cards, 0) is None and all(backed[seat] for seat in hidden):
            return _offering(table._replace(cards=cards), {seat: rng.choice(backed[seat]) for seat in hidden})
    return table


def _least(made: Sequence[Made], player: int, is_open: bool, kinds: int) -> list[list[int]]:
    """Returns the numbers of cards of each kind that each seat is known to have at least."""
    least = [[0] * kinds for _ in SEATS]
    for seat, action, answered in made:
        turn, offer = turns(kinds)[action], turns(kinds)[answered]
        if turn is None:
            continue
        if offer is None:
            if is_open:
                least[seat][turn.kind] = max(least[seat][turn.kind], turn.number)
            continue
        seen, given = is_open or player in (seat, turn.maker), {seat: turn.kind, turn.maker: offer.kind}
        for giver, kind in given.items():
            least[giver] = [max(0, count - offer.number) if not seen or other == kind else count
                            for other, count in enumerate(least[giver])]
        if seen:
            least[seat][offer.kind] += offer.number
            least[turn.maker][turn.kind] += offer.number
    return least


def _dealt(
    cards: tuple[Counts, ...], least: list[list[int]], player: int, rng: random.Random
) -> tuple[Counts, ...]:
    kinds, others = range(len(cards[0])), [seat for seat in SEATS if seat != player]
    left = [kind for kind in kinds for _ in range(sum(cards[seat][kind] - least[seat][kind] for seat in others))]
    rng.shuffle(left)
    dealt = list(cards)
    for seat in others:
        drawn = [left.pop() for _ in range(sum(cards[seat]) - sum(least[seat]))]
        dealt[seat] = counts_of([*cards_of(tuple(least[seat])), *drawn], len(kinds))
    return tuple(dealt)


def _kinds(held: Counts, offer: int) -> list[int]:
    """Returns the kinds of cards of which a player has enough for an offer."""
    turn = turns(len(held))[offer]
    return [] if turn is None else [kind for kind, count in enumerate(held) if count >= turn.number]


def _offering(table: Table, kinds: dict[int, int]) -> Table:
    """Returns the table on which some seats offer cards of these kinds, as many as before."""
    offers, made = list(table.offers), list(table.made)
    for seat, kind in kinds.items():
        place = max(place for place, turn in enumerate(made) if turn[:2] == (seat, offers[seat]))
        offers[seat] = kind * MOST + 1 + (offers[seat] - 1) % MOST
        made[place] = Made(seat, offers[seat])
    return table._replace(offers=tuple(offers), made=tuple(made))
