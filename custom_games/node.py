"""Nodes of the game tree: a position together with the moves that led to it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from custom_games.rules import CHANCE, SIMULTANEOUS, Rules


@dataclass(frozen=True, eq=False)
class Node:
    """A position with the path that led to it.

    It is the single attribute of a :class:`State`. OpenSpiel clones a Python state by deep-copying its
    attributes; a node is immutable and its own copy, so cloning takes the same time however long the game is.
    """

    rules: Rules[Any]
    position: Any
    parent: "Node | None" = None
    move: "int | tuple[int, ...] | None" = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # The moves alone rebuild the node; pickling the chain of parents would exceed the recursion limit
        # in a game of a few hundred rounds.
        return Node.from_moves, (self.rules, [node.move for node in self.path()][1:])

    @classmethod
    def from_moves(cls, rules: Rules[Any], moves: "Sequence[int | tuple[int, ...]]" = ()) -> "Node":
        """Returns the node that a sequence of moves leads to from the start of the game."""
        node = cls(rules, rules.initial_state())
        for move in moves:
            node = node.after(move)
        return node

    @cached_property
    def player(self) -> int:
        """The seat to move, or ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""
        return self.rules.current_player(self.position)

    def path(self) -> "list[Node]":
        """Returns the nodes from the start of the game to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def legal_actions(self, player: int) -> Sequence[int]:
        """Returns the player's legal action ids; empty if it is not to move."""
        if self.player not in (player, SIMULTANEOUS):
            return ()
        return self.rules.legal_actions(self.position, player)

    def after(self, move: "int | tuple[int, ...]") -> "Node":
        """Returns the node that a move leads to; its legality is not checked."""
        if isinstance(move, tuple):
            position = self.rules.apply_actions(self.position, move)
        else:
            position = self.rules.apply_action(self.position, move)
        return Node(self.rules, position, self, move)

    def observation(self, player: int) -> Mapping[str, Any]:
        """Returns what the player knows; at a chance node, what it knew before chance had to move."""
        node: Node | None = self
        while node is not None and node.player == CHANCE:
            node = node.parent
        return {} if node is None else node.rules.observation(node.position, player)

    def observation_text(self, player: int) -> str:
        """Returns the observation as JSON."""
        # Cached because an information state contains the observations of all earlier nodes.
        if player not in self._texts:
            self._texts[player] = json.dumps(self.observation(player))
        return self._texts[player]

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    def information_state_text(self, player: int) -> str:
        """Returns as JSON what the player saw and did at each of its decisions, then what it sees now."""
        turns: list[str] = []
        for node, following in pairwise(self.path()):
            if node.player != CHANCE and node.legal_actions(player):
                move = following.move
                action = move[player] if isinstance(move, tuple) else move
                turns.append(f"[{node.observation_text(player)}, {action}]")
        return f"[{', '.join([*turns, self.observation_text(player)])}]"
