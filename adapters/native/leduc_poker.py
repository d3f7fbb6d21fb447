"""Leduc poker for two or more players; the numbers of OpenSpiel's cards are named as ranks of two suits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from adapters.native._poker import RANKS, read_public
from adapters.recall import position_key, recall
from adapters.views import BaseView

FOLD, CALL, RAISE = range(3)
ANTE = 1
SIZES = (2, 4)  # what a bet or a raise adds, by round
MOST_RAISES = 2  # in a round
SUITS = ("spades", "hearts")
HIGHEST = RANKS.index("king")


class LeducPokerView(BaseView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        told, betting, game = read_public(state, player), _read_betting(state), state.get_game()
        parameters = game.get_parameters()
        one_suit = parameters["suit_isomorphism"]
        return {
            "ranks": list(_list_ranks(game)), "suits": [] if one_suit else list(SUITS),
            "first": parameters["starting_player"], "sizes": list(SIZES), "ante": ANTE, "most_raises": MOST_RAISES,
            "your_card": _name_card(told["Private"], game), "public_card": _name_card(told.get("Public", ""), game),
            "moves": betting.moves, "round": betting.round, "pot": sum(betting.spent),
            "cost": betting.cost(player), "raise_cost": betting.cost(player) + SIZES[betting.round - 1],
            "raises_left": MOST_RAISES - betting.raises,
            "seats": [{"player": seat, "put_in": spent, "folded": betting.folded[seat]}
                      for seat, spent in enumerate(betting.spent)]}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        betting, own = _read_betting(state), state.action_to_string(player, action)
        name = betting.name(player, action)
        if action == RAISE:
            size = SIZES[betting.round - 1]
            # There is one size, so whatever chips a player counts, no other raise can be meant.
            counts = dict.fromkeys((size, betting.cost(player) + size, (betting.raises + 1) * size))
            counted = [f"{word} {count}" for word in ("Bet", "Raise", "Raise by", "Raise to") for count in counts]
            return tuple(dict.fromkeys((name, "Bet", "Raise", *counted)))
        if action == CALL and betting.cost(player):
            return name, f"Call {betting.cost(player)}", own
        return tuple(dict.fromkeys((name, own)))


@dataclass
class _Betting:
    """State of the betting; ``spent`` is what each player has put in."""

    spent: list[int]
    folded: list[bool]
    moves: list[dict[str, Any]] = field(default_factory=list)
    round: int = 1
    raises: int = 0  # in this round

    def cost(self, player: int) -> int:
        """Returns what a call costs."""
        return max(self.spent) - self.spent[player]

    def name(self, player: int, action: int) -> str:
        """Returns the name of a move."""
        if action == FOLD:
            return "Fold"
        if action == CALL:
            return "Call" if self.cost(player) else "Check"
        return "Raise" if self.raises else "Bet"

    def apply(self, player: int, action: int) -> None:
        """Adds a move."""
        self.moves.append({"player": player, "move": self.name(player, action), "round": self.round})
        if action == FOLD:
            self.folded[player] = True
            return
        self.spent[player] += self.cost(player)
        if action == RAISE:
            self.spent[player] += SIZES[self.round - 1]
            self.raises += 1


def _read_betting(state: pyspiel.State) -> _Betting:
    """Returns the betting so far, which nobody may change."""
    return recall(("leduc betting", str(state.get_game()), position_key(state)), lambda: _replay(state))


def _replay(state: pyspiel.State) -> _Betting:
    # The sequences have the moves that counted; the history may have a fold that counted as a check.
    told, players = read_public(state), state.num_players()
    betting = _Betting([ANTE] * players, [False] * players)
    seats = iter([step.player for step in state.full_history() if step.player >= 0])
    for number in range(1, int(told["Round"]) + 1):
        betting.round, betting.raises = number, 0
        for move in told[f"Round{number}"].split():
            betting.apply(next(seats), int(move))
    return betting


def _list_ranks(game: pyspiel.Game) -> Sequence[str]:
    """Returns the ranks of the deck from the lowest to the king, one more than there are players."""
    return RANKS[HIGHEST - game.num_players():HIGHEST + 1]


def _name_card(number: str, game: pyspiel.Game) -> str | None:
    """Returns a card in words, or its rank where suits are not told; ``None`` if it is not dealt yet."""
    if not number or int(number) < 0:
        return None
    if game.get_parameters()["suit_isomorphism"]:
        return _list_ranks(game)[int(number)]
    rank, suit = divmod(int(number), len(SUITS))
    return f"{_list_ranks(game)[rank]} of {SUITS[suit]}"


VIEW = LeducPokerView()
