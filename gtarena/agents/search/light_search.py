"""The forms in which OpenSpiel's search bots take a light state, an evaluator and a random generator."""

import random
from collections.abc import Sequence
from math import inf, log, sqrt
from operator import itemgetter
from typing import Any, Generic, Protocol, Self, TypeVar

import pyspiel
from open_spiel.python.algorithms import mcts

from custom_games.framework import rules
from custom_games.framework.chance import drawn
from gtarena.agents.search.light_state import LightState
from gtarena.agents.search.worlds import NodeWorld

# Members of pyspiel's enumeration take longer to compare than the numbers that they are.
CHANCE, TERMINAL = int(rules.CHANCE), int(rules.TERMINAL)


class Searchable(Protocol):
    """An immutable state that a walk can be at: a :class:`LightState` or a :class:`NodeWorld`."""

    @property
    def player(self) -> int: ...

    @property
    def chance_outcomes(self) -> Sequence[tuple[int, float]]: ...

    @property
    def returns(self) -> Sequence[float]: ...

    def legal_actions(self) -> Sequence[int]: ...

    def after(self, action: int) -> Self: ...

    def random_returns(self, rng: random.Random) -> Sequence[float]: ...


Place = TypeVar("Place", bound=Searchable)


class Walk(Generic[Place]):
    """A way through a tree of light states, with the methods that the bots call on a ``pyspiel.State``."""

    __slots__ = ("at",)
    at: Place

    def __init__(self, at: Place) -> None:
        self.at = at

    def clone(self) -> "Walk[Place]":
        return Walk(self.at)

    def current_player(self) -> int:
        return self.at.player

    def is_terminal(self) -> bool:
        return self.at.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.at.player == CHANCE

    def legal_actions(self, player: int | None = None) -> Sequence[int]:
        return self.at.legal_actions()

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return self.at.chance_outcomes

    def apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def returns(self) -> Sequence[float]:
        return self.at.returns


class NodeWalk(Walk[NodeWorld]):
    """A way through worlds, with what IS-MCTS asks besides."""

    __slots__ = ("_game",)

    def __init__(self, at: NodeWorld, game: pyspiel.Game) -> None:
        super().__init__(at)
        self._game = game

    def get_game(self) -> pyspiel.Game:
        return self._game

    def clone(self) -> "NodeWalk":
        return NodeWalk(self.at, self._game)

    def legal_actions(self, player: int | None = None) -> list[int]:
        return list(self.at.legal_actions())

    def information_state_string(self) -> str:
        return self.at.known(self.at.player)[1]


class RandomRollouts(mcts.Evaluator):  # type: ignore[misc]
    """OpenSpiel's ``RandomRolloutEvaluator`` for light states: the mean of random playouts, and no preferences."""

    def __init__(self, rollouts: int, rng: random.Random) -> None:
        self._rollouts, self._rng = rollouts, rng

    def evaluate(self, state: Walk[Any]) -> Sequence[float]:
        if self._rollouts == 1:
            returns: Sequence[float] = state.at.random_returns(self._rng)
            return returns
        played = [state.at.random_returns(self._rng) for _ in range(self._rollouts)]
        return [sum(earned) / self._rollouts for earned in zip(*played, strict=True)]

    def prior(self, state: Walk[Any]) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions()
        share = 1 / len(legal)
        return [(action, share) for action in legal]


class Draws:
    """The methods of ``numpy.random.RandomState`` that the bots use, which are slow there for single draws."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def shuffle(self, items: list[Any]) -> None:
        draw = self.rng.random
        items.sort(key=lambda _: draw())

    def choice(self, items: Sequence[int], p: Sequence[float]) -> int:
        """Draws one of the items by their probabilities."""
        return drawn(list(zip(items, p, strict=True)), self.rng)

    def randint(self, high: int) -> int:
        """Draws a whole number from 0 to ``high - 1``."""
        return int(self.rng.random() * high)


class LightMCTSBot(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's MCTS with its inner loop written out for light states: the same tree from fewer calls."""

    def mcts_search(self, state: Walk[LightState]) -> mcts.SearchNode:
        root = mcts.SearchNode(None, state.at.player, 1)
        for _ in range(self.max_simulations):
            path, leaf = self._descend(root, state.at)
            if leaf.player == TERMINAL:
                returns = path[-1].outcome = leaf.returns
                _back_up(path, returns)
                if self.solve:
                    self._prove(path)
            else:
                _back_up(path, self.evaluator.evaluate(Walk(leaf)))
            if root.outcome is not None:
                break
        return root

    def _descend(self, root: mcts.SearchNode, at: LightState) -> tuple[list[mcts.SearchNode], LightState]:
        """Returns the nodes from the root to a leaf, which ends the game or has not been evaluated, and its state."""
        node, path = root, [root]
        while node.explore_count and at.player != TERMINAL:
            if not node.children:
                node.children = self._children(at)
            if at.player == CHANCE:
                outcome = drawn(at.chance_outcomes, self._random_state.rng)
                node = next(child for child in node.children if child.action == outcome)
            else:
                node = _most_promising(node, self.uct_c)
            at = at.following.get(node.action) or at.after(node.action)
            path.append(node)
        return path, at

    def _children(self, at: LightState) -> list[mcts.SearchNode]:
        listed = self.evaluator.prior(Walk(at))
        self._random_state.shuffle(listed)
        return [mcts.SearchNode(action, at.player, share) for action, share in listed]

    def _prove(self, path: list[mcts.SearchNode]) -> None:
        """Passes a proven outcome up the path as far as it proves the nodes before it."""
        for node in path[-2::-1]:
            node.outcome = self._proven(node.children)
            if node.outcome is None:
                return

    def _proven(self, children: list[mcts.SearchNode]) -> Sequence[float] | None:
        """Returns the outcome that the node of these children is sure to have; ``None`` if that is not known yet."""
        player = children[0].player
        known = [child.outcome for child in children if child.outcome is not None]
        if player == CHANCE:
            same = len(known) == len(children) and all(outcome == known[0] for outcome in known)
            return known[0] if same else None
        best = max(known, key=itemgetter(player))
        return best if len(known) == len(children) or best[player] == self.max_utility else None


def _back_up(path: list[mcts.SearchNode], returns: Sequence[float]) -> None:
    """Adds a playout's returns to the nodes on its path: each counts the return of the player who chose it."""
    player = path[0].player
    for node in path:
        # What chance chose counts for the player who chose before.
        if node.player != CHANCE:
            player = node.player
        node.total_reward += returns[player]
        node.explore_count += 1


def _most_promising(node: mcts.SearchNode, uct_c: float) -> mcts.SearchNode:
    """Returns the child of the highest UCT value, the first of several."""
    children, visits = node.children, node.explore_count
    if visits <= len(children):
        # The first visit ended at the node itself, and each of the others at a child that had not been visited.
        return children[visits - 1]
    best, most, explored = children[0], -inf, log(visits)
    for child in children:
        outcome = child.outcome
        if outcome is None:
            count = child.explore_count
            value = child.total_reward / count + uct_c * sqrt(explored / count)
        else:
            value = outcome[child.player]
        if value > most:
            best, most = child, value
    return best
