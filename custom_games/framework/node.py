"""Nodes of the game tree: a position together with the moves that led to it."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from custom_games.action_specs import ActionSpec
from custom_games.framework.rules import CHANCE, NO_ANSWER, SIMULTANEOUS, Rules


class CompoundMove(tuple[int, ...]):
    """The actions of a move that is spelled by several."""

    __slots__ = ()


# Of chance or one player, or of all players: one entry per seat, 0 for a seat with nothing to decide.
Move = int | CompoundMove | tuple[int | CompoundMove, ...]


@dataclass(frozen=True, eq=False)
class Node:
    """A position with the path that led to it, and the actions of compound moves that are being made.

    It is the single attribute of a :class:`State`. OpenSpiel clones a Python state by deep-copying its
    attributes; a node is immutable and its own copy, so cloning takes the same time however long the game is.

    ``begun`` holds the actions made so far by the seats that are inside a compound move, or wait for others at a
    simultaneous node after one. The position changes only when the move is whole, so nobody learns anything inside it.
    ``start`` is the node at which these moves started; no other node refers to one with moves begun.
    """

    rules: Rules[Any]
    position: Any
    parent: "Node | None" = None
    move: Move | None = None
    begun: Mapping[int, tuple[int, ...]] | None = None
    start: "Node | None" = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # The moves alone rebuild the node; pickling the chain of parents would exceed the recursion limit
        # in a game of a few hundred rounds.
        return Node.from_moves, (self.rules, [node.move for node in self.path()][1:], self.begun)

    @classmethod
    def from_moves(
        cls, rules: Rules[Any], moves: Sequence[Move] = (), begun: Mapping[int, tuple[int, ...]] | None = None
    ) -> "Node":
        """Returns the node that whole moves, and then the actions of moves begun, lead to from the start."""
        node = cls(rules, rules.initial_state())
        for move in moves:
            node = node.after(move)
        return replace(node, begun=begun, start=node) if begun else node

    @cached_property
    def player(self) -> int:
        """The seat to move, or ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""
        return self.rules.current_player(self.position)

    @cached_property
    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """The ``(outcome, probability)`` pairs of a chance node."""
        return self.rules.chance_outcomes(self.position)

    def with_position(self, position: Any) -> "Node":
        """Returns a node that begins at a position in which the same is to be decided, inside the same moves."""
        start = Node(self.rules, position)
        return replace(start, begun=self.begun, start=start) if self.begun else start

    def path(self) -> "list[Node]":
        """Returns the nodes from the start of the game to this one, without those inside compound moves."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def spec(self, player: int) -> ActionSpec | None:
        """Returns the description of what the player has to decide; ``None`` if it is not to move."""
        return (self.start or self)._specs.get(player)

    @cached_property
    def _specs(self) -> Mapping[int, ActionSpec | None]:
        """The descriptions of what those who are to move have to decide, by player."""
        player = self.player
        if player == SIMULTANEOUS:
            return dict(enumerate(self.rules.action_specs(self.position)))
        return {player: self.rules.action_spec(self.position, player)} if player >= 0 else {}

    def actions_made(self, player: int) -> tuple[int, ...]:
        """Returns the actions that the player has made of a compound move at this node."""
        return self.begun.get(player, ()) if self.begun else ()

    def legal_actions(self, player: int) -> Sequence[int]:
        """Returns the player's legal action ids; empty if it is not to move."""
        spec = self.spec(player)
        if spec is None:
            return ()
        if not self.begun:
            return spec.legal_actions()
        made = self.actions_made(player)
        return () if self.is_whole(player, made) else spec.legal_actions(made)

    def is_whole(self, player: int, made: Sequence[int]) -> bool:
        """Returns whether actions of a player who has something to decide are a whole move, or the charge for none.

        If they are made at this node, the player waits for others.
        """
        spec = self.spec(player)
        return self._is_charge(player, made) or (bool(made) and spec is not None and spec.is_whole(made))

    def _is_charge(self, player: int, made: Sequence[int]) -> bool:
        return len(made) == 1 and made[0] == self.rules.penalty_action(self.position, player)

    def penalty_action(self, player: int) -> int | None:
        """Returns the action by which the rules charge the player for an unusable answer, if they do so here.

        It stands for a whole move, so there is none inside one.
        """
        asked = self.spec(player) is not None and not self.actions_made(player)
        return self.rules.penalty_action(self.position, player) if asked else None

    def action_name(self, player: int, action: int) -> str:
        """Returns the name of an action of a player, or of a chance outcome."""
        if player == CHANCE:
            return self.rules.chance_name(self.position, action)
        spec = self.spec(player)
        assert spec is not None, f"player {player} has nothing to decide"
        if action == self.penalty_action(player):
            return NO_ANSWER
        return spec.action_name(self.actions_made(player), action)

    def after(self, move: Move) -> "Node":
        """Returns the node that a move leads to, or an action that is a part of one; its legality is not checked."""
        player = self.player
        if player == SIMULTANEOUS:
            assert isinstance(move, tuple), "at a simultaneous node all choose"
            specs = (self.start or self)._specs.values()
            if all(spec is None or spec.single for spec in specs):
                return self._successor(self.rules.apply_actions(self.position, move), move)
            return self._after_choices(dict(enumerate(move)))
        spec = self.spec(player)
        if spec is None or spec.single:
            return self._successor(self.rules.apply_action(self.position, move), move)
        return self._after_choices({player: move})  # type: ignore[dict-item]

    def _after_choices(self, chosen: Mapping[int, int | CompoundMove]) -> "Node":
        """Returns the node after these choices: a new position if they complete the moves of all who are to move."""
        begun = {player: self._extend_move(player, choice) for player, choice in chosen.items() if self.spec(player)}
        if not all(self.is_whole(player, actions) for player, actions in begun.items()):
            start = self.start or self
            return Node(self.rules, self.position, self.parent, self.move, begun, start)
        values = {player: self._move_value(player, actions) for player, actions in begun.items()}
        if self.player != SIMULTANEOUS:
            position = self.rules.apply_action(self.position, values[self.player])
            return self._successor(position, _move(begun[self.player]))
        joint = tuple(values.get(player, 0) for player in chosen)
        moves = tuple(_move(begun[player]) if player in begun else 0 for player in chosen)
        return self._successor(self.rules.apply_actions(self.position, joint), moves)

    def _extend_move(self, player: int, choice: int | CompoundMove) -> tuple[int, ...]:
        made = self.actions_made(player)
        if self.is_whole(player, made):
            return made
        return (*made, *choice) if isinstance(choice, CompoundMove) else (*made, choice)

    def _move_value(self, player: int, actions: tuple[int, ...]) -> Any:
        """Returns a whole move as the rules apply it."""
        if self._is_charge(player, actions):
            return actions[0]
        spec = self.spec(player)
        assert spec is not None, f"player {player} has nothing to decide"
        return spec.move(actions)

    def _successor(self, position: Any, move: Move) -> "Node":
        return Node(self.rules, position, self.start or self, move)

    def random_move(self, player: int, rng: random.Random) -> list[int]:
        """Returns the actions of a random whole move, or of a random rest of the move that the player is making."""
        spec, made = self.spec(player), self.actions_made(player)
        assert spec is not None, f"player {player} has nothing to decide"
        return spec.random_rest(made, rng) if made else spec.random_move(rng)

    def recorded_move(self, player: int) -> list[int] | None:
        """Returns the actions of the move that the game's data record for the player here, if they record one."""
        spec = self.spec(player)
        move = None if spec is None or self.actions_made(player) else self.rules.recorded_move(self.position, player)
        return None if spec is None or move is None else spec.read(spec.struct(move))

    def observation(self, player: int) -> Mapping[str, Any]:
        """Returns what the player knows; at a chance node, what it knew before chance had to move."""
        node: Node | None = self
        while node is not None and node.player == CHANCE:
            node = node.parent
        return {} if node is None else node.rules.observation(node.position, player)

    def observation_text(self, player: int) -> str:
        """Returns the observation as JSON."""
        # Cached because an information state contains the observations of all earlier nodes.
        source = self.start or self
        if player not in source._texts:
            source._texts[player] = json.dumps(source.observation(player))
        return source._texts[player]

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    def information_state_text(self, player: int) -> str:
        """Returns as JSON what the player saw and did at each of its decisions, then what it sees now.

        A move counts as one thing done. Of a move that the player is making, its actions so far come last.
        """
        turns: list[str] = []
        for node, following in pairwise(self.path()):
            if node.player != CHANCE and node.spec(player):
                move = following.move
                own = move[player] if isinstance(move, tuple) and not isinstance(move, CompoundMove) else move
                turns.append(f"[{node.observation_text(player)}, {node._move_text(player, own)}]")
        made = self.actions_made(player)
        now = [self.observation_text(player), *([str(list(made))] if made else [])]
        return f"[{', '.join([*turns, *now])}]"

    def _move_text(self, player: int, own: Any) -> str:
        spec = self.spec(player)
        return json.dumps(spec.values(own)) if spec is not None and isinstance(own, CompoundMove) else str(own)


def _move(actions: tuple[int, ...]) -> int | CompoundMove:
    return actions[0] if len(actions) == 1 else CompoundMove(actions)
