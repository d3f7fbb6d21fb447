"""The cards of Arctic Scavengers: 22 types with what each can do, what it costs, and where its copies start.

Multisets of cards (:mod:`custom_games.framework.cards`) count the types in the order of ``CARDS``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from custom_games.framework.cards import Counts, counts_of

Kind = Literal["person", "tool", "medicine", "junk"]


@dataclass(frozen=True)
class Card:
    """A type of card: the ``people`` in it, and its value in each action, which is ``None`` where it cannot take part.

    Tools and Group Leaders take part only together with a person that can do the action by itself.
    """

    name: str
    kind: Kind = "person"
    people: int = 0
    draw: int | None = None
    dig: int | None = None
    hunt: int | None = None
    fight: int | None = None
    medicine: int = 0


CARDS = (
    Card("Refugee", people=1, dig=0, hunt=0),
    Card("Scavenger", people=1, draw=1, dig=1, hunt=1, fight=1),
    Card("Brawler", people=1, dig=1, fight=2),
    Card("Hunter", people=1, hunt=2, fight=1),
    Card("Saboteur", people=1, dig=1, fight=1),
    Card("Scout", people=1, draw=2, fight=2),
    Card("Group Leaders", people=2, draw=2, dig=2, hunt=2, fight=2),
    Card("Sniper Team", people=2),
    Card("Thug", people=3, dig=1, fight=3),
    Card("Tribe Family", people=5, hunt=0, fight=0),
    Card("Sled Team", people=2, draw=2, fight=1),
    Card("Field Crew", people=4, dig=2, hunt=2, fight=2),
    Card("Wolf Pack", "tool", hunt=3, fight=2),
    Card("Grenade", "tool", fight=3),
    Card("Multitool", "tool", dig=1, hunt=1, fight=1),
    Card("Net", "tool", hunt=2, fight=1),
    Card("Spear", "tool", hunt=1, fight=2),
    Card("Pickaxe", "tool", dig=1, fight=2),
    Card("Shovel", "tool", dig=2, fight=1),
    Card("Medkit", "medicine", medicine=2),
    Card("Pills", "medicine", medicine=1),
    Card("Junk", "junk"),
)
NAMES = tuple(card.name for card in CARDS)
TYPES = len(CARDS)
PEOPLE = tuple(card.people for card in CARDS)
PERSONS = tuple(index for index, card in enumerate(CARDS) if card.kind == "person")
TOOLS = tuple(index for index, card in enumerate(CARDS) if card.kind == "tool")
MEDICINE = tuple(index for index, card in enumerate(CARDS) if card.kind == "medicine")
SABOTEUR, LEADERS, SNIPERS = (NAMES.index(name) for name in ("Saboteur", "Group Leaders", "Sniper Team"))

# Food and medicine, by mercenary in the order of the piles.
COSTS = {
    NAMES.index(name): cost for name, cost in (
        ("Scavenger", (1, 0)), ("Brawler", (2, 0)), ("Hunter", (0, 1)), ("Saboteur", (1, 1)), ("Scout", (2, 1)),
        ("Group Leaders", (2, 2)), ("Sniper Team", (2, 2)), ("Thug", (6, 0)))}


def count_cards(cards: Iterable[int]) -> Counts:
    """Returns the multiset of some cards."""
    return counts_of(cards, TYPES)


def _counts(**numbers: int) -> Counts:
    """Returns the multiset with these numbers of cards, named with underscores and in small letters."""
    names = [name.lower().replace(" ", "_") for name in NAMES]
    assert set(numbers) <= set(names)
    return tuple(numbers.get(name, 0) for name in names)


DECK = _counts(refugee=4, scavenger=3, brawler=1, spear=1, shovel=1)
PILES = {
    "full": _counts(brawler=8, hunter=8, saboteur=8, scout=8, group_leaders=5, sniper_team=5, thug=5, scavenger=14),
    "small": _counts(brawler=1, hunter=1, saboteur=1, scout=1, group_leaders=1, sniper_team=1, thug=1, scavenger=1),
}
JUNKYARD = {
    "full": _counts(junk=7, multitool=4, net=4, spear=4, pickaxe=4, shovel=4, medkit=6, pills=9),
    "small": _counts(junk=1, multitool=1, net=1, spear=1, pickaxe=1, shovel=1, medkit=1, pills=1),
}
# A pile of fewer cards has the first of them: five are one of each, and all are the published pile.
CONTESTED = tuple(map(NAMES.index, (
    "Tribe Family", "Field Crew", "Sled Team", "Grenade", "Wolf Pack",
    "Tribe Family", "Field Crew", "Sled Team", "Grenade", "Wolf Pack", *["Tribe Family"] * 4)))
