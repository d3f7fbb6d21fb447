"""Positions of Arctic Scavengers in which the cards that a player has not seen are drawn anew."""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from custom_games.arctic_scavengers.actions import DIG, DRAW, HIRE, HUNT, KINDS, TRASH, Cards
from custom_games.arctic_scavengers.cards import CONTESTED, DECK, JUNKYARD, SABOTEUR, SNIPERS, count_cards
from custom_games.arctic_scavengers.position import NO_CARDS, Event, Junkyard, Outcome, Position, Tribe
from custom_games.framework.cards import Counts, cards_of, difference, union

VOIDABLE = {KINDS[kind] for kind in (DRAW, DIG, HUNT, TRASH)}
SHOOTERS = {"SNIPER": SNIPERS, "SABOTEUR": SABOTEUR}
CLASSES = (frozenset(cards_of(JUNKYARD["full"])), frozenset(CONTESTED))  # cards are exchanged within a class


def redraw(states: Sequence[Position], player: int, rng: random.Random) -> Position:
    """Returns the last position with new cards in place of those that the player does not know.

    Cards that the opponent has gained unseen, by DIG or in a skirmish, are exchanged for others of the junkyard or
    for contested ones, until the opponent shows more cards of a type than the player knew it to have. Of the cards in
    its deck and hand any may be in the hand, besides those shown: all in a skirmish, and otherwise those announced and
    those left by voided actions. Its other discarded cards are taken as known, trashed ones to be in the junkyard.
    """
    state, other = states[-1], 1 - player
    known = _gather_knowledge(states, player)
    for kinds in CLASSES:
        state = _exchange(state, other, known, kinds, rng)
    if state.phase == "skirmish":
        return state
    deck, hand, discard = state.tribes[other]
    shown = _known_hand(state, other)
    rest = [*cards_of(difference(union(deck, hand), shown))]
    rng.shuffle(rest)
    cut = sum(hand) - sum(shown)
    return state.with_tribe(
        other, Tribe(count_cards(rest[cut:]), union(shown, count_cards(rest[:cut])), discard))


class Known(NamedTuple):
    """A player's knowledge: the opponent's cards, cards trashed, and whether it put down each card of the bottom."""

    cards: Counts = DECK
    trashed: Counts = NO_CARDS
    bottom: tuple[bool, ...] = ()


def _gather_knowledge(states: Sequence[Position], player: int) -> Known:
    known = Known()
    for before, after in pairwise(states):
        known = _learn(known, before, after, player)
    return known._replace(cards=_least(known.cards, states[-1].tribes[1 - player].pool))


def _learn(known: Known, before: Position, after: Position, player: int) -> Known:
    """Returns what a player knows after it has seen one position follow another."""
    other = 1 - player
    ended = len(after.past) > len(before.past)
    events = after.log[0 if ended else len(before.log):]
    done = [event for event in events if event.seat == other]
    hands = [after.tribes[other].hand] if after.phase == "skirmish" else []
    hands += [outcome.hands[other] for outcome in after.past[len(before.past):] if outcome.hands]
    cards = _most(known.cards, *map(_shown_cards, done), *hands)
    cards = union(cards, count_cards([
        event.target for event in done if event.what == KINDS[HIRE] and event.target is not None]))
    gone = [_trashed_cards(before, after, events, seat) for seat in (0, 1)]
    grown = len(after.junkyard.bottom) - len(before.junkyard.bottom)
    bottom = (*known.bottom, *[before.seat == player] * grown) if grown > 0 else known.bottom[-grown:]
    return Known(difference(cards, gone[other]), union(known.trashed, union(*gone)), bottom)


def _shown_cards(event: Event) -> Counts:
    """Returns the cards that a seat has shown by what it did."""
    return count_cards((SHOOTERS[event.what],) if event.what in SHOOTERS else event.cards)


def _trashed_cards(before: Position, after: Position, events: Sequence[Event], seat: int) -> Counts:
    """Returns the cards that a seat has trashed between two positions: those announced, or those that it now lacks."""
    pools = before.tribes[seat].pool, after.tribes[seat].pool
    if sum(pools[1]) >= sum(pools[0]):
        return NO_CARDS
    if before.announced:
        return count_cards(before.announced[1])
    return count_cards(events[0].cards) if events else difference(*pools)


class Hidden(NamedTuple):
    """Cards that a player does not know, by the pile in which they are.

    ``discard``, ``deck`` and ``hand`` are the opponent's; ``upper`` and ``buried`` are those of the junkyard, of which
    the latter have their places in its bottom.
    """

    discard: Cards
    deck: Cards
    hand: Cards
    upper: Cards
    contested: Cards
    buried: Cards

    @property
    def gained_cards(self) -> Cards:
        """The cards that the opponent has gained."""
        return (*self.discard, *self.deck, *self.hand)

    def shuffle(self, rng: random.Random) -> "Hidden":
        """Returns piles of the same sizes among which the cards are dealt anew."""
        cards = sorted(card for pile in self for card in pile)
        rng.shuffle(cards)
        return Hidden(*[tuple([cards.pop() for _ in pile]) for pile in self])


def _hidden_cards(state: Position, other: int, known: Known, kinds: frozenset[int], places: Sequence[int]) -> Hidden:
    """Returns the hidden cards of some kinds; ``places`` are those that are buried."""
    tribe = state.tribes[other]
    # What was gained since the last shuffle is in the discard pile.
    gained = _of(kinds, difference(tribe.pool, known.cards))
    discard = _least(gained, tribe.discard)
    deck = _least(difference(gained, discard), tribe.deck)
    hand = difference(difference(gained, discard), deck)
    shuffled = _of(kinds, state.junkyard.shuffled)
    upper = difference(shuffled, _least(known.trashed, shuffled))
    buried = tuple(state.junkyard.bottom[place] for place in places)
    piles = map(cards_of, (discard, deck, hand, upper, _of(kinds, state.contested)))
    return Hidden(*[*piles, buried])


def _exchange(state: Position, other: int, known: Known, kinds: frozenset[int], rng: random.Random) -> Position:
    """Returns the position with the hidden cards of some kinds exchanged for one another."""
    bottom = list(state.junkyard.bottom)
    places = [place for place, own in enumerate(known.bottom) if not own and bottom[place] in kinds]
    old = _hidden_cards(state, other, known, kinds, places)
    new = old.shuffle(rng)
    tribe = Tribe(*[_replace_cards(cards, getattr(old, pile), getattr(new, pile))
                    for pile, cards in state.tribes[other]._asdict().items()])
    for place, card in zip(places, new.buried, strict=True):
        bottom[place] = card
    return state.with_tribe(other, tribe)._replace(
        junkyard=Junkyard(_replace_cards(state.junkyard.shuffled, old.upper, new.upper), tuple(bottom)),
        contested=_replace_cards(state.contested, old.contested, new.contested),
        past=_replace_prizes(state.past, other, old.gained_cards, new.gained_cards))


def _replace_cards(cards: Counts, old: Cards, new: Cards) -> Counts:
    return union(difference(cards, count_cards(old)), count_cards(new))


def _replace_prizes(past: Sequence[Outcome], winner: int, old: Cards, new: Cards) -> tuple[Outcome, ...]:
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


def _known_hand(state: Position, seat: int) -> Counts:
    """Returns the cards that a seat is known to hold in the gathering: announced, and not used or aimed at."""
    held = NO_CARDS
    for place, event in enumerate(state.log):
        if event.seat != seat:
            continue
        cards = _shown_cards(event)
        reaction = next(iter(state.log[place + 1:]), None)
        if event.what in VOIDABLE and reaction is not None and reaction.what in SHOOTERS and reaction.seat != seat:
            held = difference(_most(held, cards), count_cards([reaction.target or 0]))
        elif state.announced and place == len(state.log) - 1:
            held = _most(held, cards)
        else:
            held = difference(held, _least(held, cards))
    return held


def _most(*several: Counts) -> Counts:
    return tuple(map(max, *several)) if len(several) > 1 else several[0]


def _least(*several: Counts) -> Counts:
    return tuple(map(min, *several))


def _of(kinds: frozenset[int], cards: Counts) -> Counts:
    return tuple([count if kind in kinds else 0 for kind, count in enumerate(cards)])
