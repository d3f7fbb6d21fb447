"""Monte-Carlo tree search over imagined states: reasoning via planning (Hao et al., arXiv 2305.14992; GameBench, D, E).

The search knows no model: a :class:`World` names the actions of a state and says where an action leads. The reward of
an action is its intuition plus its self-evaluation, which are its *fast reward*, plus 2 P(win) - 1 of the state that
follows. Nodes at the depth limit are terminal. Of equals the first one counts everywhere.

A node is visited once the state that its action leads to has been imagined. The value Q of a visited node is the mean,
over its visits, of the sum of rewards from the node to the end of the rollout; that of any other is its fast reward.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol


@dataclass(frozen=True)
class Option:
    """Action that may be taken in a state, with the probabilities that it comes to mind and that it is called good."""

    action: str
    intuition: float
    self_evaluation: float

    @property
    def fast_reward(self) -> float:
        """The reward before it is known where the action leads."""
        return self.intuition + self.self_evaluation


@dataclass(frozen=True)
class Outcome:
    """State after an action, the actions of the others that lead to it, and the probability of winning from there."""

    others: str
    state: str
    win: float


SelectedLeaf = Literal["visited", "kept"]

NOTHING_YET = Option("", 0.0, 0.0)
EQUAL = 1e-9  # sums of the same rewards in another order differ by less


class World(Protocol):
    """Source of options and outcomes. States are texts, which mean nothing to the search."""

    async def options(self, state: str) -> Sequence[Option]:
        """Returns what may be done in a state, at least one option."""

    async def outcome(self, state: str, action: str) -> Outcome:
        """Returns where an action leads."""


@dataclass(eq=False)
class Node:
    """Node of the tree: the option that leads to it, which is ``NOTHING_YET`` at the root, and perhaps its outcome.

    A visited node has a ``state``, and an ``outcome`` unless it is the root. ``totals`` has, for each visit, the sum of
    rewards from this node to the end of the rollout.
    """

    parent: "Node | None"
    option: Option
    state: str | None = None
    outcome: Outcome | None = None
    children: list["Node"] = field(default_factory=list)
    totals: list[float] = field(default_factory=list)

    @property
    def reward(self) -> float:
        """The reward with that of the outcome, as far as there is one; 0 at the root."""
        return self.option.fast_reward + (0.0 if self.outcome is None else 2 * self.outcome.win - 1)

    @property
    def value(self) -> float:
        """Q: the mean total over all visits, or the fast reward before the first."""
        return sum(self.totals) / len(self.totals) if self.totals else self.option.fast_reward

    def uct(self, exploration: float) -> float:
        """Returns Q + w sqrt(ln(visits of the parent) / max(1, visits)), of any node but the root."""
        assert self.parent is not None, "the root is not selected"
        return self.value + exploration * math.sqrt(math.log(len(self.parent.totals)) / max(1, len(self.totals)))


@dataclass(frozen=True)
class Tree:
    """The nodes of a search, parents before their children, and the ``choice``: the number of an option of the root."""

    nodes: Sequence[Node]
    choice: int


@dataclass(frozen=True)
class Search:
    """Search to a ``depth`` of at least 1 in a number of ``iterations``, with the weight of ``exploration``.

    A ``selected_leaf`` is a node at the depth limit to which the selection leads. It is visited like every other node;
    in the published program it keeps its fast reward unless a rollout visits it (``iterate`` in
    agents/rap/reasoners/algorithm/mcts.py), and the iteration asks nothing.
    """

    world: World
    depth: int = 2
    iterations: int = 10
    exploration: float = 1.0
    selected_leaf: SelectedLeaf = "visited"

    async def run(self, state: str) -> Tree:
        """Searches from a state, and chooses the action that begins the visited path with the largest sum of rewards.

        Only paths to terminal nodes count. The sum is not a mean over visits, so that one rollout can decide.
        """
        nodes = [Node(None, NOTHING_YET, state)]
        for _ in range(self.iterations):
            path = self._select(nodes[0])
            if self.selected_leaf == "visited" or len(path) <= self.depth:
                await self._simulate(path, nodes)
            _backpropagate(path)
        first = nodes[0].children
        sums = {index: _best_sum(child) for index, child in enumerate(first) if _is_visited(child)}
        return Tree(nodes, next(index for index in sums if sums[index] > max(sums.values()) - EQUAL))

    def _select(self, root: Node) -> list[Node]:
        path = [root]
        while path[-1].children:
            path.append(max(path[-1].children, key=lambda child: child.uct(self.exploration)))
        return path

    async def _simulate(self, path: list[Node], nodes: list[Node]) -> None:
        """Visits the last node of the path, and follows the largest fast rewards from there to a terminal node."""
        while True:
            state = await self._visit(path)
            if len(path) > self.depth:
                return
            node = path[-1]
            if not node.children:
                node.children = [Node(node, option) for option in await self.world.options(state)]
                nodes += node.children
            path.append(max(node.children, key=lambda child: child.option.fast_reward))

    async def _visit(self, path: Sequence[Node]) -> str:
        """Returns the state of the last node of the path, and imagines it if it has none yet."""
        node = path[-1]
        if node.state is None:
            before = path[-2].state
            assert before is not None, "the nodes on the way to it were visited"
            node.outcome = await self.world.outcome(before, node.option.action)
            node.state = node.outcome.state
        return node.state


def _backpropagate(path: Sequence[Node]) -> None:
    total = 0.0
    for node in reversed(path):
        total += node.reward
        node.totals.append(total)


def _is_visited(node: Node) -> bool:
    return node.outcome is not None


def _best_sum(node: Node) -> float:
    """Returns the largest sum of rewards over the visited paths from a node to a terminal one."""
    # Every rollout ends at a terminal node, so a node without visited children is one.
    return node.reward + max(map(_best_sum, filter(_is_visited, node.children)), default=0.0)
