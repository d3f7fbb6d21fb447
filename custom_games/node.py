"""A position with its past: what a pyspiel state of ours consists of."""

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
    attributes; nodes are immutable, so the copy of a node is the node itself and cloning costs the same
    whatever the length of the game.
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
        """The node that a sequence of moves leads to from the start of the game."""
        node = cls(rules, rules.initial_state())
        for move in moves:
            node = node.after(move)
        return node

    @cached_property
    def player(self) -> int:
        return self.rules.current_player(self.position)

    def path(self) -> "list[Node]":
        """The nodes from the start of the game to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def legal_actions(self, player: int) -> Sequence[int]:
        """The player's legal action ids at this decision node."""
        if self.player not in (player, SIMULTANEOUS):
            return ()
        return self.rules.legal_actions(self.position, player)

    def after(self, move: "int | tuple[int, ...]") -> "Node":
        """The node that an already checked move leads to."""
        if isinstance(move, tuple):
            position = self.rules.apply_actions(self.position, move)
        else:
            position = self.rules.apply_action(self.position, move)
        return Node(self.rules, position, self, move)

    def observation(self, player: int) -> Mapping[str, Any]:
        """What the player knows; at a chance node, what it knew before chance was asked."""
        node: Node | None = self
        while node is not None and node.player == CHANCE:
            node = node.parent
        return {} if node is None else node.rules.observation(node.position, player)

    def observation_text(self, player: int) -> str:
        """The observation as JSON."""
        # An information state is made of all earlier observations, so each is asked for at every later node.
        if player not in self._texts:
            self._texts[player] = json.dumps(self.observation(player))
        return self._texts[player]

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    def information_state_text(self, player: int) -> str:
        """What the player saw and did at each of its own decisions, then what it sees now, as JSON (perfect recall)."""
        turns: list[str] = []
        for node, following in pairwise(self.path()):
            if node.player != CHANCE and node.legal_actions(player):
                move = following.move
                action = move[player] if isinstance(move, tuple) else move
                turns.append(f"[{node.observation_text(player)}, {action}]")
        return f"[{', '.join([*turns, self.observation_text(player)])}]"
