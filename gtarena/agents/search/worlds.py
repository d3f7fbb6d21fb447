"""Worlds: states in the form in which they are redrawn, immutable and asked for what a player knows."""

import random
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol, Self

import pyspiel

from custom_games.action_specs import ActionSpec
from custom_games.framework.node import Node
from custom_games.framework.rules import SIMULTANEOUS
from custom_games.framework.spiel import State
from custom_games.framework.states import penalty_action

Action = int | tuple[int, ...]  # a tuple is a joint action, one entry per seat


class World(Protocol):
    """A state of a game."""

    @property
    def player(self) -> int:
        """The seat to move, or pyspiel's number for chance, a simultaneous node or the end."""

    @property
    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Chance's outcomes with their probabilities."""

    @property
    def public(self) -> bool:
        """True if everyone sees the move that is made here."""

    def after(self, action: Action) -> Self:
        """Returns the world after an action or a joint action."""

    def known(self, player: int) -> Any:
        """Returns the player to move and the player's information state, or else its observation."""

    def legal(self, player: int) -> Sequence[int]:
        """Returns the player's legal actions."""

    def charge(self, player: int) -> int | None:
        """Returns the action that charges the player for an unusable answer, if the rules do so here."""

    def compound_rest(self, player: int, rng: random.Random) -> Sequence[int]:
        """Returns a random rest of the player's move if it may have several actions, and nothing otherwise."""


class StateWorld:
    """A world that is a pyspiel state."""

    def __init__(self, state: pyspiel.State) -> None:
        self.state = state

    @property
    def player(self) -> int:
        return int(self.state.current_player())

    @property
    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        outcomes: list[tuple[int, float]] = self.state.chance_outcomes()
        return outcomes

    @property
    def public(self) -> bool:
        return isinstance(self.state, State) and _is_public(self.state.node)

    def after(self, action: Action) -> "StateWorld":
        state = self.state.clone()
        if isinstance(action, tuple):
            state.apply_actions(list(action))
        else:
            state.apply_action(action)
        return StateWorld(state)

    def known(self, player: int) -> tuple[int, str]:
        recalls = self.state.get_game().get_type().provides_information_state_string
        told = self.state.information_state_string(player) if recalls else self.state.observation_string(player)
        return self.player, told

    def legal(self, player: int) -> Sequence[int]:
        return list(self.state.legal_actions(player))

    def charge(self, player: int) -> int | None:
        return penalty_action(self.state, player)

    def compound_rest(self, player: int, rng: random.Random) -> Sequence[int]:
        compound = isinstance(self.state, State) and _is_compound(self.state.action_spec(player))
        return self.state.random_move(player, rng) if compound else ()


class NodeWorld:
    """A world on the rules of a game of ``custom_games``; it keeps what it was asked, and the worlds after it.

    A search by information sets also takes it for a state, as it takes a :class:`LightState`.
    """

    def __init__(self, node: Node) -> None:
        self.node, self.player = node, node.player
        self._following: dict[Action, NodeWorld] = {}
        self._known: dict[int, tuple[int, str]] = {}

    @cached_property
    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return self.node.rules.chance_outcomes(self.node.position)

    @property
    def public(self) -> bool:
        return _is_public(self.node)

    def after(self, action: Action) -> "NodeWorld":
        following = self._following.get(action)
        if following is None:
            following = self._following[action] = NodeWorld(self.node.after(action))
        return following

    def known(self, player: int) -> tuple[int, str]:
        known = self._known.get(player)
        if known is None:
            known = self._known[player] = self.player, self.node.information_state_text(player)
        return known

    def legal(self, player: int) -> Sequence[int]:
        return self.node.legal_actions(player)

    def legal_actions(self) -> Sequence[int]:
        """Returns the legal actions of the player to move."""
        return self.legal(self.player)

    def charge(self, player: int) -> int | None:
        return self.node.penalty_action(player)

    def compound_rest(self, player: int, rng: random.Random) -> Sequence[int]:
        return self.node.random_move(player, rng) if _is_compound(self.node.spec(player)) else ()

    @property
    def returns(self) -> Sequence[float]:
        """Each player's return, at the end."""
        return self.node.rules.returns(self.node.position)

    def random_returns(self, rng: random.Random) -> Sequence[float]:
        """Returns each player's return after a random rest of the game, in which all moves are equally likely."""
        node = self.node
        while node.begun:
            assert node.player != SIMULTANEOUS, "information sets are searched where players move one at a time"
            for action in node.random_move(node.player, rng):
                node = node.after(action)
        return node.rules.random_returns(node.position, rng)


def _is_public(node: Node) -> bool:
    return node.rules.is_public(node.position)


def _is_compound(spec: ActionSpec | None) -> bool:
    return spec is not None and spec.length > 1
