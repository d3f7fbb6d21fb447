"""Universal poker: hold'em and shorter games. Bets are named by the chips that they make in the betting round.

OpenSpiel counts the chips of the whole hand instead, so its names of bets with a number are not understood.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import make_span
from adapters.native._poker import (
    MOST_MOVES,
    RANKS,
    SUITS,
    Betting,
    find_ante,
    list_rounds,
    name_cards,
    numbers_of,
    read_betting,
    read_public,
)
from adapters.views import BaseView
from custom_games.action_specs.patterns import Pattern

FOLD, CALL, POT, ALL_IN, HALF_POT = range(5)  # a higher number than CALL is an amount where all bets are allowed
# What each hand needs at least: cards, suits and ranks.
HANDS = {
    "straight flush": (5, 1, 5), "four of a kind": (4, 4, 1), "full house": (5, 3, 2), "flush": (5, 1, 5),
    "straight": (5, 1, 5), "three of a kind": (3, 3, 1), "two pairs": (4, 2, 2), "pair": (2, 2, 1),
    "high card": (1, 1, 1)}


class UniversalPokerView(BaseView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        betting, public = read_betting(state), read_public(state, player)
        cost = betting.cost(player)
        return {
            "table": _describe_table(state.get_game()), "moves": betting.moves,
            "rounds": list_rounds(state, numbers_of(state.get_game())), "your_cards": name_cards(public["Private"]),
            "board": name_cards(public["Public"]), "seats": _describe_seats(betting), "pot": sum(betting.spent),
            "cost": cost, "call_takes_all": cost > 0 and _takes_all(betting, player),
            "bets": _describe_bets(state, player, betting)}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        betting = read_betting(state)
        if action > CALL and betting.any_size:  # OpenSpiel's own name counts the chips of the whole hand
            name, other = betting.name_raise(action), betting.name_raise(action, other=True)
            return (name, other, "All in") if action == betting.limit(player) else (name, other)
        own = state.action_to_string(player, action)
        if action == FOLD:
            return "Fold", own
        if action == CALL:
            return (*_name_call(state, player, betting), own)
        total = _find_total(state, player, action, betting)
        name, other = betting.name_raise(total), betting.name_raise(total, other=True)
        if betting.stacks is not None and total == betting.stacks[player]:
            return "All in", name, other, own
        if betting.stacks is None:
            return name, other, *_name_fixed_raise(total, player, betting), own
        return name, other, *_call_by_kind(action), own

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        legal = state.legal_actions(player)
        if not read_betting(state).any_size:
            return [Pattern(self.names(state, player, action)[0]) for action in legal]
        few, bets = [action for action in legal if action <= CALL], [action for action in legal if action > CALL]
        listed = [Pattern(self.names(state, player, action)[0]) for action in few]
        if bets:
            betting = read_betting(state)
            word = betting.name_raise(bets[0]).rpartition(" ")[0]
            listed.append(Pattern(f"{word} ", make_span(bets[0] - betting.base, bets[-1] - betting.base)))
        return listed


def _takes_all(betting: Betting, player: int) -> bool:
    """Returns whether a call takes a player's last chips."""
    return betting.stacks is not None and betting.spent[player] + betting.cost(player) == betting.stacks[player]


def _name_call(state: pyspiel.State, player: int, betting: Betting) -> list[str]:
    """Returns the names of a call or check."""
    cost = betting.cost(player)
    if not cost:
        return ["Check", "Call"]
    all_in = _takes_all(betting, player) and len(state.legal_actions(player)) == 2  # no raise is possible
    return ["Call", f"Call {cost}", *["All in"] * all_in]


def _name_fixed_raise(total: int, player: int, betting: Betting) -> list[str]:
    """Returns names of a limit bet: whatever chips a player counts, no other bet can be meant."""
    counts = dict.fromkeys((total - betting.base, total - betting.highest, total - betting.spent[player]))
    return ["Bet", "Raise", *(f"{word} {count}" for word in ("Bet", "Raise", "Raise by") for count in counts)]


def _call_by_kind(action: int) -> list[str]:
    """Returns names of a bet of which there is one."""
    return {POT: ["Pot", "Bet pot", "Bet the pot", "Raise pot"], HALF_POT: ["Half pot", "Bet half pot"]}.get(action, [])


def _find_total(state: pyspiel.State, player: int, action: int, betting: Betting) -> int:
    """Returns what a player has put in during the hand after a bet, as OpenSpiel reckons it."""
    if betting.stacks is None:
        return betting.highest + numbers_of(state.get_game())["raiseSize"][betting.round]
    if action == ALL_IN:
        return betting.stacks[player]
    pot = sum(betting.spent) + betting.highest - betting.spent[player]  # after a call
    return betting.highest + (pot if action == POT else (pot + 1) // 2)


def _describe_seats(betting: Betting) -> list[dict[str, Any]]:
    """Returns each player's chips; those put in during the round do not count what everyone put in before."""
    return [{
        "player": seat, "put_in": spent, "in_round": max(spent - betting.base, 0),
        "left": None if betting.stacks is None else betting.stacks[seat] - spent,
        "folded": betting.folded[seat], "all_in": betting.is_all_in(seat)}
        for seat, spent in enumerate(betting.spent)]


def _describe_bets(state: pyspiel.State, player: int, betting: Betting) -> list[dict[str, Any]]:
    """Returns the legal bets of a player, or the smallest and the largest where any size is allowed."""
    if state.current_player() != player:
        return []
    bets = [action for action in state.legal_actions() if action > CALL]
    full = betting.any_size
    view = [bets[0], bets[-1]][:len(bets)] if full and bets else bets
    totals = [action if full else _find_total(state, player, action, betting) for action in view]
    kinds = ["smallest", "largest"] if full else [_name_kind(action, betting) for action in view]
    return [{
        "name": VIEW.names(state, player, action)[0], "kind": kind, "adds": total - betting.spent[player],
        "round_total": total - betting.base, "all_in": total == betting.limit(player)}
        for action, total, kind in zip(view, totals, kinds, strict=False)]


def _name_kind(action: int, betting: Betting) -> str:
    return "fixed" if betting.stacks is None else {POT: "pot", ALL_IN: "all in", HALF_POT: "half pot"}[action]


def _group_rounds(values: Sequence[int]) -> list[dict[str, Any]]:
    """Returns each value with the rounds that have it, which are counted from 1."""
    return [{"value": value, "rounds": [number for number, other in enumerate(values, start=1) if other == value]}
            for value in dict.fromkeys(values)]


def _describe_table(game: pyspiel.Game) -> dict[str, Any]:
    """Returns the parameters in a form that prompts can tell; rounds are in order, seats are numbered from 0."""
    parameters, numbers = game.get_parameters(), numbers_of(game)
    board = numbers["numBoardCards"][:parameters["numRounds"]]
    cards = parameters["numHoleCards"] + sum(board)
    suits, ranks = parameters["numSuits"], parameters["numRanks"]
    limit, ante = parameters["betting"] == "limit", find_ante(numbers["blind"])
    return {
        "limit": limit, "abstraction": parameters["bettingAbstraction"], "ranks": RANKS[:ranks],
        "suits": SUITS[:suits], "hole_cards": parameters["numHoleCards"], "cards": cards,
        "shared": [{"round": number, "cards": shown} for number, shown in enumerate(board, start=1) if shown],
        "rounds": len(board),
        "hands": [
            hand for hand, least in HANDS.items() if least[0] <= cards and least[1] <= suits and least[2] <= ranks],
        "wheel": ranks == len(RANKS), "ante": ante,
        "blinds": [
            {"player": seat, "chips": blind} for seat, blind in enumerate(numbers["blind"]) if blind and not ante],
        "smallest_bet": max(numbers["blind"]), "stacks": None if limit else numbers["stack"],
        "first": _group_rounds([first - 1 for first in numbers["firstPlayer"][:len(board)]]),
        "raise_sizes": _group_rounds(numbers["raiseSize"][:len(board)] if limit else []),
        "most_raises": _group_rounds(numbers["maxRaises"][:len(board)]),
        "last_move_with_raise": MOST_MOVES + 1 - game.num_players()}


VIEW = UniversalPokerView()
