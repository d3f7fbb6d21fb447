"""The turns of Pit: their numbers as actions, and the choice among some of them by all their names."""

from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from custom_games.action_specs import Choice

COMMODITIES = (("Wheat", 100), ("Barley", 85), ("Corn", 75), ("Soybeans", 55), ("Coffee", 80), ("Sugar", 65),
               ("Oats", 60), ("Oranges", 50))
OTHER_SPELLINGS = {"Soybeans": ("Soybean", "Soyabeans"), "Oats": ("Oat",), "Oranges": ("Orange",)}
BULL, BEAR = "Bull", "Bear"
PLAYERS = ("Player 1", "Player 2", "Player 3", "Player 4")
MOST = 4  # cards in a trade
WORDS = ("one", "two", "three", "four")
PASS = 0
PASSES: tuple[str, ...] = (
    "Pass", "Pass my turn", "Pass the turn", "Pass this turn", "Skip", "Do nothing", "Make no offer", "I pass")
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
@lru_cache(maxsize=1000)
def choice(actions: tuple[int, ...], offered: tuple[int, ...], kinds: int) -> Choice:
    """Returns the choice among these turns; ``offered`` are the numbers of cards in the seats' pending offers."""
    known = []
    for action in actions:
        turn = turns(kinds)[action]
        known.append(_names(action, 0 if turn is None or turn.maker < 0 else offered[turn.maker], kinds))
    aliases = tuple(chain.from_iterable([others for _, others in known]))
    frames = ("I {}.", "I will {}.", "I choose to {}.", "I choose {}.")
    return _Turn("action", tuple([name for name, _ in known]), actions, aliases, frames, FORMS, REWORDINGS)


class _Turn(Choice):
    """A choice among turns, of which no two share a name."""

    def __post_init__(self) -> None:
        # Random play asks for the turns of thousands of positions, and checking all names takes longer than the turn.
        pass


@cache
def _names(action: int, number: int, kinds: int) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Returns the name of a turn, and how players may name it otherwise, with the action.

    ``number`` is that of the cards in the offer that is accepted.
    """
    turn = turns(kinds)[action]
    if turn is None:
        known = PASSES
    elif turn.maker < 0:
        known = tuple([f"Offer {named}" for named in _cards_by_all_names(turn.kind, turn.number, kinds)])
    else:
        known = _names_of_acceptance(PLAYERS[turn.maker], turn.kind, number, kinds)
    return known[0], tuple([(name, action) for name in known[1:]])


def _names_of_acceptance(maker: str, kind: int, number: int, kinds: int) -> tuple[str, ...]:
    given = _cards_by_all_names(kind, number, kinds)
    usual, unit = given[0], "card" if number == 1 else "cards"
    offers = [f"{maker}{own} offer{size}" for own in ("'s", "\u2019s")
              for size in (f" of {number}", "", f" of {number} {unit}", f" of {WORDS[number - 1]}")]
    offers += [f"{offer} {of} {maker}" for offer in ("the offer", "offer") for of in ("from", "of", "by")] + [maker]
    names = [f"Accept {offer} with {named}" for named in (*given, card_names(kinds)[kind]) for offer in offers]
    names += [f"Accept {offer} by giving {usual}" for offer in offers]
    return tuple(dict.fromkeys([*names, f"Trade {usual} with {maker}"]))


def _cards_by_all_names(kind: int, number: int, kinds: int) -> tuple[str, ...]:
    name, usual = card_names(kinds)[kind], cards(kind, number, kinds)
    spelled = (name, *OTHER_SPELLINGS.get(name, ()))
    unit = "card" if number == 1 else "cards"
    special = [name, f"the {name} card"] if kind >= kinds - 2 else []
    return tuple(dict.fromkeys([
        usual, *(f"{stated} {of}{each}{more}" for each in spelled for stated in (number, WORDS[number - 1])
                 for of, more in (("", ""), ("of ", ""), (f"{unit} of ", ""), ("", f" {unit}"))),
        f"{number}x {name}", f"{number} x {name}", f"{name} x {number}", f"{name} {number}", *special]))
