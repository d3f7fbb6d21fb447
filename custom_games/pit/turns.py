"""Turns of Pit: their numbers as actions, their names, the positions in which they are made, and random ones."""

import random
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from custom_games.action_specs import NamedActions
from custom_games.framework.cards import Counts, Deal, cards_of
from custom_games.pit.scoring import ORDER, Hand, Scoring

COMMODITIES = (("Wheat", 100), ("Barley", 85), ("Corn", 75), ("Soybeans", 55), ("Coffee", 80), ("Sugar", 65),
               ("Oats", 60), ("Oranges", 50))
PLAYERS = ("Player 1", "Player 2", "Player 3", "Player 4")
MOST = 4  # cards in a trade
PASS = 0
NO_OFFERS = (PASS,) * 4


class Turn(NamedTuple):
    """A turn that is no pass: the kind and the number of the cards given; 0 stands for as many as were offered.

    ``maker`` is the seat whose offer is accepted, -1 for an offer.
    """

    kind: int
    number: int
    maker: int = -1


class Made(NamedTuple):
    """A turn that was made; ``answered`` is the action of the offer that it accepted."""

    seat: int
    action: int
    answered: int = PASS


class Position(NamedTuple):
    """The deal while it goes on, then the seats' cards and the actions of their pending offers (0: none).

    ``made`` are the turns of the current hand, ``hands`` the finished ones. Without deal and cards the game is over.
    """

    deal: Deal | None
    cards: tuple[Counts, ...] = ()
    offers: tuple[int, ...] = NO_OFFERS
    made: tuple[Made, ...] = ()
    points: tuple[int, ...] = (0, 0, 0, 0)
    hands: tuple[Hand, ...] = ()


@cache
def turn_table(kinds: int, most_given: int = 0) -> tuple[Turn | None, ...]:
    """Returns what each action is, with that number of kinds of cards; ``None`` stands for a pass, action 0.

    First come the offers, by kinds and then by numbers from 1 to ``MOST``, then the acceptances, by seats and kinds. An
    acceptance gives as many cards as were offered; if ``most_given`` is not 0, any number from 1 to that, and there is
    an action for each.
    """
    given = range(1, most_given + 1) if most_given else (0,)
    return (None, *(Turn(kind, number) for kind in range(kinds) for number in range(1, MOST + 1)),
            *(Turn(kind, number, maker) for maker in range(len(PLAYERS)) for kind in range(kinds) for number in given))


@cache
def card_names(kinds: int) -> tuple[str, ...]:
    """Returns the name of each kind of cards; the last two are the Bull and the Bear."""
    return (*(name for name, _ in COMMODITIES[:kinds - 2]), "Bull", "Bear")


def card_text(kind: int, number: int, kinds: int) -> str:
    """Returns cards of a kind in words: "2 Corn", "the Bull"."""
    name = card_names(kinds)[kind]
    return f"the {name}" if kind >= kinds - 2 else f"{number} {name}"


def trade_spec(
    actions: tuple[int, ...], offered: tuple[int, ...], kinds: int, most_given: int = 0
) -> NamedActions:
    """Returns the choice among these turns; ``offered`` are the numbers of cards in the seats' pending offers."""
    return NamedActions("action", actions, _turn_naming(offered, kinds, most_given))


@cache  # so that equal decisions compare as equal
def _turn_naming(offered: tuple[int, ...], kinds: int, most_given: int) -> Callable[[int], str]:
    return partial(trade_name, offered, kinds, most_given)


def trade_name(offered: tuple[int, ...], kinds: int, most_given: int, action: int) -> str:
    """Returns the name of a turn."""
    turn = turn_table(kinds, most_given)[action]
    if turn is None:
        return "Pass"
    if turn.maker < 0:
        return f"Offer {card_text(turn.kind, turn.number, kinds)}"
    number = offered[turn.maker]
    given = card_text(turn.kind, turn.number or number, kinds)
    return f"Accept {PLAYERS[turn.maker]}'s offer of {number} with {given}"


def deal_at_random(deal: Deal, rng: random.Random) -> list[list[int]]:
    """Returns the seats' cards after a random rest of a deal."""
    left = list(cards_of(deal.deck))
    rng.shuffle(left)
    cards = [list(held) for held in deal.hands]
    for seat, kind in zip(deal.receivers, left, strict=True):
        cards[seat][kind] += 1
    return cards


def play_random_hand(
    scoring: Scoring, cards: list[list[int]], offers: list[int], places: range, draw: Callable[[], float],
    most_given: int = 0
) -> Hand:
    """Plays a hand to its end with turns that are equally likely, and changes the cards and offers given.

    ``places`` are those of the turns left, as :meth:`Scoring.ended` counts them.
    """
    ended = scoring.cornered_hand(cards, places.start)
    if ended is not None:
        return ended
    known = turn_table(len(cards[0]), most_given)
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
            elif turn.maker != seat and offers[turn.maker] and _swap(known, cards, offers, seat, turn):
                ended = scoring.cornered_hand(cards, place)
                if ended is not None:
                    return ended
                break
    return Hand()


def _swap(
    known: tuple[Turn | None, ...], cards: list[list[int]], offers: list[int], seat: int, turn: Turn
) -> bool:
    """Swaps cards for those of an offer, if the player has enough, and ends the offers of both; returns whether."""
    offer = known[offers[turn.maker]]
    assert offer is not None, "only an offer is accepted"
    held, other, given = cards[seat], cards[turn.maker], turn.number or offer.number
    if held[turn.kind] < given:
        return False
    held[turn.kind] -= given
    other[turn.kind] += given
    held[offer.kind] += offer.number
    other[offer.kind] -= offer.number
    offers[seat] = offers[turn.maker] = PASS
    return True
