"""The 18 battle cards of Air, Land & Sea: six of each theater, with strengths 1 to 6 and their abilities.

A card's id is ``6 * theater + strength - 1``, where the theaters are numbered 0 (Air), 1 (Land) and 2 (Sea).
"""

from typing import NamedTuple

THEATERS = ("Air", "Land", "Sea")
INSTANT, ONGOING, PLAIN = "instant", "ongoing", "none"


class BattleCard(NamedTuple):
    """A battle card; ``kind`` says when its ability takes effect, and is "none" for a card without one."""

    name: str
    theater: int
    strength: int
    kind: str
    ability: str

    @property
    def place(self) -> str:
        """The card by theater and strength, such as "Land 2"."""
        return f"{THEATERS[self.theater]} {self.strength}"

    @property
    def title(self) -> str:
        """The card by all of its names, such as "Ambush (Land 2)"."""
        return f"{self.name} ({self.place})"


_MANEUVER = (
    "Maneuver", INSTANT, "Flip one uncovered card, yours or the opponent's, in a theater adjacent to this card.")
_ABILITIES = (
    # Air
    ("Support", ONGOING, "Your total is 3 higher in every theater adjacent to this card."),
    ("Air Drop", INSTANT, "You may play your next card face up to a theater that it does not match."),
    _MANEUVER,
    ("Aerodrome", ONGOING, "You may play cards of strength 3 or less face up to theaters that they do not match."),
    ("Containment", ONGOING, "Every card that either player plays face down is destroyed."),
    ("Heavy Bombers", PLAIN, ""),
    # Land
    ("Reinforce", INSTANT, "Draw the top card of the deck, look at it, and play it face down to a theater adjacent to "
                           "this card."),
    ("Ambush", INSTANT, "Flip one uncovered card, yours or the opponent's, in any theater."),
    _MANEUVER,
    ("Cover Fire", ONGOING, "Every card below this one in the same pile has strength 4."),
    ("Disrupt", INSTANT, "You flip one of your own uncovered cards, then the opponent flips one of theirs."),
    ("Heavy Tanks", PLAIN, ""),
    # Sea
    ("Transport", INSTANT, "You may move one of your cards to another theater, where it lies on top of your pile."),
    ("Escalation", ONGOING, "All your face-down cards have strength 4."),
    _MANEUVER,
    ("Redeploy", INSTANT, "You may take one of your face-down cards back into your hand. If you do, you have to play a "
                          "card at once."),
    ("Blockade", ONGOING, "A card that either player plays to a theater adjacent to this card is destroyed if 3 or "
                          "more cards, of both players together, are already there."),
    ("Super Battleship", PLAIN, ""),
)
CARDS = tuple(
    BattleCard(name, number // 6, number % 6 + 1, kind, ability)
    for number, (name, kind, ability) in enumerate(_ABILITIES))

SUPPORT, AIR_DROP, _, AERODROME, CONTAINMENT = range(5)
REINFORCE, AMBUSH, _, COVER_FIRE, DISRUPT = range(6, 11)
TRANSPORT, ESCALATION, _, REDEPLOY, BLOCKADE = range(12, 17)
MANEUVERS = tuple(number for number, card in enumerate(CARDS) if card.name == "Maneuver")
ABLE = frozenset(number for number, card in enumerate(CARDS) if card.kind != PLAIN)
