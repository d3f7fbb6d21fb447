"""The turns of Pit: their numbers as actions, and the choice among some of them by all their names."""

from functools import cache, lru_cache
from typing import NamedTuple

from custom_games.action_specs import Choice

COMMODITIES = (("Wheat", 100), ("Barley", 85), ("Corn", 75), ("Soybeans", 55), ("Coffee", 80), ("Sugar", 65),
               ("Oats", 60), ("Oranges", 50))
BULL, BEAR = "Bull", "Bear"
PLAYERS = ("Player 1", "Player 2", "Player 3", "Player 4")
MOST = 4  # cards in a trade
WORDS = ("one", "two", "three", "four")
PASS = 0
FORMS = tuple(f"{{action}} {{{number}}} {{commodity}}" for number in ("number", "quantity", "amount"))
REWORDINGS = (
    *((rf"\b{word}\b", str(number)) for number, word in enumerate(WORDS, start=1)),
    (r"\b(soybean|orange|oat)\b", r"\1s"), (r"\bp([1-4])\b", r"player \1"), (r"^offer (?:all )?(?:of )?my ", "offer "),
    (r"^offer all (?=\d)", "offer "), (r"\bthe offer (?:of|by) (player \d)\b(?!')", r"\1's offer"),
    (r",? (?:by |and )?giving ", " with "), (r"(?<=\d) \((\w+)\)$", r" \1"),
    (r"(?<=\d) cards? \((\w+)\)$", r" \1"), (r" cards?\b", ""))


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


# A hand and the offers of the others come back while players pass.
@lru_cache(maxsize=10_000)
def choice(actions: tuple[int, ...], offered: tuple[int, ...], kinds: int) -> Choice:
    """Returns the choice among these turns; ``offered`` are the numbers of cards in the seats' pending offers."""
    known = [_names(turns(kinds)[action], offered, kinds) for action in actions]
    aliases = tuple((name, action) for action, names in zip(actions, known, strict=True) for name in names[1:])
    frames = ("I {}.", "I will {}.", "I choose to {}.", "I choose {}.")
    return Choice("action", tuple(names[0] for names in known), actions, aliases, frames, FORMS, REWORDINGS)


def _names(turn: Turn | None, offered: tuple[int, ...], kinds: int) -> tuple[str, ...]:
    """Returns the name of a turn, and then how players may name it otherwise."""
    if turn is None:
        return ("Pass", "Pass my turn", "Pass the turn", "Pass this turn", "Skip", "Do nothing", "Make no offer",
                "I pass")
    if turn.maker < 0:
        return tuple(f"Offer {named}" for named in _cards_by_all_names(turn.kind, turn.number, kinds))
    maker, number = PLAYERS[turn.maker], offered[turn.maker]
    usual, card = cards(turn.kind, number, kinds), card_names(kinds)[turn.kind]
    offers = (f"{maker}'s offer of {number}", f"{maker}'s offer", f"the offer from {maker}", f"offer from {maker}",
              maker)
    given = dict.fromkeys((usual, card, f"{number} {card}", f"{WORDS[number - 1]} {card}"))
    names = [f"Accept {offer} with {named}" for named in given for offer in offers]
    return (*names, f"Accept {offers[0]} cards with {usual}", f"Accept {offers[0]} by giving {usual}",
            f"Accept {offers[1]} by giving {usual}", f"Trade {usual} with {maker}")


def _cards_by_all_names(kind: int, number: int, kinds: int) -> tuple[str, ...]:
    name, usual = card_names(kinds)[kind], cards(kind, number, kinds)
    special = [name, f"the {name} card"] if kind >= kinds - 2 else []
    return tuple(dict.fromkeys([
        usual, *(f"{stated} {of}{name}" for stated in (number, WORDS[number - 1]) for of in ("", "of ")),
        f"{number} {'card' if number == 1 else 'cards'} of {name}", f"{number}x {name}", f"{number} x {name}",
        f"{name} x {number}", f"{name} {number}", f"{number} {name} {'card' if number == 1 else 'cards'}", *special]))
