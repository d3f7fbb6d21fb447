"""Battles of Air, Land & Sea in which the cards that a player has not seen are drawn anew."""

import random
from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from custom_games.air_land_sea.battle import Battle, Event
from custom_games.air_land_sea.cards import REINFORCE

FROM_DECK = -1.0


class Returned(NamedTuple):
    """A card that a player has seen and that the opponent then took back into its hand, at this place in the log."""

    since: int
    card: int


def redraw(battle: Battle, player: int, rng: random.Random) -> Battle:
    """Returns the battle with the hidden cards exchanged for one another, in all ways with the same probability.

    Hidden are the opponent's hand, its cards that lie face down or were destroyed so, and the deck, but for those that
    the player has seen since they left the hand. A card that it had seen before it went back into the hand is there, or
    is one of those played face down from the hand since. A card whose ability is pending stays where it is.
    """
    left = _hidden_cards(battle, player)
    returned = sorted((Returned(since, card) for card in left
                       if (since := _return_place(battle, card, player)) is not None), reverse=True)
    new: dict[int, int] = {}
    # The later a card was returned, the fewer places it can be in, all of which the others can be in too.
    for since, card in returned:
        place = rng.choice([place for place, when in left.items() if when > since and place not in new])
        new[place] = card
    others = sorted(left.keys() - {card for _, card in returned})
    rng.shuffle(others)
    new.update(zip([place for place in left if place not in new], others, strict=True))
    return _exchange_cards(battle, new)._replace(log=_exchange_log(battle, new, returned))


def _hidden_cards(battle: Battle, player: int) -> Mapping[int, float]:
    """Returns the cards that the player does not know, each with the place in the log at which it left the hand.

    That is infinite for a card in the hand. The order tells the player nothing: it is that of places.
    """
    other = 1 - player
    lying = [card for number, pile in enumerate(battle.piles) if number // 3 == other for card, up in pile if not up]
    lying += [gone.card for gone in battle.under if gone.owner == other and not gone.seen]
    if battle.drawn is not None and battle.queue[0].player == other:
        lying.append(battle.drawn)
    held = sorted(battle.hands[other], key=lambda card: (_last_event(battle, card), card))
    played = {event.card: FROM_DECK if event.by == REINFORCE else float(number)
              for number, event in enumerate(battle.log) if event.kind == "play"}
    places = {**{card: played.get(card, FROM_DECK) for card in lying}, **dict.fromkeys(held, inf),
              **dict.fromkeys(battle.unseen_cards(), FROM_DECK)}
    pending = {step.card for step in battle.queue}
    return {card: when for card, when in places.items() if card not in pending and (
        not _sightings(battle, card, player) or _return_place(battle, card, player) is not None)}


def _last_event(battle: Battle, card: int) -> int:
    return max((number for number, event in enumerate(battle.log) if event.card == card), default=-1)


def _sightings(battle: Battle, card: int, player: int) -> list[int]:
    """Returns the places in the log at which a player saw the card."""
    return [number for number, event in enumerate(battle.log) if event.card == card and (
        event.up or event.kind == "flip" or event.owner == player)]


def _return_place(battle: Battle, card: int, player: int) -> int | None:
    """Returns where in the log a card went back into a hand first since the player saw it last, if both happened."""
    seen = _sightings(battle, card, player)
    return next((number for number, event in enumerate(battle.log)
                 if seen and number > seen[-1] and event.kind == "return" and event.card == card), None)


def _exchange_cards(battle: Battle, new: Mapping[int, int]) -> Battle:
    hands = [tuple(sorted(new.get(card, card) for card in hand)) for hand in battle.hands]
    piles = tuple(tuple(placed._replace(card=new.get(placed.card, placed.card)) for placed in pile)
                  for pile in battle.piles)
    under = tuple(gone._replace(card=new.get(gone.card, gone.card)) for gone in battle.under)
    drawn = None if battle.drawn is None else new.get(battle.drawn, battle.drawn)
    return battle._replace(hands=(hands[0], hands[1]), piles=piles, under=under, drawn=drawn)


def _exchange_log(battle: Battle, new: Mapping[int, int], returned: list[Returned]) -> tuple[Event, ...]:
    """Returns the log with the new cards; a card that was returned is exchanged only after that."""
    now, left, events = dict(new), list(returned), []
    for number in range(len(battle.log) - 1, -1, -1):
        while left and left[0].since >= number:
            card = left.pop(0).card
            place = next(place for place, other in now.items() if other == card)
            now[place], now[card] = now[card], card
        event = battle.log[number]
        events.append(event if event.card is None else event._replace(card=now.get(event.card, event.card)))
    return tuple(reversed(events))
