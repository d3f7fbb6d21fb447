"""Contract bridge: calls, the contract, the tricks so far, the player's own cards and those of dummy.

All is read from the history. The cards of dummy lie open once the first card has been played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from adapters.native._cards import (
    RANKS,
    SEATS,
    SUITS,
    CardsView,
    Play,
    list_tricks,
    other_names,
    read_history,
    sort_hand,
    split_table,
    strength_with,
)
from custom_games.action_specs.patterns import Pattern

CARDS = len(RANKS) * len(SUITS)
CALLS = ("Pass", "Double", "Redouble")  # before the bids
SHORT_CALLS = ("P", "X", "XX")
STRAINS = ("C", "D", "H", "S", "NT")
STRAIN_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "no trumps"}
BOOK = 6  # tricks that a bid does not count
# What OpenSpiel fills in where a parameter is not given; the game itself tells parameters only that are.
DEFAULTS = {"use_double_dummy_result": True, "dealer": 0, "dealer_vul": False, "non_dealer_vul": False}


@dataclass
class Auction:
    """The calls, and the contract that they have come to."""

    calls: list[dict[str, Any]] = field(default_factory=list)
    bid: str | None = None
    bidder: int = 0
    doubled: str | None = None
    first: dict[tuple[int, str], int] = field(default_factory=dict)  # who of a pair named a strain first

    def make(self, player: int, call: str) -> None:
        """Makes a call."""
        self.calls.append({"player": player, "move": call})
        if call in CALLS[1:]:
            self.doubled = f"{call.lower()}d"
        elif call != CALLS[0]:
            self.bid, self.bidder, self.doubled = call, player, None
            self.first.setdefault((player % 2, call[1:]), player)

    @property
    def contract(self) -> dict[str, Any] | None:
        """The highest bid so far; ``None`` before the first one."""
        if self.bid is None:
            return None
        strain = self.bid[1:]
        return {"bid": self.bid, "trump": STRAIN_WORDS[strain], "doubled": self.doubled,
                "declarer": self.first[self.bidder % 2, strain], "bidder": self.bidder,
                "target": BOOK + int(self.bid[0])}

    @property
    def is_over(self) -> bool:
        """True after three passes behind a bid."""
        return self.bid is not None and [call["move"] for call in self.calls[-3:]] == [CALLS[0]] * 3


class BridgeView(CardsView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        deal, moves = read_history(state)
        auction = _read_auction(moves)
        contract = auction.contract
        played = [name_card(action) for _, action in moves if action < CARDS]
        trump = auction.bid[1:] if auction.bid else None
        strength = strength_with(trump)
        leader = (contract["declarer"] + 1) % len(SEATS) if contract else 0
        plays, turn = seat_plays(played, leader, trump)
        tricks, table = split_table(list_tricks(plays, strength))
        hands = [sort_hand([card for card in map(name_card, deal[seat::len(SEATS)]) if card not in played])
                 for seat in range(len(SEATS))]
        dummy = (contract["declarer"] + 2) % len(SEATS) if contract and auction.is_over else None
        winners = [trick["winner"] % 2 for trick in tricks]
        settings = {**DEFAULTS, **state.get_game().get_parameters()}
        pairs = ("dealer_vul", "non_dealer_vul")
        return {
            "seats": list(SEATS), "partner": SEATS[(player + 2) % len(SEATS)], "dealer": SEATS[settings["dealer"]],
            "playing": not settings["use_double_dummy_result"],
            "vulnerable": [settings[pairs[(settings["dealer"] + pair) % 2]] for pair in (0, 1)],
            "calls": auction.calls, "contract": contract, "auction": not auction.is_over, "hand": hands[player],
            "dummy": dummy, "dummy_hand": hands[dummy] if dummy is not None and played else None,
            "from_dummy": dummy is not None and turn == dummy, "tricks": tricks, "table": table,
            "taken": [winners.count(pair) for pair in (0, 1)]}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        if action < CARDS:
            card = name_card(action)
            return card, *other_names(card)
        call = name_call(action)
        if call in CALLS:
            return call, state.action_to_string(player, action), SHORT_CALLS[CALLS.index(call)]
        level, strain = call[0], call[1:]
        word = STRAIN_WORDS[strain]
        others = [f"{level} {word}", *([f"{level}N"] if strain == "NT" else []), f"{level} {word.removesuffix('s')}"]
        return call, *others

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        legal = state.legal_actions(player)
        if not legal or legal[0] < CARDS:
            return super().patterns(state, player)
        return [Pattern(name_call(action)) for action in legal]


def name_card(number: int) -> str:
    """Returns the short name of a card."""
    return RANKS[number // len(SUITS)] + SUITS[number % len(SUITS)]


def name_call(action: int) -> str:
    """Returns the name of a call: ``Pass``, ``Double``, or a bid such as ``3NT``."""
    call = action - CARDS
    if call < len(CALLS):
        return CALLS[call]
    level, strain = divmod(call - len(CALLS), len(STRAINS))
    return f"{level + 1}{STRAINS[strain]}"


def seat_plays(cards: Sequence[str], leader: int, trump: str | None) -> tuple[list[Play], int]:
    """Returns the cards with the hands they come from, and the hand whose turn it is; declarer plays two of them."""
    plays: list[Play] = []
    for start in range(0, len(cards), len(SEATS)):
        trick = [((leader + place) % len(SEATS), card) for place, card in enumerate(cards[start:start + len(SEATS)])]
        plays += trick
        if len(trick) < len(SEATS):
            return plays, (leader + len(trick)) % len(SEATS)
        leader = list_tricks(trick, strength_with(trump))[0]["winner"]
    return plays, leader


def _read_auction(moves: Sequence[tuple[int, int]]) -> Auction:
    """Returns the auction of a match."""
    auction = Auction()
    for player, action in moves:
        if action >= CARDS:
            auction.make(player, name_call(action))
    return auction


VIEW = BridgeView()
