"""Skat: OpenSpiel draws cards as small pictures and forgets tricks, so all is told by the names of cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._cards import SUIT_WORDS, other_names, read_history
from adapters.native._seats import name_seat
from custom_games.action_specs.patterns import Pattern

PLAYERS, AWAY = 3, 2  # players, and cards put away
SUITS, RANKS = "DHSC", "789QKTAJ"  # in the order of OpenSpiel's numbers and, but in null, of strength
NULL_RANKS = "789TJQKA"
CARDS = [suit + rank for suit in SUITS for rank in RANKS]
VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
BIDS = ("pass", "diamonds", "hearts", "spades", "clubs", "grand", "null")  # their numbers follow those of cards
SKAT = slice(9, 11)  # its place in the deal
_HAND = slice(6, 38)  # its place in OpenSpiel's observation

Play = tuple[str, str]  # a seat and its card


class Known(NamedTuple):
    """Knowledge of a player; seats and cards are named."""

    bids: Sequence[Play]  # of these the last one may be a game
    taken: Sequence[str]  # by the player itself
    away: Sequence[str]
    plays: Sequence[Play]
    mover: Sequence[str]  # nobody at the end

    @property
    def game(self) -> str:
        return next((bid for _, bid in self.bids if bid != "pass"), "")

    def tricks(self) -> list[tuple[Sequence[Play], str, int]]:
        """Returns the complete tricks, each with its winner, who moves next, and its points."""
        leads = [*(seat for seat, _ in self.plays), *self.mover]
        ends = range(PLAYERS, len(leads), PLAYERS)
        return [(made := self.plays[end - PLAYERS:end], leads[end], _worth([card for _, card in made])) for end in ends]


class SkatView(GenericView):
    """View that tells bids, tricks and points from the moves, which all see but for the two cards put away."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        deal, moves = read_history(state)
        hand = [card for card, held in zip(CARDS, state.observation_tensor(player)[_HAND], strict=True) if held]
        seats = [name_seat(seat, player) for seat in range(PLAYERS)]
        told = [(seats[seat], (*CARDS, *BIDS)[action]) for seat, action in moves]
        bids, cards = [made for made in told if made[1] in BIDS], [made for made in told if made[1] in CARDS]
        own = bool(bids) and bids[-1][0] == seats[player] and bids[-1][1] != "pass"
        known = Known(
            bids, [CARDS[card] for card in deal[SKAT]] if own else [],
            [card if own else "hidden" for _, card in cards[:AWAY]], cards[AWAY:],
            [] if state.is_terminal() or state.is_chance_node() else [seats[state.current_player()]])
        return {
            **super().observe(state, player), "moves": [], "own": False, "record": "\n".join(_tell_past(known)),
            "text": "\n".join(_tell_present(known, hand))}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        shown = (*CARDS, *BIDS)[action]
        others = [] if shown in BIDS else [shown[::-1], *other_names(shown[::-1])]
        return shown, *super().names(state, player, action), *others

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return [Pattern(self.names(state, player, action)[0]) for action in state.legal_actions(player)]


def _worth(cards: Sequence[str]) -> int:
    return sum(VALUES.get(card[1], 0) for card in cards)


def sort_hand(hand: Sequence[str], game: str) -> Iterator[tuple[str, list[str]]]:
    """Yields trumps, or jacks before a game is named, and suits, each from the highest card down."""
    ranks = NULL_RANKS if game == "null" else RANKS
    first = [card for card in hand if game != "null" and (card[1] == "J" or SUIT_WORDS[card[0]] == game)]
    groups = {"trumps" if game else "jacks": first}
    groups |= {SUIT_WORDS[suit]: [card for card in {*hand} - {*first} if card[0] == suit] for suit in reversed(SUITS)}
    for name, cards in groups.items():
        if cards:
            yield name, sorted(cards, key=lambda card: (ranks.index(card[1]), SUITS.index(card[0])), reverse=True)


def _tell_past(known: Known) -> Iterator[str]:
    """Yields a line for the bids, for the cards of the skat, and for each complete trick."""
    solo = known.bids[-1][0] if known.bids else ""
    if known.bids:
        yield f"Bids: {_join(known.bids)}"
    if known.taken:
        yield f"Skat taken by {solo}: {', '.join(known.taken)}"
    if known.away:
        yield f"Put away by {solo}: {', '.join(known.away)}"
    for number, (plays, winner, points) in enumerate(known.tricks(), start=1):
        yield f"Trick {number}: {_join(plays)}; won by {winner}" + f", points {points}" * (known.game != "null")


def _tell_present(known: Known, hand: Sequence[str]) -> Iterator[str]:
    """Yields the lines that tell the game, the points, what lies on the table, and the hand."""
    tricks, solo = known.tricks(), known.bids[-1][0] if known.bids else ""
    if known.game:
        yield f"Game: {known.game}; solo player: {solo}"
    if known.game and len(known.away) < AWAY:
        yield f"Cards to put away: {AWAY - len(known.away)}"
    elif known.game:
        own, others = (sum(points for _, by, points in tricks if (by == solo) == side) for side in (True, False))
        put = f"; in the cards put away: {_worth(known.away)}" if known.taken else ""
        if known.game != "null":
            yield f"Points in tricks: solo player: {own}; the others: {others}{put}"
        yield f"On the table: {_join(known.plays[PLAYERS * len(tricks):]) or 'nothing'}"
    yield f"Your hand: {'; '.join(f'{name}: ' + ', '.join(cards) for name, cards in sort_hand(hand, known.game))}"


def _join(plays: Sequence[Play]) -> str:
    return "; ".join(f"{seat}: {told}" for seat, told in plays)


VIEW = SkatView()
