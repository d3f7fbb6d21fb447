"""Cards of poker in words, and the betting of a hand of OpenSpiel's universal poker, read from its public text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import pyspiel

from adapters.recall import position_key, recall

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
_LETTERS = "23456789TJQKA"
_CARD = re.compile(rf"([{_LETTERS}])([cdhs])")
_NUMBERS = ("numBoardCards", "firstPlayer", "blind", "stack", "raiseSize", "maxRaises")
MOST_MOVES = 64  # of a betting round in the program that OpenSpiel builds on, less one for every player


def name_cards(text: str) -> list[str]:
    """Returns the cards of a text such as ``AhTc`` in words, the highest rank first."""
    found = sorted(_CARD.findall(text), key=lambda card: (-_LETTERS.index(card[0]), card[1]))
    return [f"{RANKS[_LETTERS.index(rank)]} of {next(name for name in SUITS if name[0] == suit)}"
            for rank, suit in found]


@dataclass
class Betting:
    """State of the betting of a hand; amounts are chips put in during the whole hand."""

    spent: list[int]
    stacks: list[int] | None  # None if nobody can run out of chips
    any_size: bool  # of bets, or only a few sizes
    base: int  # what each player who still bets had put in before this round
    folded: list[bool]
    moves: list[dict[str, Any]] = field(default_factory=list)
    round: int = 0

    @property
    def highest(self) -> int:
        """The most that a player has put in."""
        return max(self.spent)

    def cost(self, player: int) -> int:
        """Returns what a call costs."""
        return min(self.highest, self.limit(player)) - self.spent[player]

    def limit(self, player: int) -> int:
        """Returns the most that a player can have put in."""
        return self.highest if self.stacks is None else self.stacks[player]

    def name_raise(self, total: int, other: bool = False) -> str:
        """Returns the name of the bet or raise that brings a player's chips to this total, or the ``other`` one."""
        is_bet = (self.highest == self.base) != other
        return f"{'Bet' if is_bet else 'Raise to'} {total - self.base}"

    def is_all_in(self, player: int) -> bool:
        """Returns whether a player has put in the last chip."""
        return self.stacks is not None and self.spent[player] >= self.stacks[player]


def numbers_of(game: pyspiel.Game) -> dict[str, list[int]]:
    """Returns the parameters that are lists of numbers; a missing number of the blinds is 0."""
    parameters, players = game.get_parameters(), game.num_players()
    read = {name: [int(number) for number in parameters.get(name, "").split()] for name in _NUMBERS}
    read["blind"] = (read["blind"] + [0] * players)[:players]
    return read


def find_ante(blinds: Sequence[int]) -> int:
    """Returns what every player puts in before the deal; 0 if they put in different amounts."""
    return blinds[0] if len(set(blinds)) == 1 else 0


def read_betting(state: pyspiel.State) -> Betting:
    """Returns the betting so far, which nobody may change."""
    return recall(("betting", str(state.get_game()), position_key(state)), lambda: _replay(state))


def _replay(state: pyspiel.State) -> Betting:
    game = state.get_game()
    numbers, parameters = numbers_of(game), game.get_parameters()
    ante, blinds = find_ante(numbers["blind"]), numbers["blind"]
    stacks = None if parameters["betting"] == "limit" else numbers["stack"]
    betting = Betting(
        list(blinds), stacks, parameters["bettingAbstraction"] == "fullgame", ante, [False] * len(blinds))
    sequences = read_public(state)["Sequences"].split("|")
    seats = iter([step.player for step in state.full_history() if step.player >= 0])
    for number, sequence in enumerate(sequences):
        if number:
            betting.base = betting.highest
        betting.round = number
        for move in re.findall(r"[fc]|r\d*", sequence):
            # Limit bets have no size in the text.
            size = betting.highest + numbers["raiseSize"][betting.round] if move == "r" else int(move[1:] or 0)
            _apply(betting, next(seats), move[0], size)
    return betting


def _apply(betting: Betting, seat: int, move: str, size: int) -> None:
    """Adds a move: f (fold), c (check or call) or r (bet or raise) to a size."""
    if move == "f":
        name, betting.folded[seat] = "Fold", True
    elif move == "c":
        name = "Call" if betting.cost(seat) else "Check"
        betting.spent[seat] += betting.cost(seat)
    else:
        name = betting.name_raise(size)
        betting.spent[seat] = size
    if move != "f" and betting.is_all_in(seat):
        name += " (all in)"
    betting.moves.append({"player": seat, "move": name, "round": betting.round + 1})


def list_rounds(state: pyspiel.State, numbers: Mapping[str, Sequence[int]]) -> list[dict[str, Any]]:
    """Returns the betting rounds so far, counted from 1, each with the shared cards that were turned over before it."""
    parameters = state.get_game().get_parameters()
    suits, dealt = parameters["numSuits"], parameters["numHoleCards"] * state.num_players()
    # A card's number counts the suits of the lowest rank first.
    drawn = [divmod(step.action, suits) for step in state.full_history() if step.player < 0][dealt:]
    names = [f"{RANKS[rank]} of {SUITS[suit]}" for rank, suit in drawn]
    ends = [0, *accumulate(numbers["numBoardCards"])]
    return [{"number": number + 1, "cards": names[ends[number]:ends[number + 1]]}
            for number in range(int(read_public(state)["Round"]) + 1)]


def read_public(state: pyspiel.State, player: int = 0) -> Mapping[str, str]:
    """Returns the entries of a player's information, which OpenSpiel writes in square brackets."""
    return dict(re.findall(r"\[(\w+):? ?([^\]]*)\]", state.information_state_string(player)))
