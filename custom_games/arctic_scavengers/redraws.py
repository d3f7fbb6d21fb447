"""Positions of Arctic Scavengers in which the cards that a player has not seen are drawn anew."""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from custom_games.arctic_scavengers.actions import DIG, DRAW, HIRE, HUNT, KINDS, TRASH
from custom_games.arctic_scavengers.cards import CONTESTED, DECK, JUNKYARD, SABOTEUR, SNIPERS
from custom_games.arctic_scavengers.position import NO_CARDS, Junkyard, Outcome, Position, Tribe, added, counted, taken
from custom_games.framework.cards import Counts, cards_of

VOIDABLE = {KINDS[kind] for kind in (DRAW, DIG, HUNT, TRASH)}
SHOOTERS = {"SNIPER": SNIPERS, "SABOTEUR": SABOTEUR}
CLASSES = (frozenset(cards_of(JUNKYARD["full"])), frozenset(CONTESTED))  # cards are exchanged within a class


class Known(NamedTuple):
    """A player's knowledge: the opponent's cards, cards trashed, and whether it put down each card of the bottom."""

    cards: Counts
    trashed: Counts
    bottom: tuple[bool, ...]


def redrawn(states: Sequence[Position], player: int, rng: random.Random) -> Position:
    """Returns the last position with new cards in place of those that the player does not know.

    Cards that the opponent has gained unseen, by DIG or in a skirmish, are exchanged for others of the junkyard or
    for contested ones, until the opponent shows more cards of a type than the player knew it to have. Of the cards in
    its deck and hand any may be in the hand, besides those shown: all in a skirmish, and otherwise those announced and
    those left by voided actions. Its other discarded cards are taken as known, trashed ones to be in the junkyard.
    """
    state, other = states[-1], 1 - player
    known = _known(states, player)
    for kinds in CLASSES:
        state = _exchanged(state, other, known, kinds, rng)
    if state.phase == "skirmish":
        return state
    deck, hand, discard = state.tribes[other]
    shown = _in_hand(state, other)
    rest = [*cards_of(taken(added(deck, hand), shown))]
    rng.shuffle(rest)
    cut = sum(hand) - sum(shown)
    return state.with_tribe(other, Tribe(counted(rest[cut:]), added(shown, counted(rest[:cut])), discard))


def _known(states: Sequence[Position], player: int) -> Known:
    other = 1 - player
    known, trashed = DECK, NO_CARDS
    bottom: tuple[bool, ...] = ()
    for before, after in pairwise(states):
        ended = len(after.past) > len(before.past)
        events = after.log[0 if ended else len(before.log):]
        shown = [event.cards for event in events if event.seat == other]
        shown += [(SHOOTERS[event.what],) for event in events if event.seat == other and event.what in SHOOTERS]
        hands = [after.tribes[other].hand] if after.phase == "skirmish" else []
        hands += [outcome.hands[other] for outcome in after.past[len(before.past):] if outcome.hands]
        known = _most(known, *map(counted, shown), *hands)
        known = added(known, counted([
            event.target for event in events
            if event.seat == other and event.what == KINDS[HIRE] and event.target is not None]))
        for seat in (0, 1):
            pools = before.tribes[seat].pool, after.tribes[seat].pool
            if sum(pools[1]) < sum(pools[0]):
                cards = before.announced[1] if before.announced else events[0].cards if events else None
                gone = taken(*pools) if cards is None else counted(cards)
                trashed = added(trashed, gone)
                known = taken(known, gone) if seat == other else known
        grown = len(after.junkyard.bottom) - len(before.junkyard.bottom)
        bottom = (*bottom, *[before.seat == player] * grown) if grown > 0 else bottom[-grown:]
    return Known(_least(known, states[-1].tribes[other].pool), trashed, bottom)


def _exchanged(
    state: Position, other: int, known: Known, kinds: frozenset[int], rng: random.Random
) -> Position:
    """Returns the position with the hidden cards of some kinds exchanged for one another."""
    deck, hand, discard = state.tribes[other]
    shuffled, bottom = state.junkyard
    # What was gained since the last shuffle is in the discard pile.
    gained = _of(kinds, taken(state.tribes[other].pool, known.cards))
    discarded = _least(gained, discard)
    decked = _least(taken(gained, discarded), deck)
    held = taken(taken(gained, discarded), decked)
    upper = taken(_of(kinds, shuffled), _least(known.trashed, _of(kinds, shuffled)))
    buried = [place for place, own in enumerate(known.bottom) if not own and bottom[place] in kinds]
    contested = _of(kinds, state.contested)

    old = [*map(cards_of, (discarded, decked, held, upper, contested)), [bottom[place] for place in buried]]
    cards = sorted(card for part in old for card in part)
    rng.shuffle(cards)
    parts = [[cards.pop() for _ in part] for part in old]
    new = [*map(counted, parts[:5])]
    tribe = Tribe(added(taken(deck, decked), new[1]), added(taken(hand, held), new[2]),
                  added(taken(discard, discarded), new[0]))
    replaced = dict(zip(buried, parts[5], strict=True))
    junkyard = Junkyard(added(taken(shuffled, upper), new[3]),
                        tuple(replaced.get(place, card) for place, card in enumerate(bottom)))
    won = [[card for part in lists[:3] for card in part] for lists in (old, parts)]
    return state.with_tribe(other, tribe)._replace(
        junkyard=junkyard, contested=added(taken(state.contested, contested), new[4]),
        past=_renamed(state.past, other, *won))


def _renamed(past: Sequence[Outcome], winner: int, old: Sequence[int], new: Sequence[int]) -> tuple[Outcome, ...]:
    """Returns the outcomes with new cards won by a seat, in place of the latest old ones."""
    left, places, outcomes = list(old), [], list(past)
    for place in reversed(range(len(past))):
        outcome = past[place]
        if outcome.winner == winner and outcome.card in left:
            left.remove(outcome.card)
            places.append(place)
    for place, card in zip(places, sorted(new), strict=False):
        outcomes[place] = past[place]._replace(card=card)
    return tuple(outcomes)


def _in_hand(state: Position, seat: int) -> Counts:
    """Returns the cards that a seat is known to hold in the gathering: announced, and not used or aimed at."""
    held = NO_CARDS
    for place, event in enumerate(state.log):
        if event.seat != seat:
            continue
        cards = counted((SHOOTERS[event.what],) if event.what in SHOOTERS else event.cards)
        reaction = next(iter(state.log[place + 1:]), None)
        if event.what in VOIDABLE and reaction is not None and reaction.what in SHOOTERS and reaction.seat != seat:
            held = taken(_most(held, cards), counted([reaction.target or 0]))
        elif state.announced and place == len(state.log) - 1:
            held = _most(held, cards)
        else:
            held = taken(held, _least(held, cards))
    return held


def _most(*several: Counts) -> Counts:
    return tuple(map(max, *several)) if len(several) > 1 else several[0]


def _least(*several: Counts) -> Counts:
    return tuple(map(min, *several))


def _of(kinds: frozenset[int], cards: Counts) -> Counts:
    return tuple([count if kind in kinds else 0 for kind, count in enumerate(cards)])
