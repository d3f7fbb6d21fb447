"""Gin rummy: one hand for two players. A card is named as in ``QS``, and a meld by its cards, ``5S 6S 7S``."""

import re
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import pyspiel

from adapters.native._cards import other_names
from adapters.recall import position_key, recall
from adapters.views import BaseView

RANKS = "A23456789TJQK"  # from the lowest
SUITS = "SCDH"  # in the order of OpenSpiel's numbers
DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK, FIRST_MELD = range(52, 57)  # lower actions are cards, higher ones melds
NAMES = {DRAW_UPCARD: "Draw upcard", DRAW_STOCK: "Draw stock", PASS: "Pass", KNOCK: "Knock"}
LAST_STOCK = 2  # cards of the stock that are never drawn
MOST_UPCARDS = 50  # the draw of the upcard that ends the hand
LONGEST_MELD, MOST_AT_AN_END = 5, 2  # cards of a run that is laid, and that are laid off at either of its ends
_CARD = re.compile(rf"([{RANKS}])([{SUITS.lower()}])")


class GinRummyView(BaseView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        told, parameters = state.to_observation_struct(player).to_dict(), state.get_game().get_parameters()
        hands = [_read_cards("".join(hand)) for hand in told["hands"]]
        moves, draws = _list_moves(state, player)
        return {
            "ranks": list(RANKS[:parameters["num_ranks"]]), "suits": list(SUITS[:parameters["num_suits"]]),
            "step": _name_step(told, len(told["hands"][player]) > parameters["hand_size"]),
            "hand": _sort(hands[player]), "deadwood": told["deadwood"][player],
            "opponent_hand": _sort(hands[1 - player]), "opponent_cards": len(told["hands"][1 - player]),
            "opponent_deadwood": told["deadwood"][1 - player],
            "upcard": _read_cards(told["upcard"] or "")[:1], "stock": told["stock_size"],
            "discards": _read_cards("".join(told["discard_pile"])), "knock_limit": told["knock_card"],
            "knocker": told["knocked"].index(True) if any(told["knocked"]) else None,
            "melds": [[" ".join(_read_cards("".join(meld))) for meld in melds] for melds in told["layed_melds"]],
            "layoffs": _read_cards("".join(told["layoffs"])), "moves": moves, "upcards_drawn": draws,
            "returned": "Repeated move: 1" in state.observation_string(player), "last_stock": LAST_STOCK,
            "most_upcards": MOST_UPCARDS, "longest_meld": LONGEST_MELD, "most_at_an_end": MOST_AT_AN_END}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        own = state.action_to_string(player, action)
        if action == DRAW_UPCARD:
            return NAMES[action], *_name_drawn(state, player), own
        if action in NAMES:
            return NAMES[action], own
        cards = _read_cards(own.rpartition(":")[2])
        if action >= FIRST_MELD:
            orders = [" ".join(order) for order in _list_orders(cards)]
            return orders[0], "".join(cards), *(f"Lay {order}" for order in orders), *orders[1:], own
        return cards[0], *other_names(cards[0]), f"Discard {cards[0]}", f"Lay off {cards[0]}", own


def _name_drawn(state: pyspiel.State, player: int) -> list[str]:
    """Returns names of the draw of the upcard with the card, as lists of past moves have them."""
    upcard = _read_cards(state.to_observation_struct(player).to_dict()["upcard"] or "")
    return [f"{NAMES[DRAW_UPCARD]} {name}" for card in upcard for name in (card, *other_names(card))]


def _list_orders(cards: Sequence[str]) -> list[Sequence[str]]:
    """Returns the orders in which the cards of a meld may be told: any of a set, up or down of a run."""
    is_set = cards[0][0] == cards[1][0]
    return list(permutations(cards)) if is_set else [cards, cards[::-1]]


def _read_cards(text: str) -> list[str]:
    """Returns the cards of a text such as ``5s6s7s``; hidden cards are none."""
    return [rank + suit.upper() for rank, suit in _CARD.findall(text)]


def _sort(cards: Sequence[str]) -> list[str]:
    """Returns cards by suit, in each from the lowest up, which is the order of OpenSpiel's numbers."""
    return sorted(cards, key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))


def _name_step(told: Mapping[str, Any], has_drawn: bool) -> str:
    """Returns what the player to move decides."""
    match told["phase"]:
        case "FirstUpcard":
            return "must draw" if all(told["pass_on_first_upcard"]) else "first upcard"
        case "Knock":
            return "knock" if has_drawn else "lay melds"
        case "Layoff":
            return "lay own melds" if told["finished_layoffs"] else "lay off"
        case phase:
            return str(phase).lower()


def _list_moves(state: pyspiel.State, player: int) -> tuple[list[dict[str, Any]], int]:
    """Returns the moves so far, and how often the upcard was drawn besides the first one; nobody may change them.

    A card that was drawn from the stock is told to the player who drew it.
    """
    return recall(("gin moves", str(state.get_game()), position_key(state), player), lambda: _replay(state, player))


def _replay(state: pyspiel.State, player: int) -> tuple[list[dict[str, Any]], int]:
    parameters = state.get_game().get_parameters()
    ranks, dealt = parameters["num_ranks"], 2 * parameters["hand_size"] + 1
    moves: list[dict[str, Any]] = []
    upcard, draws, drawn, knocker = "", 0, False, None
    for number, step in enumerate(state.full_history()):
        card = RANKS[step.action % ranks] + SUITS[step.action // ranks] if step.action < DRAW_UPCARD else ""
        if number < dealt:
            upcard = card
        elif step.player < 0:
            if moves[-1]["player"] == player:
                moves[-1]["move"] += f" ({card})"
        else:
            if step.action == DRAW_UPCARD:
                draws += drawn
                name = f"{NAMES[DRAW_UPCARD]} {upcard}"
            elif card:
                name = f"Lay off {card}" if knocker not in (None, step.player) else f"Discard {card}"
                upcard = card
            else:
                told = state.action_to_string(0, step.action).rpartition(":")[2]
                name = NAMES.get(step.action) or f"Lay {' '.join(_read_cards(told))}"
            drawn = drawn or step.action in (DRAW_UPCARD, DRAW_STOCK)
            knocker = step.player if step.action == KNOCK else knocker
            moves.append({"player": step.player, "move": name})
    return moves, draws


VIEW = GinRummyView()
