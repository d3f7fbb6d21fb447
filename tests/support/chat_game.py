"""A game for tests: two players say one text each, then each picks a side, and both win if they pick the same.

It is not listed among users' games; ``register`` adds it to pyspiel for tests that load it by name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import pyspiel

from custom_games import utf8_text
from custom_games.json_values import choice
from custom_games.rules import TERMINAL, Bounds, Facts, Rules, parameter
from custom_games.spiel import Game, game_class

SIDES = ("left", "right")


class Position(NamedTuple):
    said: tuple[str, ...] = ()
    saying: bytes = b""
    picked: tuple[int, ...] = ()


@dataclass(frozen=True)
class SmallTalk(Rules[Position]):
    """Seat 0 speaks, then seat 1; then both pick a side in the same order, without seeing each other's pick."""

    limit: int = parameter(200, "bytes of a text", low=1)

    def bounds(self):
        return Bounds(players=2, actions=utf8_text.NUM_ACTIONS, length=2 * self.limit + 4, utility=(0, 1))

    def initial_state(self):
        return Position()

    def current_player(self, state):
        done = len(state.said) + len(state.picked)
        return TERMINAL if done == 4 else done % 2

    def legal_actions(self, state, player):
        return range(2) if len(state.said) == 2 else utf8_text.legal_actions(state.saying, self.limit)

    def apply_action(self, state, action):
        if len(state.said) == 2:
            return state._replace(picked=(*state.picked, action))
        if action == utf8_text.END:
            return state._replace(said=(*state.said, utf8_text.decode(state.saying)), saying=b"")
        return state._replace(saying=state.saying + bytes([action]))

    def returns(self, state):
        return [float(state.picked[0] == state.picked[1])] * 2

    def observation(self, state, player):
        return {"said": [{"player": seat, "text": said} for seat, said in enumerate(state.said)]}

    def action_string(self, state, player, action):
        return SIDES[action] if len(state.said) == 2 else utf8_text.action_name(action)

    def action_struct(self, state, player, action) -> Mapping[str, Any]:
        key = "side" if len(state.said) == 2 else "message"
        return {key: self.action_string(state, player, action)}

    def struct_to_actions(self, state, player, struct):
        if len(state.said) == 2:
            return [choice(struct, "side", SIDES)]
        return utf8_text.encode_value(struct, "message", self.limit)

    def whole_moves(self, state, player) -> Sequence[str]:
        return () if len(state.said) == 2 else (utf8_text.pattern(self.limit),)

    def random_move(self, state, player, rng):
        if len(state.said) == 2:
            return super().random_move(state, player, rng)
        return utf8_text.random_text(self.limit, rng)


SmallTalk.facts = Facts(
    "small_talk", "Small Talk", "sequential", "imperfect_information", "identical", chance=False, players=(2, 2))


@cache
def game_type() -> type[Game]:
    return game_class(SmallTalk)


def small_talk(limit: int = 200) -> pyspiel.Game:
    """Returns the game without registering it: pyspiel's list of games is shared by all tests."""
    return game_type()({"limit": limit})


@cache
def register() -> None:
    """Registers the game with pyspiel, for tests that load games by name."""
    pyspiel.register_game(game_type().game_type, game_type())
