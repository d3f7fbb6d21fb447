"""Bargaining: an offer says how many items of each kind the player who makes it would take."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView, make_span
from custom_games.action_specs.patterns import Pattern

ITEMS = ("books", "hats", "basketballs")
AGREE = "Agree"
BUILT_IN_TOTAL = 10  # what the whole pool is worth to each player in OpenSpiel's own pools
_NUMBER = re.compile(r"\d+")


class BargainingView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        pool, values = _read_pool(state, player)
        parameters, moves = state.get_game().get_parameters(), self.moves(state)
        offers = [_read_numbers(made["move"]) for made in moves if made["move"] != AGREE]
        left = [all_ - taken for all_, taken in zip(pool, offers[-1], strict=False)] if offers else []
        worth = sum(number * value for number, value in zip(left, values, strict=False))
        return {
            "kinds": list(ITEMS), "pool": pool, "your_values": values, "moves": moves,
            "left_for_you": left, "worth": worth, "factor": parameters["discount"] ** max(len(offers) - 1, 0),
            "offers_left": parameters["max_turns"] - len(offers),
            "total": 0 if parameters["instances_file"] else BUILT_IN_TOTAL}

    def name(self, game: pyspiel.Game, action: int) -> str:
        if action == game.num_distinct_actions() - 1:
            return AGREE
        return _write_offer(_read_numbers(game.action_to_string(0, action)))

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name, own = self.name(state.get_game(), action), state.action_to_string(player, action)
        if name == AGREE:
            return name, own
        counted = [f"{number} {item[:-1] if number == 1 else item}"
                   for number, item in zip(_read_numbers(name), ITEMS, strict=True)]
        return (name, f"{counted[0]}, {counted[1]}, {counted[2]}", f"{counted[0]}, {counted[1]} and {counted[2]}",
                str(_read_numbers(name)), own)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        pool, _ = _read_pool(state, player)
        legal = state.legal_actions(player)
        offers = [action for action in legal if self.name(state.get_game(), action) != AGREE]
        if len(offers) != math.prod(number + 1 for number in pool):  # of a very large pool not all can be offered
            return super().patterns(state, player)
        pieces = [piece for item, number in zip(ITEMS, pool, strict=True)
                  for piece in (f", {item} ", make_span(0, number))]
        listed = [Pattern(str(pieces[0])[2:].capitalize(), *pieces[1:])]
        return [*listed, Pattern(AGREE)] if len(offers) < len(legal) else listed


def _read_pool(state: pyspiel.State, player: int) -> tuple[list[int], list[int]]:
    """Returns how many items of each kind there are and what one is worth to the player, both empty before the deal."""
    lines = state.observation_string(player).splitlines()
    return (_read_numbers(lines[0]), _read_numbers(lines[1])) if len(lines) > 1 else ([], [])


def _read_numbers(text: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(text)]


def _write_offer(numbers: Sequence[int]) -> str:
    # It begins with a capital as "Agree" does: where initials differ in case, readers take case as telling.
    return ", ".join(f"{item} {number}" for item, number in zip(ITEMS, numbers, strict=True)).capitalize()


VIEW = BargainingView()
