"""Reasoning via planning: a model searches a tree that it imagines itself (Hao et al., arXiv 2305.14992).

As GameBench uses it (appendices D and E). The model predicts the actions of imagined states, what the others do, and
the state that follows; its next-token probabilities are the rewards. See ``search.py`` for the search and
``questions.py`` for the questions. Differences from the published program:

- a decision whose moves cannot be listed becomes several options, not one, unless ``width`` says so;
- the last node of every rollout is evaluated, also one that was selected at the depth limit;
- the only action of a state has an intuition of 1 without a call, and the only move of a decision is played without.
"""

from collections.abc import Mapping, Sequence
from typing import get_args

from gtarena.agents.llm.next_token import PUBLISHED, Estimates, Source
from gtarena.agents.llm.questions import Answer, Rejected
from gtarena.agents.llm.rap.questions import REAL, ImaginedWorld
from gtarena.agents.llm.rap.root_options import root_options
from gtarena.agents.llm.rap.search import Node, Search, Tree
from gtarena.agents.llm.scheme_steps import Steps
from gtarena.logs.records import TreeNode

CHOICES: Mapping[str, Sequence[str]] = {"estimates": get_args(Source)}


async def rap(
    steps: Steps, depth: int = 2, iterations: int = 10, width: int | None = None, exploration: float = 1.0,
    top: int = PUBLISHED.top, estimates: Source = PUBLISHED.source, samples: int = PUBLISHED.samples,
) -> Answer:
    """Searches to ``depth`` in a number of ``iterations``, and plays the action of the best path.

    The tree is logged with the last call. If no written option is a legal move, the try fails as the last of them did.
    """
    options = await root_options(steps, width)
    if isinstance(options, Rejected):
        return options
    if len(options) == 1:
        return options[0].answer
    names = [option.name for option in options]
    world = ImaginedWorld(steps, names, width, Estimates(estimates, top, samples))
    tree = await Search(world, depth, iterations, exploration).run(REAL)
    steps.calls.note_tree(logged(tree))
    return options[tree.choice].answer


def logged(tree: Tree) -> list[TreeNode]:
    """Returns the nodes of a tree as they are logged."""
    index = {node: number for number, node in enumerate(tree.nodes)}
    return [_logged(node, None if node.parent is None else index[node.parent]) for node in tree.nodes]


def _logged(node: Node, parent: int | None) -> TreeNode:
    option, outcome = node.option, node.outcome
    judged = {} if parent is None else {
        "action": option.action, "intuition": option.intuition, "self_evaluation": option.self_evaluation}
    imagined = {} if outcome is None else {
        "others": outcome.others, "state": outcome.state, "win": outcome.win, "reward": node.reward}
    value = node.value if node.totals else None
    return TreeNode.model_validate({
        "parent": parent, "visits": len(node.totals), "value": value, **judged, **imagined})
