"""The turns of Pit: their numbers as actions, their names, and the choice among some of them."""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from custom_games.action_specs import NamedActions

COMMODITIES = (("Wheat", 100), ("Barley", 85), ("Corn", 75), ("Soybeans", 55), ("Coffee", 80), ("Sugar", 65),
               ("Oats", 60), ("Oranges", 50))
BULL, BEAR = "Bull", "Bear"
PLAYERS = ("Player 1", "Player 2", "Player 3", "Player 4")
MOST = 4  # cards in a trade
PASS = 0


class Turn(NamedTuple):
    """A turn that is no pass: the kind of the cards given, and their number where they are offered.

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


@cache
def turns(kinds: int) -> tuple[Turn | None, ...]:
    """Returns what each action is, with that number of kinds of cards; ``None`` stands for a pass, action 0.

    First come the offers, by kinds and then by numbers from 1 to ``MOST``, then the acceptances, by seats and kinds.
    """
    return (None, *(Turn(kind, number) for kind in range(kinds) for number in range(1, MOST + 1)),
            *(Turn(kind, 0, maker) for maker in range(len(PLAYERS)) for kind in range(kinds)))


@cache
def card_names(kinds: int) -> tuple[str, ...]:
    """Returns the name of each kind of cards; the last two are the Bull and the Bear."""
    return (*(name for name, _ in COMMODITIES[:kinds - 2]), BULL, BEAR)


def cards(kind: int, number: int, kinds: int) -> str:
    """Returns cards of a kind in words: "2 Corn", "the Bull"."""
    name = card_names(kinds)[kind]
    return f"the {name}" if kind >= kinds - 2 else f"{number} {name}"


def choice(actions: tuple[int, ...], offered: tuple[int, ...], kinds: int) -> NamedActions:
    """Returns the choice among these turns; ``offered`` are the numbers of cards in the seats' pending offers."""
    return NamedActions("action", actions, _naming(offered, kinds))


@cache  # so that equal decisions compare as equal
def _naming(offered: tuple[int, ...], kinds: int) -> Callable[[int], str]:
    return partial(turn_name, offered, kinds)


def turn_name(offered: tuple[int, ...], kinds: int, action: int) -> str:
    """Returns the name of a turn."""
    turn = turns(kinds)[action]
    if turn is None:
        return "Pass"
    if turn.maker < 0:
        return f"Offer {cards(turn.kind, turn.number, kinds)}"
    number = offered[turn.maker]
    return f"Accept {PLAYERS[turn.maker]}'s offer of {number} with {cards(turn.kind, number, kinds)}"
