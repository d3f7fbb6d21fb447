"""Tarok: OpenSpiel records cards and bids by numbers alone, so they are named, with the seats that all see moving."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._seats import name_seat

CONTRACTS = ("Pass", "Klop", "Three", "Two", "One", "Solo three", "Solo two", "Solo one", "Beggar", "Solo without",
             "Open beggar", "Colour valat without", "Valat without")
SET_SIZES = {"Three": 3, "Two": 2, "One": 1, "Solo three": 3, "Solo two": 2, "Solo one": 1}  # cards taken
TALON = 6

_TAROKS = "Pagat II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX Mond Skis"
_LOW = {"Hearts": "4 3 2 1", "Diamonds": "4 3 2 1", "Spades": "7 8 9 10", "Clubs": "7 8 9 10"}
_GROUPS = [_TAROKS.split(), *([f"{rank} of {suit}" for rank in f"{low} Jack Knight Queen King".split()]
                              for suit, low in _LOW.items())]
CARDS = [card for group in _GROUPS for card in group]  # in the order of OpenSpiel's numbers


class Known(NamedTuple):
    """Knowledge of a player; cards are named."""

    dealt: Sequence[str]  # the declarer's also with those taken
    bids: Sequence[str]
    contract: str  # empty while players bid
    king: str
    talon: Sequence[str]  # empty until a set is taken
    taken: int | None  # the place of the set
    away: Sequence[str]
    tricks: Sequence[Sequence[str]]  # in Klop a talon card may be behind the cards played

    def sets(self) -> list[Sequence[str]]:
        size = SET_SIZES[self.contract]
        return [self.talon[start:start + size] for start in range(0, TALON, size)]


class TarokView(GenericView):
    """View that names the cards of the record, and shows the hand and the trick as they are now."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        players = state.num_players()
        known = read_record(str(state.information_state_string(player)), players)
        movers = [step.player for step in state.full_history() if step.player >= 0]  # all see who moves
        seats = [name_seat(seat, player) for seat in range(players)]
        bidders = [seats[seat] for seat in movers[:len(known.bids)]]
        if known.taken is not None and player == movers[len(known.bids) - 1]:
            known = known._replace(dealt=[*known.dealt, *known.sets()[known.taken]])
        played = sum(len(trick[:players]) for trick in known.tricks)
        leads = [seats[seat] for seat in [*movers[len(movers) - played:], state.current_player()] if seat >= 0]
        return {
            **super().observe(state, player), "moves": [],
            "record": "\n".join([*_tell_start(known, bidders), *_tell_tricks(known.tricks, leads, players)]),
            "text": "\n".join(_tell_present(known, bidders, leads, players))}


def read_record(record: str, players: int) -> Known:
    """Returns what OpenSpiel's record tells; its parts end with semicolons, and depend on the contract."""
    dealt, bids, *rest = [[entry for entry in part.split(",") if entry] for part in f"{record};;".split(";")]
    contract = CONTRACTS[int(bids[-1])] if record.count(";") > 1 else ""
    king = rest.pop(0) if players == 4 and contract in ("Three", "Two", "One") else []
    talon, taken, away = (rest.pop(0) if rest and contract in SET_SIZES else [] for _ in range(3))
    return Known(
        _name_cards(dealt), [CONTRACTS[int(bid)] for bid in bids], contract, "".join(_name_cards(king)),
        _name_cards(talon), int(taken[0]) if taken else None, _name_cards(away),
        [_name_cards(trick) for trick in rest if trick])


def _name_cards(entries: Sequence[str]) -> list[str]:
    return ["hidden" if entry == "d" else CARDS[int(entry)] for entry in entries]


def _tell_start(known: Known, bidders: Sequence[str]) -> Iterator[str]:
    """Yields the lines of what was before the tricks."""
    if known.bids:
        yield f"Bids: {_pair(bidders, known.bids)}"
    if known.king:
        yield f"King named: {known.king}"
    if known.taken is not None:
        sets = "; ".join(f"set {number}: {', '.join(cards)}" for number, cards in enumerate(known.sets(), start=1))
        yield f"Talon: {sets}"
        yield f"Taken by {bidders[-1]}: set {known.taken + 1}"
    if known.away:
        yield f"Put away by {bidders[-1]}: {', '.join(known.away)}"


def _tell_tricks(tricks: Sequence[Sequence[str]], leads: Sequence[str], players: int) -> Iterator[str]:
    """Yields a line for each complete trick; who won it moves next."""
    for number, trick in enumerate(tricks):
        start, end = players * number, players * (number + 1)
        if len(trick) >= players:
            won = [f"; won by {seat}" for seat in leads[end:end + 1]]
            won += [f", with the talon card {card}" for card in trick[players:]]
            yield f"Trick {number + 1}: {_pair(leads[start:end], trick)}{''.join(won)}"


def _tell_present(known: Known, bidders: Sequence[str], leads: Sequence[str], players: int) -> Iterator[str]:
    """Yields the lines that tell the contract, what lies on the table, and the hand."""
    if known.contract:
        yield f"Contract: {known.contract}" + (f"; declarer: {bidders[-1]}" if known.contract != "Klop" else "")
    size = SET_SIZES.get(known.contract, 0)
    if size and known.taken is not None and len(known.away) < size:
        yield f"Cards to put away: {size - len(known.away)}"
    elif size and known.taken is None:
        yield f"Talon: {TALON // size} sets, face down"
    elif known.contract:
        done = sum(len(trick) >= players for trick in known.tricks)
        yield f"On the table: {_pair(leads[done * players:], [*known.tricks, []][done]) or 'nothing'}"
    held_now = {*known.dealt} - {*known.away, *(card for trick in known.tricks for card in trick)}
    held = [", ".join(card for card in group if card in held_now) for group in _GROUPS]
    yield f"Your hand: {'; '.join(cards for cards in held if cards)}"


def _pair(seats: Sequence[str], told: Sequence[str]) -> str:
    return "; ".join(f"{seat}: {each}" for seat, each in zip(seats, told, strict=False))


VIEW = TarokView()
