"""Hands of Pit in which the cards that a player has not seen are dealt anew."""

import random
from collections.abc import Sequence

from custom_games.framework.cards import Counts, cards_of, counts_of
from custom_games.pit.scoring import SEATS, Scoring
from custom_games.pit.turns import MOST, Made, Position, Turn, turn_table

TRIES = 1000


def redraw(
    state: Position, player: int, scoring: Scoring, is_open: bool, rng: random.Random, most_given: int = 0
) -> Position:
    """Returns the position with the other players' cards dealt anew, until they fit what the player knows.

    All cards known to have gone to a player stay there, as far as the player cannot have given them away since; nobody
    has a corner; and whoever has a pending offer has as many cards of one kind, of which it is now an offer. If
    ``TRIES`` deals do not fit, the true one is kept. Which kinds earlier offers and swaps were of is not drawn anew.
    """
    known = turn_table(len(state.cards[0]), most_given)
    least = _known_cards(state.made, player, is_open, len(state.cards[0]), known)
    for _ in range(TRIES):
        cards = _deal_unseen(state.cards, least, player, rng)
        backed = [_offerable_kinds(cards[seat], offer) if seat != player else []
                  for seat, offer in enumerate(state.offers)]
        hidden = [seat for seat in SEATS if state.offers[seat] and seat != player and not is_open]
        if scoring.cornered_hand(cards, 0) is None and all(backed[seat] for seat in hidden):
            return _with_offers(state._replace(cards=cards), {seat: rng.choice(backed[seat]) for seat in hidden})
    return state


def _known_cards(
    made: Sequence[Made], player: int, is_open: bool, kinds: int, known: Sequence[Turn | None]
) -> list[list[int]]:
    """Returns the numbers of cards of each kind that each seat is known to have at least."""
    least = [[0] * kinds for _ in SEATS]
    for seat, action, answered in made:
        turn, offer = known[action], known[answered]
        if turn is None:
            continue
        if offer is None:
            if is_open:
                least[seat][turn.kind] = max(least[seat][turn.kind], turn.number)
            continue
        seen, number = is_open or player in (seat, turn.maker), turn.number or offer.number
        for giver, kind, less in ((seat, turn.kind, number), (turn.maker, offer.kind, offer.number)):
            least[giver] = [max(0, count - less) if not seen or other == kind else count
                            for other, count in enumerate(least[giver])]
        if seen:
            least[seat][offer.kind] += offer.number
            least[turn.maker][turn.kind] += number
    return least


def _deal_unseen(
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


def _offerable_kinds(held: Counts, offer: int) -> list[int]:
    """Returns the kinds of cards of which a player has enough for an offer."""
    turn = turn_table(len(held))[offer]
    return [] if turn is None else [kind for kind, count in enumerate(held) if count >= turn.number]


def _with_offers(state: Position, kinds: dict[int, int]) -> Position:
    """Returns the position in which some seats offer cards of these kinds, as many as before."""
    offers, made = list(state.offers), list(state.made)
    for seat, kind in kinds.items():
        place = max(place for place, turn in enumerate(made) if turn[:2] == (seat, offers[seat]))
        offers[seat] = kind * MOST + 1 + (offers[seat] - 1) % MOST
        made[place] = Made(seat, offers[seat])
    return state._replace(offers=tuple(offers), made=tuple(made))
