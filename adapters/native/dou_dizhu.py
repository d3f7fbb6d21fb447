"""Dou Dizhu: OpenSpiel lists the cards played in one heap, so bids and plays are told from the moves, which all see."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._seats import name_seat
from custom_games.action_specs.patterns import Pattern

PASS, HIGHEST_BID = 0, 3  # actions; those above are combinations of cards
PLAYERS, DEALT, LEFT_OVER = 3, 17, 3
RANKS = "3456789TJQKA2"
_CARD = re.compile(r"\(\w+\)|\w")
_SEEN = re.compile(r"My hand (.*)\nPlayed cards (.*)\nface up card rank: (\d+)start player: (\d)")

Move = tuple[int, int]  # a seat and its action


class DouDizhuView(GenericView):
    """View that tells who bid and played what, who is the landlord, and what is to be beaten."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        moves = [(step.player, step.action) for step in state.full_history() if step.player >= 0]
        start = next((index for index, (_, action) in enumerate(moves) if action > HIGHEST_BID), len(moves))
        bids, plays = moves[:start], moves[start:]

        def name(action: int) -> str:
            return str(state.action_to_string(player, action))

        def told(made: Sequence[Move]) -> str:
            return "; ".join(f"{name_seat(seat, player)}: {name(action)}" for seat, action in made)

        tricks = _split_tricks(plays)
        record = [f"Bids: {told(bids)}"] if bids else []
        record += [f"Trick {number}: {told(trick)}" for number, trick in enumerate(tricks, start=1) if trick]
        combinations = [(seat, name(action)) for seat, action in plays if action != PASS]
        open_trick = [(seat, name(action)) for seat, action in tricks[-1] if action != PASS]
        return {
            **super().observe(state, player), "record": "\n".join(record), "moves": [],
            "text": "\n".join(_tell_position(str(state.observation_string(player)), player, bids, combinations,
                                             open_trick))}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        shown, *others = super().names(state, player, action)
        if action <= HIGHEST_BID or "-" in shown:
            return shown, *others
        cards = _list_cards(shown)
        return shown, *others, "".join(sorted(cards, key=cards.count, reverse=True))  # "JJJ3" for "3JJJ"

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return [Pattern(self.names(state, player, action)[0]) for action in state.legal_actions(player)]


def _tell_position(seen: str, player: int, bids: Sequence[Move], combinations: Sequence[tuple[int, str]],
                   open_trick: Sequence[tuple[int, str]]) -> list[str]:
    """Returns the lines that tell the present: the text of OpenSpiel gives the hand, the heap and the card face up."""
    found = _SEEN.match(seen)
    if not found:  # the cards are being dealt
        return []
    hand, heap, rank, first = found.groups()
    highest = max(bids, key=lambda bid: bid[1], default=(0, PASS))
    ended = bool(combinations) or is_bidding_over([action for _, action in bids])
    held = [DEALT + (LEFT_OVER if ended and seat == highest[0] else 0)
            - sum(len(_list_cards(name)) for by, name in combinations if by == seat) for seat in range(PLAYERS)]
    lines = [f"Face up: {[*RANKS, '(BWJ)', '(CJ)'][int(rank)]}, dealt to {name_seat(int(first), player)}"]
    if ended and highest[1] != PASS:
        doubled = sum(is_bomb(name) for _, name in combinations)
        lines += [f"Landlord: {name_seat(highest[0], player)}",
                  f"Stake so far: {highest[1] * 2 ** doubled}; bombs and rockets played: {doubled}"]
    else:
        lines += ["Landlord: nobody", f"Highest bid: {highest[1] or 'none'}"]
    held_now = "; ".join(f"{name_seat(seat, player)}: {number}" for seat, number in enumerate(held))
    lines += [f"Cards in hand: {held_now}", f"All cards played: {_group(heap) or 'none'}", f"Your hand: {_group(hand)}"]
    if ended:
        beaten = f"{open_trick[-1][1]}, played by {name_seat(open_trick[-1][0], player)}" if open_trick else "nothing"
        lines.append(f"To be beaten: {beaten}")
    return lines


def is_bidding_over(bids: Sequence[int]) -> bool:
    """Returns whether a bid of 3, or two passes in a row after a bid, have ended the bidding."""
    return any(bids) and (max(bids) == HIGHEST_BID or list(bids[-2:]) == [PASS, PASS])


def is_bomb(name: str) -> bool:
    """Returns whether a combination is a bomb or the rocket."""
    cards = _list_cards(name)
    return (len(cards) == 4 and len(set(cards)) == 1) or set(cards) == {"(BWJ)", "(CJ)"}


def _split_tricks(plays: Sequence[Move]) -> list[list[Move]]:
    """Returns the plays by trick; the last one is empty where a new trick is to be led."""
    tricks: list[list[Move]] = [[]]
    for play in plays:
        tricks[-1].append(play)
        if [action for _, action in tricks[-1][-2:]] == [PASS, PASS]:
            tricks.append([])
    return tricks


def _list_cards(name: str) -> list[str]:
    return _CARD.findall(name)


def _group(cards: str) -> str:
    """Returns sorted cards with those of a rank together: ``4 555 (CJ)``."""
    held = _list_cards(cards)
    return " ".join(card * held.count(card) for card in dict.fromkeys(held))


VIEW = DouDizhuView()
