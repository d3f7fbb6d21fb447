"""Reasoning via planning: a model searches a tree that it imagines itself (Hao et al., arXiv 2305.14992).

As GameBench uses it (appendices D and E). The model predicts the actions of imagined states, what the others do, and
the state that follows; its next-token probabilities are the rewards. See ``search.py`` for the search and
``imagined_world.py`` for the questions. Differences from the published program:

- a decision whose moves cannot be listed becomes several options, not one, unless ``width`` says so;
- the last node of every rollout is evaluated, also one that was selected at the depth limit;
- the only move of a decision is played without a call;
- actions that cannot be read become a neutral text, and do not give up the decision.

With a wording that asks the questions itself (see :class:`OwnQuestions`) all of these are as in the program.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from gtarena.agents.llm.model_calls import Answer, Rejected
from gtarena.agents.llm.next_token import PUBLISHED, Estimates, Source
from gtarena.agents.llm.schemes.base import CallCount, Scheme, Steps
from gtarena.agents.llm.schemes.rap.imagined_world import ImaginedWorld, UnreadableError
from gtarena.agents.llm.schemes.rap.questions import (
    FOLDER,
    OWN,
    REAL,
    TEXTS,
    OwnQuestions,
    Questions,
    SharedQuestions,
)
from gtarena.agents.llm.schemes.rap.root_options import OwnOption, RootOption, find_options, find_own_options
from gtarena.agents.llm.schemes.rap.search import Node, Search, SelectedLeaf, Tree
from gtarena.logs.records import TreeNode
from gtarena.models.settings import MOST_LOGPROBS


@dataclass(frozen=True)
class Rap(Scheme):
    """Search to ``depth`` in a number of ``iterations``, and the move with which the best path begins.

    ``width`` is the largest number of actions in an imagined state, and of options that are written where moves cannot
    be listed; ``exploration`` weighs rarely visited nodes. ``estimates``, ``top`` and ``samples`` say where
    probabilities come from, as in :class:`Estimates`. The tree is logged with the last call. If no written option is a
    legal move, the try fails as the last of them did.
    """

    name, folder, texts, needs = "rap", FOLDER, TEXTS, OWN

    depth: Annotated[int, Field(ge=1, le=100)] = 2
    iterations: Annotated[int, Field(ge=1, le=1000)] = 10
    width: Annotated[int, Field(ge=1, le=100)] | None = None
    exploration: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 1.0
    top: Annotated[int, Field(ge=1, le=MOST_LOGPROBS)] = PUBLISHED.top
    estimates: Source = PUBLISHED.source
    samples: CallCount = PUBLISHED.samples

    async def decide(self, steps: Steps) -> Answer:
        if steps.has(OWN):
            own = OwnQuestions(steps)
            return await self._search(steps, own, await find_own_options(steps, own), "kept")
        options = await find_options(steps, self.width)
        if isinstance(options, Rejected):
            return options
        if len(options) == 1:
            return options[0].answer
        return await self._search(steps, SharedQuestions(steps, self.width), options, "visited")

    async def _search(
        self, steps: Steps, questions: Questions, options: Sequence[RootOption | OwnOption], selected_leaf: SelectedLeaf
    ) -> Answer:
        actions = [(option.name, option.describe(steps.calls.decision)) for option in options]
        how = Estimates(self.estimates, self.top, self.samples)
        world = ImaginedWorld(steps.calls, questions, actions, self.width, how)
        try:
            tree = await Search(world, self.depth, self.iterations, self.exploration, selected_leaf).run(REAL)
        except UnreadableError as error:
            return error.answer
        steps.calls.note_tree(log_tree(tree))
        return options[tree.choice].answer


def log_tree(tree: Tree) -> list[TreeNode]:
    """Returns the nodes of a tree as they are logged."""
    index = {node: number for number, node in enumerate(tree.nodes)}
    return [_log_node(node, None if node.parent is None else index[node.parent]) for node in tree.nodes]


def _log_node(node: Node, parent: int | None) -> TreeNode:
    option, outcome = node.option, node.outcome
    judged = {} if parent is None else {
        "action": option.action, "intuition": option.intuition, "self_evaluation": option.self_evaluation}
    imagined = {} if outcome is None else {
        "others": outcome.others, "state": outcome.state, "win": outcome.win, "reward": node.reward}
    value = node.value if node.totals else None
    return TreeNode.model_validate({
        "parent": parent, "visits": len(node.totals), "value": value, **judged, **imagined})
