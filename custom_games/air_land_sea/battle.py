"""Battles of Air, Land & Sea: hands, piles in three theaters, strengths, what has happened, and results."""

from typing import NamedTuple

from custom_games.air_land_sea.cards import BLOCKADE, CARDS, CONTAINMENT, COVER_FIRE, ESCALATION, SUPPORT, THEATERS

FACE_DOWN = 2
RAISED = 4  # the strength of face-down cards with Escalation, and of cards below Cover Fire
SUPPORTED = 3
BLOCKED = 3  # cards in a theater, from which on Blockade destroys
AREAS = tuple(range(len(THEATERS)))
CONQUEST = 6  # victory points for a battle that is fought out
# Points for a withdrawal, by the number of cards left in the hand of the one who withdraws; the last for more cards.
FIRST_WITHDRAWS = (6, 4, 3, 3, 2)
SECOND_WITHDRAWS = (6, 6, 4, 3, 3, 2)
DECK = frozenset(range(len(CARDS)))


class Placed(NamedTuple):
    """A card in a pile."""

    card: int
    up: bool


class Destroyed(NamedTuple):
    """A card that was put under the deck; ``seen`` says whether it had been played face up, before all eyes."""

    card: int
    owner: int
    seen: bool


class Pending(NamedTuple):
    """A step of an ability that is still to be resolved, and the player who decides it.

    ``kind`` is "flip", "move", "return", "play" (what Redeploy asks for after a return), "reinforce" or "drop".
    """

    kind: str
    card: int
    player: int


class Event(NamedTuple):
    """Something that happened in a battle.

    ``kind`` is "play", "flip", "move", "return", "decline" or "nothing", ``by`` the card whose ability caused it.
    ``place`` is the number of a moved or returned card in its pile, counted from 1 at the bottom, and ``destroyer`` the
    card that destroyed one that was played.
    """

    kind: str
    player: int
    by: int | None = None
    card: int | None = None
    owner: int | None = None
    theater: int | None = None
    up: bool = False
    source: int | None = None
    place: int | None = None
    destroyer: int | None = None


Pile = tuple[Placed, ...]
Hand = tuple[int, ...]


class Battle(NamedTuple):
    """A battle; ``order`` and ``first``, the seat that plays first, are empty until chance has drawn them.

    ``piles`` holds seat 0's three piles and then seat 1's, each from the bottom up; hands are in ascending order.
    ``able`` are the cards whose abilities count. Of the deck only what lies ``under`` it is known, the next to be drawn
    first. ``drops`` says for each seat whether its next card may go anywhere, because of Air Drop; ``drawn`` is the
    card that Reinforce drew. ``queue`` holds what is pending, in the order in which it is resolved.
    """

    order: tuple[int, ...]
    first: int | None
    able: frozenset[int]
    turn: int = 0
    hands: tuple[Hand, Hand] = ((), ())
    piles: tuple[Pile, ...] = ((),) * 6
    under: tuple[Destroyed, ...] = ()
    drops: tuple[bool, bool] = (False, False)
    drawn: int | None = None
    queue: tuple[Pending, ...] = ()
    log: tuple[Event, ...] = ()

    def pile(self, seat: int, theater: int) -> Pile:
        """Returns a seat's pile in a theater, from the bottom up."""
        return self.piles[3 * seat + theater]

    def adjacent(self, theater: int) -> tuple[int, ...]:
        """Returns the theaters beside this one, from left to right."""
        column = self.order.index(theater)
        return tuple([self.order[other] for other in (column - 1, column + 1) if 0 <= other < len(self.order)])

    def locate(self, card: int) -> tuple[int, int, int] | None:
        """Returns the seat, theater and place of a card, counted from 0 at the bottom; ``None`` if it is in no pile."""
        for number, pile in enumerate(self.piles):
            for place, (other, _) in enumerate(pile):
                if other == card:
                    return number // 3, number % 3, place
        return None

    def owner(self, card: int) -> int:
        """Returns the seat that has played a card, be it still on the table, back in the hand or destroyed."""
        spot = self.locate(card)
        if spot is not None:
            return spot[0]
        return next((gone.owner for gone in self.under if gone.card == card), int(card in self.hands[1]))

    def works_in(self, card: int) -> tuple[int, int] | None:
        """Returns the seat and theater of a card that lies face up; ``None`` if it does not, or abilities are off."""
        if card in self.able:
            shown = Placed(card, True)
            for number, pile in enumerate(self.piles):
                if shown in pile:
                    return divmod(number, 3)
        return None

    def works_for(self, seat: int, card: int) -> bool:
        """Returns whether a card of the seat's lies face up, covered or not, so that its ongoing ability works."""
        spot = self.works_in(card)
        return spot is not None and spot[0] == seat

    def strengths(self, seat: int, theater: int) -> list[int]:
        """Returns the present strengths of the cards in a pile, from the bottom up."""
        pile = self.pile(seat, theater)
        hidden = RAISED if self.works_for(seat, ESCALATION) else FACE_DOWN
        strengths = [CARDS[card].strength if up else hidden for card, up in pile]
        fire = Placed(COVER_FIRE, True)
        if fire in pile and COVER_FIRE in self.able:
            covered = pile.index(fire)
            strengths[:covered] = [RAISED] * covered
        return strengths

    def support(self, seat: int, theater: int) -> int:
        """Returns what Support adds to a seat's total in a theater."""
        spot = self.works_in(SUPPORT)
        return SUPPORTED if spot is not None and spot[0] == seat and spot[1] in self.adjacent(theater) else 0

    def total(self, seat: int, theater: int) -> int:
        """Returns a seat's total strength in a theater."""
        return sum(self.strengths(seat, theater)) + self.support(seat, theater)

    def controller(self, theater: int) -> int:
        """Returns the seat that controls a theater; ties, also of nothing with nothing, are the first player's."""
        assert self.first is not None, "chance has not drawn who is first"
        mine, other = self.total(self.first, theater), self.total(1 - self.first, theater)
        return self.first if mine >= other else 1 - self.first

    def destroyer(self, theater: int, up: bool) -> int | None:
        """Returns the card that would destroy a card played to a theater now; ``None`` if it would stay."""
        if not up and self.works_in(CONTAINMENT) is not None:
            return CONTAINMENT
        spot = self.works_in(BLOCKADE)
        crowd = len(self.pile(0, theater)) + len(self.pile(1, theater))
        return BLOCKADE if spot is not None and crowd >= BLOCKED and spot[1] in self.adjacent(theater) else None

    def unseen_cards(self) -> list[int]:
        """Returns the cards in the deck that nobody has put under it, in ascending order: any may be the next."""
        known = {card for pile in self.piles for card, _ in pile}
        known.update(*self.hands, [card for card, _, _ in self.under], () if self.drawn is None else (self.drawn,))
        return sorted(DECK - known)

    def deck_size(self) -> int:
        """Returns the number of cards in the deck, with those under it."""
        held = sum(map(len, self.hands)) + sum(map(len, self.piles)) + (self.drawn is not None)
        return len(DECK) - held

    def with_hand(self, seat: int, hand: Hand) -> "Battle":
        """Returns the battle in which a seat has another hand."""
        return self._replace(hands=(hand, self.hands[1]) if seat == 0 else (self.hands[0], hand))

    def with_pile(self, seat: int, theater: int, pile: Pile) -> "Battle":
        """Returns the battle in which a seat has another pile in a theater."""
        number = 3 * seat + theater
        return self._replace(piles=(*self.piles[:number], pile, *self.piles[number + 1:]))

    def record(self, event: Event) -> "Battle":
        """Returns the battle with one more event in its log."""
        return self._replace(log=(*self.log, event))


class Result(NamedTuple):
    """A battle that is over; ``withdrew`` is the seat that withdrew, with ``left`` cards in its hand.

    ``totals`` and ``controllers`` are in the order of the theaters from left to right, the totals of seat 0 first. They
    are empty after a withdrawal.
    """

    first: int
    winner: int
    points: int
    withdrew: int | None = None
    left: int = 0
    order: tuple[int, ...] = ()
    totals: tuple[tuple[int, int], ...] = ()
    controllers: tuple[int, ...] = ()


def withdrawal_points(is_first: bool, left: int) -> int:
    """Returns what the opponent gets if the first or the second player withdraws with so many cards left."""
    table = FIRST_WITHDRAWS if is_first else SECOND_WITHDRAWS
    return table[min(left, len(table) - 1)]


def withdrawal_result(battle: Battle) -> Result:
    """Returns the result if the player whose turn it is withdraws."""
    assert battle.first is not None, "chance has not drawn who is first"
    seat = battle.turn
    left = len(battle.hands[seat])
    points = withdrawal_points(seat == battle.first, left)
    return Result(battle.first, 1 - seat, points, seat, left)


def conquest_result(battle: Battle) -> Result:
    """Returns the result of a battle in which all cards have been played."""
    assert battle.first is not None, "chance has not drawn who is first"
    controllers = tuple(map(battle.controller, battle.order))
    totals = tuple((battle.total(0, theater), battle.total(1, theater)) for theater in battle.order)
    winner = int(2 * sum(controllers) > len(AREAS))
    return Result(
        battle.first, winner, CONQUEST, order=battle.order, totals=totals, controllers=controllers)


class Position(NamedTuple):
    """The current or last battle, the seats' victory points, and the battles that are over."""

    battle: Battle
    points: tuple[int, int] = (0, 0)
    results: tuple[Result, ...] = ()
