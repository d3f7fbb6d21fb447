"""Trees that a model has imagined while it searched for a move, as replays and pages show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gtarena.formatting import format_number, one_line
from gtarena.logs.records import TreeNode

ACTION_LIMIT = 120  # characters
DEEPEST = 8
MOST_BRANCHES = 12  # at one node
ROUNDING = 1e-5  # more than what rounding does to a sum of logged rewards


@dataclass(frozen=True)
class ShownBranch:
    """Node of a tree with what follows it; ``best`` if it is on the path with the largest sum of rewards.

    ``left_out`` counts the branches that are not among ``branches``, which keep the order of the log.
    """

    node: TreeNode
    best: bool
    branches: tuple[ShownBranch, ...]
    left_out: int

    @property
    def action(self) -> str:
        """The action that leads to the node, in one line."""
        return _action(self.node)

    @property
    def figures(self) -> str:
        """The numbers of the node in one line, as far as there are any."""
        node = self.node
        listed = {
            "intuition": node.intuition, "self-evaluation": node.self_evaluation, "win": node.win,
            "reward": node.reward, "value": node.value}
        return " · ".join([f"{name} {format_number(figure)}" for name, figure in listed.items() if figure is not None])

    @property
    def passed(self) -> str:
        """The number of iterations that passed through the node."""
        return _visits(self.node)


def best_path(tree: Sequence[TreeNode]) -> list[int]:
    """Returns the indices on the path with the largest sum of rewards, root first.

    Only paths that were visited to their end count; of equal sums, the one by the earlier actions does. Its first
    action is the answer of the search (GameBench, appendix E).
    """
    children, sums = _children(tree), list[float]()
    for each in tree:
        sums.append((sums[each.parent] if each.parent is not None else 0.0) + (each.reward or 0.0))
    ends, waiting = [], [0] if tree else []
    while waiting:
        place = waiting.pop()
        visited = [child for child in children[place] if tree[child].visits]
        if not visited:
            ends.append(place)
        waiting += reversed(visited)
    best = max((sums[end] for end in ends), default=0.0)
    path: list[int] = []
    node = next((end for end in ends if sums[end] > best - ROUNDING), None)
    while node is not None:
        path.append(node)
        node = tree[node].parent
    return path[::-1]


def as_branches(tree: Sequence[TreeNode]) -> ShownBranch:
    """Returns the root of a tree that is not empty, with all that is to be shown of it.

    Of many branches those that were visited are kept, and of the others the first ones.
    """
    best, children = set(best_path(tree)), _children(tree)

    def branch(index: int, depth: int) -> ShownBranch:
        after = children[index] if depth < DEEPEST else []
        first = sorted(after, key=lambda child: (child not in best, not tree[child].visits))[:MOST_BRANCHES]
        shown = tuple(branch(child, depth + 1) for child in sorted(first))
        return ShownBranch(tree[index], index in best, shown, len(children[index]) - len(shown))

    return branch(0, 0)


def summarise_tree(tree: Sequence[TreeNode]) -> Iterator[str]:
    """Yields lines on a tree: the actions tried at the root with their values, and the path with the most reward."""
    children = [tree[child] for child in _children(tree)[0]]
    visited = [node for node in children if node.visits]
    for node in visited[:MOST_BRANCHES]:
        value = "" if node.value is None else f", value {format_number(node.value)}"
        yield f"{_action(node)}: {_visits(node)}{value}"
    rest = len(children) - len(visited[:MOST_BRANCHES])
    if rest:
        yield f"and {rest:,} more {'action' if rest == 1 else 'actions'}"
    path = [_action(tree[index]) for index in best_path(tree)[1 : DEEPEST + 1]]
    if path:
        yield f"best path: {' > '.join(path)}"


def _children(tree: Sequence[TreeNode]) -> list[list[int]]:
    children: list[list[int]] = [[] for _ in tree]
    for index, node in enumerate(tree):
        if node.parent is not None:
            children[node.parent].append(index)
    return children


def _action(node: TreeNode) -> str:
    return one_line(node.action, ACTION_LIMIT) or "(no action)"


def _visits(node: TreeNode) -> str:
    return "not visited" if not node.visits else "1 visit" if node.visits == 1 else f"{node.visits:,} visits"
